"""Words that a report may write one for another: another word for the same in Dutch care, but not the same stem.

Wider than ``vocabulary``, where a line is one word for every rule: here a word may be in several lines, and what it
stands for has to be in the very sentence it was made of. Opposites and degrees have no place here (``opposites``).
"""

from collections import defaultdict
from collections.abc import Set
from pathlib import Path

from .opposites import SENSES
from .stems import stem
from .vocabulary import PREFIXES

FILE = Path(__file__).with_name("synonyms.txt")


def _lines() -> dict[str, set[object]]:
    """Return the lines, and the sides of opposites, that a stem, or a word without one, is in."""
    found: dict[str, set[object]] = defaultdict(set)
    for line, words in enumerate(FILE.read_text("utf-8").splitlines()):
        for word in () if words.startswith("#") else words.split():
            found[stem(word) or word].add(line)
    for phrases in SENSES.values():
        for phrase, sense in phrases:
            one = stem(phrase[0]) or phrase[0]
            is_cut = any(phrase[0].startswith(prefix) > one.startswith(prefix) for prefix in PREFIXES)
            is_cut |= one != phrase[0] and one in SENSES  # 'vanochtend' is today, 'ochtend' is not
            if len(phrase) == 1:  # 'aangekomen' has the stem of 'komen', which says no more than that
                found[phrase[0] if is_cut else one].add(sense[:2])
    return dict(found)


_OF = _lines()
_IN: dict[object, list[str]] = defaultdict(list)
for _word, _found in _OF.items():
    for _line in _found:
        _IN[_line].append(_word)
#: What each word may stand for, itself included.
_ALIKE = {word: frozenset(other for line in lines for other in _IN[line]) for word, lines in _OF.items()}


def alike(one: str, others: Set[str]) -> bool:
    """Return whether a stem may stand for one of others: stems, and words without content in small letters."""
    return any(other in others for other in _ALIKE.get(one, ()))


def synonyms(one: str) -> list[str]:
    """Return the stems that a stem may stand for."""
    return sorted(_ALIKE.get(one, frozenset()) - {one})
