"""A sentence as the rules read it: its words, stems, values, medicines, sides, people and clauses."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .values import values
from .words import medicines, people
from .words.negation import Clause, clauses
from .words.stems import stem
from .words.tokens import Key, Token, Value, digit_stream, literal, tokens
from .words.vocabulary import PREFIXES

SIDES = {
    "links": "links",
    "linker": "links",
    "linkse": "links",
    "rechts": "rechts",
    "rechter": "rechts",
    "rechtse": "rechts",
}
_MOST_SEGMENTS = 6
_JOINTS = frozenset({",", ";", ":", ".", "en", "maar", "want"})
_PLACES = frozenset({"onder", "boven", "voor", "achter", "zijdig", "zijdige", "buiten", "binnen", "midden"})
_BOTH = frozenset({"beide", "beiden", "beiderzijds", "allebei", "weerszijden", "dubbelzijdig", "tweezijdig"})


@dataclass(slots=True)
class Mark:
    """A medicine or a side in a sentence: what it is, at which word, and whether the speaker took it back."""

    key: str
    at: int
    text: str
    taken_back: bool = field(default=False)


class Reading:
    """One sentence, spoken or written. Parts are read when they are first used.

    ``own`` are the keys of medicines that the list has not (``medicines.keys``).
    """

    def __init__(self, text: str, own: frozenset[str] = frozenset()) -> None:
        self.text = text
        self.own = own
        self.words: list[Token] = tokens(text)
        self.stems: list[str] = [stem(word.text) if word.text[0].isalpha() else "" for word in self.words]
        for at in range(1, len(self.words) - 1):  # 'af te nemen' is as 'afnemen'
            before, after = self.words[at - 1].lower, self.words[at + 1]
            if self.words[at].lower == "te" and before in PREFIXES and after.text[0].isalpha():
                self.stems[at - 1], self.stems[at + 1] = "", stem(before + after.lower)
        self.values: list[Value] = values(self.words)
        for value in self.values:  # the words of a figure are no content of their own
            self.stems[value.first : value.last + 1] = [""] * (value.last + 1 - value.first)
        #: Whether it comes from a transcript without punctuation: where it begins and ends is a guess.
        self.is_unmarked = False
        #: For each value that only repeats one taken back in this sentence, the stems that go with the repetition.
        self.repeats: dict[int, frozenset[str]] = {}

    def piece(self, first: int, last: int) -> str:
        """Return the text from one word to another, as it is."""
        return self.text[self.words[first].start : self.words[last].end]

    @cached_property
    def literal(self) -> str:
        """The words and figures alone, to recognize a sentence that was copied."""
        return literal(self.words)

    @cached_property
    def addressed(self) -> dict[str, str]:
        """How a person is addressed in the sentence (``people.addressed``)."""
        return people.addressed(self.words)

    @cached_property
    def content(self) -> frozenset[str]:
        """The stems that carry content."""
        return frozenset(one for one in self.stems if one)

    @cached_property
    def heard(self) -> frozenset[str]:
        """The stems that carry content, and all words in small letters: what another word may stand for."""
        return self.content | self.lower

    @cached_property
    def segments(self) -> list[tuple[frozenset[str], frozenset[Key]]]:
        """The stems, and the keys of the values, of each part between semicolons."""
        ends = [at for at, word in enumerate(self.words) if word.text == ";"][:_MOST_SEGMENTS]
        found = []
        for first, last in zip([0, *ends], [*ends, len(self.words)], strict=True):
            stems = frozenset(one for one in self.stems[first:last] if one)
            keys = frozenset(key for value in self.values if first <= value.first < last for key in value.keys)
            if stems or keys:
                found.append((stems, keys))
        return found

    @cached_property
    def parts(self) -> list[tuple[int, int]]:
        """The first word of each part between marks, 'en', 'maar' and 'want', and the one after its last."""
        ends = [at for at, word in enumerate(self.words) if word.lower in _JOINTS]
        firsts = [0, *(at + 1 for at in ends)]
        return [(first, last) for first, last in zip(firsts, [*ends, len(self.words)], strict=True) if first < last]

    @cached_property
    def lower(self) -> frozenset[str]:
        return frozenset(word.lower for word in self.words)

    @cached_property
    def clauses(self) -> list[Clause]:
        """The clauses with what each denies."""
        return clauses(self.words, self.stems, is_unmarked=self.is_unmarked)

    @cached_property
    def drugs(self) -> list[Mark]:
        """The medicines, by substance; 'diclofenac-allergie' names one."""
        parts = ((at, part) for at, word in enumerate(self.words) for part in word.text.split("-") if part)
        return [Mark(key, at, part) for at, part in parts if (key := medicines.substance(part, self.own)) is not None]

    @cached_property
    def sides(self) -> list[Mark]:
        """Left, right and both; 'linkerheup' is left."""
        return [Mark(side, at, word.text) for at, word in enumerate(self.words) if (side := _side(self.words, at))]

    @cached_property
    def names(self) -> list[Token]:
        """The words that are written as a name."""
        return people.names(self.text, self.words, self.own)

    @cached_property
    def figures(self) -> dict[int, Value]:
        """The value that each word is a part of, by its position."""
        return {at: value for value in self.values for at in range(value.first, value.last + 1)}

    @cached_property
    def digits(self) -> str:
        """All digits one after the other, those said in words included."""
        return digit_stream(self.words)


def _side(words: Sequence[Token], at: int) -> str:
    lower = words[at].lower
    if lower in _BOTH:
        return "beide"
    if lower.startswith("linker") and len(lower) > 8:
        return "links"
    if lower.startswith("rechter") and len(lower) > 9:
        return "rechts"
    side = lower[:5] if lower.startswith("links") else lower[:6]
    if side in SIDES and lower[len(side) :] in _PLACES:
        return SIDES[side]
    return SIDES.get(lower, "")
