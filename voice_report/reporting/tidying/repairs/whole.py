"""A piece that is said again as a whole with one other value: 'twee keer 500, nee, twee keer 850'.

What stands around that value is said twice, so no other one can be meant: not that of another medicine, nor another of
the same piece. What was said first goes with the cue; what stands there now is as it was said.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from ...evidence.corrections import said_whole
from ...evidence.reading import Reading
from ...evidence.words.tokens import Token, lower_at
from ..model import Edit
from .cues import confirmed, cue_at
from .echoes import ARTICLES, Cue, goes_on, is_whole, own_cue
from .items import (
    ENDS,
    LEADING,
    MARKS,
    OF_A_CLAUSE,
    OF_A_DIFFERENCE,
    Item,
    is_alike,
    is_hour,
    is_shorter,
    is_tied,
)

_NEAREST = 3  # items on either side of the cue
_FEWEST_SAME = 2  # words around the value, where one of them leads a noun
_WHEN = frozenset({"time", "date", "month"})


def repeated(reading: Reading, items: Sequence[Item]) -> tuple[Edit, str, str] | None:
    """Return the change of a sentence, what stands now, and what was said first."""
    words = reading.words
    cue = own_cue(reading)
    found = list(_pieces(reading, items, cue)) if cue else []
    if cue is None or len(found) != 1:
        return None
    old, new, first, end = found[0]
    stop = confirmed(words, end)
    rest = words[stop].lower if stop < len(words) else "."
    needs_unit = bool(old.unit) and not new.unit and new.kind[0] != "time"
    if (needs_unit and rest not in MARKS) or (cue.is_bare and not goes_on(words, stop)):
        return None
    # Behind a time at the start of the sentence a verb is that of the sentence: 'Om acht, nee, om negen uur kwam ze.'
    leads = first == 0 and words[0].lower in LEADING and old.kind[0] in _WHEN and rest in OF_A_CLAUSE
    if not is_whole(words, first, cue.before, _end(words, stop) if leads else stop):
        return None
    if any(cue_at(words, at) for at in range(stop, len(words))):
        return None
    here, said = reading.piece(cue.end, end - 1), reading.piece(first, cue.before - 1)
    here += f" {words[old.last].text}" if needs_unit else ""
    return Edit("self_corrections", words[first].start, words[stop - 1].end, here, capital=not first), here, said


def _pieces(reading: Reading, items: Sequence[Item], cue: Cue) -> Iterator[tuple[Item, Item, int, int]]:
    """Yield an old and a new item, the first word of the piece of the one and the place behind that of the other, where
    the words around both are the same."""
    words = reading.words
    before = [one for one in items if one.last < cue.before][-_NEAREST:]
    behind = [one for one in items if one.first >= cue.end][:_NEAREST]
    for old, new in product(before, behind):
        piece = said_whole(words, range(cue.before, cue.end), (old.first, old.last), (new.first, new.last))
        if piece is None or not _may_stand_for(reading, old, new):
            continue
        first = old.first - (new.first - cue.end)
        has_more = any(first <= one.first and one.last < cue.before for one in items if one is not old)
        same = [word.lower for word in (*words[first : old.first], *words[old.last + 1 : cue.before])]
        if has_more or (not is_tied(words, old) and len(same) >= _FEWEST_SAME and not ARTICLES.issuperset(same)):
            yield old, new, first, piece.stop


def _may_stand_for(reading: Reading, old: Item, new: Item) -> bool:
    words = reading.words
    is_one_kind = is_alike(old, new) or is_hour(words, old, new)
    is_named = lower_at(words, new.last + 1) in OF_A_DIFFERENCE or is_shorter(reading, old, reading, new)
    return is_one_kind and old.keys != new.keys and not is_named


def _end(words: Sequence[Token], at: int) -> int:
    return next((one for one in range(at, len(words)) if words[one].lower in ENDS), len(words))
