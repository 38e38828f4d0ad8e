"""Values in a Dutch sentence: numbers with their units, clock times, durations and dates, spoken or written.

Each value has keys; two values are the same when they share a key. 'Half negen' and '20.30 uur' share the minute of a
clock of twelve hours, 'anderhalf uur' and '90 minuten' the duration, '0,5 gram' and '500 mg' the mass.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..words import word_list, word_set
from .numerals import number
from .stems import TOKEN, plain
from .units import UNITS

Key = tuple[str, object]

_MONTHS = {
    name: index
    for index, names in enumerate(
        (
            "januari jan", "februari feb", "maart mrt", "april apr", "mei", "juni jun", "juli jul", "augustus aug",
            "september sept sep", "oktober okt", "november nov", "december dec",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_WEEKDAYS = {
    name: index for index, name in enumerate(word_list("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"))
}
_PARTS_OF_DAY = ("ochtend", "morgen", "middag", "avond", "nacht")
_RELATIVE = {"gisteren": "gisteren", "eergisteren": "eergisteren", "overmorgen": "overmorgen", "morgen": "morgen"}
_BEGINNERS = frozenset({"half", "kwart", "een", "uur", *_RELATIVE})
_DAY_BEGINNINGS = frozenset(day[:4] for day in _WEEKDAYS)
_BEFORE_A_TIME = word_set("om rond tegen vanaf voor na tot tussen sinds omstreeks en klokslag")
_BEFORE_A_DATE = word_set("op van dd d.d per vanaf tot geboren geboortedatum datum sinds")
_DIGIT = re.compile(r"\d")
_GLUED = re.compile(r"((?<!\d)\d++(?:[.,]\d++)?+)(?=[a-zµμ])")
_LONG = 7  # digits from which a number is a code: a telephone number, a citizen's number


@dataclass(slots=True)
class Token:
    """A word, number or mark: as it is in the text, in small letters without accents, and its number if it is one."""

    text: str
    lower: str
    value: float | None
    start: int


@dataclass(slots=True)
class Value:
    """What a sentence says as a figure. ``first`` and ``last`` are its tokens; ``amount`` is the bare number.

    ``taken_back``: the speaker withdrew it; ``corrects``: it replaced what was withdrawn;
    ``is_article``: only 'een' says the number, as in 'een week'.
    """

    kind: Literal["number", "time", "date"]
    keys: frozenset[Key]
    first: int
    last: int
    amount: float | None = None
    dimension: str = ""
    taken_back: bool = False
    corrects: bool = False
    is_article: bool = False


def tokens(text: str) -> list[Token]:
    """Return the tokens of a sentence; '40mg' and '2x' are a number and a unit."""
    text = _GLUED.sub(r"\1 ", text) if _DIGIT.search(text) else text
    return [_token(found[0], found.start()) for found in TOKEN.finditer(text)]


def _token(text: str, start: int) -> Token:
    lower = plain(text)
    if text[0].isdigit():
        return Token(text, lower, _digits(text), start)
    return Token(text, lower, None if text.lower() == "een" else number(lower), start)


def _digits(text: str) -> float | None:
    """Return the number that digits say; None for a date, a range, a clock time with a colon or a code."""
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", text):
        return float(text.replace(".", "")[:15])
    if re.fullmatch(r"\d+(?:[.,]\d+)?", text) and len(text) <= 15:
        return float(text.replace(",", "."))
    return None


def values(words: Sequence[Token]) -> list[Value]:
    """Return the values of a sentence in order; one pass, a few tokens of look-ahead."""
    found: list[Value] = []
    at = 0
    while at < len(words):
        if not _may_begin(words[at]):
            at += 1
            continue
        value = _date(words, at) or _clock(words, at) or _code(words, at) or _amount(words, at)
        if value is None:
            at += 1
            continue
        found.extend(value)
        at = value[-1].last + 1
    _share_units(found, words)
    return found


def _may_begin(word: Token) -> bool:
    """Return whether a value can begin here; few words pass."""
    return (
        word.value is not None
        or word.text[0].isdigit()
        or word.lower in _BEGINNERS
        or (word.lower[:4] in _DAY_BEGINNINGS and "dag" in word.lower)
    )


def digit_stream(words: Sequence[Token]) -> str:
    """Return all digits of a sentence one after the other, those said in words included ('nul zes, twaalf')."""
    parts = []
    for word in words:
        if word.text[0].isdigit():
            parts.append(re.sub(r"\D", "", word.text))
        elif word.value is not None and word.value == int(word.value):
            parts.append(str(int(word.value)))
        elif word.lower == "een":
            parts.append("1")
    return "".join(parts)


def _lower(words: Sequence[Token], at: int) -> str:
    return words[at].lower if 0 <= at < len(words) else ""


def _number_at(words: Sequence[Token], at: int) -> float | None:
    return words[at].value if 0 <= at < len(words) else None


# -- dates


def _date(words: Sequence[Token], at: int) -> list[Value] | None:
    word = words[at]
    if word.lower in _RELATIVE:
        return _relative(words, at)
    weekday = _weekday(word.lower)
    if weekday is not None:
        return [Value("date", frozenset({("weekday", weekday)}), at, at)]
    day = word.value
    if day is not None and 1 <= day <= 31 and _lower(words, at + 1) in _MONTHS:
        keys: set[Key] = {("day", (int(day), _MONTHS[_lower(words, at + 1)]))}
        year = _number_at(words, at + 2)
        last = at + 1
        if year is not None and 1900 <= year <= 2100:
            keys, last = {*keys, ("year", int(year))}, at + 2
        return [Value("date", frozenset(keys), at, last)]
    return _numeric_date(words, at)


def _weekday(lower: str) -> int | None:
    if lower in _WEEKDAYS:
        return _WEEKDAYS[lower]
    for part in _PARTS_OF_DAY:
        if lower.endswith(part):
            return _WEEKDAYS.get(lower.removesuffix(part))
    return _WEEKDAYS.get(lower.removesuffix("s")) or _WEEKDAYS.get(lower.removesuffix("en"))


def _relative(words: Sequence[Token], at: int) -> list[Value] | None:
    word = words[at].lower
    if word == "morgen" and _lower(words, at - 1) in ("de", "s", "'s", "goede", "iedere", "elke", "deze"):
        return None  # the morning
    return [Value("date", frozenset({("relative", _RELATIVE[word])}), at, at)]


def _numeric_date(words: Sequence[Token], at: int) -> list[Value] | None:
    parts = re.fullmatch(r"(\d{1,2})([-/])(\d{1,2})(?:[-/](\d{4}|\d{2}))?", words[at].text)
    if not parts or not (1 <= int(parts[1]) <= 31 and 1 <= int(parts[3]) <= 12):
        return None
    if not parts[4] and _lower(words, at - 1) not in _BEFORE_A_DATE:
        return None
    keys: set[Key] = {("day", (int(parts[1]), int(parts[3])))}
    if parts[4] and len(parts[4]) == 4:
        keys.add(("year", int(parts[4])))
    return [Value("date", frozenset(keys), at, at)]


# -- clock times


def _clock(words: Sequence[Token], at: int) -> list[Value] | None:
    word = words[at]
    written = re.fullmatch(r"([01]?\d|2[0-4])([:.])([0-5]\d)", word.text)
    if written and (written[2] == ":" or _is_time_here(words, at)):
        last = at + 1 if _lower(words, at + 1) in ("uur", "u", "h") else at
        return [_time(int(written[1]) * 60 + int(written[3]), at, last)]
    minutes, after = _minutes_to_or_past(words, at)
    if word.lower == "half" or minutes is not None:
        hour, last = _hour(words, after)
        if hour is not None:
            return [_time(hour * 60 + (minutes or 0) - (30 if _lower(words, after) == "half" else 0), at, last)]
    return _whole_hours(words, at)


def _is_time_here(words: Sequence[Token], at: int) -> bool:
    if _lower(words, at + 1) in ("uur", "u", "h"):
        return True
    if _lower(words, at + 1) in UNITS:
        return False
    if _lower(words, at - 1) in _BEFORE_A_TIME:
        return True
    return _lower(words, at + 1) in ("en", "of", "tot", ",") and _lower(words, at + 3) in ("uur", "u")


def _minutes_to_or_past(words: Sequence[Token], at: int) -> tuple[int | None, int]:
    """Return the minutes that 'kwart voor' or 'tien over' add, and the position after it; (None, at) without."""
    amount = 15.0 if words[at].lower == "kwart" else words[at].value
    position = at + 1
    if _lower(words, position) in ("minuten", "minuut"):
        position += 1
    sign = {"voor": -1, "over": 1, "na": 1}.get(_lower(words, position))
    if amount is None or amount != int(amount) or not 1 <= amount < 30 or sign is None:
        return None, at
    if words[at].lower != "kwart" and not _is_hour_said(words, position + 1):
        return None, at
    return sign * int(amount), position + 1


def _is_hour_said(words: Sequence[Token], at: int) -> bool:
    """Return whether a clock hour is here in words ('tien voor vier'), or as digits before 'uur'."""
    if _lower(words, at) == "half":
        at += 1
    if not 0 <= at < len(words) or words[at].value is None:
        return False
    return not words[at].text[0].isdigit() or _lower(words, at + 1) == "uur" or _lower(words, at + 1) not in UNITS


def _hour(words: Sequence[Token], at: int) -> tuple[int | None, int]:
    if _lower(words, at) == "half":
        at += 1
    hour = 1.0 if _lower(words, at) == "een" else _number_at(words, at)
    if hour is None or hour != int(hour) or not 1 <= hour <= 24:
        return None, at
    following = _lower(words, at + 1)
    if following in UNITS and following != "uur":
        return None, at
    return int(hour), at + 1 if following == "uur" else at


def _whole_hours(words: Sequence[Token], at: int) -> list[Value] | None:
    """'Zeven uur', 'elf uur dertig', '16 u', 'een uur of vijf'; a duration of whole hours looks the same."""
    word = words[at]
    if word.lower == "uur" and _lower(words, at + 1) == "of" and _number_at(words, at + 2) is not None:
        hour = _number_at(words, at + 2)
        is_whole = hour is not None and hour == int(hour) and 1 <= hour <= 24 and words[at + 2].text.isalnum()
        if hour is None or not is_whole or _lower(words, at + 3) in ("voor", "over"):
            return None  # 'een uur of half elf', 'een uur of tien voor drie'
        return [_time(int(hour) * 60, at, at + 2)]
    if _lower(words, at + 1) == "uur" and _lower(words, at + 2) == "of" and word.lower == "een":
        return None  # 'een uur of vijf' begins at its second word
    hours = 1.0 if word.text == "een" and _lower(words, at - 1) in _BEFORE_A_TIME else word.value
    if hours is None or hours > 24 or _lower(words, at + 1) not in ("uur", "u") or hours != int(hours):
        return None
    minutes = _number_at(words, at + 2)
    if minutes is not None and minutes in range(1, 60) and _lower(words, at + 3) not in UNITS:
        return [_time(int(hours) * 60 + int(minutes), at, at + 2)]
    time = _time(int(hours) * 60, at, at + 1)
    time.keys |= {("minutes", hours * 60)}
    time.amount = hours
    return [time]


def _time(minutes: int, first: int, last: int) -> Value:
    return Value("time", frozenset({("clock", minutes % 720)}), first, last)


# -- codes and numbers


def _code(words: Sequence[Token], at: int) -> list[Value] | None:
    if not words[at].text[0].isdigit():
        return None
    digits, last = re.sub(r"\D", "", words[at].text), at
    while last + 1 < len(words) and words[last + 1].text[0].isdigit() and len(digits) < 40 and len(digits) > 1:
        last += 1
        digits += re.sub(r"\D", "", words[last].text)
    if len(digits) < _LONG or "," in words[at].text:
        return None
    return [Value("number", frozenset({("code", digits)}), at, last)]


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
    elif found == int(found) and 0 < found <= 24 and _lower(words, at - 1) in _BEFORE_A_TIME:
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
    if word.lower == "half" and _lower(words, at + 1) in UNITS:
        return 0.5, at
    if word.value is None:
        if word.lower == "een" and (_lower(words, at + 1), _lower(words, at + 2)) == ("uur", "of"):
            return None, at
        in_full = word.lower == "een" and (word.text.lower() != "een" or _lower(words, at + 1) in {"komma", *UNITS})
        if not in_full:
            return None, at
    amount, last = 1.0 if word.value is None else word.value, at
    spoken = not word.text[0].isdigit()
    following = _number_at(words, at + 1)
    if spoken and following is not None and not words[at + 1].text[0].isdigit() and amount >= 100 > following > 0:
        amount, last = amount + following, at + 1  # 'honderd twintig'
    elif spoken and _lower(words, at + 1) in ("honderd", "duizend") and 1 < amount < 100:
        amount, last = amount * (100 if _lower(words, at + 1) == "honderd" else 1000), at + 1
    if _lower(words, last + 1) in ("komma", "punt") and (decimals := _decimals(words, last + 2)):
        amount, last = float(f"{int(amount)}.{decimals[0]}"), decimals[1]
    elif (_lower(words, last + 1), _lower(words, last + 2)) == ("en", "een") and _lower(words, last + 3) in (
        "half",
        "halve",
    ):
        amount, last = amount + 0.5, last + 3
    return amount, last


def _decimals(words: Sequence[Token], at: int) -> tuple[str, int] | None:
    digits = ""
    while len(digits) < 6 and (one := _number_at(words, at)) is not None and one == int(one) and one < 1000:
        digits += str(int(one))
        at += 1
    return (digits, at - 1) if digits else None


def _unit(words: Sequence[Token], at: int) -> tuple[tuple[str, float] | None, int]:
    """Return the unit at this position and its last token; '° C' and 'mmol/l' are one unit."""
    word = _lower(words, at)
    if word == "jarige" or (word == "-" and _lower(words, at + 1) == "jarige"):
        return UNITS["jaar"], at
    unit = UNITS.get(word)
    if unit is None:
        return None, at
    if word == "°" and _lower(words, at + 1) == "c":
        return unit, at + 1
    if _lower(words, at + 1) == "/" and unit[0] == "concentration":
        return unit, min(at + 2, len(words) - 1)
    return unit, at


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
