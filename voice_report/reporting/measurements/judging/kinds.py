"""Which kind a figure is of: a linear model over the words around it, the words of kinds and the values before it.

A conditional logit: each option of a figure (``options``) has a score, 'none of ours' has 0. Learnt from labelled
transcripts by ``bench.judging``.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from math import log
from pathlib import Path

from ...evidence.reading import Mark
from ...evidence.words.tokens import Token
from ..bindings.nearby import Nearby
from ..clauses import Scene
from ..figures.quantities import Item
from ..kinds import KINDS, Cue, cue
from ..medication import drugs
from .hashing import place, places
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


class Spoken:
    """The sentences of a transcript, with the words of kinds in each and the values found so far."""

    def __init__(self, scenes: Sequence[Scene | None], words: Sequence[Sequence[Token]]) -> None:
        self.words = words
        self.drugs = [() if scene is None else drugs(scene) for scene in scenes]
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


def of_item(scene: Scene, item: Item) -> list[str]:
    """Return the features of a figure that are the same for all its options."""
    words, amount = scene.words, item.amounts[0]
    seen = [f"unit {amount.unit}", f"shape {item.shape}", f"tenth {amount.low != int(amount.low)}"]
    seen += [f"limit {bool(item.limit)}", f"about {bool(item.about)}", f"place {min(item.place, 2)}"]
    seen += [f"spoken {not words[item.first].text[0].isdigit()}", f"left {min(item.first, 3)}"]
    before = [word.lower for word in words[max(0, item.first - _NEAR) : item.first]][::-1]
    behind = [word.lower for word in words[item.last + 1 : item.last + 1 + _NEAR]]
    for side, near in (("b", before), ("a", behind)):
        near = [*near, "^"][:_NEAR]
        seen += [f"{side}{at} {word}" for at, word in enumerate(near[:2])]
        seen += [f"{side}pair {' '.join(near[:2])}", f"{side}end {near[0][-2:]}", f"{side}begin {near[0][:4]}"]
        seen += [f"{side}bag {word}" for word in dict.fromkeys(near)]
        for at, word in enumerate(near):
            seen += [f"{side}{'near' if at < 2 else 'far'} {one}" for one in classes(word)]
    title = item.last + 1 < len(words) and words[item.last + 1].text.istitle()
    return [*seen, f"title {title}", f"question {words[-1].text == '?'}"]


def of_option(spoken: Spoken, scene: Scene, item: Item, option: Option) -> Iterator[str]:
    """Yield the features of one option: its size, the words of its kind and of others, and the values before."""
    kind = option.kind
    amount = next(iter(option.parts.values()))
    rule = KINDS[kind]
    size = float(amount.low * rule.units.get(option.unit, 1)) if kind != "medication" else float(amount.low)
    yield f"size {int(4 * log(size + 0.1))}"
    yield f"rest {size != int(size)}"
    yield f"unit {'said' if option.unit == rule.unit else 'other' if option.unit else 'none'} {rule.needs_unit}"
    yield f"kind {kind} {len(option.parts)} {next(iter(option.parts))}"
    yield from _by_cues(spoken, scene, item, kind)
    yield from _by_values(spoken, scene, item, option, size)


def _bin(distance: int) -> int:
    return sum(distance > one for one in _BINS)


def _by_cues(spoken: Spoken, scene: Scene, item: Item, kind: str) -> Iterator[str]:
    said = spoken.cues[scene.at]
    start = bisect_left(said, item.first - _FAR, key=lambda one: one[0])
    cues = said[start : bisect_right(said, item.last + _FAR, key=lambda one: one[0])]
    first, last = scene.clause(item.first)
    before = [(at, one) for at, one in cues if at < item.first]
    behind = [(at, one) for at, one in cues if at > item.last]
    for side, listed in (("before", before[::-1]), ("behind", behind)):
        own = next(((at, one) for at, one in listed if one.kind == kind), None)
        nearest = listed[0] if listed else None
        if nearest is None:
            yield f"{side} nothing"
        else:
            yield f"{side} nearest {'own' if nearest[1].kind == kind else 'other' if nearest[1].kind else 'none'}"
        if own is None:
            yield f"{side} no own"
            continue
        at, one = own
        distance = _bin(item.first - at if side == "before" else at - item.last)
        inside = first <= at < last
        low, high = sorted((at, item.first))
        near = scene.items[max(0, item.place - _ITEMS) : item.place + _ITEMS]
        between = sum(low < other.first < high and other is not item for other in near)
        rivals = sum(low < place < high and other.kind != kind for place, other in cues)
        used = any(
            value[0] == scene.at and value[3].kind == kind and (at < value[1] if side == "before" else value[2] < at)
            for value in spoken.recent
        )
        strength = f"{one.is_weak} {one.is_around}"
        yield f"{side} {distance}"
        yield f"{side} {distance} {strength} {inside}"
        yield f"{side} inside {inside} used {used and side == 'before'} {min(between, 2)} {min(rivals, 2)}"
        yield f"{side} items {min(between, 3)}"
        yield f"{side} rivals {min(rivals, 3)}"
        yield f"{side} word {scene.words[at].lower}"
        yield f"{side} used {used} {min(between, 1)}"
    has_own = any(one.kind == kind for _, one in cues)
    others = {one.kind for _, one in cues if one.kind != kind and not one.is_weak}
    yield f"sentence {has_own} {min(2, len(others))}"
    if not has_own:
        yield from _by_earlier(spoken, scene, kind, bool(before))


def _by_earlier(spoken: Spoken, scene: Scene, kind: str, has_other: bool) -> Iterator[str]:
    """Yield where a kind was spoken of in the sentences before."""
    is_last = True
    for back in range(1, _MOST_SENTENCES + 1):
        if scene.at - back < 0:
            break
        named = spoken.named[scene.at - back]
        if kind in named:
            used = any(value[0] == scene.at - back and value[3].kind == kind for value in spoken.recent)
            yield f"earlier {back} {used} {has_other}"
            yield f"earlier {is_last and named[0] == kind} {has_other}"
            return
        is_last &= not named
    yield f"earlier never {has_other}"


def _by_values(spoken: Spoken, scene: Scene, item: Item, option: Option, size: float) -> Iterator[str]:
    """Yield how it stands to the values before it: the last one, and the last one of its kind."""
    last = spoken.values[-1] if spoken.values else None
    if last is None:
        yield "last nothing"
        return
    is_same = last[3].kind == option.kind
    sentences = min(scene.at - last[0], 3)
    start = 0 if sentences else last[2] + 1
    between = scene.words[max(start, item.first - _NEAR) : item.first]
    yield f"last {is_same} {sentences}"
    if not sentences:
        yield f"last {is_same} near {_bin(item.first - start)}"
    if is_same:
        yield f"last unit {last[3].unit == option.unit} {bool(option.unit)}"
        for word in between[-5:]:
            yield f"since {word.lower}"
    own = next((value for value in reversed(spoken.recent) if value[3].kind == option.kind), None)
    if own is None:
        yield "own never"
        return
    amount = next(iter(own[3].parts.values()))
    other = float(amount.low * KINDS[option.kind].units.get(own[3].unit, 1)) or 0.1
    ratio = size / other
    like = 0 if ratio == 1 else 1 if 0.9 < ratio < 1.1 else 2 if 0.6 < ratio < 1.7 else 3
    yield f"own {like} {min(scene.at - own[0], 3)}"
    yield f"own {like} {is_same}"


def salt(option: Option) -> str:
    """Return what an option's features are told apart by."""
    return f"{option.kind} {next(iter(option.parts)) if len(option.parts) == 1 else ''}"


def scores(spoken: Spoken, scene: Scene, item: Item, options: Sequence[Option]) -> list[float]:
    """Return the score of each option; 0 is that of none of ours."""
    weights, most = shipped(), SIZE - 1
    shared = places(of_item(scene, item))
    common = sum(weights[one & most] for one in shared)
    found = []
    for option in options:
        own, other = places(of_option(spoken, scene, item, option)), place(salt(option))
        score = common + sum(weights[one & most] for one in own)
        score += sum(weights[(one ^ other) & most] for one in shared)
        found.append((score + sum(weights[(one ^ other) & most] for one in own)) / UNIT)
    return found


@cache
def shipped() -> list[int]:
    """Return the weights of the file."""
    return [one - ZERO for one in WEIGHTS.read_bytes()]
