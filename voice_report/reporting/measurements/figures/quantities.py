"""Figures joined to what was meant: pairs ('142 over 80'), sizes ('3 bij 2'), ranges ('6 à 7'), marks out of ten."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from ....dutch.word_sets import word_set
from ...evidence.reading import Reading
from ...evidence.values.clock import BEFORE_A_TIME
from ...evidence.words.tokens import Token, lower_at
from ..kinds import cue
from .numbers import Amount, amount_at, plain_at, skip_sounds, written
from .units import unit_at

Shape = Literal["single", "pair", "size", "of_ten"]

_PAIR = re.compile(r"(\d{1,3})[/-](\d{1,3})")
_RANGE = re.compile(r"(\d{1,4}(?:,\d{1,2})?)-(\d{1,4}(?:,\d{1,2})?)")
_ATTACHED = re.compile(r"(\d{1,3}(?:[.,]\d)?)x(\d{1,3}(?:[.,]\d)?)(?:x(\d{1,3}(?:[.,]\d)?))?")
_SHARED, _LISTING = frozenset({"ml", "%", "kg"}), word_set(", en naar nog keer")
_MOST_ATTACHED = 10  # words of lengths that are written as one
_TIMES = re.compile(r"x(\d{1,3})")
_LENGTHS = frozenset({"cm", "mm"})
_BETWEEN_RANGE = word_set("a tot of -")
_ABOUT = word_set("zo'n zon ongeveer circa ca rond pakweg plusminus bijna ruim omstreeks dik krap zeker minstens tegen")
_ABOUT_BEHIND = word_set("ongeveer ofzo circa")
_LIMITS = word_set("boven onder")
_COMPARED = word_set("meer minder hoger lager groter kleiner")
_BEFORE_TENS = word_set("op van uit")
_MOST_WORDS = 100  # that are searched for a wound
_BEGINNING = frozenset({"een", "half", "halve", "tussen"})
_LAST_HOUR = 24
_REACH = 8  # words before a pair in which its pressure is announced
#: The least that is a blood pressure by its shape alone: '10 over 8' is a clock time.
_LEAST = (60, 20)
_REMARKS = word_set(", even kijken wacht hoor kijk eens moment hoe wat stond er was het ook alweer eh ehm")
_LONGEST_REMARK = 7
_APART = 15  # between the two that are joined with 'en': '145 en 85'


@dataclass(slots=True)
class Item:
    """What a sentence says as one figure: its amounts and words.

    ``about``: the word that makes it inexact; ``limit``: 'boven de' and the like before it; ``is_loose``: nothing was
    said between the two of a pair; ``is_by_shape``: it needs no word to say what it is.
    """

    shape: Shape
    amounts: list[Amount]
    first: int
    last: int
    about: str = ""
    limit: str = ""
    is_loose: bool = False
    is_by_shape: bool = False
    #: Its place among the figures of its sentence.
    place: int = 0

    @property
    def unit(self) -> str:
        """The unit that was said last, '' for none."""
        return next((one.unit for one in reversed(self.amounts) if one.unit), "")


def items(reading: Reading) -> list[Item]:
    """Return the figures of a sentence in order, without those of a clock time, a date or a code."""
    words, taken = reading.words, _taken(reading)
    found: list[Item] = []
    hours: set[int] = set()
    at = 0
    while at < len(words):
        is_none = at in taken or not may_begin(words[at]) or _is_of_scale(words, at)
        is_none = is_none or lower_at(words, at - 1) in ("komma", "punt")  # decimals of a figure that was not said
        is_none = is_none or _is_hour(words, at, hours)
        item = None if is_none else _item(words, at)
        if item is None:
            at += 1
            continue
        _note_about(words, item)
        before = reading.text[words[item.first - 1].end if item.first else 0 : words[item.first].start]
        item.limit = item.limit or next((sign for sign in "<>≤≥" if sign in before), "")
        item.place = len(found)
        found.append(item)
        at = item.last + 1
    _share_units(words, found)
    return found


def _share_units(words: Sequence[Token], found: Sequence[Item]) -> None:
    """Give the bare figures of a list the unit behind its last one: '250, 200 en 300 cc', 'van 90 naar 84 kilo'."""
    for one, other in zip(reversed(found[:-1]), reversed(found[1:]), strict=True):
        is_bare = one.shape == other.shape == "single" and not one.unit and other.unit in _SHARED
        between = {word.lower for word in words[one.last + 1 : other.first]}
        if is_bare and between and between <= _LISTING and one.amounts[0].joined is None:
            one.amounts[0].unit = other.unit


def _is_hour(words: Sequence[Token], at: int, hours: set[int]) -> bool:
    """Return whether a bare figure is one of a list of hours: 'om 2, 4 en 6'; ``hours`` are the places of those."""
    amount = plain_at(words, at)
    if amount is None or amount != int(amount) or amount > 24 or unit_at(words, at + 1) is not None:
        return False
    before = lower_at(words, at - 1)
    if before in ("om", "omstreeks") or (before in (",", "en") and at - 2 in hours):
        if lower_at(words, at + 1) in ("over", "komma", "punt", "bij"):
            return False
        hours.add(at)
        return True
    return False


def _is_of_scale(words: Sequence[Token], at: int) -> bool:
    """Return whether a figure is an end of a scale: 'op een schaal van nul tot tien'."""
    if plain_at(words, at) not in (0, 1, 10, 100):
        return False
    return any(word.lower == "schaal" for word in words[max(0, at - 4) : at])


def may_begin(word: Token) -> bool:
    """Return whether a figure can begin at a word."""
    if word.value is not None or word.text[0].isdigit() or word.lower in _BEGINNING:
        return True
    return word.lower.endswith(("maal", "je"))


def _taken(reading: Reading) -> set[int]:
    """Return the words of clock times, dates and codes, but not the measured value that follows an hour: in
    'temperatuur om zes uur achtendertig vier' the minutes are none."""
    taken: set[int] = set()
    for value in reading.values:
        is_code = any(kind == "code" for kind, _ in value.keys)
        if value.kind == "number" and not is_code:
            continue
        if value.kind == "time" and _pressure_at(reading.words, value.first, value.last):
            continue
        last = value.last
        if value.kind == "time" and last - value.first >= 2 and lower_at(reading.words, last - 1) in ("uur", "u"):
            last -= _is_measured(reading.words, value.first, last)
        taken.update(range(value.first, last + 1))
    return taken


def _pressure_at(words: Sequence[Token], first: int, last: int) -> bool:
    """Return whether what looks like a clock time is a pressure: '16 over 9' behind its word, '130 over 10'."""
    if last != first + 2 or lower_at(words, first + 1) not in ("over", "op"):
        return False
    if lower_at(words, first - 1) in BEFORE_A_TIME:
        return False
    high, low = plain_at(words, first), plain_at(words, last)
    return high is not None and low is not None and high > low and is_announced(words, first)


def _is_measured(words: Sequence[Token], first: int, minutes: int) -> bool:
    """Return whether the minutes behind an hour are a value: decimals follow, or its name stands before the hour."""
    after = lower_at(words, minutes + 1)
    if after in ("komma", "punt", "over") or (unit_at(words, minutes + 1) or ("?",))[0] != "?":
        return True
    if plain_at(words, minutes + 1) is not None:
        return True
    amount = plain_at(words, minutes)
    is_listed = amount is not None and amount % 5 != 0 and lower_at(words, first - 2) in (",", "en")
    before = [cue(word.lower) for word in words[0 if is_listed else max(0, first - 3) : first]]
    return any(one is not None and one.kind for one in before) and not _has_figure(words, minutes + 1)


def _has_figure(words: Sequence[Token], at: int) -> bool:
    """Return whether a figure follows soon: then the minutes are the time's."""
    near = words[at : at + 4]
    return any(plain_at(near, one) is not None for one in range(len(near))) and not any(
        word.lower in ("nee", "sorry", "correctie") for word in near
    )


