"""Amounts with their units, read from the words of a sentence for measured values.

The evidence reads figures for comparison and keeps every key a figure may have; here one exact reading is needed, with
the words that say it. What may be read in another way keeps that other way apart (``Amount.joined``).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ....core.word_caches import cached_words
from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.words.numerals import SMALL, number
from ...evidence.words.tokens import Token, lower_at
from .units import unit_at

_DIGITS = re.compile(r"(\d{1,6})(?:[.,](\d{1,3}))?")
_LEADING_NOUGHT = re.compile(r"0\d")  # '03.15' is a time
_THOUSANDS = re.compile(r"\d{1,3}\.\d{3}")
_HALVES = word_set("half halve")
#: Endings of words that number or count, and are no amounts: 'derde', 'twintigste', 'driejarig', 'viermaal'.
_NO_AMOUNT = re.compile(r".*(?:de|ste|jarige?|voudige?|weekse|daagse?|maandse|uurs|maal|tal|malig|malige|en)")
_AMOUNTS = {"anderhalf": Decimal("1.5"), "anderhalve": Decimal("1.5")}
#: How a mark is said: 'een drietje'.
_SCORES = {
    "eentje": 1, "tweetje": 2, "drietje": 3, "viertje": 4, "vijfje": 5, "zesje": 6, "zeventje": 7, "achtje": 8,
    "negentje": 9,
}  # fmt: skip
#: The unit of a figure that another one follows as its decimals, and how much one of that is: '1 meter 72'.
_SPLIT = {
    "m": ("cm", {1: 10, 2: 100}),
    "kg": ("g", {1: 10, 2: 100, 3: 1000}),
    "l": ("", {1: 10, 3: 1000}),
    "°C": ("", {1: 10}),
}
#: Behind 'honderd 40', which a recogniser writes half in words, these show that it is one figure.
_AFTER_A_HUNDRED = word_set("over / ml cc milliliter gram")
#: Between 'een' and its unit: 'een extra tablet'.
_WHOLE = word_set("extra hele heel volle")
#: Degrees to which a digit may be added with 'en'.
_OF_BODY = (34, 42)
#: What may stand between the two of these.
_JOINS = word_set("en komma")


@dataclass(slots=True)
class Amount:
    """An amount: its words ``first`` to ``last``, unit included; ``unit`` is '' when none was said.

    ``joined`` is what it may be with the figure behind it ('38 5'), which ends at ``joined_last``.
    """

    first: int
    last: int
    low: Decimal
    high: Decimal
    unit: str = ""
    about: str = ""
    joined: Decimal | None = None
    joined_last: int = -1
    #: The last word of the figure, before its unit.
    figure_last: int = -1
    #: Whether 'een' alone says it.
    is_article: bool = False


@cached_words(8192)
def cardinal(lower: str) -> Decimal | None:
    """Return the whole or half amount that a word says, ``None`` for one that says none, or an order ('derde')."""
    if lower in SMALL:
        return Decimal(SMALL[lower])
    if lower in _AMOUNTS:
        return _AMOUNTS[lower]
    is_half = lower.endswith(("halve", "half"))
    is_order = _NO_AMOUNT.fullmatch(lower) and not lower.endswith(("zeven", "negen", "tien"))
    if not lower.isalpha() or not lower.isascii() or (is_order and not is_half):
        return None
    if lower in _HALVES or lower in ("helft", "dubbel", "dubbele"):
        return None
    if lower in _SCORES:
        return Decimal(_SCORES[lower])
    found = number(lower)
    return None if found is None else Decimal(str(found))


def written(text: str) -> Decimal | None:
    """Return the amount that digits say, ``None`` for a code, a date, a time or digits of another script."""
    if not text.isascii():
        return None
    if _THOUSANDS.fullmatch(text):
        return Decimal(text.replace(".", ""))
    found = None if _LEADING_NOUGHT.match(text) else _DIGITS.fullmatch(text)
    return Decimal(text.replace(",", ".")) if found else None


def plain_at(words: Sequence[Token], at: int) -> Decimal | None:
    """Return the amount of one word, ``None`` when it says none."""
    if not 0 <= at < len(words):
        return None
    word = words[at]
    if word.text[0].isdigit():
        return written(word.text)
    return None if word.text.lower() == "een" else cardinal(word.lower)


def is_spoken(word: Token) -> bool:
    """Return whether an amount is in words."""
    return not word.text[0].isdigit()


def amount_at(words: Sequence[Token], at: int) -> Amount | None:
    """Return the amount that begins at this word with its unit, ``None`` when none does."""
    if (special := _times(words, at) or _or_so(words, at)) is not None:
        return special
    figure = _figure(words, at) if 0 <= at < len(words) else None
    if figure is None or _is_in_code(words, figure[1]):
        return None
    found, last = figure
    amount = Amount(at, last, found, found, figure_last=last)
    if words[at].text.lower() in ("een", "half", "halve") and last == at:
        amount.is_article = words[at].text.lower() == "een"
    unit = unit_at(words, last + 1)
    if unit is not None:
        amount.unit, amount.last = unit
        _add_rest(words, amount)
    elif found == int(found):
        _note_joined(words, amount)
    return amount


def _is_in_code(words: Sequence[Token], last: int) -> bool:
    """Return whether letters that are no unit are written right behind digits: '1e9', '12a'."""
    if last + 1 >= len(words) or not words[last].text[0].isdigit():
        return False
    behind = words[last + 1]
    is_attached = behind.start == words[last].end and behind.text[0].isalpha()
    return is_attached and unit_at(words, last + 1) is None and behind.lower[0] != "x"


def _times(words: Sequence[Token], at: int) -> Amount | None:
    """Return 'tweemaal' as two times."""
    lower = lower_at(words, at)
    many = cardinal(lower.removesuffix("maal")) if lower.endswith("maal") and len(lower) > len("maal") else None
    return None if many is None else Amount(at, at, many, many, "keer", figure_last=at)


def _or_so(words: Sequence[Token], at: int) -> Amount | None:
    """Return 'een centimeter of vier' as about four centimetres."""
    if lower_at(words, at) != "een" or lower_at(words, at + 2) != "of":
        return None
    unit, many = unit_at(words, at + 1), plain_at(words, at + 3)
    if unit is None or unit[1] != at + 1 or unit[0] == "?" or many is None or unit_at(words, at + 4) is not None:
        return None
    return Amount(at, at + 3, many, many, unit[0], about=words[at + 2].text, figure_last=at + 3)


def _figure(words: Sequence[Token], at: int) -> tuple[Decimal, int] | None:
    word = words[at]
    if word.lower in _HALVES:
        return (Decimal("0.5"), at) if unit_at(words, at + 1) else None
    if word.text.lower() == "een":
        if lower_at(words, at + 1) in _HALVES:
            return (Decimal("0.5"), at + 1) if unit_at(words, at + 2) else None
        if lower_at(words, at + 1) in _WHOLE and (unit_at(words, at + 2) or ("?",))[0] != "?":
            return Decimal(1), at + 1
        is_figure = unit_at(words, at + 1) is not None or _is_point(words, at + 1)
        found: Decimal | None = Decimal(1) if is_figure else None
        last = at
    else:
        found, last = plain_at(words, at), at
    if found is None:
        return None
    if is_spoken(word):
        found, last = _apart(words, found, at)
        found, last = _composed(words, found, last)
    if _is_point(words, last + 1):
        return _with_decimals(words, found, last)
    if found == int(found):
        return _with_half(words, found, last)
    return found, last


def _apart(words: Sequence[Token], found: Decimal, at: int) -> tuple[Decimal, int]:
    """Return a number below a hundred whose parts were written apart: 'acht en dertig'."""
    if lower_at(words, at + 1) != "en" or at + 2 >= len(words) or not is_spoken(words[at + 2]):
        return found, at
    tens = SMALL.get(words[at + 2].lower, 0)
    is_number = 1 <= found <= 9 and tens >= 20 and tens % 10 == 0
    return (found + tens, at + 2) if is_number else (found, at)


def _composed(words: Sequence[Token], found: Decimal, at: int) -> tuple[Decimal, int]:
    """Return an amount of several words: 'honderd twintig', 'twee honderd en vijf'."""
    last = at
    for size, name in ((1000, "duizend"), (100, "honderd")):
        if lower_at(words, last + 1).startswith(name) and 1 <= found < size and found == int(found):
            more = cardinal(lower_at(words, last + 1))
            if more is not None and size <= more < 2 * size:
                found, last = found * size + more - size, last + 1
    rest_at = last + 1 + (lower_at(words, last + 1) == "en")
    rest = plain_at(words, rest_at)
    is_half_written = rest_at == last + 1 and lower_at(words, rest_at + 1) in _AFTER_A_HUNDRED
    if rest is None or not (is_spoken(words[rest_at]) or is_half_written) or rest != int(rest) or rest <= 0:
        return found, last
    rest, rest_last = _apart(words, rest, rest_at)
    size = (
        100
        if found >= 100 and found % 100 == 0 and found < 1000
        else 1000
        if found >= 1000 and found % 1000 == 0
        else 0
    )
    if not size or rest >= size or (rest_at > last + 1 and size == 100 and found != 100):
        return found, last
    return found + rest, rest_last


def _is_point(words: Sequence[Token], at: int) -> bool:
    return lower_at(words, at) in ("komma", "punt") and _digits(words, at + 1) is not None


def _digits(words: Sequence[Token], at: int) -> str | None:
    if lower_at(words, at) == "een":
        return "1"
    found = plain_at(words, at)
    return str(int(found)) if found is not None and found == int(found) and found < 1000 else None


def _with_decimals(words: Sequence[Token], whole: Decimal, last: int) -> tuple[Decimal, int]:
    at = last + 2
    digits = _digits(words, at) or ""
    following = _digits(words, at + 1)
    is_more = following is not None and len(following) == 1 and len(digits) == 1
    if is_more and (digits == "0" or unit_at(words, at + 2)):
        digits, at = digits + (following or ""), at + 1
    return Decimal(f"{int(whole)}.{digits}"), at


def _with_half(words: Sequence[Token], whole: Decimal, last: int) -> tuple[Decimal, int]:
    at = last + 1
    if lower_at(words, at) == "en":
        at += 1
        at += words[at].text.lower() in ("een", "eén") if at < len(words) else 0
        if lower_at(words, at) in _HALVES:
            return whole + Decimal("0.5"), at
    return whole, last


def _add_rest(words: Sequence[Token], amount: Amount) -> None:
    """Add what is said behind the unit: '1 meter 72', '3 kilo 420 gram', '1 meter en 72 centimeter', '54 kilo 3'."""
    if amount.unit not in _SPLIT or amount.low != int(amount.low):
        return
    smaller, sizes = _SPLIT[amount.unit]
    at = amount.last + 1
    half = at + (lower_at(words, at) == "en")
    half += lower_at(words, half) == "een" and half > at
    if lower_at(words, half) in _HALVES and unit_at(words, half + 1) is None:
        amount.low = amount.high = amount.low + Decimal("0.5")  # '49 kilo en half'
        amount.last = amount.figure_last = half
        return
    at += lower_at(words, at) in _JOINS
    if lower_at(words, at) == "half" or at >= len(words):
        return
    rest = _figure(words, at)
    if rest is None or rest[0] != int(rest[0]) or words[at].text.lower() == "een":
        return
    unit = unit_at(words, rest[1] + 1)
    digits = _digits_said(words, at, rest[0])
    many = sizes.get(len(digits))
    is_same = unit is not None and unit[0] == smaller
    if unit is not None and unit[0] == "ons" and amount.unit == "kg":
        is_same, many = True, 10
    elif is_same:
        many = {"cm": 100, "g": 1000}[smaller]
    is_end = lower_at(words, rest[1] + 1) in ("", ",", ".")
    is_loose = unit is None and at > amount.last + 1 and not is_end
    if many is None or rest[0] >= many or (unit is not None and not is_same) or is_loose:
        return
    if unit is None and _is_something_else(words, rest[1] + 1):
        return
    amount.low = amount.high = amount.low + rest[0] / many
    amount.last = unit[1] if unit is not None else rest[1]
    amount.figure_last = amount.last


def _digits_said(words: Sequence[Token], at: int, rest: Decimal) -> str:
    text = words[at].text
    return text if text.isdecimal() else str(int(rest))


def _is_something_else(words: Sequence[Token], at: int) -> bool:
    """Return whether the figure before this word belongs to what follows: '54 kilo 3 keer gewogen', '80 over 40'."""
    lower = lower_at(words, at)
    return lower in ("over", "/", "uur", "u") or (lower in ("bij", "x", "op") and plain_at(words, at + 1) is not None)


def _note_joined(words: Sequence[Token], amount: Amount) -> None:
    """Note what an amount is with one digit behind it, and 'komma' not said: '38 5', 'acht vier', 'zestig half'."""
    at = amount.last + 1
    at += lower_at(words, at) == "en" and _OF_BODY[0] <= amount.low <= _OF_BODY[1]  # 'achtendertig en twee'
    if at >= len(words):
        return
    tenth = plain_at(words, at)
    if words[at].text.lower() == "een" and not lower_at(words, at + 1).isalpha():
        tenth = Decimal(1)
    if tenth is None or tenth not in range(10) or not words[at].text.isalnum() or len(words[at].text) > 5:
        return
    if words[at].text[0].isdigit() and len(words[at].text) > 1:
        return
    if _is_something_else(words, at + 1):
        return
    amount.joined, amount.joined_last = amount.low + tenth / 10, at


def skip_sounds(words: Sequence[Token], at: int) -> int:
    """Return the first place from here that is no hesitation, with the commas around it."""
    end = at
    while lower_at(words, end) in SOUNDS or lower_at(words, end) == ",":
        end += 1
    return end if any(word.lower in SOUNDS for word in words[at:end]) else at
