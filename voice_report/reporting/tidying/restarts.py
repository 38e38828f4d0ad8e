"""Words that are said twice where a speaker begins anew: 'Ik ik heb', 'Haar moeder, haar moeder krijgt'."""

from collections.abc import Sequence

from ...dutch.word_sets import word_set
from ..evidence.numerals import number
from ..evidence.stems import plain
from .model import Edit
from .words import Word

#: Of these one goes when it is said twice, with nothing but '...' between. Not of those that Dutch has twice: 'dat je
#: je kind mist', 'wat ze is is moe', 'of het het beste is', 'hij stapt in in de auto'.
_REPEATED = word_set("ik we wij de een en met van")
_MOST, _LEAST = 4, 2  # words at the start of a sentence that are said twice
_BETWEEN = frozenset({",", "...", "…"})


def restarts(found: Sequence[Word]) -> list[Edit]:
    """Return the cuts of a sentence: of the first of two equal pieces."""
    edits = _at_start(found)
    for at in range(1, len(found) - 1):
        after = at + 1 + (found[at + 1].text in ("...", "…"))
        if after < len(found) and found[at].lower in _REPEATED and found[after].lower == found[at].lower:
            edits.append(Edit("restarts", found[at].start, found[after].start))
    return edits


def is_copy(sentence: str, edit: Edit) -> bool:
    """Return whether what is cut stands behind it once more, and no figure is in it."""
    cut = sentence[edit.start : edit.end].rstrip(" ,.…").lower()
    is_there = sentence[edit.end :].lower().startswith(cut)
    return is_there and not any(word[0].isdigit() or number(plain(word)) not in (None, 1) for word in cut.split())


def _at_start(found: Sequence[Word]) -> list[Edit]:
    for count in range(min(_MOST, len(found) // 2), 0, -1):
        first = [word.lower for word in found[:count]]
        after = count + (found[count].text in _BETWEEN)
        again = [word.lower for word in found[after : after + count]]
        is_one = first[0] in _REPEATED and found[count].text != ","
        if (is_one or count >= _LEAST) and again == first and not any(word.is_mark for word in found[:count]):
            return [Edit("restarts", 0, found[after].start, capital=True)]
    return []