def is_announced(words: Sequence[Token], at: int) -> bool:
    """Return whether a word of blood pressure stands shortly before."""
    before = (cue(word.lower) for word in words[max(0, at - _REACH) : at])
    return any(one is not None and one.kind == "blood_pressure" for one in before)


def _item(words: Sequence[Token], at: int) -> Item | None:
    if lower_at(words, at) == "tussen":
        return _between(words, at)
    text = words[at].text
    if text[0].isdigit() and ("/" in text or ("-" in text and is_announced(words, at))):
        if found := _slashed(words, at):
            return found
        if "/" in text:
            return None
    one = _ranged(words, at)
    if one is None:
        return None
    return _pair(words, one) or _of_ten(words, one) or _size(words, one) or Item("single", [one], one.first, one.last)


def _between(words: Sequence[Token], at: int) -> Item | None:
    start = at + 1 + (lower_at(words, at + 1) == "de")
    one = amount_at(words, start)
    if one is None or lower_at(words, one.last + 1) != "en":
        return None
    second = one.last + 2 + (lower_at(words, one.last + 2) == "de")
    other = amount_at(words, second)
    if other is None or other.low <= one.low:
        return None
    joined = _joined_range(one, other)
    return _pair(words, joined) or Item("single", [joined], joined.first, joined.last)


