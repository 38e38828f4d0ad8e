"""The look before sending: what must not be in a request, found without the rules that masked it.

Of this package it knows the lists alone, so that a mistake in a rule of masking is not made twice.
"""

import re
import unicodedata
from collections.abc import Iterable

from ...dutch.characters import folded
from . import lists

_INVISIBLE = re.compile("[\u00ad\u034f\u200b-\u200f\u2060-\u2064\ufeff]")
_PLACEHOLDER = re.compile(r"\[[A-Z]{3,20}-\d{1,6}[A-Z]?\]")
_DIGITS = re.compile(r"(?<!\d)\d{7,}|(?<![\d,])(?:\+31|0)(?:[ .\-/]?\d){8,11}(?!\d)")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2} ?[A-Z]{4} ?\d{4}")
_POSTCODE = re.compile(r"(?<![\w.,-])[1-9]\d{3} ?(?!IE|IU|KJ|ML|MG|CC|MM|CM|KG|GR|UG|OM|EN|OP|IN|IS|OF)[A-Z]{2}(?!\w)")
_TIMES = re.compile(
    r"(?<!\d)\d{1,2}[.:]\d\d(?!\d)|(?<!\d)\d{1,2}([-/.])\d{1,2}\1\d{2,4}(?!\d)|(?<!\d)\d{2,3}/\d{2,3}(?!\d)"
)
_INSIDE = re.compile(r"(?<=[a-z,] )[A-Z][a-zà-ÿ]{2,}(?![\w'-])")
_WORD = re.compile(r"[^\W_]+")
_LONGEST = 60
_LEAST_VALUE = 3  # characters of a value that is looked for in what is no word
_LINE = 100_000


def scan(text: str, values: Iterable[str] = (), names: Iterable[str] = (), *, is_said: bool = True) -> frozenset[str]:
    """Return what kinds of things are in a text that must not be sent: ``value`` (of a vault), ``name`` (of ``names``,
    ``folded``), ``number``, ``mail``, ``account``, ``postcode``, and, where people said it, ``capital``: a word of the
    lists of names with a capital inside a sentence."""
    plain = _PLACEHOLDER.sub(" _ ", _INVISIBLE.sub("", _composed(text)))
    found = set()
    bare = _TIMES.sub(" _ ", plain)
    for kind, pattern in (("number", _DIGITS), ("account", _ACCOUNT), ("postcode", _POSTCODE)):
        if pattern.search(bare):
            found.add(kind)
    if "@" in plain:
        found.add("mail")
    said = f" {' '.join(_WORD.findall(folded(plain)))} "
    for value in values:
        sought = " ".join(_WORD.findall(folded(_composed(value))))
        if len(sought) >= _LEAST_VALUE and f" {sought} " in said and not _is_ordinary(value):
            found.add("value")
            break
    for name in names:
        if f" {name} " in said:
            found.add("name")
            break
    if is_said and any(map(_is_name, _INSIDE.findall(plain))):
        found.add("capital")
    return frozenset(found)


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _is_ordinary(value: str) -> bool:
    """Return whether a value is a word that stays in small letters, as 'Boom' and 'Wil' do."""
    return all(lists.is_listed_word(lists.key(one)) for one in _WORD.findall(value))


def _is_name(word: str) -> bool:
    one = lists.key(word[:_LONGEST])
    return lists.is_name(one) and not lists.is_kept(one) and not lists.is_ordinary(one)
