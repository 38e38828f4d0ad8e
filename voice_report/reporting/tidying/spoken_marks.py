"""Marks that are said as words, alone as a sentence: 'Punt.', 'Nieuwe regel.'"""

from collections.abc import Sequence

from .words import Word

_MARKS = frozenset(
    (
        *(("punt",), ("komma",), ("vraagteken",), ("uitroepteken",), ("puntkomma",), ("dubbele", "punt")),
        *(("nieuwe", "regel"), ("nieuwe", "alinea")),
    )
)
_MOST = 4  # words: two marks


def is_mark(found: Sequence[Word]) -> bool:
    """Return whether a sentence is one or two marks and nothing else."""
    said = tuple(word.lower for word in found if not word.is_mark)
    return said in _MARKS or (
        len(said) <= _MOST and any(said[:cut] in _MARKS and said[cut:] in _MARKS for cut in range(1, len(said)))
    )
