"""What a sentence consists of: words, numbers and marks, and the values that they say."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ....dutch.word_sets import word_set
from .numerals import number
from .stems import TOKEN, plain

Key = tuple[str, object]

#: Between the first and the others 'een' is a number: 'bed een, mevrouw', not 'het bed een beetje hoger'.
PLACES = word_set("kamer bed box appartement studio woning nummer")
_BEHIND_A_PLACE = word_set("mevrouw meneer mevr mw dhr is was heeft had wil moet , .")


@dataclass(slots=True)
class Token:
    """A word, number or mark: as it is in the text, in small letters without accents, and its number if it is one.

    ``start`` and ``end`` are its positions in the text.
    """

    text: str
    lower: str
    value: float | None
    start: int

    @property
    def end(self) -> int:
        """The position after its last character."""
        return self.start + len(self.text)


@dataclass(slots=True)
class Value:
    """What a sentence says as a figure. ``first`` and ``last`` are its tokens; ``amount`` is the bare number.

    ``taken_back``: the speaker withdrew it; ``corrects``: it replaced what was withdrawn;
    ``is_article``: only 'een' says the number, as in 'een week'.
    """

    kind: Literal["number", "time", "date"]
    keys: frozenset[Key]
    first: int
    last: int
    amount: float | None = None
    dimension: str = ""
    taken_back: bool = False
    corrects: bool = False
    is_article: bool = False


def tokens(text: str) -> list[Token]:
    """Return the tokens of a sentence; '40mg' and '2x' are a number and a unit."""
    return [_token(found[0], found.start()) for found in TOKEN.finditer(text)]


def _token(text: str, start: int) -> Token:
    lower = plain(text)
    if text[0].isdigit():
        return Token(text, lower, _digits(text), start)
    return Token(text, lower, None if text.lower() == "een" else number(lower), start)


def _digits(text: str) -> float | None:
    """Return the number that digits say; None for a date, a range, a clock time with a colon or a code."""
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", text):
        return float(text.replace(".", "")[:15])
    if re.fullmatch(r"\d+(?:[.,]\d+)?", text) and len(text) <= 15:
        return float(text.replace(",", "."))
    return None


def literal(words: Sequence[Token]) -> str:
    """Return the words and figures of a sentence alone: equal for a sentence and its copy."""
    return " ".join(word.lower for word in words if word.text[0].isalnum())


def digit_stream(words: Sequence[Token]) -> str:
    """Return all digits of a sentence one after the other, those said in words included ('nul zes, twaalf')."""
    parts = []
    for word in words:
        if word.text[0].isdigit():
            parts.append(re.sub(r"\D", "", word.text))
        elif word.value is not None and word.value == int(word.value):
            parts.append(str(int(word.value)))
        elif word.lower == "een":
            parts.append("1")
    return "".join(parts)


def lower_at(words: Sequence[Token], at: int) -> str:
    return words[at].lower if 0 <= at < len(words) else ""


def is_number_of_a_place(before: str, after: str) -> bool:
    """Return whether 'een' between these two words is a number: 'kamer een is', 'bed een, mevrouw'."""
    return before in PLACES and after in _BEHIND_A_PLACE


def number_at(words: Sequence[Token], at: int) -> float | None:
    return words[at].value if 0 <= at < len(words) else None
