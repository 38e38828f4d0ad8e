"""The words and marks of a sentence with their positions, as the rules of tidying see them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...dutch.word_sets import word_set

_WORD = re.compile(r"\w+(?:['’‘-]\w+)*|…|\.{2,}|[^\w\s]")

#: Between the parts of one figure these may stand: 'vijf eh honderd', 'vijf [onverstaanbaar] honderd'.
PAUSE = re.compile(
    r"\b(?:eh|ehm|uh|uhm|euh|euhm|hm|hmm|ja|nou|nee|neen|oké|zo|wacht|sorry|hè|of (?:zo|nee)|zeg maar)\b"
    r"|\[[^\[\]]{0,80}\]|\.{2,}|…",
    re.IGNORECASE,
)
VERBS = word_set(
    """is zijn was waren heeft heb hebben had hadden wordt worden werd gaat gaan ging kan kon wil wilde moet moest mag
    komt kwam blijft bleef doet deed zit zat ligt lag staat stond loopt liep voelt geeft krijgt neemt zal"""
)
#: Units and what is counted, behind a number of its own.
COUNTED = word_set(
    """mg milligram g gram kg kilo mcg microgram ml milliliter l liter cm centimeter mm millimeter meter procent graden
    keer maal uur dagen weken maanden jaar minuten eenheden eenheid tablet tabletten druppels capsules pufjes zakjes"""
)
#: Before the hour of a time; behind that and a comma a dose stands for itself: 'om half acht, vijf milligram'.
BEFORE_HOURS = word_set("half over voor")
_PARTICIPLE = re.compile(r"(?:\w{0,6}ge|be|ver|ont|her)\w{2,}(?:d|t|en)|\w{0,6}ge(?:daan|gaan|staan|zien)")


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


class Words(tuple[Word, ...]):
    """The words and marks of a sentence in order."""

    def has_before(self, at: int, wanted: Iterable[str]) -> bool:
        """Return whether one of some words, in small letters, stands before a place."""
        return any(self._first.get(one, at) < at for one in wanted)

    @cached_property
    def _first(self) -> dict[str, int]:
        return {word.lower: at for at, word in reversed([*enumerate(self)])}


def words(sentence: str) -> Words:
    """Return the words and marks of a sentence in order."""
    return Words(Word(one[0], one[0].lower(), one.start(), one.end()) for one in _WORD.finditer(sentence))


def lower_at(found: Sequence[Word], at: int) -> str:
    """Return a word in small letters, '' outside the sentence."""
    return found[at].lower if 0 <= at < len(found) else ""


def is_participle(word: str) -> bool:
    """Return whether a word has the form of a past participle: 'gehaald', 'nagekomen', 'verbonden'."""
    return _PARTICIPLE.fullmatch(word) is not None
