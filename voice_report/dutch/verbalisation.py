"""Every way to say a written figure in Dutch: '145/85' is 'honderdvijfenveertig over vijfentachtig'.

The other way round as reading what was said, and on purpose without a line in common with it: a figure that was read
wrong is not among what its written form is said as. Words are in small letters without accents.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from ..core.word_caches import cached_words
from .word_sets import word_list

_SMALL = word_list(
    """nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien
    achttien negentien"""
)
_TENS = word_list("twintig dertig veertig vijftig zestig zeventig tachtig negentig")
_LARGEST = 9_999
_TEMPERATURES = frozenset(map(str, range(33, 43)))  #: of a body, of which the comma need not be said
_HALVES = {1: ("anderhalf", "anderhalve")}

#: How units are said, by how they are written.
UNITS = {
    "mg": ("mg", "milligram", "milligrammen"),
    "g": ("g", "gram", "grammen"),
    "kg": ("kg", "kilo", "kilogram"),
    "mcg": ("mcg", "microgram"),
    "ml": ("ml", "milliliter", "milliliters"),
    "l": ("l", "liter", "liters"),
    "cc": ("cc",),
    "cm": ("cm", "centimeter", "centimeters"),
    "mm": ("mm", "millimeter", "millimeters"),
    "m": ("m", "meter", "meters"),
    "mmol/l": ("mmol/l", "millimol per liter", "mmol per liter"),
    "mmHg": ("mmhg", "millimeter kwik"),
    "%": ("%", "procent"),
    "°": ("°", "graden"),
    "°C": ("°c", "graden", "graden celsius"),
}
#: The hours from and to which a part of the day may last; those of the night go on behind midnight.
PARTS_OF_DAY = {"ochtend": (5, 12), "middag": (12, 18), "avond": (17, 24), "nacht": (22, 30)}
_TIME = re.compile(r"([01]\d|2[0-3])\.([0-5]\d) uur")
#: A time and the part of the day right behind it: 'half drie 's middags'.
_WITH_PART = re.compile(r"(.+?),? ['’‘]?s (ochtend|morgen|middag|avond|nacht)s?")
_FIGURE = re.compile(r"\d+(?:,\d+)?")
_JOINTS = {"/": ("over",), "x": ("bij", "x"), "tot": ("tot",), "à": ("a",), "of": ("of",)}
_PARTS = re.compile(r"\d+(?:,\d+)?|[^\W\d_]+(?:/[^\W\d_]+)?|[/%]|°C?")


def is_said(written: str, said: str) -> bool:
    """Return whether ``said`` (small letters, no accents, single spaces) is a way to say ``written``.

    ``written`` is a figure, several with '/', 'x', 'tot', 'a' or 'of' between them, and perhaps a unit or another word.
    """
    rests = {said.strip()}
    for part in _PARTS.findall(written):
        ways = _ways(part)
        rests = {rest[len(way) :].lstrip(" ") for rest in rests for way in ways if _begins(rest, way)}
    return "" in rests


def is_time_said(written: str, said: str, around: str) -> bool:
    """Return whether ``said`` is a way to say a time of day, of which the hour or, ``around``, the part of the day is.

    ``written`` is '15.40 uur'; the others are as in ``is_said``.
    """
    found = _TIME.fullmatch(written)
    if found is None:
        return False
    hour, minutes = int(found[1]), int(found[2])
    if hour > 12 and said in _by_hours(hour, minutes):
        return True
    after_nights = hour * 60 + minutes + (24 * 60 if hour < 6 else 0)
    names = [name for name, (first, last) in PARTS_OF_DAY.items() if first * 60 <= after_nights <= last * 60]
    if hour == 6 and not minutes:
        names.append("nacht")
    names += ["morgen"] * ("ochtend" in names)
    if (with_part := _WITH_PART.fullmatch(said)) and with_part[2] not in names:
        return False
    said = with_part[1] if with_part else said
    return said in _by_hours(hour % 12 or 12, minutes) | _by_quarters(hour, minutes) and any(
        re.search(rf"\b\w*{name}s?\b", around) for name in names
    )


def _by_hours(hour: int, minutes: int) -> set[str]:
    return {
        f"{one} uur{rest}"
        for one in cardinals(hour)
        for rest in [f" {two}" for two in cardinals(minutes) if minutes] or [""]
    }


def _by_quarters(hour: int, minutes: int) -> set[str]:
    """Return the ways to say a time by the hour and the half hour around it: 'tien over half vier'."""
    this, following = (_SMALL[one % 12 or 12] for one in (hour, hour + 1))
    found = {f"half {following}"} if minutes == 30 else set()
    for anchor, shift in ((this, minutes), (f"half {following}", minutes - 30), (following, minutes - 60)):
        if 0 < abs(shift) < 30:
            side = "over" if shift > 0 else "voor"
            found |= {f"{one}{word} {side} {anchor}" for one in cardinals(abs(shift)) for word in ("", " minuten")}
            found |= {f"kwart {side} {anchor}"} if abs(shift) == 15 else set()
    return found | {f"{one} uur" for one in found}


def is_spelled(written: str, said: str) -> bool:
    """Return whether ``said`` (as in ``is_said``) are the digits of ``written`` in order, one or two at once."""
    digits = [_spelled().get(word) for word in said.replace(",", " ").split()]
    return None not in digits and "".join(filter(None, digits)) == written.replace(" ", "")


@lru_cache(maxsize=1)
def _spelled() -> dict[str, str]:
    return {word: str(number) for number in range(100) for word in cardinals(number)}


def _begins(rest: str, way: str) -> bool:
    """Return whether a text begins with these words, and not with a part of a longer one."""
    if not rest.startswith(way):
        return False
    after = rest[len(way) : len(way) + 1]
    return not (after.isalpha() and way[-1:].isalpha()) and not (after.isdigit() and way[-1:].isdigit())


def _ways(part: str) -> Iterable[str]:
    if _FIGURE.fullmatch(part):
        return figures(part)
    return UNITS.get(part) or _JOINTS.get(part.lower()) or (part.lower(),)


@cached_words(4096)
def figures(written: str) -> frozenset[str]:
    """Return the ways to say a figure: '37,2' is 'zevenendertig komma twee'."""
    whole, _, decimals = written.partition(",")
    if not decimals:
        return frozenset({whole, *cardinals(int(whole))}) if len(whole) < 5 else frozenset({whole})
    found = {written, written.replace(",", ".")}
    for one in {whole, *cardinals(int(whole[:4]))} if len(whole) < 5 else {whole}:
        for mark in ("komma", "punt"):
            found.update(f"{one} {mark} {rest}" for rest in _decimals(decimals))
    if len(decimals) == 1 and whole in _TEMPERATURES:
        wholes, tenths = {whole, *cardinals(int(whole))}, {decimals, _SMALL[int(decimals)]}
        found.update(f"{one} {tenth}" for one in wholes for tenth in tenths)  # 'zevenendertig acht', '37 8'
    if decimals == "5" and len(whole) < 3:
        found.update(_HALVES.get(int(whole), ()))
        for one in cardinals(int(whole)):
            found.update(f"{one}en{half}" for half in ("half", "halve", "eenhalf", "eenhalve"))
            found.update(f"{one} en een {half}" for half in ("half", "halve"))
    return frozenset(found)


def _decimals(digits: str) -> set[str]:
    """Return the ways to say the digits after the comma: one number, or digit by digit."""
    one_by_one = " ".join(_SMALL[int(digit)] for digit in digits)
    if digits[0] == "0" or len(digits) > 2:
        return {one_by_one, digits}
    return {one_by_one, digits, *cardinals(int(digits))}


@cached_words(4096)
def cardinals(number: int) -> frozenset[str]:
    """Return the ways to say a whole number up to 9999; none for another."""
    if number < 0 or number > _LARGEST:
        return frozenset()
    if number < 20:
        return frozenset({_SMALL[number]})
    if number < 100:
        tens, unit = divmod(number, 10)
        return frozenset({f"{_SMALL[unit]}en{_TENS[tens - 2]}" if unit else _TENS[tens - 2]})
    found: set[str] = set()
    if number >= 1000:
        found.update(_joined(number // 1000, "duizend", number % 1000))
    if number < 1000 or number // 100 % 10:
        found.update(_joined(number // 100, "honderd", number % 100))
    return frozenset(found)


def _joined(many: int, name: str, few: int) -> set[str]:
    """Return the ways to say so many hundreds or thousands, and a rest."""
    heads = {name} if many == 1 else {f"{one}{gap}{name}" for one in cardinals(many) for gap in ("", " ")}
    if many == 1 and name == "duizend":
        heads.add("eenduizend")
    if not few:
        return heads
    return {f"{head}{gap}{rest}" for head in heads for rest in cardinals(few) for gap in ("", " ", "en", " en ")}
