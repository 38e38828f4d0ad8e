"""Spoken numbers as they are written: 'honderd vijfenveertig', 'zevenendertig komma twee', 'anderhalve'."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...dutch.abbreviations import MEASURES
from ...dutch.word_sets import word_set
from ..evidence.words.numerals import number
from ..evidence.words.tokens import PLACES

_TENS = "(?:twin|der|veer|vijf|zes|zeven|tach|negen)tig"
_CARDINAL = re.compile(
    rf"(?:nul|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|(?:der|veer|vijf|zes|zeven|acht|negen)tien"
    rf"|(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen)en{_TENS}|{_TENS}|\w*(?:honderd|duizend)\w*)"
)
_LARGE = re.compile(r"\w*(?:honderd|duizend)")
_ORDINAL = re.compile(r".*(?:ste|de)")

#: The unit as it is written, by how it is said, in small letters.
UNITS = {
    **dict.fromkeys(("mg", "milligram", "milligrammen"), "mg"),
    **dict.fromkeys(("gram", "grammen"), "g"),
    **dict.fromkeys(("kg", "kilo", "kilogram"), "kg"),
    **dict.fromkeys(("mcg", "microgram"), "mcg"),
    **dict.fromkeys(("ml", "milliliter", "milliliters"), "ml"),
    **dict.fromkeys(("liter", "liters"), "l"),
    "cc": "cc",
    **dict.fromkeys(("cm", "centimeter", "centimeters"), "cm"),
    **dict.fromkeys(("mm", "millimeter", "millimeters"), "mm"),
    **dict.fromkeys(("meter", "meters"), "m"),
    **dict.fromkeys(("procent", "%"), "%"),
    "graden": "°",
}
HALVES = {"anderhalf": "1,5", "anderhalve": "1,5"} | {
    f"{one}en{half}": f"{value},5"
    for value, one in enumerate(("twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen"), 2)
    for half in ("half", "halve", "eenhalf", "eenhalve")
}
#: What is measured, or scored: the number behind it is written in figures, also behind 'is'.
MEASURED = MEASURES | word_set(
    """ademhaling ademfrequentie ademhalingsfrequentie hartslag pols suiker bloedsuiker glucose saturatie score
    pijnscore totaalscore cijfer pijncijfer frequentie kalium natrium kreatinine ureum barthel braden dos must norton
    charriere"""
)
#: What may stand behind a mark that a person gives: 'Hij geeft zijn pijn een zes.'
BEHIND_A_MARK = word_set("voor en naar op uit omdat want maar gegeven vandaag nu")
TEMPERATURE = word_set("temperatuur temp koorts verhoging lichaamstemperatuur")
PRESSURE = word_set("bloeddruk tensie rr druk bloeddrukken")
MARKS = frozenset(",.;:!?…–—()")
_BEHIND_A_TEMPERATURE = word_set(
    "graden gemeten vanochtend vanmorgen vanmiddag vanavond vannacht net zojuist daarna verder"
)
_NEAR_TEMPERATURE = 12  # words
_REACHING = word_set("komt komen is gaat blijft stijgt zakt was kwam moet dan bellen overleggen melden waarschuwen")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a figure or a mark of a sentence, and its place in it."""

    text: str
    lower: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is written, and the place after its last token. ``is_spoken``: it was said in words."""

    written: str
    end: int
    is_spoken: bool

    @property
    def value(self) -> float:
        """The number."""
        return float(self.written.replace(",", "."))


def number_at(found: Sequence[Token], at: int) -> Number | None:
    """Return the number that begins at a token."""
    whole = _whole(found, at)
    if whole is None or (not whole.is_spoken and "," in whole.written):
        return whole
    if lower_at(found, whole.end) in ("komma", "punt"):
        digits, end = _decimals(found, whole.end + 1)
        if digits and (whole.is_spoken or lower_at(found, whole.end) == "komma"):
            return Number(f"{whole.written},{digits}", end, True)
    if tenth := _tenth(found, at, whole):
        return Number(f"{whole.written},{tenth}", whole.end + 1, True)
    return whole


def _whole(found: Sequence[Token], at: int) -> Number | None:
    if not 0 <= at < len(found):
        return None
    text, lower = found[at].text, found[at].lower
    if text.isascii() and text.isdigit() and len(text) <= 4 and text[0] != "0":
        return Number(text, at + 1, False)
    if re.fullmatch(r"\d{1,3},\d{1,2}", text):
        return Number(text, at + 1, False)
    if re.fullmatch(r"\d{1,3}\.\d", text) and UNITS.get(lower_at(found, at + 1)):
        return Number(text.replace(".", ","), at + 1, False)
    value = 1 if lower == "een" and lower_at(found, at + 1) == "komma" else _cardinal(text, lower)
    if value is None:
        return None
    end = at + 1
    if _LARGE.fullmatch(lower) and (rest := cardinal_at(found, end)) is not None and _is_rest(value, rest):
        value, end = value + rest, end + 1  # 'honderd vijfenveertig'
    return Number(str(value), end, True)


def _is_rest(value: int, rest: int) -> bool:
    """Return whether a second number belongs to the first one: 'honderd vijfenveertig', 'drieduizend tweehonderd'."""
    return rest < 100 <= value or (value % 1000 == 0 and rest < 1000 <= value)


def _cardinal(text: str, lower: str) -> int | None:
    """Return the number that a word says, ``None`` for an ordinal and for 'een' without accents."""
    if text.lower() in ("één", "éen", "eén"):
        return 1
    if not text.islower() and not text.istitle():
        return None
    if not _CARDINAL.fullmatch(lower) or _ORDINAL.fullmatch(lower):
        return None
    value = number(lower)
    return int(value) if value is not None and value == int(value) and value < 10_000 else None


def cardinal_at(found: Sequence[Token], at: int) -> int | None:
    return _cardinal(found[at].text, found[at].lower) if at < len(found) else None


def _decimals(found: Sequence[Token], at: int) -> tuple[str, int]:
    """Return the digits after a comma, one number or several digits, and the place after them."""
    digits, end = "", at
    while end < len(found) and len(digits) < 3:
        value = 1 if found[end].lower == "een" else cardinal_at(found, end)
        if found[end].text.isdecimal() and len(found[end].text) <= 2:
            value = int(found[end].text)
        if value is None or value >= 100 or (digits and value > 9):
            break
        digits += str(value)
        end += 1
        if value > 9:
            break
    return digits, end


def halves_at(found: Sequence[Token], at: int) -> Number | None:
    """Return the number that 'anderhalve' or 'tweeënhalve' says."""
    written = HALVES.get(lower_at(found, at))
    return Number(written, at + 1, True) if written and lower_at(found, at - 1) != "een" else None


def _tenth(found: Sequence[Token], at: int, one: Number) -> str:
    """Return the digit behind the comma that is not said, '' for none: 'temperatuur zevenendertig acht', '37 8'."""
    after = lower_at(found, one.end + 1)
    digit = 1 if lower_at(found, one.end) == "een" else _digit_at(found, one.end)
    is_said = "," not in one.written and one.end == at + 1 and 33 <= one.value <= 42 and digit is not None
    is_said = is_said and lower_at(found, at - 1) not in PLACES
    is_whole = not after or after in MARKS or after in BEHIND_A_MARK | MEASURED | PRESSURE | _BEHIND_A_TEMPERATURE
    is_timed = after in ("om", "rond") and time_at(found, one.end + 2)
    near = [token.lower for token in found[max(0, at - _NEAR_TEMPERATURE) : at]]
    measured = [word for word in near if word in TEMPERATURE | MEASURED | PRESSURE]
    is_named = bool(measured) and measured[-1] in TEMPERATURE
    limit = lower_at(found, at - 1 - (lower_at(found, at - 1) == "de"))
    is_limit = limit in ("boven", "onder") and (is_whole or after in _REACHING)  # 'boven de achtendertig vijf komt'
    return str(digit) if is_said and (((is_whole or is_timed) and is_named) or is_limit) else ""


def _digit_at(found: Sequence[Token], at: int) -> int | None:
    """Return the number of one digit, in words or as a figure, that stands here."""
    if at < len(found) and re.fullmatch("[0-9]", found[at].text):
        return int(found[at].text)
    value = cardinal_at(found, at)
    return value if value is not None and value < 10 else None


def time_at(found: Sequence[Token], at: int) -> bool:
    """Return whether a number, 'half' or 'kwart' begins here."""
    return is_figure(found, at) or lower_at(found, at) in ("half", "kwart")


def is_figure(found: Sequence[Token], at: int) -> bool:
    """Return whether a token is a number, in digits or words; 'een' is none."""
    if not 0 <= at < len(found):
        return False
    lower = found[at].lower
    return found[at].text[0].isdigit() or (lower != "een" and number(lower) is not None)


def lower_at(found: Sequence[Token], at: int) -> str:
    """Return a token in small letters, '' beyond the ends."""
    return found[at].lower if 0 <= at < len(found) else ""
