"""Are the values of a written sentence those that were spoken: number, unit, time and date?"""

import math
from collections.abc import Iterable, Sequence

from ....dutch.word_sets import word_set
from .. import corrections
from ..model import Flag, differs
from ..reading import Reading
from ..sources import Spoken
from ..values.units import IMPLIED, LOOSE
from ..words.stems import stem
from ..words.tokens import Value

_MOST_COMPARED = 12  # values of a sentence that are compared with each other
_LONGEST_COMPARED = 60  # words; in a longer one nothing says where one thing ends and another begins
_RIVAL = 1.2
_MARGIN = 0.15
_ELSEWHERE = 0.4  # a value of another sentence is a weaker rival
_NEAR = 0.25
_USUAL = 2.5  # times more or less is about the same size
_WINDOW = 14
_BESIDE = 0.5  # weight of the very word before or after a value, whatever it is
_MOST_CHECKED = 200  # values of one sentence
_LONGEST_MEASUREMENT = 12  # words
_WEIGHT = stem("gewicht")

#: Words without content that tell which of two values is meant.
_JOINTS = word_set("over bij x / - op")
_POINTERS = word_set("van naar voor na nu toen was eerst tot vanaf per")


def check(reading: Reading, spoken: Spoken, own: Sequence[int], *, elsewhere: bool) -> list[Flag]:
    """Return the flags of the values of a sentence; without ``elsewhere`` only its own sources count."""
    readings = [spoken.readings[at] for at in own]
    beside = [(other, other > at) for at in own for other in spoken.beside(at)] if elsewhere else []
    flags: list[Flag | None] = []
    quoted = corrections.quoted(reading, readings)
    for value in reading.values[:_MOST_CHECKED]:
        if value.is_article or value.first in quoted or _is_small(value, readings):
            continue
        result = _in(value, reading, readings)
        if result == "same":
            if rival := _rival(value, reading, readings):
                flags.append(differs(value.kind, "amber", measurement(value, reading), rival))
        elif result or not any(_is_cut_off(value, reading, spoken.readings[at], after) for at, after in beside):
            flags.append(_missing(value, result, reading, spoken, readings, elsewhere))
    return [flag for flag in flags if flag]


def _is_cut_off(value: Value, reading: Reading, other: Reading, after: bool) -> bool:
    """Return whether a value is at the edge of the clause before or after the sentence's own, as if it was a part."""
    for spoken in other.values:
        if value.keys & spoken.keys and _compared(value, spoken) == "same" and not spoken.taken_back:
            between = other.stems[: spoken.first] if after else other.stems[spoken.last + 1 :]
            return reading.content.issuperset(one for one in between if one)
    return False


def _missing(
    value: Value, result: str, reading: Reading, spoken: Spoken, own: Sequence[Reading], elsewhere: bool
) -> Flag | None:
    here, said = measurement(value, reading), _instead(value, reading, own)
    if result == "other unit":
        return differs("unit", "red", here, said)
    if result == "added unit":
        is_implied = _is_usual(value, spoken) or _is_weight(value, reading)
        return None if is_implied else Flag("unit", "amber", "Je zei geen eenheid", here, said)
    if result == "taken back":
        return differs(value.kind, "red", here, said, "nam je terug")
    if elsewhere:
        others = [spoken.readings[at] for at in sorted(spoken.figures(value.keys))]
        found = {_in(value, reading, [other]) for other in others}
        if any(_in(value, reading, [o]) == "same" and o.content <= reading.content for o in others):
            return None  # 'Die was 142 over 80': nothing but the value, said about what was said before
        if found == {"taken back"}:
            return differs(value.kind, "red", here, said, "nam je terug")
        if "same" in found:
            return differs(value.kind, "amber", here, said, "zei je over iets anders")
    return differs(value.kind, "red", here, said)


def measurement(value: Value, reading: Reading) -> str:
    """Return the text of a value, with the figures that are one measurement with it."""
    first, last = _extent(value, reading)
    if last - first > _LONGEST_MEASUREMENT:
        first, last = value.first, value.last
    return reading.piece(first, last)


