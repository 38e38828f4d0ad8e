"""People whom the organization knows: a part of their name in any case, and what else says who the chosen client is."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...dutch.characters import folded
from ...dutch.person_names import LEAST_LETTERS
from ...dutch.phonetics import heard_as
from ...dutch.surnames import is_surname
from . import reading
from .lists import is_listed_word, is_ordinary
from .model import Kind, Known, Person, Reason
from .reading import Word
from .word_classes import KNOWN_PARTICLES, PARTICLES, TITLES

_LONGEST = 100  # characters of a word
_LEAST_OF_NUMBER = 4
_APART = re.compile(r"[\W_]+")


def asked(word: str) -> list[str]:
    """Return the keys by which a word of a text is looked for among the parts of names: itself, and as a genitive."""
    parts = [part for part in folded(word[:_LONGEST]).split() if len(part) >= LEAST_LETTERS]
    return [*parts, *(part[:-1] for part in parts if part.endswith("s") and len(part) > LEAST_LETTERS)]


@dataclass(frozen=True, slots=True)
class Searched:
    """What names are looked for by: the keys of all words of some texts, and the sounds of those that are no ordinary
    words."""

    keys: frozenset[str]
    sounds: frozenset[str]


def searched(texts: Sequence[str]) -> Searched:
    """Return what to look for among the parts of known names."""
    said = {word.text for text in texts for word in reading.words(reading.copied(text)) if word.text[0].isalpha()}
    keys = frozenset(one for word in said for one in asked(word))
    return Searched(keys, frozenset(filter(None, (heard_as(one) for one in keys if not is_listed_word(one)))))


def unusual_parts(known: Known) -> frozenset[str]:
    """Return the parts of known names that are no ordinary words: they are in no text that may leave."""
    return frozenset(part for one in known.people for part in one.parts if part and not is_ordinary(part))


@dataclass(frozen=True, slots=True)
class Naming:
    """A word that is a part of a known name. ``suffix`` are the letters behind it after it: 'Henk' + 's'."""

    at: int
    person: str
    kind: Kind
    reason: Reason
    suffix: int = 0


def _compact(number: str) -> str:
    """Return a client's number as it is compared: 'K-1234', 'k 1234' and 'K1234' are one."""
    return folded(number[:_LONGEST]).replace(" ", "")


class KnownNames:
    """Finds the known people's names among the words of a text."""

    def __init__(self, known: Known) -> None:
        self._parts: dict[str, list[Person]] = defaultdict(list)
        self._sounds: dict[str, list[Person]] = defaultdict(list)
        self._numbers = {
            _compact(one.number): one for one in known.people if len(_compact(one.number)) >= _LEAST_OF_NUMBER
        }
        for person in sorted(known.people, key=lambda one: not one.is_chosen):
            for part in person.parts:
                self._parts[part].append(person)
                if heard := heard_as(part):
                    self._sounds[heard].append(person)
        self._things = [(tuple(_APART.split(folded(name))), kind) for name, kind in known.things.items()]
        self._beginnings = {name[0] for name, _ in self._things if name}

    def namings(self, words: Sequence[Word], text: str) -> Iterator[Naming]:
        """Yield the words that are of a known name."""
        people = [self._of(word) for word in words]
        for at, word in enumerate(words):
            both = (at,) if word.text.isdigit() else (at, at + 1)  # not the two figures of a time
            for last in both if self._numbers else ():
                if person := self._numbers.get(_compact("".join(one.text for one in words[at : last + 1]))):
                    yield from (Naming(one, person.id, Kind.PERSON, Reason.KNOWN) for one in range(at, last + 1))
                    break
            found, suffix = people[at]
            if found and (person := self._counts(words, at, people, text)):
                yield Naming(at, person.id, Kind.PERSON, Reason.KNOWN, suffix)
        if self._beginnings:
            yield from self._of_things(words)

    def _of(self, word: Word) -> tuple[list[Person], int]:
        """Return whose name a word is a part of, and how many letters behind it are not."""
        if not word.text[0].isalpha() or not self._parts:
            return [], 0
        parts = folded(word.text[:_LONGEST]).split()
        for part in parts:
            if found := self._parts.get(part):
                return found, 0
        last = parts[-1] if parts else ""
        if last.endswith("s") and (found := self._parts.get(last[:-1])):
            return found, 2 if word.text[-2:-1] == "'" else 1
        for part in parts:
            if (heard := heard_as(part)) and (found := self._sounds.get(heard)) and not is_ordinary(word.key):
                return found, 0
        return [], 0

    def _counts(
        self, words: Sequence[Word], at: int, people: Sequence[tuple[list[Person], int]], text: str
    ) -> Person | None:
        """Return who is named here; of an ordinary word in small letters, only where its neighbours say so."""
        word, (found, _) = words[at], people[at]
        beside = self._beside(people, words, at)
        both = [one for one in found if one in beside]
        chosen = found[0].is_chosen
        if word.has_capital or chosen or both or not all(map(is_listed_word, asked(word.text))):
            return (both or found)[0]
        first = at
        while first and words[first - 1].key in PARTICLES:
            first -= 1
        before = words[first - 1].key if first else ""
        prefix = tuple(one.key for one in words[first:at])
        is_name_behind = first < at and (is_surname(word.key, behind_a_prefix=True) or prefix in KNOWN_PARTICLES)
        return found[0] if before in TITLES or is_name_behind else None

    @staticmethod
    def _beside(people: Sequence[tuple[list[Person], int]], words: Sequence[Word], at: int) -> list[Person]:
        """Return whose names stand right before and behind this word, prefixes of surnames between."""
        found: list[Person] = []
        for step in (-1, 1):
            other = at + step
            while 0 <= other < len(words) and words[other].key in PARTICLES and not people[other][0]:
                other += step
            if 0 <= other < len(words):
                found += people[other][0]
        return found

    def _of_things(self, words: Sequence[Word]) -> Iterator[Naming]:
        keys = [folded(word.text[:_LONGEST]) for word in words]
        for at, key in enumerate(keys):
            if key.split(" ")[0] not in self._beginnings:
                continue
            for name, kind in self._things:
                if _APART.split(" ".join(keys[at : at + len(name)]))[: len(name)] == list(name):
                    yield from (Naming(one, " ".join(name), kind, Reason.LISTED) for one in range(at, at + len(name)))
