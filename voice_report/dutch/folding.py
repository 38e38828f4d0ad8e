"""Finds a word in a text whatever its capitals and accents, in time linear in the text: 'creme' finds 'Crème'.

Text and word are folded letter by letter and compared as they are then; PostgreSQL gets the same as a regular
expression, which it matches as an automaton. Nothing asks a database's collation. Texts are not normalized: for some
texts that takes quadratic time (``services.shared.text``).
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

from .characters import APOSTROPHES, cleaned

#: Characters that do not count: accents that follow their letter, invisible ones, and apostrophes ('ONeill').
_MARKS = frozenset(
    (*range(0x300, 0x370), 0xAD, 0x34F, *range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF, *map(ord, APOSTROPHES))
)
#: Code points with capitals or accents: all up to the Chinese signs, later letters of Latin, Greek and Cyrillic, and
#: forms of presentation.
_FOLDED = chain(range(0x3400), range(0xA640, 0xAC00), range(0xF900, 0x10000))
_LONGEST = 40  # letters of a word that count


def term(word: str) -> str:
    """Return a word of a search as the functions below take it; it may be empty."""
    return folded(unicodedata.normalize("NFC", word)[:_LONGEST])


def folded(text: str) -> str:
    """Return the text without capitals and accents, letter by letter."""
    return text.translate(_TABLE)


def holds_all(terms: str, *texts: str | None) -> bool:
    """Return whether each of the terms, apart by spaces, is in one of the texts. SQLite calls it (``holds_all``)."""
    within = [folded(text) for text in texts if text]
    return all(any(one in text for text in within) for one in terms.split())


def first_place(text: str, terms: Sequence[str]) -> int:
    """Return where in the text the first occurrence of a term begins, or -1."""
    within = folded(text)
    place = min((at for one in terms if (at := within.find(one)) >= 0), default=-1)
    if place < 0 or len(within) == len(text):
        return place
    letters = (at for at, letter in enumerate(text) if ord(letter) not in _MARKS)
    return next(at for count, at in enumerate(letters) if count == place)


def pattern(term: str) -> str:
    """Return the regular expression for a term, in the syntax of PostgreSQL and of Python."""
    marks = f"[{''.join(map(chr, sorted(_MARKS)))}]*"
    return "".join(_class(letter) + marks for letter in term)


def _class(letter: str) -> str:
    return f"[{''.join(sorted({letter, *_SAME[letter]}))}]" if letter in _SAME else re.escape(letter)


def _fold(letter: str) -> str:
    """Return the letter without accent in lower case, or the letter itself when that is not one letter."""
    if not letter.isalnum():
        return letter
    parts = [part for part in unicodedata.normalize("NFD", cleaned(letter)) if not unicodedata.combining(part)]
    bare = parts[0] if len(parts) == 1 else letter
    lower = bare.upper().lower()  # 'ς' is another 'σ'
    return next((one for one in (lower, bare.lower()) if len(one) == 1), bare)


_TABLE: dict[int, str | None] = dict.fromkeys(_MARKS)
_SAME: dict[str, set[str]] = defaultdict(set)
for _code in _FOLDED:
    if _code in _MARKS:
        continue
    _letter = _fold(chr(_code))
    if _code < 0x80 or _letter != chr(_code):  # a character that the table has is found faster
        _TABLE[_code] = _letter
    if _letter != chr(_code):
        _SAME[_letter].add(chr(_code))