def _joined_range(one: Amount, other: Amount) -> Amount:
    return Amount(one.first, other.last, one.low, other.low, other.unit or one.unit, figure_last=other.figure_last)


def _slashed(words: Sequence[Token], at: int) -> Item | None:
    found = _PAIR.fullmatch(words[at].text)
    if not found or not words[at].text.isascii():
        return None
    high, low = Decimal(found[1]), Decimal(found[2])
    if "-" in words[at].text and low >= high:
        return None
    unit = unit_at(words, at + 1)
    last = unit[1] if unit else at
    if low == 10 and high <= 10:
        return Item("of_ten", [Amount(at, at, high, high, figure_last=at)], at, at)
    if unit and unit[0] != "mmHg":
        return None
    amounts = [Amount(at, last, one, one, unit[0] if unit else "", figure_last=at) for one in (high, low)]
    is_shape = high >= _LEAST[0] and low >= _LEAST[1] and high > low
    return Item("pair", amounts, at, last, is_by_shape=is_shape or bool(unit))


def _ranged(words: Sequence[Token], at: int) -> Amount | None:
    """Return an amount or a range of two: '6 à 7', '110-120', 'twee of drie'."""
    found = _RANGE.fullmatch(words[at].text) if words[at].text[0].isdigit() and "-" in words[at].text else None
    if found:
        low, high = written(found[1]), written(found[2])
        if low is None or high is None or low >= high:
            return None
        unit = unit_at(words, at + 1)
        return Amount(at, unit[1] if unit else at, low, high, unit[0] if unit else "", figure_last=at)
    one = amount_at(words, at)
    if one is None or lower_at(words, one.last + 1) not in _BETWEEN_RANGE or one.is_article:
        return one
    other = amount_at(words, one.last + 2)
    is_range = other is not None and other.low > one.low and (not one.unit or one.unit == other.unit)
    if other is None or not is_range or other.low > 3 * max(one.low, Decimal(1)):
        return one
    joined = _joined_range(one, other)
    joined.about = "of" if lower_at(words, one.last + 1) == "of" else ""
    return joined


def _pair(words: Sequence[Token], one: Amount) -> Item | None:
    """Return the two figures of a blood pressure: 'A over B', 'A op B', 'A / B'."""
    if one.unit not in ("", "mmHg"):
        return None
    at = skip_sounds(words, one.last + 1)
    sign = lower_at(words, at)
    is_told = is_announced(words, one.first)
    if sign == "over":
        at = behind_remark(words, at)
    if sign in ("over", "/", "op", "om") or (sign in ("boven", "en", "met") and is_told):
        start = skip_sounds(words, at + 1)
        other = _ranged(words, start) if start < len(words) and words[start].text[0].isalnum() else None
        if other is not None and other.low != other.high and lower_at(words, other.last + 1) in ("over", "/"):
            other = amount_at(words, start)  # '130 over 80 of 140 over 80' is two
        if other is None or other.unit not in ("", "mmHg"):
            return None
        is_shape = one.low >= _LEAST[0] and other.low >= _LEAST[1] and one.low > other.low
        is_far = one.low >= other.low + _APART
        is_doubtful = sign in ("en", "met") or (sign in ("op", "om") and not is_told)
        if sign == "om" and (not is_shape or other.low <= _LAST_HOUR):
            return None  # a time: 'pols 88 om 20.30'
        if not (is_shape and is_far if is_doubtful else is_shape or is_told):
            return None
        return Item("pair", [one, other], one.first, other.last, is_by_shape=is_shape and sign in ("over", "/"))
    other = amount_at(words, at) if is_told and at < len(words) and words[at].text[0].isalnum() else None
    is_shape = other is not None and one.low >= 70 and 30 <= other.low < one.low and other.unit in ("", "mmHg")
    if other is None or not is_shape or at != one.last + 1 or other.is_article:
        return None
    return Item("pair", [one, other], one.first, other.last, is_loose=True)


def behind_remark(words: Sequence[Token], at: int) -> int:
    """Return the last word of what is said between 'over' and the second figure: 'even kijken', 'wacht even'."""
    end = at
    while end + 1 < len(words) and end - at < _LONGEST_REMARK and lower_at(words, end + 1) in _REMARKS:
        end += 1
    if lower_at(words, at + 1) in ("iets", "rond", "ongeveer"):
        return at + 1 + (lower_at(words, at + 2) in ("van", "de"))
    return end if any(word.lower in ("kijken", "wacht", "hoe", "moment") for word in words[at : end + 1]) else at


