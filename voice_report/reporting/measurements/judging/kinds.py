"""The kind of a figure: a linear model over the words around it, the words of kinds and the values before it.

A conditional logit: each option of a figure (``options``) has a score, 'no measured kind' has 0. Learnt from labelled
transcripts by ``bench.judging``.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from math import log
from pathlib import Path

import numpy as np

from ....core.word_caches import cached_words
from ...evidence.reading import Mark
from ...evidence.words.tokens import Token
from ..bindings.nearby import Nearby
from ..clauses import Scene
from ..figures.quantities import Item
from ..kinds import KINDS, Cue, cue
from ..medication import drugs
from ..model import Kind
from .hashing import each, place, unique
from .options import Option
from .words import classes

WEIGHTS = Path(__file__).with_name("kinds.bin")
SIZE = 1 << 16
ZERO, UNIT = 128, 24  # the byte of weight 0, and the steps from it to 1

Value = tuple[int, int, int, Option]  # sentence, first and last word, what it is

_NEAR = 6  # words on either side that count one by one
_BINS = (0, 1, 2, 3, 5, 8, 12, 20)
_FAR, _ITEMS, _RECENT = 60, 6, 30  # words, figures and values that are looked at
_LONGEST = 200  # words of a sentence without a figure
_MOST_SENTENCES = 4  # back to the word of a kind
#: Features that have no word that was said, of which there are few.
_KEPT = 8192
_wordless = lru_cache(_KEPT)(place)


class Spoken:
    """The sentences of a transcript, with the words of kinds in each and the values found so far."""

    def __init__(self, scenes: Sequence[Scene | None], words: Sequence[Sequence[Token]]) -> None:
        self.words = words
        self.drugs: list[Sequence[Mark]] = [() if scene is None else drugs(scene) for scene in scenes]
        self.cues = [_cues(*one) for one in zip(scenes, words, self.drugs, strict=True)]
        #: The kinds that each sentence names, the last one first.
        self.named = [[*dict.fromkeys(one.kind for _, one in reversed(said) if one.kind)] for said in self.cues]
        self.values: list[Value] = []

    @property
    def recent(self) -> list[Value]:
        """The last values."""
        return self.values[-_RECENT:]


def _cues(scene: Scene | None, words: Sequence[Token], marks: Sequence[Mark]) -> list[tuple[int, Cue]]:
    if scene is None:
        return [(at, one) for at, word in enumerate(words[:_LONGEST]) if (one := cue(word.lower)) is not None]
    inside = {mark.at for mark in marks}
    found = [(at, one) for at, one in Nearby(scene).cues if at not in inside]
    return sorted([*found, *((at, Cue("medication")) for at in inside)], key=lambda one: one[0])


def of_item(scene: Scene, item: Item) -> Iterator[int]:
    """Yield the features of a figure that are the same for all its options."""
    words, amount = scene.words, item.amounts[0]
    title = item.last + 1 < len(words) and words[item.last + 1].text.istitle()
    yield from _of_shape(
        *(amount.unit, item.shape, amount.low != int(amount.low), bool(item.limit), bool(item.about)),
        *(min(item.place, 2), not words[item.first].text[0].isdigit(), min(item.first, 3)),
        *(title, words[-1].text == "?"),
    )
    before = [word.lower for word in words[max(0, item.first - _NEAR) : item.first]][::-1]
    behind = [word.lower for word in words[item.last + 1 : item.last + 1 + _NEAR]]
    for side, near in (("b", before), ("a", behind)):
        near = [*near, "^"][:_NEAR]
        yield place(f"{side}pair {' '.join(near[:2])}")
        for at, word in enumerate(near):
            yield from _of_word(side, min(at, 2), word)


@lru_cache(_KEPT)
def _of_shape(
    unit: str,
    shape: str,
    tenth: bool,
    limit: bool,
    about: bool,
    at: int,
    spoken: bool,
    left: int,
    title: bool,
    question: bool,
) -> tuple[int, ...]:
    return each(
        *(f"unit {unit}", f"shape {shape}", f"tenth {tenth}", f"limit {limit}", f"about {about}", f"place {at}"),
        *(f"spoken {spoken}", f"left {left}", f"title {title}", f"question {question}"),
    )


@cached_words(8192)
def _of_word(side: str, at: int, word: str) -> tuple[int, ...]:
    """Return the features of a word on one side, which is the first, the second or a later one."""
    seen = [f"{side}bag {word}", *(f"{side}{'near' if at < 2 else 'far'} {one}" for one in classes(word))]
    seen += [f"{side}{at} {word}"] if at < 2 else []
    return each(*seen, *((f"{side}end {word[-2:]}", f"{side}begin {word[:4]}") if at == 0 else ()))


def of_option(near: "Near", option: Option) -> list[int]:
    """Return the features of one option: its size, the words of its kind and of others, and the values before."""
    kind = option.kind
    amount = next(iter(option.parts.values()))
    rule = KINDS[kind]
    size = float(amount.low * rule.units.get(option.unit, 1)) if kind != "medication" else float(amount.low)
    unit = "said" if option.unit == rule.unit else "other" if option.unit else "none"
    part = next(iter(option.parts))
    return [
        *_of_size(kind, len(option.parts), part, int(4 * log(size + 0.1)), size != int(size), unit),
        *near.of_kind(kind),
        *_by_values(near, option, size),
    ]


@lru_cache(_KEPT)
def _of_size(kind: Kind, parts: int, part: str, size: int, rest: bool, unit: str) -> tuple[int, ...]:
    needs = KINDS[kind].needs_unit
    return each(f"size {size}", f"rest {rest}", f"unit {unit} {needs}", f"kind {kind} {parts} {part}")


def _bin(distance: int) -> int:
    return bisect_left(_BINS, distance)


class Near:
    """What stands around a figure: the words of kinds on either side, and the values before it."""

    def __init__(self, spoken: Spoken, scene: Scene, item: Item) -> None:
        self._spoken, self._scene, self._item = spoken, scene, item
        self.at = scene.at
        said = spoken.cues[scene.at]
        start = bisect_left(said, item.first - _FAR, key=lambda one: one[0])
        self._cues = said[start : bisect_right(said, item.last + _FAR, key=lambda one: one[0])]
        before = [one for one in reversed(self._cues) if one[0] < item.first]
        behind = [one for one in self._cues if one[0] > item.last]
        #: The nearest word of any kind on each side, and of each kind.
        self._nearest = [one[0][1].kind if one else None for one in (before, behind)]
        self._own: list[dict[str, tuple[int, Cue]]] = [{}, {}]
        for listed, own in zip((before, behind), self._own, strict=True):
            for one in listed:
                own.setdefault(one[1].kind, one)
        self._kinds = {one.kind for _, one in self._cues}
        self._strong = {one.kind for _, one in self._cues if not one.is_weak}
        self._clause = scene.clause(item.first)
        self._figures = [one.first for one in scene.items[max(0, item.place - _ITEMS) : item.place + _ITEMS]]
        self.last = spoken.values[-1] if spoken.values else None
        #: The last value of each kind, and those of this sentence.
        self.values: dict[str, Value] = {}
        self._inside: dict[str, list[Value]] = {}
        for value in reversed(spoken.recent):
            self.values.setdefault(value[3].kind, value)
            if value[0] == scene.at:
                self._inside.setdefault(value[3].kind, []).append(value)
        self._seen: dict[Kind, list[int]] = {}

    def since(self, *, is_same: bool) -> Iterator[int]:
        """Yield how far the last value is, and if it is of the same kind the words behind it."""
        if self.last is None:
            return
        sentences = min(self.at - self.last[0], 3)
        start, first = 0 if sentences else self.last[2] + 1, self._item.first
        yield from _of_last(is_same, sentences, -1 if sentences else _bin(first - start))
        for word in self._scene.words[max(start, first - _NEAR) : first][-5:] if is_same else ():
            yield place(f"since {word.lower}")

    def of_kind(self, kind: Kind) -> list[int]:
        """Return the features of a kind here."""
        if kind not in self._seen:
            self._seen[kind] = self._by_cues(kind)
        return self._seen[kind]

    def _by_cues(self, kind: Kind) -> list[int]:
        seen: list[int] = []
        for side, nearest, own in zip(("before", "behind"), self._nearest, self._own, strict=True):
            if nearest is None:
                seen += _of_nothing(side)
                continue
            whose = "own" if nearest == kind else "other" if nearest else "none"
            seen += _of_nearest(side, whose, kind in own)
            if kind in own:
                seen += self._of_own(side, kind, *own[kind])
        has_own = kind in self._kinds
        seen.append(_wordless(f"sentence {has_own} {min(2, len(self._strong - {kind}))}"))
        return seen if has_own else [*seen, *_by_earlier(self._spoken, self._scene, kind, bool(self._own[0]))]

    def _of_own(self, side: str, kind: Kind, at: int, one: Cue) -> Iterator[int]:
        """Yield the features of the nearest word of a kind on a side."""
        item = self._item
        is_before = side == "before"
        low, high = sorted((at, item.first))
        between = sum(low < first < high for first in self._figures)
        rivals = sum(low < place < high and other.kind != kind for place, other in self._cues)
        used = any(at < value[1] if is_before else value[2] < at for value in self._inside.get(kind, ()))
        yield place(f"{side} word {self._scene.words[at].lower}")
        yield from _of_cue(
            *(side, _bin(item.first - at if is_before else at - item.last), f"{one.is_weak} {one.is_around}"),
            *(self._clause[0] <= at < self._clause[1], used, min(between, 3), min(rivals, 3)),
        )


@lru_cache(_KEPT)
def _of_nothing(side: str) -> tuple[int, ...]:
    return each(f"{side} nothing", f"{side} no own")


@lru_cache(_KEPT)
def _of_nearest(side: str, whose: str, has_own: bool) -> tuple[int, ...]:
    return each(f"{side} nearest {whose}", *(() if has_own else (f"{side} no own",)))


@lru_cache(_KEPT)
def _of_cue(
    side: str, distance: int, strength: str, inside: bool, used: bool, between: int, rivals: int
) -> tuple[int, ...]:
    is_used = used and side == "before"
    return each(
        f"{side} {distance}",
        f"{side} {distance} {strength} {inside}",
        f"{side} inside {inside} used {is_used} {min(between, 2)} {min(rivals, 2)}",
        f"{side} items {between}",
        f"{side} rivals {rivals}",
        f"{side} used {used} {min(between, 1)}",
    )


def _by_earlier(spoken: Spoken, scene: Scene, kind: str, has_other: bool) -> Iterator[int]:
    """Yield where a kind was mentioned in the sentences before."""
    is_last = True
    for back in range(1, _MOST_SENTENCES + 1):
        if scene.at - back < 0:
            break
        named = spoken.named[scene.at - back]
        if kind in named:
            used = any(value[0] == scene.at - back and value[3].kind == kind for value in spoken.recent)
            yield _wordless(f"earlier {back} {used} {has_other}")
            yield _wordless(f"earlier {is_last and named[0] == kind} {has_other}")
            return
        is_last &= not named
    yield _wordless(f"earlier never {has_other}")


def _by_values(near: Near, option: Option, size: float) -> list[int]:
    """Return how it relates to the values before it: the last one, and the last one of its kind."""
    last = near.last
    if last is None:
        return [_wordless("last nothing")]
    is_same = last[3].kind == option.kind
    seen = [*near.since(is_same=is_same)]
    if is_same:
        seen.append(_wordless(f"last unit {last[3].unit == option.unit} {bool(option.unit)}"))
    own = near.values.get(option.kind)
    if own is None:
        return [*seen, _wordless("own never")]
    amount = next(iter(own[3].parts.values()))
    other = float(amount.low * KINDS[option.kind].units.get(own[3].unit, 1)) or 0.1
    ratio = size / other
    like = 0 if ratio == 1 else 1 if 0.9 < ratio < 1.1 else 2 if 0.6 < ratio < 1.7 else 3
    return [*seen, *_of_like(like, min(near.at - own[0], 3), is_same)]


@lru_cache(_KEPT)
def _of_last(is_same: bool, sentences: int, distance: int) -> tuple[int, ...]:
    near = (f"last {is_same} near {distance}",) if distance >= 0 else ()
    return each(f"last {is_same} {sentences}", *near)


@lru_cache(_KEPT)
def _of_like(like: int, sentences: int, is_same: bool) -> tuple[int, ...]:
    return each(f"own {like} {sentences}", f"own {like} {is_same}")


def salt(option: Option) -> str:
    """Return what distinguishes an option's features."""
    return f"{option.kind} {next(iter(option.parts)) if len(option.parts) == 1 else ''}"


def scores(spoken: Spoken, scene: Scene, item: Item, options: Sequence[Option]) -> list[float]:
    """Return the score of each option; 0 is that of no measured kind."""
    weights, most = shipped(), SIZE - 1
    shared = unique(of_item(scene, item))
    salts = np.array([place(salt(one)) for one in options], np.int64)
    near = Near(spoken, scene, item)
    own = [{*of_option(near, one)} for one in options]
    many = [len(one) for one in own]
    flat = np.fromiter(chain.from_iterable(own), np.int64)
    alone = weights[flat & most] + weights[(flat ^ np.repeat(salts, many)) & most]
    found = np.add.reduceat(alone, np.cumsum([0, *many[:-1]]))
    found += weights[shared & most].sum() + weights[(shared ^ salts[:, None]) & most].sum(axis=1)
    return (found / UNIT).tolist()


@cache
def shipped() -> np.ndarray:
    """Return the weights of the file."""
    return np.frombuffer(WEIGHTS.read_bytes(), np.uint8).astype(np.int32) - ZERO
