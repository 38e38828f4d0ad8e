"""The words and marks of a sentence with their positions, as the rules of tidying see them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_WORD = re.compile(r"\w+(?:['’‘-]\w+)*|…|\.{2,}|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a mark: its characters in the sentence, and the same in small letters."""

    text: str
    lower: str
    start: int
    end: int

    @property
    def is_mark(self) -> bool:
        """Whether it has no letter or digit."""
        return not self.text[0].isalnum()


def words(sentence: str) -> list[Word]:
    """Return the words and marks of a sentence in order."""
    return [Word(one[0], one[0].lower(), one.start(), one.end()) for one in _WORD.finditer(sentence)]


def lower_at(found: Sequence[Word], at: int) -> str:
    """Return a word in small letters, '' outside the sentence."""
    return found[at].lower if 0 <= at < len(found) else ""
