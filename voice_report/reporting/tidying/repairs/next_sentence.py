"""A value that the next sentence takes back: 'Ze komt dinsdag.' 'Nee wacht, ze komt woensdag.'

That sentence may go only if it says nothing else: what stands around the new item introduces or confirms a correction,
or has the same order around the old one. 'De dochter van mevrouw is 60. Nee, mevrouw is 90.' becomes a question.
"""

from collections.abc import Sequence

from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.reading import Reading
from ...evidence.words.tokens import Token, lower_at
from ..model import Edit
from ..numbers import MEASURED, PRESSURE, TEMPERATURE
from ..words import VERBS
from .cues import BEHIND, cues, introduced, is_doubtful, phrase
from .echoes import ARTICLES
from .items import (
    OF_A_CLAUSE,
    OF_A_DIFFERENCE,
    PREPOSITIONS,
    STOPS,
    Item,
    first_word,
    has_unit,
    is_alike,
    is_shorter,
    is_tied,
    items_in,
)
from .self_corrections import DENIALS, SPEAKING, TELLING, TOLD, Correction

_LEADING = PREPOSITIONS | word_set("haar zijn mijn hun d'r z'n deze die dit dat")
#: How a speaker goes back: 'o ja, nog even terug'. It corrects only where it names what it goes back to; with 'ik ga'
#: it may be to the client.
_RETURNING, _LONGEST_RETURN = word_set("o oh ja eh , wacht nog"), 8
#: Nouns of which the value may be taken back by their name. Others may be a person or a place: 'Nee, kindje is 6'.
_MEASURED = MEASURED | TEMPERATURE | PRESSURE | word_set("gewicht lengte pijn hartfrequentie glucosewaarde")
_BEING = word_set("was is")
_CONFIRMING = word_set(
    "het dat die er is was zijn waren moet moest bedoel ik hoor toch dus eigenlijk sorry natuurlijk geworden"
)


def next_correction(earlier: Reading, reading: Reading) -> Correction | None:
    """Return the change of a sentence by the next one where that says nothing else, and one item alone can be meant."""
    words, before = reading.words, earlier.words
    end = introduced(words)
    returns = 0 if end else _returns(words)
    end = end or returns
    is_sure = not any(is_doubtful(words, at) for at in range(end))
    is_meant = any(phrase(words, at, BEHIND) for at in range(1, len(words)))
    if not (end or is_meant) or not before or not is_sure or "?" in earlier.text + reading.text:
        return None
    items = items_in(earlier)
    if introduced(before) or before[0].lower in VERBS or any(cues(before, items)):
        return None
    said = [one for one in items_in(reading) if one.first >= end]
    new = [one for one in said if not any(one.kind == old.kind and one.keys == old.keys for old in items)]
    old = [one for one in items if new and is_alike(one, new[-1])]
    if len(old) > 1:
        old = [one for one in old if _have_same_behind(before, one, words, new[-1])]
    if len(old) == 1 and _is_told(before, old[0], is_wrong=is_meant):
        return None
    if len(new) != 1 or len(old) != 1 or lower_at(words, new[0].last + 1) in OF_A_DIFFERENCE:
        return None
    one, other = old[0], new[0]
    says_else = not _says_nothing_else(earlier, reading, one, other, end)
    is_named = _is_of_noun(earlier, reading, one, other, end) and lower_at(words, other.first - 1) in _BEING
    says_else |= returns > 0 and not is_named  # not 'Even terug, pijn 3', which may be another time
    if says_else or not _is_placed(earlier, reading, one, other, end) or one.keys == other.keys or is_tied(before, one):
        return None
    if lower_at(before, one.last + 1) in OF_A_DIFFERENCE or is_shorter(earlier, one, reading, other):
        return None
    here = reading.piece(other.first, other.last)
    here = here if other.first else here[:1].lower() + here[1:]
    if has_unit(before, one) and not other.unit and other.kind[0] != "time":
        here = f"{here} {before[one.last].text}"
    first = first_word(earlier, one, here)
    edit = Edit("self_corrections", before[first].start, before[one.last].end, here, capital=not first)
    return Correction(edit, here, earlier.piece(one.first, one.last), is_shown=True)


def _have_same_behind(before: Sequence[Token], old: Item, words: Sequence[Token], new: Item) -> bool:
    """Return whether the same two words stand behind both: 'twee keer per week', 'drie keer per week'."""
    behind = [lower_at(words, new.last + 1), lower_at(words, new.last + 2)]
    return behind == [lower_at(before, old.last + 1), lower_at(before, old.last + 2)] and behind[-1].isalpha()