def _instead(value: Value, reading: Reading, own: Sequence[Reading]) -> str:
    """Return the spoken measurement for which a value was written: with its number, else with its words; or ''."""
    here, mine = measurement(value, reading), _around(value, reading)
    written = {key for one in reading.values for key in one.keys}
    found: list[tuple[float, str]] = []
    for other in own:
        if max(len(reading.values), len(other.values)) > _MOST_COMPARED or len(other.words) > _LONGEST_COMPARED:
            continue
        for spoken in other.values:
            is_same_number = bool(spoken.keys & value.keys)
            if spoken.taken_back or spoken.is_article or (spoken.keys & written and not is_same_number):
                continue
            text = measurement(spoken, other)
            if text != here and (is_same_number or _is_comparable(value, spoken)):
                found.append((is_same_number + _affinity(mine, _around(spoken, other)), text))
    fit, best = max(found, default=(0.0, ""))
    return best if fit or (len(found) == 1 and value.kind != "number") else ""


def _is_usual(value: Value, spoken: Spoken) -> bool:
    """Return whether this unit was spoken with a value of about this size: 'boven de 82', after '81,6 kilo'."""
    others = (one for reading in spoken.readings for one in reading.values if one.dimension == value.dimension)
    size = _size(value)
    return any(size / _USUAL <= _size(one) <= size * _USUAL for one in others)


def _is_weight(value: Value, reading: Reading) -> bool:
    """Return whether a value is a person's weight in kilograms: 'gewicht 82' can have no other unit."""
    return _WEIGHT in reading.content and reading.words[value.last].lower in ("kg", "kilo", "kilogram")


def _size(value: Value) -> float:
    """Return the amount in the unit that its dimension is compared in."""
    return next((float(str(key)) for kind, key in value.keys if kind == value.dimension), 0.0)


def _is_small(value: Value, own: Iterable[Reading]) -> bool:
    """Return whether a value is one or two, said without a number: 'een tablet', 'beide benen'."""
    if value.kind != "number" or value.amount not in (0, 1, 2) or value.dimension not in LOOSE | {""}:
        return value.keys == {("number", 1.0), ("minutes", 60.0)} and any("een" in one.lower for one in own)
    if value.amount == 0:
        return any(clause.is_negative for one in own for clause in one.clauses)
    words = {1: {"een", "eenmaal", "eenmalig", "per"}, 2: {"beide", "beiden", "allebei", "tweeen", "paar", "dubbel"}}
    return any(words[int(value.amount)] & one.lower for one in own)


def _in(value: Value, reading: Reading, readings: Iterable[Reading]) -> str:
    """Return how a value was spoken: 'same', 'added unit', 'other unit', 'taken back', or '' when it was not."""
    found = set()
    for other in readings:
        if is_code_in(value, other):
            return "same"
        for index, spoken in enumerate(other.values):
            if not value.keys & spoken.keys:
                continue
            repeated = other.repeats.get(index)
            if spoken.taken_back or (repeated is not None and not repeated & _near(value, reading)):
                found.add("taken back")
            elif (how := _compared(value, spoken)) == "same":
                return how
            else:
                found.add(how)
    return next((one for one in ("other unit", "added unit", "taken back") if one in found), "")


def _near(value: Value, reading: Reading) -> set[object]:
    return {one for one, weight in _around(value, reading).items() if weight >= _NEAR}


def is_code_in(value: Value, other: Reading) -> bool:
    """Return whether the digits of a long number were said in pieces in a sentence."""
    for kind, key in value.keys:
        if kind == "code":
            return str(key) in other.digits
    amount = value.amount
    if amount is None or amount < 100 or amount != int(amount) or value.dimension:
        return False
    return str(int(amount)) in other.digits and not any(one.amount == amount and one.taken_back for one in other.values)


