"""Patterns that find a word whatever its capitals and accents: 'creme' finds 'Crème'.

They are the same to Python, SQLite (through Python) and PostgreSQL, and ask nothing of a database's collation. Stored
texts are not normalized: for some texts that takes quadratic time (``shared.text``).
"""

import re
import unicodedata
from collections import defaultdict
from itertools import chain

_LONGEST = 40  # letters of a word that count: comparing a long one at every letter of a long text takes too long
_MARKS = "[\u0300-\u036f]*"  # accents that follow their letter as characters of their own
_LATIN = chain(range(0xC0, 0x250), range(0x1E00, 0x1F00))  # letters with accents


def pattern(word: str) -> str:
    """Return the regular expression for a word of a search."""
    return "".join(map(_letter, unicodedata.normalize("NFC", word)[:_LONGEST]))


def _letter(letter: str) -> str:
    if not letter.isalnum():
        return re.escape(letter)
    base = _base(letter)
    same = {one for one in (base, letter, letter.lower(), letter.upper(), base.upper()) if len(one) == 1}
    return f"[{''.join(sorted(same | _VARIANTS.get(base, set())))}]{_MARKS}"


def _base(letter: str) -> str:
    """Return the letter without accents and capitals."""
    bare = [part for part in unicodedata.normalize("NFD", letter.lower()) if not unicodedata.combining(part)]
    return bare[0] if len(bare) == 1 else letter.lower()


_VARIANTS: dict[str, set[str]] = defaultdict(set)
for _code in _LATIN:
    _VARIANTS[_base(chr(_code))].add(chr(_code))
