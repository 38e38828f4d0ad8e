"""Are the values of a written sentence those that were spoken: number, unit, time and date?"""

import math
from collections.abc import Iterable, Sequence

from ..words import word_set
from .model import Flag, Kind, Level
from .reading import Reading
from .sources import Spoken
from .tokens import Value
from .units import IMPLIED, LOOSE

_MOST_COMPARED = 12  # values of a sentence that are compared with each other
_LONGEST_COMPARED = 60  # words; in a longer one nothing says where one thing ends and another begins
_RIVAL = 1.2
_MARGIN = 0.15
_ELSEWHERE = 0.4  # a value of another sentence is a weaker rival
_NEAR = 0.25
_USUAL = 2.5  # times more or less is about the same size
_WINDOW = 14
_MOST_CHECKED = 200  # values of one sentence

_SENTENCES: dict[str, str] = {
    "number": "Het getal '{0}' is niet gezegd.",
    "time": "De tijd '{0}' is niet gezegd.",
    "date": "De dag '{0}' is niet gezegd.",
    "unit": "De eenheid bij '{0}' is anders dan gezegd.",
}
_WORD = {"number": "getal", "time": "tijdstip", "date": "dag"}
#: Words without content that tell which of two values is meant.
_JOINTS = word_set("over bij x / - op")
_POINTERS = word_set("van naar voor na nu toen was eerst tot vanaf per")


def check(reading: Reading, spoken: Spoken, own: Sequence[int], *, elsewhere: bool) -> list[Flag]:
    """Return the flags of the values of a sentence; without ``elsewhere`` only its own sources count."""
    readings = [spoken.readings[at] for at in own]
    flags = []
    for value in reading.values[:_MOST_CHECKED]:
        if value.is_article or _is_small(value, readings):
            continue
        result = _in(value, reading, readings)
        said = " ".join(word.text for word in reading.words[value.first : value.last + 1])
        if result == "same":
            if _goes_with_another(value, reading, readings):
                flags.append(Flag(value.kind, "amber", f"'{said}' is gezegd over iets anders."))
        elif flag := _missing(value, said, result, reading, spoken, elsewhere):
            flags.append(flag)
    return flags


def _missing(value: Value, said: str, result: str, reading: Reading, spoken: Spoken, elsewhere: bool) -> Flag | None:
    kind: Kind = value.kind
    if result == "other unit":
        return Flag("unit", "red", _SENTENCES["unit"].format(said))
    if result == "added unit":
        if _is_usual(value, spoken):
            return None
        return Flag("unit", "amber", f"Bij '{said}' is geen eenheid gezegd.")
    if result == "taken back":
        return Flag(kind, "red", f"'{said}' is in het dictaat teruggenomen.")
    level: Level = "red"
    if elsewhere:
        others = [spoken.readings[at] for at in sorted(spoken.figures(value.keys))]
        found = {_in(value, reading, [other]) for other in others}
        if any(_in(value, reading, [o]) == "same" and o.content <= reading.content for o in others):
            return None  # 'Die was 142 over 80': nothing but the value, said about what was said before
        level = "amber" if "same" in found else "red"
        if found == {"taken back"}:
            return Flag(kind, "red", f"'{said}' is in het dictaat teruggenomen.")
    if level == "amber":
        return Flag(kind, "amber", f"Dit {_WORD[kind]} is gezegd in een andere zin: '{said}'." if kind != "date"
                    else f"Deze dag is gezegd in een andere zin: '{said}'.")  # fmt: skip
    return Flag(kind, "red", _SENTENCES[kind].format(said))


def _is_usual(value: Value, spoken: Spoken) -> bool:
    """Return whether this unit was spoken with a value of about this size: 'boven de 82', after '81,6 kilo'."""
    others = (one for reading in spoken.readings for one in reading.values if one.dimension == value.dimension)
    size = _size(value)
    return any(size / _USUAL <= _size(one) <= size * _USUAL for one in others)


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
            else:
                found.add(_compared(value, spoken))
    return next((one for one in ("same", "other unit", "added unit", "taken back") if one in found), "")


def _near(value: Value, reading: Reading) -> set[object]:
    return {one for one, weight in _around(value, reading).items() if weight >= _NEAR}


def is_code_in(value: Value, other: Reading) -> bool:
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


def _goes_with_another(value: Value, reading: Reading, own: Sequence[Reading]) -> bool:
    """Return whether the words around a value are those of another spoken value: two values were swapped."""
    if len(reading.values) > _MOST_COMPARED or any(kind == "code" for kind, _ in value.keys):
        return False
    mine = _around(value, reading)
    right = wrong = 0.0
    for other in own:
        is_own = any(value.keys & spoken.keys for spoken in other.values)
        if len(other.values) > _MOST_COMPARED or len(other.words) > _LONGEST_COMPARED:
            return False
        for index, spoken in enumerate(other.values):
            is_rival = not value.keys & spoken.keys
            if spoken.taken_back or not _is_comparable(value, spoken) or (is_rival and index in other.repeats):
                continue
            strength = _affinity(mine, _around(spoken, other))
            if is_rival:
                wrong = max(wrong, strength if is_own else strength - _ELSEWHERE)
            else:
                right = max(right, strength)
    return wrong > _RIVAL * right + _MARGIN


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
    index = reading.values.index(value)
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
    others = {at: one for one in reading.values for at in range(one.first, one.last + 1)}
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
