"""Units as they are said, by their sign; '?' for one that no kind of ours is measured in (hours, euros)."""

from collections.abc import Sequence

from ....dutch.word_sets import word_set
from ...evidence.values.units import UNITS
from ...evidence.words.tokens import Token, lower_at

_SIGNS = {
    word: sign
    for sign, words in (
        ("mmHg", "mmhg"), ("°C", "° graden graad celsius c"), ("%", "% procent percent pct proc"), ("ons", "ons"),
        ("pond", "pond"), ("kg", "kg kilo kilogram kilos kilootje kilootjes kilo's"), ("g", "g gr gram grammen"),
        ("mg", "mg milligram milligrammen"), ("µg", "mcg ug microgram"), ("ml", "ml cc milliliter milliliters mils"),
        ("l", "l liter liters ltr litertje litertjes"), ("cl", "cl centiliter"), ("dl", "dl deciliter"),
        ("mmol/l", "mmol millimol"), ("/min", "slagen bpm"), ("m", "m meter"),
        ("cm", "cm centimeter centimeters centimetertje"), ("mm", "mm millimeter millimeters"),
        ("eenheden", "eenheden eenheid ie e"),
        ("tablet", "tablet tabletten tabletje tabletjes tabl tab pil pillen pilletje"),
        ("capsule", "capsule capsules caps"), ("druppels", "druppels druppel druppeltjes"),
        ("zakje", "zakje zakjes sachet sachets"),
        ("puf", "puf pufje pufjes puffje puffjes puffen inhalatie inhalaties"),
        ("pleister", "pleister pleisters"), ("zetpil", "zetpil zetpillen"), ("ampul", "ampul ampullen"),
        ("keer", "keer maal x"),
    )
    for word in words.split()
}  # fmt: skip
_MINUTE = word_set("minuut min minuten m")
_OTHERS = word_set("euro cent uur u jr jaar jarige mnd km kilometer lepel lepels watt volt kcal calorieen joule")


def unit_at(words: Sequence[Token], at: int) -> tuple[str, int] | None:
    """Return the unit that begins at this word, and its last word."""
    word = lower_at(words, at)
    if word == "/" or word == "per":
        return ("/min", at + 1) if lower_at(words, at + 1) in _MINUTE else None
    sign = _SIGNS.get(word)
    if sign is None:
        return ("?", at) if word in _OTHERS or word in UNITS else None
    return _longer(words, at, sign)


def _longer(words: Sequence[Token], at: int, sign: str) -> tuple[str, int]:
    """Return a unit of several words: 'slagen per minuut', 'l/min', 'mmol per liter', 'mm Hg', '° C'."""
    after, third = lower_at(words, at + 1), lower_at(words, at + 2)
    if sign == "keer" and after == "in" and third in _MINUTE:
        return "/min", at + 2
    if sign == "keer" and after in ("in", "per") and third in ("een", "1", "de") and lower_at(words, at + 3) in _MINUTE:
        return "/min", at + 3
    if sign in ("l", "keer", "/min") and after in ("/", "per") and third in _MINUTE:
        return ("l/min" if sign == "l" else "/min"), at + 2
    if sign == "mmol/l" and after in ("/", "per") and third in ("l", "liter"):
        return sign, at + 2
    if sign == "mm" and after in ("hg", "kwik", "kwikdruk"):
        return "mmHg", at + 1
    if sign == "°C" and after in ("c", "celsius") and lower_at(words, at) not in ("c", "celsius"):
        return sign, at + 1
    return sign, at
