"""Values in a Dutch sentence: numbers with their units, clock times, durations and dates, spoken or written.

Each value has keys; two values are the same when they share a key. 'Half negen' and '20.30 uur' share the minute of a
clock of twelve hours, 'anderhalf uur' and '90 minuten' the duration, '0,5 gram' and '500 mg' the mass.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from ....dutch.word_sets import word_set
from ..words.tokens import PLACES, Key, Token, Value, is_number_of_a_place, lower_at, number_at
from .clock import BEFORE_A_TIME, clock
from .codes import LONG, code
from .dates import RELATIVE, WEEKDAYS, date
from .units import UNITS

_BEGINNERS = frozenset({"half", "kwart", "een", "uur", *RELATIVE})
_DAY_BEGINNINGS = frozenset(day[:4] for day in WEEKDAYS)
#: Measurements that are said without their comma: dimension, lowest and highest, and the words that introduce them.
_WITHOUT_COMMA = (
    ("degrees", 33, 42, word_set("temperatuur temp lichaamstemperatuur koorts verhoging")),
    ("concentration", 2, 33, word_set("glucose bloedglucose suiker bloedsuiker suikerwaarde")),
)
_MEASURES = frozenset({"mass", "volume", "length", "degrees", "percent", "concentration"})
_TAKING_BACK = word_set("nee neen sorry wacht eh ,")
_MOST_LENGTHS = 3  # of one size
_BEFORE = 6  # words before a measurement, in which it is introduced
#: Units that another figure follows without its own, and how many of it make one: 'een meter tweeënzeventig'.
_SPLIT = {
    "meter": {1: (10, 100), 2: (100,)}, "m": {1: (10, 100), 2: (100,)},
    "kilo": {1: (10,), 2: (100, 1000), 3: (1000,)}, "kg": {1: (10,), 2: (100, 1000), 3: (1000,)},
    "liter": {1: (10,), 2: (100,), 3: (1000,)}, "graden": {1: (10,)},
}  # fmt: skip


def values(words: Sequence[Token]) -> list[Value]:
    """Return the values of a sentence in order; one pass, a few tokens of look-ahead."""
    found: list[Value] = []
    at = 0
    while at < len(words):
        if not _may_begin(words[at]):
            at += 1
            continue
        value = date(words, at) or _spelled(words, at) or clock(words, at) or _code(words, at) or _amount(words, at)
        if value is None:
            at += 1
            continue
        found.extend(value)
        at = value[-1].last + 1
    _share_units(found, words)
    _join_split(found, words)
    return found


def _may_begin(word: Token) -> bool:
    """Return whether a value can begin here; few words pass."""
    return (
        word.value is not None
        or word.text[0].isdigit()
        or word.lower in _BEGINNERS
        or (word.lower[:4] in _DAY_BEGINNINGS and "dag" in word.lower)
    )


def _code(words: Sequence[Token], at: int) -> list[Value] | None:
    if not words[at].text[0].isdigit():
        return None
    digits, last = re.sub(r"\D", "", words[at].text), at
    while last + 1 < len(words) and words[last + 1].text[0].isdigit() and len(digits) < 40 and len(digits) > 1:
        last += 1
        digits += re.sub(r"\D", "", words[last].text)
    if len(digits) < LONG or "," in words[at].text:
        return None
    return [Value("number", frozenset({("code", digits)}), at, last)]


def _spelled(words: Sequence[Token], at: int) -> list[Value] | None:
    found = code(words, at)
    if found is None:
        return None
    keys: frozenset[Key] = frozenset({("code", found.digits)})
    if len(found.digits) < LONG:
        keys |= {("number", float(found.digits))}
    return [Value("number", keys, at, found.last)]


def _amount(words: Sequence[Token], at: int) -> list[Value] | None:
    """A number with its unit: '8,4', 'drie en een half', 'vijf komma acht', '120/80', 'half uur'."""
    if "/" in words[at].text or (words[at].text[0].isdigit() and words[at].value is None):
        return _pair(words, at)
    found, last = _quantity(words, at)
    if found is None:
        return None
    unit, unit_last = _unit(words, last + 1)
    keys: set[Key] = {("number", found)}
    dimension = ""
    if unit is not None:
        dimension, factor = unit
        keys.add((dimension, round(found * factor, 9)))
        last = unit_last
    elif found == int(found) and 0 < found <= 24 and lower_at(words, at - 1) in BEFORE_A_TIME:
        keys.add(("clock", int(found) * 60 % 720))  # 'om acht komt de arts'
    if (two := re.fullmatch(r"(\d{1,2})\.(\d{2})", words[at].text)) and int(two[2]) < 60 and int(two[1]) <= 24:
        keys.add(("clock", (int(two[1]) * 60 + int(two[2])) % 720))
    return [Value("number", frozenset(keys), at, last, found, dimension, is_article=words[at].text.lower() == "een")]


def _pair(words: Sequence[Token], at: int) -> list[Value] | None:
    parts = re.findall(r"\d+(?:[.,]\d+)?", words[at].text)[:6]
    unit, last = _unit(words, at + 1)
    found = []
    for part in parts:
        amount = float(part[:15].replace(",", "."))
        keys: set[Key] = {("number", amount)}
        if unit is not None:
            keys.add((unit[0], round(amount * unit[1], 9)))
        found.append(Value("number", frozenset(keys), at, at, amount, unit[0] if unit else ""))
    if found and unit is not None:
        found[-1].last = last
    return found or None


def _quantity(words: Sequence[Token], at: int) -> tuple[float | None, int]:
    word = words[at]
    if word.lower == "half" and lower_at(words, at + 1) in UNITS:
        return 0.5, at
    if word.value is None:
        if word.lower == "een" and (lower_at(words, at + 1), lower_at(words, at + 2)) == ("uur", "of"):
            return None, at
        after = lower_at(words, at + 1)
        in_full = word.text.lower() != "een" or after in {"komma", *UNITS}
        if word.lower != "een" or not (in_full or is_number_of_a_place(lower_at(words, at - 1), after)):
            return None, at
    amount, last = 1.0 if word.value is None else word.value, at
    spoken = not word.text[0].isdigit()
    following = number_at(words, at + 1)
    in_words = following is not None and not words[at + 1].text[0].isdigit()
    is_rest = amount >= 100 > (following or 0) or (amount % 1000 == 0 and amount >= 1000 > (following or 0))
    if spoken and following is not None and in_words and is_rest and following > 0:
        amount, last = amount + following, at + 1  # 'honderd twintig'
    elif spoken and lower_at(words, at + 1) in ("honderd", "duizend") and 1 < amount < 100:
        amount, last = amount * (100 if lower_at(words, at + 1) == "honderd" else 1000), at + 1
    if lower_at(words, last + 1) in ("komma", "punt") and (decimals := _decimals(words, last + 2)):
        amount, last = float(f"{int(amount)}.{decimals[0]}"), decimals[1]
    elif (tenth := _tenth(words, at)) is not None:
        amount, last = amount + tenth / 10, at + 1
    elif (lower_at(words, last + 1), lower_at(words, last + 2)) == ("en", "een") and lower_at(words, last + 3) in (
        "half",
        "halve",
    ):
        amount, last = amount + 0.5, last + 3
    return amount, last


def _tenth(words: Sequence[Token], at: int) -> float | None:
    """Return the digit after the comma that is not said: 'temperatuur achtendertig twee', 'glucose acht vier'."""
    whole, tenth = words[at].value, number_at(words, at + 1)
    after = lower_at(words, at + 2)
    if lower_at(words, at + 1) == "een" and (after in UNITS or not after.isalpha()):
        tenth = 1.0
    if whole is None or tenth is None or whole != int(whole) or tenth not in range(10) or len(words[at + 1].text) > 5:
        return None
    start = at
    while start and words[start - 1].lower in _TAKING_BACK:
        start -= 1  # 'temperatuur achtendertig twee, nee, achtendertig vijf'
    unit, before = UNITS.get(after), {word.lower for word in words[max(0, start - _BEFORE) : at]}
    for dimension, low, high, names in _WITHOUT_COMMA:
        is_meant = unit[0] == dimension if unit else not names.isdisjoint(before)
        is_meant = is_meant or (
            dimension == "degrees" and not unit and _is_limit(words, at) and not after[:1].isdigit()
        )
        if low <= whole <= high and is_meant:
            return tenth
    return None


def _is_limit(words: Sequence[Token], at: int) -> bool:
    """Return whether 'boven de' or 'onder' stands before a word."""
    return lower_at(words, at - 1 - (lower_at(words, at - 1) == "de")) in ("boven", "onder")


def _join_split(found: list[Value], words: Sequence[Token]) -> None:
    """Let two figures in a row also be one: '1 meter 72' is 172 cm, '3 kilo 420' 3,42 kg, 'achtendertig vijf' 38,5."""
    for one, other in pairwise(found):
        if other.first != one.last + 1 or other.dimension or one.amount is None or other.amount is None:
            continue
        if other.kind != "number" or one.amount % 1 or other.amount % 1:
            continue
        digits = str(int(other.amount))
        keys: set[Key] = set()
        if one.dimension:
            factor = UNITS[words[one.last].lower][1] if words[one.last].lower in _SPLIT else 0
            for many in _SPLIT.get(words[one.last].lower, {}).get(len(digits), ()):
                amount = one.amount + other.amount / many
                keys |= {("number", amount), (one.dimension, round(amount * factor, 9))}
        elif len(digits) == 1 and not any(words[value.first].text[0].isdigit() for value in (one, other)):
            if lower_at(words, one.first - 1) in PLACES:
                continue
            keys = {("number", one.amount + other.amount / 10)}
        one.keys |= keys
        other.keys |= keys


def _decimals(words: Sequence[Token], at: int) -> tuple[str, int] | None:
    digits = ""
    while len(digits) < 6 and (one := _digits_at(words, at)) is not None and one == int(one) and one < 1000:
        digits += str(int(one))
        at += 1
    return (digits, at - 1) if digits else None


def _digits_at(words: Sequence[Token], at: int) -> float | None:
    """Return the number of a word behind 'komma'; that of 'een' where no noun may follow: 'zestig komma een kilo'."""
    if lower_at(words, at) != "een":
        return number_at(words, at)
    after = lower_at(words, at + 1)
    is_figure = not after[:1].isalpha() or UNITS.get(after, ("",))[0] in _MEASURES
    return 1.0 if is_figure else number_at(words, at)


def _unit(words: Sequence[Token], at: int) -> tuple[tuple[str, float] | None, int]:
    """Return the unit at this position and its last token; '° C' and 'mmol/l' are one unit."""
    word = lower_at(words, at)
    if word == "jarige" or (word == "-" and lower_at(words, at + 1) == "jarige"):
        return UNITS["jaar"], at
    unit = UNITS.get(word)
    if unit is None or (word == "x" and _is_size(words, at)):
        return None, at
    if word == "°" and lower_at(words, at + 1) == "c":
        return unit, at + 1
    if lower_at(words, at + 1) == "/" and unit[0] == "concentration":
        return unit, min(at + 2, len(words) - 1)
    return unit, at


def _is_size(words: Sequence[Token], at: int) -> bool:
    """Return whether this 'x' stands between lengths ('4 x 3 cm'): it counts nothing there."""
    end = at + 2 * _MOST_LENGTHS
    while at < end and lower_at(words, at) == "x" and number_at(words, at + 1) is not None:
        at += 2
    return UNITS.get(lower_at(words, at), ("", 0))[0] == "length"


def _share_units(found: list[Value], words: Sequence[Token]) -> None:
    """Give a number without a unit that of the number after it: '3 bij 2 centimeter', 'acht en tien uur'."""
    for one, other in zip(reversed(found[:-1]), reversed(found[1:]), strict=True):
        between = [word.lower for word in words[one.last + 1 : min(other.first, one.last + 4)]]
        if other.first - one.last > 3 or not {"bij", "x", "en", "of", "a", "tot", "naar", "/", "-", ","}.issuperset(
            between
        ):
            continue
        if one.kind != "number" or one.dimension or one.amount is None:
            continue
        if other.kind == "time" and one.amount <= 24 and one.amount == int(one.amount):
            one.keys |= {("clock", int(one.amount) * 60 % 720), ("minutes", one.amount * 60)}
        factor = next((f for d, f in UNITS.values() if d == other.dimension and _has(other, d, f)), None)
        if other.kind == "number" and factor is not None:
            one.keys |= {(other.dimension, round(one.amount * factor, 9))}


def _has(value: Value, dimension: str, factor: float) -> bool:
    return value.amount is not None and (dimension, round(value.amount * factor, 9)) in value.keys
