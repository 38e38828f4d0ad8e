"""Which words are in a list of ordinary Dutch words, and which in one of names of people and places.

``ordinary.bin`` and ``names.bin`` hold the first eight bytes of the digest of each word, in order; ``scripts/names.py``
makes them and ``word_lists.LICENSE.txt`` names the source. A digest takes the same time for every word, needs no memory
of its own in a second process, and lets one unknown word in fifty million million pass.
"""

import hashlib
import mmap
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
ORDINARY, NAMES = _FOLDER / "ordinary.bin", _FOLDER / "names.bin"
#: What a file that was cut off or changed has not: ``scripts/names.py`` prints it.
DIGESTS = {
    ORDINARY: "cffbf70b98695cbe95b5f09849d68132",
    NAMES: "e04b6c2d84efeeae713d5c9bbe1b89d4",
}
_SIZE = 8  # bytes of a digest


def is_ready() -> bool:
    """Return whether both lists are there and whole."""
    try:
        return all(map(_digests, (ORDINARY, NAMES)))
    except (OSError, ValueError):
        return False


def is_ordinary(word: str) -> bool:
    """Return whether a word is an ordinary one, in small letters and without accents, or an acronym in capitals."""
    return _is_in(ORDINARY, word)


def is_name(word: str) -> bool:
    """Return whether a word, in small letters and without accents, is a name of a person or place."""
    return _is_in(NAMES, word)


def content_digest(content: bytes | mmap.mmap) -> str:
    """Return what identifies the content of a file."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def made(words: Iterable[str]) -> bytes:
    """Return the file of these words."""
    return b"".join(sorted(set(map(_digest, words)), key=lambda one: int.from_bytes(one, "little")))


def _is_in(file: Path, word: str) -> bool:
    digests, one = _digests(file), int.from_bytes(_digest(word), "little")
    at = bisect_left(digests, one)
    return at < len(digests) and digests[at] == one


def _digest(word: str) -> bytes:
    return hashlib.blake2b(word.encode(), digest_size=_SIZE).digest()


@cache
def _digests(file: Path) -> memoryview:
    """Return the digests in a file. Raises ``OSError`` or ``ValueError``: it is not there, or not whole."""
    with file.open("rb") as opened:
        mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    if content_digest(mapped) != DIGESTS[file]:
        raise ValueError(f"{file.name} is not whole")
    return memoryview(mapped).cast("Q")