def _size(words: Sequence[Token], one: Amount) -> Item | None:
    """Return two or three lengths: '3 bij 2', '4 x 3 cm', '2 cm bij 1 cm bij 5 mm'."""
    if (attached := _attached_size(words, one.first)) is not None:
        return attached
    amounts = [one]
    while len(amounts) < 3:
        before = amounts[-1]
        at = before.last + 1
        if before.unit == "keer":  # 'x' and 'keer' are read as a unit first
            at = before.last
        if (x := _TIMES.fullmatch(lower_at(words, at))) is not None:
            unit = unit_at(words, at + 1)
            many = Decimal(x[1])
            amounts.append(Amount(at, unit[1] if unit else at, many, many, unit[0] if unit else "", figure_last=at))
            continue
        at = skip_sounds(words, at)
        start = skip_sounds(words, at + 1)
        sign = lower_at(words, at)
        is_by = start < len(words) and sign in ("bij", "x", "keer", "maal", "op")
        other = amount_at(words, start) if is_by else None
        if other is not None and sign == "op" and other.unit not in _LENGTHS and not _has_wound(words):
            break  # 'een 7 op 10'
        if other is None or other.unit not in ("", "keer", *_LENGTHS):
            break
        before.unit, before.last = (before.unit if before.unit != "keer" else ""), before.figure_last
        amounts.append(other)
    if len(amounts) == 1:
        return None
    if amounts[-1].unit == "keer":
        amounts[-1].unit, amounts[-1].last = "", amounts[-1].figure_last
    return Item("size", amounts, one.first, amounts[-1].last)


def _attached_size(words: Sequence[Token], at: int) -> Item | None:
    """Return lengths that are written without a space: '2x1,5x0,3 cm'."""
    end, text = at + 1, words[at].text
    while end < len(words) and end - at < _MOST_ATTACHED and words[end].start == words[end - 1].end:
        text += words[end].text
        end += 1
        if (found := _ATTACHED.fullmatch(text)) and (end == len(words) or words[end].start > words[end - 1].end):
            unit = unit_at(words, end)
            last = unit[1] if unit else end - 1
            lengths = [Decimal(one.replace(",", ".")) for one in found.groups() if one]
            amounts = [Amount(at, last, one, one, unit[0] if unit else "", figure_last=end - 1) for one in lengths]
            return Item("size", amounts, at, last)
    return None


def _has_wound(words: Sequence[Token]) -> bool:
    found = (cue(word.lower) for word in words[:_MOST_WORDS])
    return any(one is not None and one.kind == "wound_size" for one in found)


def _of_ten(words: Sequence[Token], one: Amount) -> Item | None:
    """Return a mark out of ten: '7 van de 10', '7 op een schaal van 10'."""
    if one.unit or one.high > 10 or lower_at(words, one.last + 1) not in _BEFORE_TENS:
        return None
    at, end = one.last + 2, min(one.last + 9, len(words))
    while at < end and lower_at(words, at) in ("de", "een", "schaal", "van", "nul", "0", "1", "tot", "en"):
        at += 1
    if plain_at(words, at) != 10 or unit_at(words, at + 1) is not None:
        return None
    return Item("of_ten", [one], one.first, at)


def _note_about(words: Sequence[Token], item: Item) -> None:
    """Note the word before or behind that makes it inexact, and the one that makes it a limit."""
    at = item.first - 1
    while at >= 0 and lower_at(words, at) in ("de", "een", "stuk", "of", "dan"):
        at -= 1
    lower = lower_at(words, at)
    item.about = item.amounts[0].about
    if lower in _ABOUT:
        item.about = words[at].text
    elif (lower_at(words, item.first - 3), lower_at(words, item.first - 2)) == ("stuk", "of"):
        item.about = "een stuk of"
    elif lower_at(words, item.last + 1) in _ABOUT_BEHIND:
        item.about = words[item.last + 1].text
    elif (lower_at(words, item.last + 1), lower_at(words, item.last + 2)) == ("of", "zo"):
        item.about = "of zo"
    if (lower_at(words, item.first - 2), lower_at(words, item.first - 1)) == ("nog", "geen"):
        item.limit = "nog geen"
    if lower in _LIMITS or (lower in _COMPARED and lower_at(words, at + 1) == "dan"):
        item.limit = words[at].text
        item.about = "iets" if lower_at(words, at - 1) == "iets" else item.about
