"""Dates in a sentence: days of the week, a day and a month, figures, and words such as 'morgen'."""

import re
from collections.abc import Sequence

from ..words import word_list, word_set
from .tokens import Key, Token, Value, lower_at, number_at

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
WEEKDAYS = {
    name: index for index, name in enumerate(word_list("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"))
}
_PARTS_OF_DAY = ("ochtend", "morgen", "middag", "avond", "nacht")
RELATIVE = word_set("gisteren eergisteren overmorgen morgen")
_BEFORE_A_DATE = word_set("op van dd d.d per vanaf tot geboren geboortedatum datum sinds")


def date(words: Sequence[Token], at: int) -> list[Value] | None:
    """Return the date that begins at this word, None when none does."""
    word = words[at]
    if word.lower in RELATIVE:
        return _relative(words, at)
    weekday = _weekday(word.lower)
    if weekday is not None:
        return [Value("date", frozenset({("weekday", weekday)}), at, at)]
    day = word.value
    if day is not None and 1 <= day <= 31 and lower_at(words, at + 1) in _MONTHS:
        keys: set[Key] = {("day", (int(day), _MONTHS[lower_at(words, at + 1)]))}
        year = number_at(words, at + 2)
        last = at + 1
        if year is not None and 1900 <= year <= 2100:
            keys, last = {*keys, ("year", int(year))}, at + 2
        return [Value("date", frozenset(keys), at, last)]
    return _numeric_date(words, at)


def is_relative(value: Value) -> bool:
    """Return whether a date is a word such as 'gisteren', without a figure."""
    return any(kind == "relative" for kind, _ in value.keys)


def _weekday(lower: str) -> int | None:
    if lower in WEEKDAYS:
        return WEEKDAYS[lower]
    for part in _PARTS_OF_DAY:
        if lower.endswith(part):
            return WEEKDAYS.get(lower.removesuffix(part))
    return WEEKDAYS.get(lower.removesuffix("s")) or WEEKDAYS.get(lower.removesuffix("en"))


def _relative(words: Sequence[Token], at: int) -> list[Value] | None:
    word = words[at].lower
    if word == "morgen" and lower_at(words, at - 1) in ("de", "s", "'s", "goede", "iedere", "elke", "deze"):
        return None  # the morning
    return [Value("date", frozenset({("relative", word)}), at, at)]


def _numeric_date(words: Sequence[Token], at: int) -> list[Value] | None:
    parts = re.fullmatch(r"(\d{1,2})([-/])(\d{1,2})(?:[-/](\d{4}|\d{2}))?", words[at].text)
    if not parts or not (1 <= int(parts[1]) <= 31 and 1 <= int(parts[3]) <= 12):
        return None
    if not parts[4] and lower_at(words, at - 1) not in _BEFORE_A_DATE:
        return None
    keys: set[Key] = {("day", (int(parts[1]), int(parts[3])))}
    if parts[4] and len(parts[4]) == 4:
        keys.add(("year", int(parts[4])))
    return [Value("date", frozenset(keys), at, at)]
