"""People whom the organization knows: a part of their name in any case, and what else says who the chosen client is."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...core.word_caches import cached_words
from ...dutch.characters import folded
from ...dutch.dictionary import is_known
from ...dutch.person_names import LEAST_LETTERS
from ...dutch.phonetics import heard_as
from ...dutch.surnames import is_surname
from ..evidence.words.numerals import number
from . import reading
from .lists import is_listed_word, is_ordinary, key
from .model import Kind, Known, Person, Reason
from .reading import Word
from .word_classes import KNOWN_PARTICLES, PARTICLES, TITLES

_LONGEST = 100  # characters of a word
_LEAST_OF_NUMBER = 4
_LEAST_CUT, _LONGEST_CUT = 5, 40  # letters of a name that was cut in two
_APART = re.compile(r"[\W_]+")
_MOST_THINGS = 16_384  # names of things whose words are kept: looked for in each heading of a template
_FIGURES = re.compile(r"^\d+|\d+$")


def _bare(word: str) -> str:
    """Return a word without the figures that are stuck to it: 'Klaverhof' of '12Klaverhof'."""
    return word if word.isalpha() else _FIGURES.sub("", word)


def asked(word: str) -> list[str]:
    """Return the keys by which a word of a text is looked for among the parts of names: itself, and as a genitive."""
    said = folded(word[:_LONGEST]).split()
    whole = [f"{one}{other}" for one, other in pairwise(said)]  # 'Schuil-ing' may have been cut at the end of a line
    parts = [part for part in (*said, *whole) if len(part) >= LEAST_LETTERS]
    return [*parts, *(part[:-1] for part in parts if part.endswith("s") and len(part) > LEAST_LETTERS)]


@dataclass(frozen=True, slots=True)
class Searched:
    """What names are looked for by: the keys of all words of some texts, and the sounds of those that are no ordinary
    words."""

    keys: frozenset[str]
    sounds: frozenset[str]


def searched(texts: Sequence[str]) -> Searched:
    """Return what to look for among the parts of known names: also of two words together, which may be one name that
    was cut ('Jans sen')."""
    read = [word for text in texts for word in reading.words(reading.copied(text))]
    keys = frozenset(one for said in {_bare(word.text) for word in read} for one in asked(said))
    words = [word for word in read if word.text[0].isalpha()]
    cut = frozenset(whole for one, other in pairwise(words) if (whole := together(one, other)))
    return Searched(keys | cut, frozenset(filter(None, (heard_as(one) for one in keys if not is_listed_word(one)))))


def together(one: Word, other: Word) -> str:
    """Return two words as one part of a name (``folded``), '' when they are not one that was cut: two ordinary words
    in small letters are what they are."""
    if len(one.text) + len(other.text) > _LONGEST_CUT or not (one.text.isalpha() and other.text.isalpha()):
        return ""
    is_said = all(is_listed_word(word.key) and (word.opens or not word.has_capital) for word in (one, other))
    whole = "" if is_said else folded(one.text + other.text)
    return whole if len(whole) >= _LEAST_CUT else ""


def unusual_parts(known: Known) -> frozenset[str]:
    """Return the parts of known names that are no ordinary words: they are in no text that may leave."""
    return frozenset(part for one in known.people for part in one.parts if part and not is_ordinary(part))


def _is_common(word: str) -> bool:
    """Return whether a word (``key``) is an ordinary one that people use: not 'oldenburger', which is a horse."""
    return is_listed_word(word) and (is_known(word) or number(word) is not None)


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


@cached_words(_MOST_THINGS)
def _parts(name: str) -> tuple[str, ...]:
    """Return the words of the name of a thing, ``folded``."""
    return tuple(filter(None, _APART.split(folded(name))))


class KnownNames:
    """Finds the known people's names among the words of a text."""

    def __init__(self, known: Known, replace: Iterable[str] = ()) -> None:
        self._parts: dict[str, list[Person]] = defaultdict(list)
        self._sounds: dict[str, list[Person]] = defaultdict(list)
        self._read: dict[str, tuple[list[Person], int]] = {}  # most words are said more than once
        self._numbers = {
            _compact(one.number): one for one in known.people if len(_compact(one.number)) >= _LEAST_OF_NUMBER
        }
        self._signs = {number[0] for number in self._numbers}
        for person in sorted(known.people, key=lambda one: not one.is_chosen):
            for part in person.parts:
                self._parts[part].append(person)
                if heard := heard_as(part):
                    self._sounds[heard].append(person)
        self._things: dict[str, list[tuple[tuple[str, ...], Kind]]] = defaultdict(list)
        for name, kind in {**dict.fromkeys(replace, Kind.NAME), **known.things}.items():
            if parts := _parts(name):
                self._things[parts[0]].append((parts, kind))

    def namings(self, words: Sequence[Word], text: str) -> Iterator[Naming]:
        """Yield the words that are of a known name."""
        people = [self._of(word) for word in words]
        for at, word in enumerate(words):
            both = (at,) if word.text.isdigit() else (at, at + 1)  # not the two figures of a time
            for last in both if word.key[0] in self._signs or not word.text.isascii() else ():  # first: most are none
                if person := self._numbers.get(_compact("".join(one.text for one in words[at : last + 1]))):
                    yield from (Naming(one, person.id, Kind.PERSON, Reason.KNOWN) for one in range(at, last + 1))
                    break
            found, suffix = people[at]
            if found and (person := self._counts(words, at, people, text)):
                yield Naming(at, person.id, Kind.PERSON, Reason.KNOWN, suffix)
        if self._things:
            yield from self._of_things(words)

    def cut(self, words: Sequence[Word]) -> Iterator[tuple[int, str]]:
        """Yield the first of two words that are a part of a known name together, and whose it is."""
        for at, (one, other) in enumerate(pairwise(words)):
            whole = one.key + other.key
            found = self._parts.get(whole if whole.isascii() else folded(whole))  # first: most pairs are no name
            if found and together(one, other):
                yield at, found[0].id

    def _of(self, word: Word) -> tuple[list[Person], int]:
        """Return whose name a word is a part of, and how many letters behind it are not."""
        if word.text not in self._read:
            self._read[word.text] = self._whose(word)
        return self._read[word.text]

    def _whose(self, word: Word) -> tuple[list[Person], int]:
        bare = _bare(word.text) if self._parts else ""
        if not bare:
            return [], 0
        parts = folded(bare[:_LONGEST]).split()
        for part in (*parts, *(f"{one}{other}" for one, other in pairwise(parts))):
            if found := self._parts.get(part):
                return found, 0
        last = parts[-1] if parts else ""
        if last.endswith("s") and (found := self._parts.get(last[:-1])):
            suffix = 2 if word.text[-2:-1] == "'" else 1
            return found, suffix if word.text.endswith(bare) else 0
        for part in parts:
            if (heard := heard_as(part)) and (found := self._sounds.get(heard)) and not is_ordinary(key(bare)):
                return found, 0
        return [], 0

    def _counts(
        self, words: Sequence[Word], at: int, people: Sequence[tuple[list[Person], int]], text: str
    ) -> Person | None:
        """Return who is named here; of a common word in small letters, only where its neighbours say so."""
        word, (found, _) = words[at], people[at]
        beside = self._beside(people, words, at)
        both = [one for one in found if one in beside]
        chosen = found[0].is_chosen
        if word.has_capital or chosen or both or not all(map(_is_common, asked(_bare(word.text)))):
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
        """Yield the words of names of other things, in any case, also as a part of a word: 'team-Klaverhof'."""
        said = [
            (part, at)
            for at, word in enumerate(words)
            for part in filter(None, _APART.split(folded(word.text[:_LONGEST])))
        ]
        for first, (part, _) in enumerate(said):
            of_base = self._things.get(part[:-1], ()) if part.endswith("s") else ()
            for name, kind in (*self._things.get(part, ()), *of_base):
                here = said[first : first + len(name)]
                if (ending := _ending([one for one, _ in here], name)) is not None:
                    last = here[-1][1]
                    ending *= 1 + (words[last].text[-2:-1] == "'")
                    for at in sorted({at for _, at in here}):
                        yield Naming(at, " ".join(name), kind, Reason.LISTED, ending if at == last else 0)


def _ending(said: Sequence[str], name: Sequence[str]) -> int | None:
    """Return how many letters stand behind a name where it is said: a genitive's one; ``None`` where it is not."""
    if len(said) != len(name) or tuple(said[:-1]) != tuple(name[:-1]):
        return None
    return 0 if said[-1] == name[-1] else 1 if said[-1] == f"{name[-1]}s" else None
