"""Clock times in a sentence: 'half negen', 'kwart voor vijf', '20.30 uur', compared on a clock of twelve hours."""

import re
from collections.abc import Sequence

from ....dutch.word_sets import word_set
from ..words.tokens import Key, Token, Value, lower_at, number_at
from .units import UNITS

BEFORE_A_TIME = word_set("om rond tegen vanaf voor na tot tussen sinds omstreeks en klokslag")

_PRESSURES = word_set("bloeddruk tensie rr druk")
_NEAR = 3  # words between the name of a measurement and its figures


def clock(words: Sequence[Token], at: int) -> list[Value] | None:
    """Return the clock time that begins at this word, None when none does."""
    word = words[at]
    written = re.fullmatch(r"([01]?\d|2[0-4])([:.])([0-5]\d)", word.text)
    if written and (written[2] == ":" or _is_time_here(words, at)):
        last = at + 1 if lower_at(words, at + 1) in ("uur", "u", "h") else at
        return [_time(int(written[1]) * 60 + int(written[3]), at, last)]
    minutes, after = (None, at) if _is_pressure(words, at) else _minutes_to_or_past(words, at)
    if word.lower == "half" or minutes is not None:
        hour, last = _hour(words, after)
        if hour is not None:
            time = _time(hour * 60 + (minutes or 0) - (30 if lower_at(words, after) == "half" else 0), at, last)
            time.keys |= _pressure(words, at, last)
            return [time]
    return _whole_hours(words, at)


def _is_time_here(words: Sequence[Token], at: int) -> bool:
    if lower_at(words, at + 1) in ("uur", "u", "h"):
        return True
    if lower_at(words, at + 1) in UNITS:
        return False
    if lower_at(words, at - 1) in BEFORE_A_TIME:
        return True
    return lower_at(words, at + 1) in ("en", "of", "tot", ",") and lower_at(words, at + 3) in ("uur", "u")


def _minutes_to_or_past(words: Sequence[Token], at: int) -> tuple[int | None, int]:
    """Return the minutes that 'kwart voor' or 'tien over' add, and the position after it; (None, at) without."""
    amount = 15.0 if words[at].lower == "kwart" else words[at].value
    position = at + 1
    if lower_at(words, position) in ("minuten", "minuut"):
        position += 1
    sign = {"voor": -1, "over": 1, "na": 1}.get(lower_at(words, position))
    if amount is None or amount != int(amount) or not 1 <= amount < 30 or sign is None:
        return None, at
    if words[at].lower != "kwart" and not _is_hour_said(words, position + 1):
        return None, at
    return sign * int(amount), position + 1


def _pressure(words: Sequence[Token], first: int, last: int) -> frozenset[Key]:
    """Return the numbers of '16 over 9', which may be a blood pressure; none when it can be nothing but a time."""
    high, low = words[first].value, words[last].value
    is_time = last != first + 2 or lower_at(words, first - 1) in BEFORE_A_TIME or words[first + 1].lower != "over"
    return (
        frozenset() if is_time or not high or not low or high <= low else frozenset({("number", high), ("number", low)})
    )


def _is_pressure(words: Sequence[Token], at: int) -> bool:
    """Return whether '16 over 9' stands here behind the word for a blood pressure: 'bloeddruk was 16 over 9'."""
    if lower_at(words, at + 1) != "over" or lower_at(words, at - 1) in BEFORE_A_TIME:
        return False
    high, low = words[at].value, number_at(words, at + 2)
    is_larger = high is not None and low is not None and high > low
    return is_larger and any(word.lower in _PRESSURES for word in words[max(0, at - _NEAR) : at])


def _is_hour_said(words: Sequence[Token], at: int) -> bool:
    """Return whether a clock hour is here in words ('tien voor vier'), or as digits before 'uur'."""
    if lower_at(words, at) == "half":
        at += 1
    if not 0 <= at < len(words) or words[at].value is None:
        return False
    return not words[at].text[0].isdigit() or lower_at(words, at + 1) == "uur" or lower_at(words, at + 1) not in UNITS


def _hour(words: Sequence[Token], at: int) -> tuple[int | None, int]:
    if lower_at(words, at) == "half":
        at += 1
    hour = 1.0 if lower_at(words, at) == "een" else number_at(words, at)
    if hour is None or hour != int(hour) or not 1 <= hour <= 24:
        return None, at
    following = lower_at(words, at + 1)
    if following in UNITS and following != "uur":
        return None, at
    return int(hour), at + 1 if following == "uur" else at


def _whole_hours(words: Sequence[Token], at: int) -> list[Value] | None:
    """'Zeven uur', 'elf uur dertig', '16 u', 'een uur of vijf'; a duration of whole hours looks the same."""
    word = words[at]
    if word.lower == "uur" and lower_at(words, at + 1) == "of" and number_at(words, at + 2) is not None:
        hour = number_at(words, at + 2)
        is_whole = hour is not None and hour == int(hour) and 1 <= hour <= 24 and words[at + 2].text.isalnum()
        if hour is None or not is_whole or lower_at(words, at + 3) in ("voor", "over"):
            return None  # 'een uur of half elf', 'een uur of tien voor drie'
        return [_time(int(hour) * 60, at, at + 2)]
    if lower_at(words, at + 1) == "uur" and lower_at(words, at + 2) == "of" and word.lower == "een":
        return None  # 'een uur of vijf' begins at its second word
    hours = 1.0 if word.text == "een" and lower_at(words, at - 1) in BEFORE_A_TIME else word.value
    if hours is None or hours > 24 or lower_at(words, at + 1) not in ("uur", "u") or hours != int(hours):
        return None
    minutes = number_at(words, at + 2)
    if minutes is not None and minutes in range(1, 60) and lower_at(words, at + 3) not in UNITS:
        return [_time(int(hours) * 60 + int(minutes), at, at + 2)]
    time = _time(int(hours) * 60, at, at + 1)
    time.keys |= {("minutes", hours * 60)}
    time.amount = hours
    return [time]


def _time(minutes: int, first: int, last: int) -> Value:
    return Value("time", frozenset({("clock", minutes % 720)}), first, last)
