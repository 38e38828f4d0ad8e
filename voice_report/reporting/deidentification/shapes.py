"""What is recognized by its shape: e-mail and web addresses, telephone, account and other numbers, post codes, plates.

Every pattern is read in linear time: what repeats is possessive or has a bound, or what follows it is short. Times,
dates, doses and pairs of values keep their figures (``_STAYS``).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..evidence.values.units import UNITS
from ..evidence.words.vocabulary import STOP_WORDS
from .model import Kind


class Span(NamedTuple):
    """A part of the copy, and what it is."""

    start: int
    end: int
    kind: Kind


_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]++(?:@| @ )[\w-]++(?:\.[\w-]++)*|(?<!\w)@\w++(?:\.\w++)*|@")
#: A name of an account: 'jan_vos3'.
_ACCOUNT_NAME = re.compile(r"(?<![\w.])(?=[\w.]{0,40}?[^\W\d_])[^\W_][\w.]{0,39}?_(?:\w|\.(?=\w)){1,40}", re.ASCII)
_WEB = re.compile(
    r"\b(?:https?://|www\.)[^\s<>\"]++"
    r"|(?<![\w.-])(?!-++www\.)(?:[\w-]++\.)+(?:nl|be|com|org|net|eu|info|io|de|app|care|zorg)\b"
    r"(?::\d{1,5})?(?:/[^\s<>\"]*+|[?#][^\s<>\"]++)?",
    re.IGNORECASE,
)
_IBAN = re.compile(
    r"\b(?:(?-i:[A-Z]{2}) ?|[A-Z]{2})\d{2} ?"
    r"(?:[A-Z]{4} ?\d{4} ?\d{4} ?\d{2}|[A-Z0-9]{4}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)\b",
    re.I,
)
#: Figures in groups, with one sign between; a bracket around an area code.
_RUN = re.compile(r"(?:\+|\((?=\d))?(?<![\w])\d++(?:(?:[.\-/‐‑–—_]| ?[-–—] ?| {1,3}|\) ?|\(0\) ?)\d++)*")
#: A mobile number in pairs with one sign throughout, which would read as dates or times.
_PAIRS = re.compile(r"(?<![\d.,:])06(?P<sign>[.,:]|, )\d\d(?:(?P=sign)\d\d){3}(?![\d])")
#: A place of which one letter is left: 'A'dam', 'R'veen'.
_SHORT_PLACE = re.compile(r"(?<![^\W_])[A-Z]['’][a-z]{3,20}(?![^\W_])")
#: Numbers of people at offices, and what has letters too.
_NUMBERED = re.compile(
    r"(?:\b(?:cli[eë]nt|pati[eë]nt|polis|dossier|relatie|telefoon|paspoort|verzekerden|personeels|zorg)-?(?:nummers?|nr)"
    r"|\b(?:telefoon|paspoort|kenteken|rijbewijs)\b)[ :.]{1,3}(?:is |van |luidt )?"
    r"(?P<number>(?=[A-Za-z-]{0,6}\d)[\w-]{4,20})",
    re.IGNORECASE,
)
_MIXED = re.compile(r"\b(?=[A-Z]{0,9}\d[A-Z\d]{0,9}[A-Z]|\d{0,9}[A-Z])(?=(?:[A-Z]{0,9}\d){3})[A-Z\d]{7,20}\b")
_PLATE = re.compile(
    r"\b(?=[A-Za-z0-9-]{8}\b)(?=[^\n]{0,7}\d)(?=[^\n]{0,7}[A-Za-z])[A-Za-z0-9]{1,3}-[A-Za-z0-9]{1,3}-[A-Za-z0-9]{1,3}\b"
)
_POSTCODE = re.compile(r"(?<![\w.,-])[1-9]\d{3}(?P<space>[ ]?)(?P<letters>[A-Za-z]{2})(?![\w'])")
#: In a run of figures: a date, a time of day, a pair of values.
_STAYS = re.compile(
    r"(?<!\d)(?:(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1(?:(?:19|20)\d\d|\d\d)(?!\d)"
    r"|(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)"
    r"|(?:[01]?\d|2[0-3])[.:][0-5]\d(?![\d.])"
    r"|\d{2,3}/\d{2,3}(?![\d/]))"
)
_CUE = re.compile(
    r"\b(?:bsn|burgerservicenummer|sofi\w*|burger ?service ?nummer)\W{0,3}(?:\w+\W{1,3}){0,3}$", re.IGNORECASE
)
_UNIT = re.compile(r"[ ]?([a-zA-Zµ%°]+)")
_RANGE = re.compile(r"[1-9]\d{0,3} ?[-–] ?[1-9]\d{0,3}")
_LEAST = 7  # digits
_TELEPHONE = range(10, 13)
_BSN = (8, 9)
_CAPITAL_UNITS = frozenset({"IE", "IU", "KJ", "MG", "ML", "KG", "CM", "MM", "EH"})
_NO_LETTERS = (
    frozenset(UNITS) | STOP_WORDS | {"ie", "iu", "kj", "kc", "mg", "ml", "cc", "mm", "cm", "kg", "gr", "ug", "st", "uu"}
)


def shapes(text: str) -> Iterator[Span]:
    """Yield what is found in a text, in order of priority; parts may overlap."""
    for pattern, kind in ((_EMAIL, Kind.EMAIL), (_WEB, Kind.WEB)) if "@" in text or "." in text or "/" in text else ():
        yield from (Span(*found.span(), kind) for found in pattern.finditer(text))
    if "_" in text:
        yield from (Span(*found.span(), Kind.WEB) for found in _ACCOUNT_NAME.finditer(text))
    if "'" in text or "’" in text:
        yield from (Span(*found.span(), Kind.PLACE) for found in _SHORT_PLACE.finditer(text))
    if not any(map(str.isdigit, text)):
        return
    yield from (Span(*found.span(), Kind.ACCOUNT) for found in _IBAN.finditer(text) if _digits(found[0]) >= _LEAST)
    yield from (Span(*found.span(), Kind.TELEPHONE) for found in _PAIRS.finditer(text))
    yield from _numbers(text)
    yield from (Span(*found.span("number"), Kind.NUMBER) for found in _NUMBERED.finditer(text))
    yield from (Span(*found.span(), Kind.NUMBER) for found in _MIXED.finditer(text))
    yield from (Span(*found.span(), Kind.NUMBER) for found in _PLATE.finditer(text))
    for found in _POSTCODE.finditer(text):
        letters = found["letters"]
        is_unit = letters in _CAPITAL_UNITS if letters.isupper() else letters.lower() in _NO_LETTERS
        if not is_unit or "postcode" in text[max(0, found.start() - 20) : found.start()].lower():
            yield Span(*found.span(), Kind.POSTCODE)


def _numbers(text: str) -> Iterator[Span]:
    for found in _RUN.finditer(text):
        at = found.start()
        for stays in _STAYS.finditer(text, *found.span()):
            yield from _number(text, at, stays.start())
            at = stays.end()
        yield from _number(text, at, found.end())


def _number(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the number in this part of a run of figures, if it is a long one."""
    part = text[start:end]
    many = _digits(part)
    if many < _LEAST and not (many >= 4 and _CUE.search(text[max(0, start - 60) : start])):
        return
    start += len(part) - len(part.lstrip(" .-/)"))
    end -= len(part) - len(part.rstrip(" .-/("))
    unit = _UNIT.match(text, end)
    if unit and unit[1].lower() in UNITS and (" " not in text[start:end] or _RANGE.fullmatch(text, start, end)):
        return  # '1.500.000 IE', '1500 - 2000 ml'
    yield Span(start, end, _kind(text, start, end))


def _kind(text: str, start: int, end: int) -> Kind:
    part = text[start:end]
    many = _digits(part)
    if many in _BSN and _CUE.search(text[max(0, start - 60) : start]):
        return Kind.BSN
    if part.lstrip("(").startswith(("0", "+31")) and many in _TELEPHONE:
        return Kind.TELEPHONE
    return Kind.NUMBER


def is_bsn(before: str) -> bool:
    """Return whether the words right before a number say that it is a citizen service number."""
    return _CUE.search(before[-60:]) is not None


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))
