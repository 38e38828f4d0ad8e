"""A side, or 'wel' next to a denial, that is gone from a sentence which has the rest."""

from collections.abc import Sequence

from ..model import Flag, quoted
from ..reading import Reading
from ..words.negation import DENYING
from ..words.stems import is_among


def check(reading: Reading, own: Sequence[Reading], beside: Sequence[Reading]) -> list[Flag]:
    """Return the flag of what is gone; ``beside`` as in ``checks.check``."""
    return _side(reading, own, beside) or _wel(reading, own, beside)


def _side(reading: Reading, own: Sequence[Reading], beside: Sequence[Reading]) -> list[Flag]:
    """Flag a sentence that has all of its source but the side: 'Wond links open', 'Wond open'."""
    for one in own[:1] if not any(other.sides for other in (reading, *beside)) else ():
        mark = next((mark for mark in one.sides if not mark.taken_back), None)
        rest = {base for at, base in enumerate(one.stems) if base and mark and at != mark.at}
        if mark and rest and not one.is_unmarked and all(is_among(base, reading.content) for base in rest):
            return [Flag("side", "amber", f"{quoted(mark.text)} ontbreekt hier", "", one.text)]
    return []


def _wel(reading: Reading, own: Sequence[Reading], beside: Sequence[Reading]) -> list[Flag]:
    """Flag what was said to be there, in a clause of what is not: 'geen pijn, wel jeuk', 'geen pijn en jeuk'."""
    if any("wel" in one.lower for one in (reading, *beside)) or not any(one.lower & DENYING for one in own):
        return []
    for one in own:
        for at in [at for at, word in enumerate(one.words) if word.lower == "wel"] if not one.is_unmarked else []:
            after = next((base for base in one.stems[at + 1 :] if base), "")
            if any(after in clause.stems for clause in reading.clauses if clause.words & DENYING):
                return [Flag("negation", "amber", "‘Wel’ ontbreekt hier", "", one.text)]
    return []
