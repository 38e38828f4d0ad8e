"""A text as the rules read it: letters in their plain shape, without what is invisible, and the places in the original.

Of every character that a person sees the copy has one or more, so that an accent apart from its letter, a soft hyphen
or a wide digit hides nothing. Linear in the text.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...dutch.abbreviations import CLOSING, LEADING
from ...dutch.characters import straight
from .lists import key

#: A longer word is cut; names have no more hyphens.
_WORD = re.compile(r"[^\W_]{1,100}+(?:['-][^\W_]{1,100}+){0,8}")
_BEGINS = re.compile(r"[:;?!.…\"“”„«»\n]|(?:^|\s)[-–—*•](?=\s)")
#: Letters of other scripts than Latin.
_OTHER = re.compile(r"[\u0370-\u03ff]{2}|[\u0250-\u036f\u0400-\u1dff\u1f00-\U0010ffff]")
_LONGEST_CLUSTER = 8  # a letter and its accents; of a tower the rest is left out


@dataclass(frozen=True, slots=True)
class Copy:
    """The text that is read; ``starts`` and ``ends`` of each of its characters in the original, if these differ."""

    text: str
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the original a part of the copy stands: whole characters with their accents."""
        if self.starts is None or self.ends is None or start == end:
            return start, end
        return self.starts[start], self.ends[end - 1]


@dataclass(slots=True)
class Word:
    """A word or number of the copy. ``key`` is as ``lists`` has it; ``opens``: a sentence begins with it."""

    start: int
    end: int
    text: str
    key: str
    opens: bool

    @property
    def has_capital(self) -> bool:
        """Whether a part of it begins with a capital: 'Roos', 'al-Rashid' too."""
        return self.text[0].isupper() or self.text != self.text.lower()

    @property
    def is_shouted(self) -> bool:
        """Whether it is all capitals."""
        return len(self.text) > 1 and self.text.isupper()

    @property
    def is_latin(self) -> bool:
        """Whether it is written in Latin letters; one Greek letter is a symbol ('µg', 'β-blokker')."""
        return self.text.isascii() or not _OTHER.search(self.text)


def copied(text: str) -> Copy:
    """Return the text as it is read."""
    if text.isascii() or all(map(_is_plain, set(text))):
        return Copy(straight(text))
    letters, starts, ends = [], [], []
    for start, end in _clusters(text):
        plain = unicodedata.normalize("NFKC", text[start : min(end, start + _LONGEST_CLUSTER)])
        for one in plain:
            if not _is_mark(one):
                letters.append(one)
                starts.append(start)
                ends.append(end)
    return Copy(straight("".join(letters)), starts, ends)


def _clusters(text: str) -> Iterable[tuple[int, int]]:
    """Yield where each character begins, and where it ends with the accents and invisible ones behind it."""
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and _is_mark(text[end]):
            end += 1
        yield start, end
        start = end


def _is_mark(one: str) -> bool:
    return not one.isascii() and unicodedata.category(one) in ("Mn", "Me", "Cf", "Cc")


def _is_plain(one: str) -> bool:
    return one.isascii() or not (_is_mark(one) or unicodedata.normalize("NFKC", one) != one)


def words(copy: Copy) -> list[Word]:
    """Return the words and numbers of a text, in order."""
    found: list[Word] = []
    for match in _WORD.finditer(copy.text):
        before = found[-1] if found else None
        opens = before is None or _opens(copy.text[before.end : match.start()], before)
        found.append(Word(match.start(), match.end(), match[0], key(match[0]), opens))
    return found


def _opens(between: str, before: Word) -> bool:
    """Return whether a sentence begins behind what stands between two words; behind an abbreviation none does."""
    marks = _BEGINS.findall(between[:100])
    if marks != ["."]:
        return bool(marks)
    return len(before.key) > 1 and before.key not in LEADING | CLOSING
