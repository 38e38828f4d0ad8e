"""Medicines by name: a list of substances with their generic and brand names, and how they are misheard.

The list is data with its sources in its header (``medicines.txt``, made by ``scripts/medicines.py``). Spelling is
compared by a key in which Dutch and English international names are equal: 'fenytoïne' and 'phenytoin'.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from ....core.word_caches import cached_words
from ....dutch.word_sets import word_set

FILE = Path(__file__).with_name("medicines.txt")

#: Spelling rules of Dutch names next to the English international ones: f for ph, t for th, i for y, s or k for c.
_SPELLINGS = (("ph", "f"), ("th", "t"), ("rh", "r"), ("y", "i"), ("oe", "e"), ("ae", "e"), ("ks", "x"), ("ch", "k"))
_REPEATED = re.compile(r"(.)\1+")
_BEFORE_I_OR_E = re.compile(r"c(?=[ei])")

#: Endings of international names by which an unlisted word is still a medicine.
_STEMS = re.compile(
    r"\w{3,}(?:olol|pril|sartan|statine?|azepam|azolam|prazol|oxacine?|cilline?|mycine?|cycline|gliflozine?|gliptine?"
    r"|glutide|xaban|setron|tinib|zumab|ximab|tidine|dronaat|profen|barbital|oxetine|triptan|(?<!s)terol|conazol|parine)"
)

#: Words that have the key of a brand: Zomig, Pancrease.
_WORDS = word_set("sommig sommige sommigen pancreas")
_INSULIN = "insulin"
_SHORTEST_MISHEARD = 6


def spelling_key(name: str) -> str:
    """Return a key that is equal for the Dutch and the English spelling of a name."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    for theirs, ours in _SPELLINGS:
        plain = plain.replace(theirs, ours)
    plain = _BEFORE_I_OR_E.sub("s", plain).replace("c", "k").replace("z", "s")
    plain = _REPEATED.sub(r"\1", plain)
    plain = plain.removesuffix("um") if len(plain) > 8 else plain
    return plain.removesuffix("e") if len(plain) > 5 else plain


def _lines() -> Iterator[tuple[str, list[str]]]:
    for line in FILE.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            substance, _, names = line.partition(": ")
            yield substance, names.split()


@cache
def _substances() -> dict[str, str]:
    """Return the substance of every known name, by spelling key."""
    return {spelling_key(name): substance for substance, names in _lines() for name in names}


def names() -> list[str]:
    """Return every name in the list."""
    return [name for _, names in _lines() for name in names]


@cached_words(4096)
def substance(word: str, own: frozenset[str] = frozenset()) -> str | None:
    """Return the substance that a word names, None when it is no medicine. ``own`` are ``keys`` of others."""
    if len(word) < 4 or len(word) > 40:
        return None
    key = spelling_key(word)
    known = _substances().get(key)
    if word.lower() in _WORDS:
        return None
    return known or (key if key in own or _STEMS.fullmatch(word.lower()) else None)


def keys(names: Iterable[str]) -> frozenset[str]:
    """Return the spelling keys of medicines that this list does not have, from their names: 'Calcichew D3' is known by
    its first word."""
    first = (name.split(maxsplit=1)[0] for name in names if name.strip())
    return frozenset(spelling_key(word[:40]) for word in first if 4 <= len(word) <= 40)


def is_listed(word: str, own: frozenset[str] = frozenset()) -> bool:
    """Return whether a word is a name in the list, or in ``own``, and does not only end like one."""
    key = spelling_key(word[:40])
    return key in _substances() or key in own


def excuses(spoken: str, written: str) -> bool:
    """Return whether the spoken substance allows the written one: itself, or the class it belongs to (an insulin)."""
    return spoken == written or (written == _INSULIN and spoken.startswith("insuline-"))


def sounds_like(heard: str, known: str) -> bool:
    """Return whether an unknown word may be a misheard form of a medicine's name: at most two letters differ."""
    if min(len(heard), len(known)) < _SHORTEST_MISHEARD or abs(len(heard) - len(known)) > 2:
        return False
    first, second = spelling_key(heard), spelling_key(known)
    return first[:1] == second[:1] and within(first, second, 1 if len(second) < 8 else 2)


def within(first: str, second: str, most: int) -> bool:
    """Return whether the edit distance (insert, delete, replace, swap of neighbours) is at most ``most``."""
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        earlier, before, row = before, row, [i] + [0] * len(second)
        for j, other in enumerate(second, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                row[j] = min(row[j], earlier[j - 2] + 1)
        if min(row) > most:
            return False
    return row[-1] <= most