def _compared(value: Value, spoken: Value) -> str:
    shared = value.keys & spoken.keys
    if value.kind == "date":
        years = [{key for key in one.keys if key[0] == "year"} for one in (value, spoken)]
        return "same" if not (all(years) and years[0] != years[1]) and any(k[0] != "year" for k in shared) else ""
    if any(kind != "number" for kind, _ in shared):
        return "same"
    if value.dimension and spoken.dimension:
        return "same" if {value.dimension, spoken.dimension} <= LOOSE else "other unit"
    if value.dimension and value.dimension not in IMPLIED | LOOSE:
        return "added unit"
    return "same"


def _rival(value: Value, reading: Reading, own: Sequence[Reading]) -> str:
    """Return the spoken measurement that the words around a value belong to, when that is another one: two values
    were swapped."""
    if len(reading.values) > _MOST_COMPARED or any(kind == "code" for kind, _ in value.keys):
        return ""
    mine = _around(value, reading)
    right = wrong = 0.0
    rival = ""
    for other in own:
        is_own = any(value.keys & spoken.keys for spoken in other.values)
        if len(other.values) > _MOST_COMPARED or len(other.words) > _LONGEST_COMPARED:
            return ""
        for index, spoken in enumerate(other.values):
            is_rival = not value.keys & spoken.keys
            if spoken.taken_back or not _is_comparable(value, spoken) or (is_rival and index in other.repeats):
                continue
            strength = _affinity(mine, _around(spoken, other))
            if is_rival:
                strength -= 0 if is_own else _ELSEWHERE
                if strength > wrong:
                    wrong, rival = strength, measurement(spoken, other)
            else:
                right = max(right, strength)
    return rival if wrong > _RIVAL * right + _MARGIN else ""


def _is_comparable(value: Value, spoken: Value) -> bool:
    if value.kind != spoken.kind:
        return False
    return value.kind != "number" or value.dimension == spoken.dimension or not (value.dimension and spoken.dimension)


def _affinity(mine: dict[object, float], theirs: dict[object, float]) -> float:
    shared = sum(weight * theirs[one] for one, weight in mine.items() if one in theirs)
    sizes = sum(one * one for one in mine.values()) * sum(one * one for one in theirs.values())
    return shared / math.sqrt(sizes) if shared else 0.0


def _extent(value: Value, reading: Reading) -> tuple[int, int]:
    """Return the first and last word of the figures that are one measurement: '142 over 80', '3 bij 2 cm'."""
    index = next(at for at, one in enumerate(reading.values) if one is value)
    first, last = value.first, value.last
    for one in reversed(reading.values[:index]):
        if not _are_joined(reading, one.last, first):
            break
        first = one.first
    for one in reading.values[index + 1 :]:
        if not _are_joined(reading, last, one.first):
            break
        last = one.last
    return first, last


def _are_joined(reading: Reading, before: int, after: int) -> bool:
    return after <= before or (after - before == 2 and reading.words[before + 1].lower in _JOINTS)


def _around(value: Value, reading: Reading) -> dict[object, float]:
    """Return the words around a value by weight: near ones more, those behind another value or a comma less."""
    found: dict[object, float] = {}
    first, last = _extent(value, reading)
    for side, at in (("before", first - 1), ("after", last + 1)):
        if 0 <= at < len(reading.words) and reading.words[at].text[0].isalpha() and reading.words[at].value is None:
            found[side, reading.words[at].lower] = _BESIDE
    others = reading.figures
    for step, start in ((-1, first - 1), (1, last + 1)):
        weight = 1.0
        at = start
        for _ in range(_WINDOW):
            if not 0 <= at < len(reading.words):
                break
            word = reading.words[at]
            if at in others:
                other = others[at]
                if other.kind != value.kind:
                    for key in other.keys:
                        found[key] = max(found.get(key, 0.0), weight)
                else:  # what was taken back stood for this value
                    weight = 1.0 if other.taken_back else weight * 0.3
                at = other.first if step < 0 else other.last
            elif word.text in (",", ";") or word.lower in ("en", "maar"):
                weight *= 0.3
            elif one := reading.stems[at] or (word.lower if word.lower in _POINTERS and at == first - 1 else ""):
                found[one] = max(found.get(one, 0.0), weight)
                weight *= 0.85
            at += step
    return found
