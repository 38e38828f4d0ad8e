"""Dates in a sentence: days of the week, a day and a month, figures, and words such as 'morgen'."""

import re
from collections.abc import Sequence

from ....dutch.word_sets import word_list, word_set
from ..words.tokens import Key, Token, Value, lower_at, number_at

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
#: A day, or a part of one, relative to today, which is no value.
TODAY = word_set(
    """vandaag vanmorgen vanochtend vanmiddag vanavond vannacht morgenochtend morgenmiddag morgenavond gisterochtend
    gistermiddag gisteravond"""
)
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
        year, last = _year(words, at + 2)
        if year is not None:
            keys.add(("year", year))
        return [Value("date", frozenset(keys), at, at + 1 if year is None else last)]
    return _numeric_date(words, at)


def _year(words: Sequence[Token], at: int) -> tuple[int | None, int]:
    """Return the year here and its last word: 2026, 'tweeduizend zesentwintig', 'negentien achtendertig'."""
    first = number_at(words, at)
    if first is None:
        return None, at
    after = at + 2 if lower_at(words, at + 1) == "en" and first == 2000 else at + 1
    rest = number_at(words, after)
    if not words[at].text[0].isdigit() and rest is not None and not words[after].text[0].isdigit():
        is_whole = rest == int(rest) and 0 < rest < 100
        if first in (1900, 2000) and is_whole:
            return int(first + rest), after
        if first in (19, 20) and is_whole and rest >= 10:
            return int(100 * first + rest), after
    return (int(first), at) if 1900 <= first <= 2100 else (None, at)


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
