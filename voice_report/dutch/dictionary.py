"""Whether a word is one of some 340,000 Dutch words and names: what is known is not a misheard form of something else.

A Bloom filter of half a megabyte: a known word is always found, and one in a hundred unknown words too. Made by
``scripts/known_words.py``, which names the source.
"""

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ..core.word_caches import cached_words
from .characters import without_accents

FILE = Path(__file__).with_name("dictionary.bin")

_BITS_A_WORD, _PLACES = 10, 7
_LONGEST = 60
_LEAST_PART = 4  # letters of each part of a compound: by less, misheard words would be compounds
_PART = re.compile(r"[^\W_]+")


def key(word: str) -> str:
    """Return a word as it is looked up: in small letters, without accents."""
    return without_accents(word[:_LONGEST].casefold())


def parts(words: str) -> list[str]:
    """Return the single words in a text."""
    return _PART.findall(words)


@cached_words(4096)
def is_known(word: str) -> bool:
    """Return whether a single word is among them."""
    bits = _bits()
    return all(bits[place >> 3] & 1 << (place & 7) for place in _places(key(word), len(bits)))


def is_compound(word: str) -> bool:
    """Return whether a single word consists of two that are known, with an 's' between them or not."""
    one = key(word)
    cuts = range(_LEAST_PART, len(one) - _LEAST_PART + 1)
    return any(is_known(one[at:]) and _begins_compound(one[:at]) for at in cuts)


def _begins_compound(part: str) -> bool:
    return is_known(part) or (len(part) > _LEAST_PART and part.endswith("s") and is_known(part[:-1]))


def made(keys: Sequence[str]) -> bytes:
    """Return the filter of these keys."""
    bits = bytearray((len(keys) * _BITS_A_WORD + 7) // 8)
    for one in keys:
        for place in _places(one, len(bits)):
            bits[place >> 3] |= 1 << (place & 7)
    return bytes(bits)


def _places(one: str, size: int) -> list[int]:
    digest = hashlib.blake2b(one.encode(), digest_size=16).digest()
    first, step = int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:], "big") | 1
    return [(first + number * step) % (8 * size) for number in range(_PLACES)]


@cache
def _bits() -> bytes:
    return FILE.read_bytes()
