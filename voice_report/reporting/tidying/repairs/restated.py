"""A value that is corrected by saying it again, maybe sentences later: 'Ik zei links, maar het was rechts.', 'O ja, die
bloeddruk was 156 over 90, ik las het verkeerd om.'

Only where one item of the sentences before can be meant, and the sentence says nothing else.
"""

from collections.abc import Iterator, Sequence

from ....dutch.word_sets import word_set
from ...evidence.reading import Reading
from ...evidence.words.tokens import Token, lower_at
from ..model import Edit
from ..numbers import MEASURED, PRESSURE, TEMPERATURE
from .cues import WRONG_READ, phrase
from .items import MARKS, PREPOSITIONS, Item, first_word, has_unit, is_alike, is_shorter, items_in
from .self_corrections import Correction

_FARTHEST = 12  # sentences
_OPENING = word_set("o oh ja eh , wacht even nog terug nee sorry hoor maar en")
_SAID = (("ik", "zei"), ("ik", "zeg"), ("zei", "ik"))
_WHEN = word_set("net eerder zojuist daarnet straks dat het")
_BEING = word_set("was is moet moest zijn het dat toch")
_NAMED = MEASURED | PRESSURE | TEMPERATURE | word_set("gewicht lengte pijn hartfrequentie")
_POINTING = word_set("die de het haar zijn dat")
_LONGEST = 20  # words


def may_restate(reading: Reading) -> bool:
    """Return whether a sentence may be one that corrects an earlier one; few are."""
    words = reading.words
    start = _behind_opening(words)
    return len(words) <= _LONGEST and (
        (lower_at(words, start), lower_at(words, start + 1)) in _SAID or _wrong(words) < len(words)
    )


def restated(readings: Sequence[Reading], at: int) -> tuple[int, Correction] | None:
    """Return the sentence that the ``at``-th one corrects, and how; ``None`` where that is not sure."""
    reading = readings[at]
    found = _told(reading) or _named(reading)
    if found is None or "?" in reading.text:
        return None
    old, noun, new = found
    meant = [
        (place, item) for place in range(max(at - _FARTHEST, 0), at) for item in _alike(readings[place], old, noun, new)
    ]
    if len(meant) != 1:
        return None
    place, item = meant[0]
    earlier = readings[place]
    if "?" in earlier.text or item.keys == new.keys or is_shorter(earlier, item, reading, new):
        return None
    here = reading.piece(new.first, new.last)
    if has_unit(earlier.words, item) and not new.unit and new.kind[0] != "time":
        here = f"{here} {earlier.words[item.last].text}"
    first = first_word(earlier, item, here)
    start, end = earlier.words[first].start, earlier.words[item.last].end
    edit = Edit("self_corrections", start, end, here, capital=not first)
    return place, Correction(edit, here, earlier.piece(item.first, item.last), is_shown=True)


def _alike(earlier: Reading, old: Item | None, noun: str, new: Item) -> Iterator[Item]:
    """Yield what may be meant in a sentence: the item that was said, or that of the noun."""
    for one in items_in(earlier):
        before = [lower_at(earlier.words, one.first - k) for k in (1, 2)]
        is_meant = (one.kind, one.keys) == (old.kind, old.keys) if old else noun == before[before[0] in ("was", "is")]
        if is_meant and is_alike(one, new):
            yield one


def _told(reading: Reading) -> tuple[Item, str, Item] | None:
    """'Ik zei links, maar het was rechts.'"""
    words = reading.words
    start = _behind_opening(words)
    items = items_in(reading)
    if (lower_at(words, start), lower_at(words, start + 1)) not in _SAID or len(items) != len(("old", "new")):
        return None
    old, new = items
    between = [word.lower for word in words[old.last + 1 : new.first]]
    led = {word.lower for word in words[start + 2 : old.first]}
    is_said = led <= _WHEN | PREPOSITIONS | {","} and _is_end(words, new.last + 1)
    is_turned = "maar" in between or "," in between
    is_being = bool(_BEING.intersection(between)) and _BEING | PREPOSITIONS | {",", "maar"} >= set(between)
    return (old, "", new) if is_said and is_turned and is_being and is_alike(old, new) else None


def _named(reading: Reading) -> tuple[None, str, Item] | None:
    """'O ja, die bloeddruk was 156 over 90, ik las het verkeerd om.'"""
    words = reading.words
    start, wrong = _behind_opening(words), _wrong(words)
    items = items_in(reading)
    if wrong == len(words) or len(items) != 1 or not _is_end(words[:wrong], items[0].last + 1):
        return None
    said = [word.lower for word in words[start : items[0].first]]
    said = said[said[:1] != [] and said[0] in _POINTING :]
    is_named = said[1:] in ([], ["was"], ["is"]) and bool(said) and said[0] in _NAMED
    return (None, said[0], items[0]) if is_named else None


def _behind_opening(words: Sequence[Token]) -> int:
    return next((at for at, word in enumerate(words) if word.lower not in _OPENING), len(words))


def _wrong(words: Sequence[Token]) -> int:
    """Return the place of what says at the end that something was read or said wrong; the end for nothing."""
    return next(
        (
            at
            for at in range(1, len(words))
            if words[at - 1].text == ","
            and (length := phrase(words, at, WRONG_READ))
            and all(word.text in MARKS for word in words[at + length :])
        ),
        len(words),
    )


def _is_end(words: Sequence[Token], at: int) -> bool:
    return all(word.text in MARKS or word.lower in _BEING for word in words[at:])
