"""The transcript as evidence: where each word was spoken, and which spoken sentences a written one is made of.

A written sentence is covered greedily by at most four spoken ones, its words weighed by how rare they are. Names,
relations and sides hardly count for the first one when it has other words, and a further one counts only when it adds
another word than a name, relation, side or figure: otherwise a swapped word would find a source of its own.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from types import MappingProxyType

from . import corrections, orders
from .reading import SIDES, Reading
from .words import people
from .words.stems import LIGHT, halves, parts, stem
from .words.synonyms import alike, synonyms
from .words.tokens import literal, tokens

MOST_SOURCES = 4
#: Verbs that say no more than the noun behind them: 'neemt een douche'.
_SUPPORTING = frozenset({stem("nemen"), stem("maken")})
_MARKS = frozenset(".,;:?!")
_LENGTHS = 20  # of sentences with the same first word that are recognized
_UNKNOWN = 2  # sentences that a word is counted in when it was not spoken
_COMMON = 300  # sentences; a word in more of them points nowhere
_PART = 5  # letters that two words must share to be parts of one another
_PART_WEIGHT = 0.6
_PART_SHARE = 0.8
_FIGURE_WEIGHT = 0.5
_ENOUGH = 0.12  # of the weight of the sentence, that a further source must bring
_WHO = 0.1  # of the weight of a word that says who or which side, when the first source is chosen
#: Stems that say who or which side.
_SWAPPED = frozenset(stem(word) for word in [*SIDES, *people.PERSONS])


class Spoken:
    """The sentences of a transcript, read once; ``own`` are medicines that the list has not, as in ``Reading``.

    ``forms`` are other texts, by sentences, that a report may have in their place; '' when they may be left out.
    """

    def __init__(
        self,
        sentences: Sequence[str],
        own: frozenset[str] = frozenset(),
        forms: Mapping[tuple[int, ...], Sequence[str]] = MappingProxyType({}),
    ) -> None:
        self.sentences = tuple(sentences)
        #: The sentences that may be left out.
        self.spare = frozenset(at for sources, texts in forms.items() if "" in texts for at in sources)
        self.own = own
        self.readings = [Reading(sentence, own) for sentence in self.sentences]
        for reading in self.readings:
            is_marked = reading.text[:1].isupper() or any(word.text in _MARKS for word in reading.words)
            reading.is_unmarked = not is_marked
        corrections.take_back(self.readings)
        #: How persons are addressed anywhere (``people.addressed``).
        self.addressed = {form: text for reading in self.readings for form, text in reading.addressed.items()}
        self.orders = frozenset(i for i, sentence in enumerate(self.sentences) if orders.is_order(sentence))
        self._where: dict[str, list[int]] = defaultdict(list)
        self._parts: dict[str, set[str]] = defaultdict(set)
        self._compounds: dict[str, list[str]] = defaultdict(list)
        self._figures: dict[object, list[int]] = defaultdict(list)
        #: The sentences that the words of each, or of a form, say.
        self.literal: dict[str, tuple[int, ...]] = {}
        self.words: set[str] = set()
        for index, reading in enumerate(self.readings):
            self.literal.setdefault(reading.literal, (index,))
            if index in self.orders:
                continue
            self.words |= reading.lower
            for one in reading.content:
                self._where[one].append(index)
            for key in {key for value in reading.values for key in value.keys}:
                self._figures[key].append(index)
        for one in list(self._where):
            for part in parts(one):
                self._compounds[part].append(one)
            if len(one) >= _PART:
                self._parts[one[:_PART]].add(one)
                self._parts["-" + one[-_PART:]].add(one)
        for sources, texts in forms.items():
            for text in filter(None, texts):
                self.literal.setdefault(literal(tokens(text)), sources)
        self.lengths = self._lengths()
        named = [word for reading in self.readings for word in reading.names]
        self.names = {word.lower for word in named}
        self._written: dict[str, Reading] = {}
        self._alibis = _SWAPPED | {stem(word.text) for word in named}

    def read(self, line: str) -> Reading:
        """Return the reading of a written line, which several checks ask for. It must not be changed."""
        if line not in self._written:
            self._written[line] = Reading(line, self.own)
        return self._written[line]

    def _lengths(self) -> dict[str, list[int]]:
        """Return, by the first word of spoken sentences, how many words these have, longest first."""
        found: dict[str, set[int]] = defaultdict(set)
        for one in self.literal:
            if words := one.split():
                found[words[0]].add(len(words))
        return {word: sorted(lengths, reverse=True)[:_LENGTHS] for word, lengths in found.items()}

    def weight(self, one: str) -> float:
        """Return how much a stem tells: more when fewer sentences have it."""
        places = len(self._where.get(one, ())) or min(_UNKNOWN, len(self.readings))
        return math.log(1 + (len(self.readings) + 1) / (1 + places))

    def is_alibi(self, one: str) -> bool:
        """Return whether a stem is that of a name, relation or side, which are swapped with one another."""
        return one in self._alibis

    def has(self, one: str) -> bool:
        """Return whether a stem was spoken, as a word or as a part of one."""
        return bool(self._where.get(one)) or bool(self._alike(one))

    def places(self, one: str) -> dict[int, float]:
        """Return the sentences that have a stem, 1 each; or a part of it or another word for it, less."""
        forms = (one, f"{one}t", one.removesuffix("t"))  # 'lachte' may have the stem of 'lacht'
        exact = next((self._where[form] for form in forms if form in self._where), None)
        if exact:
            return dict.fromkeys(exact, 1.0) if len(exact) <= _COMMON else {}
        others = self._alike(one) or [other for other in synonyms(one) if other in self._where]
        if not others:
            return self._of_halves(one)
        return {at: _PART_WEIGHT for other in others for at in self._where[other][:_COMMON]}

    def _of_halves(self, one: str) -> dict[int, float]:
        """Return the sentences that say a compound in two words: 'pijn in zijn rug' for 'rugpijn'."""
        for first, second in halves(one):
            both = [
                {at for other in (half, *synonyms(half)) for at in self._where.get(other, ())[:_COMMON]}
                for half in (first, second)
            ]
            if both[0] & both[1]:
                return dict.fromkeys(both[0] & both[1], _PART_WEIGHT)
        return {}

    def beside(self, at: int) -> list[int]:
        """Return the sentences before and after one that may be parts of it: where it was cut is a guess."""
        others = (one for one in (at - 1, at + 1) if 0 <= one < len(self.readings))
        return [one for one in others if self.readings[at].is_unmarked and self.readings[one].is_unmarked]

    def around(self, at: int) -> list[str]:
        """Return the words of a sentence, with those of the ones next to it in speech without punctuation."""
        run = sorted([at, *self.beside(at)])
        return [word.lower for one in run for word in self.readings[one].words]

    def figures(self, keys: Iterable[object]) -> Counter[int]:
        """Return the sentences that have one of these keys of a value, and how many of them each has."""
        return Counter(at for key in keys for at in self._figures.get(key, ())[:_COMMON])

    def _alike(self, one: str) -> list[str]:
        if one in self._compounds:
            return self._compounds[one]
        if len(one) < _PART:
            return []
        if known := [other for other in parts(one) if other in self._where]:
            return known
        found = self._parts.get(one[:_PART], set()) | self._parts.get("-" + one[-_PART:], set())
        return [other for other in sorted(found)[:20] if _is_part(one, other)]


def _is_part(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    shared = _shared(one, other)
    return long.startswith(short) or long.endswith(short) or shared >= 6 or shared >= len(short) - 1


def _shared(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@dataclass(slots=True)
class Cover:
    """The sources of a written sentence, and the share of its content that they have (1 when it has none)."""

    sources: list[int]
    share: float


def cover(reading: Reading, spoken: Spoken, allowed: Iterable[int] | None = None) -> Cover:
    """Return the spoken sentences that a written one is made of; ``allowed`` limits the choice."""
    within = None if allowed is None else frozenset(allowed)
    if not (reading.content or reading.values):
        return Cover(_by_empty_words(reading, spoken, within), 1.0)
    weights = {one: spoken.weight(one) for one in reading.content}
    having = _having(reading.content, spoken, within)
    chosen: list[int] = []
    for stems, keys in reading.segments:  # a semicolon joins what may have been two sentences
        if len(chosen) < MOST_SOURCES:
            at = _nearest(_gains(stems, keys, weights, having, spoken, within), keys, reading, spoken)
            chosen += [] if at in (None, *chosen) else [at]
    best = _qualities(chosen, having)
    while chosen and len(chosen) < MOST_SOURCES:
        gains = {
            at: sum(
                weights[one] * max(0.0, q - best.get(one, 0.0)) for one, q in own.items() if not spoken.is_alibi(one)
            )
            for at, own in having.items()
            if at not in chosen
        }
        at = _nearest(gains, (), reading, spoken)
        if at is None or gains[at] < _ENOUGH * sum(weights.values()):
            break
        chosen.append(at)
        best = _qualities(chosen, having)
    matched = sum(weights[one] * (1.0 if quality >= 1 else _PART_SHARE) for one, quality in best.items())
    heard = frozenset().union(*(spoken.readings[at].heard for at in chosen))
    others = {one for one in reading.content - best.keys() if alike(one, heard)}
    matched += sum(weights[one] * _PART_SHARE for one in others)
    counted = reading.content - (LIGHT - best.keys() - others)
    is_supported = counted and not reading.drugs and reading.content - counted <= _SUPPORTING
    total = sum(weights[one] for one in (counted if is_supported or len(counted) > 1 else reading.content))
    return Cover(chosen, matched / total if total else 1.0)


def _by_empty_words(reading: Reading, spoken: Spoken, within: frozenset[int] | None) -> list[int]:
    """Return the sentence that most words of one without content are from: 'Ze mag naar buiten'."""
    shared = [
        (len(one.lower & reading.lower), -at)
        for at, one in enumerate(spoken.readings[:_COMMON])
        if (within is None or at in within) and at not in spoken.orders
    ]
    most, place = max(shared, default=(0, 0))
    return [-place] if most * 2 > len(reading.lower) else []


def _having(stems: Iterable[str], spoken: Spoken, within: frozenset[int] | None) -> dict[int, dict[str, float]]:
    """Return, by spoken sentence, which of the stems it has and how well."""
    found: dict[int, dict[str, float]] = defaultdict(dict)
    for one in stems:
        for at, quality in spoken.places(one).items():
            if within is None or at in within:
                found[at][one] = quality
    return found


def _gains(
    stems: Set[str],
    keys: Set[object],
    weights: Mapping[str, float],
    having: Mapping[int, Mapping[str, float]],
    spoken: Spoken,
    within: frozenset[int] | None,
) -> dict[int, float]:
    """Return the weight of these stems that each sentence has, and a little more for one with a figure of them."""
    gains: dict[int, float] = defaultdict(float)
    who = {one for one in stems if spoken.is_alibi(one)}
    share = 1.0 if who >= stems else _WHO
    for at, own in having.items():
        gains[at] = sum(weights[one] * own[one] * (share if one in who else 1) for one in stems & own.keys())
    for at in spoken.figures(keys):
        if within is None or at in within:
            gains[at] += _FIGURE_WEIGHT * math.log(2 + len(spoken.readings))
    return gains


def _nearest(gains: Mapping[int, float], keys: Iterable[object], reading: Reading, spoken: Spoken) -> int | None:
    """Return the sentence with the largest gain; between equals figures decide, and then words of any kind."""
    most = max(gains.values(), default=0.0)
    equal = [at for at, gain in gains.items() if gain == most > 0]
    if len(equal) < 2:
        return equal[0] if equal else None
    figures = spoken.figures(keys)
    return min(equal, key=lambda at: (-figures[at], -len(spoken.readings[at].lower & reading.lower), at))


def _qualities(chosen: Iterable[int], having: Mapping[int, Mapping[str, float]]) -> dict[str, float]:
    best: dict[str, float] = {}
    for at in chosen:
        for one, quality in having.get(at, {}).items():
            best[one] = max(best.get(one, 0.0), quality)
    return best
