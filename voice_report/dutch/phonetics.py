"""What Dutch words sound like, and how much two of them differ in sound."""

import re
import unicodedata
from itertools import accumulate
from math import inf

from ..core.word_caches import cached_words

_LONGEST = 40  # characters of a word
_LEAST_OF_A_NAME = 5  # sounds, with which another spelling is the same name

_VOWELS = frozenset("aeiouy")
#: Spellings of the same sound in Dutch, in order; then those at the end of a word, and doubled letters.
_SOUNDS = (
    ("sch", "sg"), ("ph", "f"), ("th", "t"), ("rh", "r"), ("qu", "kw"), ("x", "ks"), ("ck", "k"), ("ch", "g"),
    ("ij", "y"), ("ei", "y"), ("ey", "y"), ("ou", "au"), ("oe", "u"), ("tie", "si"), ("ts", "s"), ("dt", "t"),
)  # fmt: skip
_SOFT_C = re.compile(r"c(?=[eiy])")
_LETTERS = str.maketrans({"c": "k", "z": "s", "v": "f", "j": "i", "q": "k", "h": None, "w": "f"})
_DOUBLED = re.compile(r"(.)\1+")
_ALIKE = frozenset(map(frozenset, ("bp", "dt", "gk", "mn", "sf", "lr")))


def sounds(text: str) -> str:
    """Return what a word sounds like, in letters; spaces and hyphens are not heard."""
    plain = unicodedata.normalize("NFKD", text[:_LONGEST].lower()).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9]", "", plain)
    for spelled, sound in _SOUNDS:
        plain = plain.replace(spelled, sound)
    plain = _SOFT_C.sub("s", plain).translate(_LETTERS)
    plain = plain[:-1] + {"d": "t", "b": "p"}.get(plain[-1:], plain[-1:])
    return _DOUBLED.sub(r"\1", plain)


@cached_words(1 << 13)
def heard_as(name: str) -> str:
    """Return the sounds of a part of a name, '' when they are too few to identify it."""
    heard = sounds(name)
    return heard if len(heard) >= _LEAST_OF_A_NAME else ""


def distance(one: str, other: str, most: float = inf) -> float:
    """Return how much has to change for the sounds to be equal: vowels and neighbouring consonants count for less.

    Stops, with the longest of both, once it is more than ``most``.
    """
    row = list(accumulate(map(_lost, other), initial=0.0))
    for letter in one:
        before, row = row, [row[0] + _lost(letter)]
        for at, across in enumerate(other):
            changed = before[at] + _changed(letter, across)
            row.append(min(changed, before[at + 1] + _lost(letter), row[at] + _lost(across)))
        if min(row) > most:
            return max(len(one), len(other))
    return row[-1]


def _lost(letter: str) -> float:
    return 0.7 if letter in _VOWELS else 1.0


def _changed(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if one in _VOWELS and other in _VOWELS:
        return 0.5
    return 0.6 if frozenset((one, other)) in _ALIKE else 1.0
