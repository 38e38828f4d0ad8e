"""A value that the next sentence takes back: 'Ze komt dinsdag.' 'Nee wacht, ze komt woensdag.'

That sentence may go only if it says nothing else: each of its words, save the new item, is one that introduces or
confirms a correction, or is said in the sentence before it; or it counts on, and the sum is right.
"""

from collections.abc import Sequence

from ...dutch.word_sets import word_set
from ..evidence.reading import Reading
from ..evidence.words.tokens import Token, lower_at
from .model import Edit
from .self_corrections import (
    DENIALS,
    OF_A_CLAUSE,
    OF_A_DIFFERENCE,
    PREPOSITIONS,
    SOUNDS,
    SPEAKING,
    STOPS,
    TELLING,
    Correction,
    Item,
    cue_from,
    introduced,
    is_alike,
    is_doubtful,
    is_shorter,
    is_tied,
    items_in,
)
from .words import VERBS

_CONFIRMING = word_set("het dat die er is was zijn waren moet moest bedoel ik hoor toch dus eigenlijk sorry natuurlijk")
#: Words that only count: 'ik zie er nog een liggen, drie dus'.
_COUNTING = word_set(
    """ik zie vind tel heb er nog bij een eentje liggen ligt staan staat zitten zit hangen hangt over achterin voorin
    onderin bovenin daar hier dus in totaal samen is zijn het"""
)
_ONE = word_set("een eentje")


def next_correction(earlier: Reading, reading: Reading) -> Correction | None:
    """Return the change of a sentence by the next one where that says nothing else, and one item alone can be meant."""
    words, before = reading.words, earlier.words
    end = introduced(words)
    is_sure = not any(is_doubtful(words, at) for at in range(end))
    if not end or not before or not is_sure or "?" in earlier.text + reading.text:
        return None
    items = items_in(earlier)
    told = {word.lower for word in before}
    if (
        introduced(before)
        or before[0].lower in VERBS
        or cue_from(before, items)
        or not told.isdisjoint(SPEAKING | TELLING | DENIALS)
    ):
        return None
    said = [one for one in items_in(reading) if one.first >= end]
    new = [one for one in said if not any(one.kind == old.kind and one.keys == old.keys for old in items)]
    old = [one for one in items if new and is_alike(one, new[-1])]
    if not old or any(lower_at(words, one.last + 1) in OF_A_DIFFERENCE for one in new):
        return None
    if len(new) == 1 and len(old) == 1 and _says_nothing_else(words, end, new[0], told):
        is_meant = _is_placed(earlier, reading, old[0], new[0], end)
    else:
        is_meant = len(old) == 1 and _counts_on(earlier, reading, end, old[0], new)
    one, other = old[0], new[-1]
    if not is_meant or one.keys == other.keys or is_tied(before, one):
        return None
    if lower_at(before, one.last + 1) in OF_A_DIFFERENCE or is_shorter(earlier, one, reading, other):
        return None
    here = reading.piece(other.first, other.last)
    if one.unit and not other.unit and other.kind[0] != "time":
        here = f"{here} {before[one.last].text}"
    edit = Edit("self_corrections", before[one.first].start, before[one.last].end, here)
    return Correction(edit, here, earlier.piece(one.first, one.last), is_shown=True)


def _says_nothing_else(words: Sequence[Token], end: int, new: Item, told: set[str]) -> bool:
    rest = [words[at] for at in range(end, len(words)) if not new.first <= at <= new.last]
    return all(word.text in STOPS or word.lower in _CONFIRMING or word.lower in told for word in rest)


def _is_placed(earlier: Reading, reading: Reading, old: Item, new: Item, end: int) -> bool:
    """Return whether the words around say that the new item stands for the old one: the noun behind, the words before
    them, or no word stands behind the old one."""
    words, before = reading.words, earlier.words
    after, there = lower_at(words, new.last + 1), lower_at(before, old.last + 1)
    is_bare = not after.isalpha() or after in _CONFIRMING
    is_last = not any(word.text[0].isalnum() for word in before[old.last + 1 :])
    if after.isalpha() and after == there and after not in OF_A_CLAUSE | PREPOSITIONS:
        return True
    lead = [word.lower for word in words[end : new.first] if word.lower not in SOUNDS]
    has_lead = bool(lead) and [word.lower for word in before[: old.first]][-len(lead) :] == lead
    is_same_unit = bool(new.unit) and new.unit == old.unit
    is_clause = not any(word.text in STOPS for word in before[old.last + 1 : -1])
    return (is_bare or after == there) and (is_last or ((has_lead or is_same_unit) and is_clause))


def _counts_on(earlier: Reading, reading: Reading, end: int, old: Item, new: Sequence[Item]) -> bool:
    """'Nog twee pennen.' 'Oh nee, ik zie er nog een liggen, drie dus.': two and one are three."""
    words = reading.words
    figures = {at for one in new for at in range(one.first, one.last + 1)}
    others = [word for at, word in enumerate(words) if at >= end and at not in figures]
    if any(word.text not in STOPS and word.lower not in _COUNTING for word in others):
        return False
    amounts = [words[one.first].value for one in new]
    more = [1.0 for at in range(end, len(words)) if words[at].lower in _ONE and lower_at(words, at - 1) == "nog"]
    more += [value for value in amounts[:-1] if value is not None]
    first = earlier.words[old.first].value
    is_bare = all(one.kind == ("number",) and one.first == one.last for one in (old, *new))
    return is_bare and len(more) == 1 and first is not None and first + more[0] == amounts[-1]
