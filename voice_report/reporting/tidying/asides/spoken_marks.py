"""Marks that are said as words: 'Punt.', 'De wond is dicht punt', 'rood komma niet warm', 'Nieuwe regel.'"""

import re
from collections.abc import Sequence

from ....dutch.word_sets import word_set
from ...evidence.words.numerals import number
from ...evidence.words.stems import plain
from ..model import Edit
from ..words import Word

_AT_END = {("punt",): ".", ("vraagteken",): "?", ("uitroepteken",): "!"}
_INSIDE = {"komma": ",", "puntkomma": ";"}
_LINES = frozenset({("nieuwe", "regel"), ("nieuwe", "alinea")})
_MARKS = frozenset({*_AT_END, *((word,) for word in _INSIDE), *_LINES, ("dubbele", "punt")})
_MOST = 4  # words: two marks
#: Spoken marks in a dictation from which on they are taken as marks: a speaker who dictates marks says several.
_LEAST = 2
#: Behind one of these it is a word: 'op dit punt', 'de komma', 'geen punt'; and so behind an adjective or a figure.
_NOT_BEHIND = word_set(
    """de het een dit dat deze die geen elk elke ieder op per mijn haar zijn hun ons onze welk welke eerste laatste
    ander wat zo'n"""
)

#: All words that may be cut.
CLOSED = frozenset(word for mark in _MARKS for word in mark)


def is_mark(found: Sequence[Word]) -> bool:
    """Return whether a sentence is one or two marks and nothing else."""
    said = tuple(word.lower for word in found if not word.is_mark)
    return said in _MARKS or (
        len(said) <= _MOST and any(said[:cut] in _MARKS and said[cut:] in _MARKS for cut in range(1, len(said)))
    )


def are_dictated(sentences: Sequence[Sequence[Word]]) -> bool:
    """Return whether marks are said in these sentences: one alone, one between two marks, or two inside others."""
    if any(is_mark(one) or any(_is_apart(one, at) for at in range(len(one))) for one in sentences):
        return True
    return sum(len(spoken_marks(one)) for one in sentences) >= _LEAST


def spoken_marks(found: Sequence[Word]) -> list[Edit]:
    """Return the changes of a sentence to the marks that are said in it."""
    edits: list[Edit] = []
    first, last = 0, len(found)
    if tuple(word.lower for word in found[:2]) in _LINES and len(found) > _LEAST:
        first = 2 + (found[2].text in (",", "."))
        if first < len(found):
            edits.append(Edit("spoken_punctuation", 0, found[first].start, capital=True))
    while last and found[last - 1].is_mark:
        last -= 1
    end = found[last - 1].end if last else 0
    if tuple(word.lower for word in found[last - 2 : last]) in _LINES and last - 2 > first:
        last -= 2
    mark = _AT_END.get((found[last - 1].lower,)) if last > first + 1 else None
    if mark and _is_said(found, last - 1):
        last -= 1
    if end and found[last - 1].end < end and last > first:
        has_mark = end < found[-1].end or mark == "."  # a full stop is given to every sentence that has none
        edits.append(Edit("spoken_punctuation", found[last - 1].end, end, "" if has_mark else mark or ""))
    for at in range(first + 1, last - 1):
        mark = _INSIDE.get(found[at].lower)
        if mark and _is_apart(found, at):
            edits.append(Edit("spoken_punctuation", found[at - 1].end, found[at + 1].end))
        elif mark and _is_said(found, at) and not _is_figure(found[at + 1]):
            edits.append(Edit("spoken_punctuation", found[at - 1].end, found[at].end, mark))
    return edits


def _is_apart(found: Sequence[Word], at: int) -> bool:
    """Return whether 'komma' stands where its mark does: 'twee keer per dag, komma, dus ophogen'."""
    return found[at].lower in _INSIDE and 0 < at < len(found) - 1 and found[at - 1].text == found[at + 1].text == ","


def _is_said(found: Sequence[Word], at: int) -> bool:
    """Return whether the word at this place is a mark, and no thing that the sentence is about."""
    before = found[at - 1]
    is_adjective = (
        re.fullmatch(r"\w{2,}[^eij]e", before.lower) and found[at].lower == "punt"
    )  # not 'zusje', 'medicatie'
    return not (before.is_mark or before.lower in _NOT_BEHIND or is_adjective)


def _is_figure(word: Word) -> bool:
    return word.text[0].isdigit() or number(plain(word.text)) is not None or word.is_mark