def _is_told(before: Sequence[Token], old: Item, *, is_wrong: bool) -> bool:
    """Return whether the old item may be quoted speech, a question or a denial.

    What one does not know yet is not denied: 'Ik weet nog niet of het dinsdag wordt.' Where the speaker says himself
    that it was wrong, it may be what a client said: 'Hij zegt dat het rechts is.' 'Nee, links sorry.'
    """
    first = next((at + 1 for at in range(old.first - 1, -1, -1) if before[at].lower in STOPS), 0)
    last = next((at for at in range(old.last + 1, len(before)) if before[at].lower in STOPS), len(before))
    clause, told = {word.lower for word in before[first:last]}, {word.lower for word in before}
    if "weet" in clause and {"niet", "of"} <= clause:
        clause, told = clause - {"niet"}, told - {"of"}
    is_open = is_wrong and "dat" in told and ":" not in told
    return not clause.isdisjoint(DENIALS) or not told.isdisjoint((SPEAKING | TELLING) - (TOLD if is_open else set()))


def _returns(words: Sequence[Token]) -> int:
    """Return the place behind the words with which a speaker goes back to what was said, 0 for none."""
    said = [word.lower for word in words[:_LONGEST_RETURN]]
    end = next((at for at in range(1, len(said)) if said[at - 1 : at + 1] == ["even", "terug"]), 0)
    return end + 1 + (lower_at(words, end + 1) == ",") if end and _RETURNING.issuperset(said[: end - 1]) else 0


def _says_nothing_else(earlier: Reading, reading: Reading, old: Item, new: Item, end: int) -> bool:
    """Return whether the words before the new item are all that stand before the old one, or the articles and
    prepositions right before it, and those behind it the next ones behind the old one."""
    said, told = _said(reading.words[end : new.first]), _said(earlier.words[: old.first])
    is_end = said == told[len(told) - len(said) :] and _LEADING.issuperset(said)
    is_same_part = new.kind == old.kind and new.kind[0] == "side" and new.kind[1] not in ("", "er")
    is_end = is_end or (is_same_part and ARTICLES.issuperset([*said, *told[-1:]]))  # 'zijn linkerarm', 'de rechterarm'
    is_led = said == told or is_end or _CONFIRMING.issuperset(said) or _is_of_noun(earlier, reading, old, new, end)
    behind, there = _said(reading.words[new.last + 1 :]), _said(earlier.words[old.last + 1 :])
    return is_led and (_CONFIRMING.issuperset(behind) or behind == there[: len(behind)])


def _is_of_noun(earlier: Reading, reading: Reading, old: Item, new: Item, end: int) -> bool:
    """Return whether the words before the new item are the noun right before the old one and its verb: 'Gemeten, pols
    52.' 'Nee, die pols was 54.'"""
    said = [word for word in _said(reading.words[end : new.first]) if word not in _LEADING | _BEING]
    noun = lower_at(earlier.words, old.first - 1)
    return said == [noun] and noun in _MEASURED


def _said(words: Sequence[Token]) -> list[str]:
    return [word.lower for word in words if word.text not in STOPS and word.lower not in SOUNDS]


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
    is_same_unit = bool(new.unit) and new.unit == old.unit and new.kind[0] != "time"
    is_clause = not any(word.text in STOPS for word in before[old.last + 1 : -1])
    if is_bare and new.kind == ("number",) and bool(old.unit) and not new.unit and _is_only(words, new, end):
        return True  # 'Lantus, 22 eenheden, in de buik.' 'Nee wacht, 24 waren het.'
    if is_bare and new.kind[0] in ("date", "month", "part"):
        return True  # the only day that was said
    is_part = new.kind[0] == "side" and new.kind == old.kind and new.kind[1] not in ("", "er")
    if is_bare and is_part:
        return True  # 'met zijn linkerhand, dat doet hij anders niet'
    return (is_bare or after == there) and (is_last or ((has_lead or is_same_unit) and is_clause))


def _is_only(words: Sequence[Token], new: Item, end: int) -> bool:
    """Return whether a sentence is a cue, a figure and words that say that it is the right one."""
    behind = _said(words[new.last + 1 :])
    return new.first == end and bool(behind) and _CONFIRMING.issuperset(behind)
