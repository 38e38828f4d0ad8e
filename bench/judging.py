"""Learns the second judge of spoken values: ``python -m bench.judging [--out FOLDER]``.

From the open sets of ``bench/data/measurements``: ``forms``, ``rounds``, and those whose values are marked in their
places. With ``--folds`` it prints what is wrong of each hand by weights that were not learnt from it.
The same data give the same files.
"""

import argparse
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock, patch

import numpy as np

from bench import hashed, marks, measurements
from bench.marks import Marked
from voice_report.dutch.characters import cleaned
from voice_report.dutch.sentences import split
from voice_report.reporting.evidence import Spoken
from voice_report.reporting.evidence.words.tokens import Token
from voice_report.reporting.measurements.bindings.sentence import Sentence
from voice_report.reporting.measurements.clauses import Scene, scenes
from voice_report.reporting.measurements.figures.quantities import Item
from voice_report.reporting.measurements.found import Found
from voice_report.reporting.measurements.judging import kinds, states
from voice_report.reporting.measurements.judging.hashing import place, unique
from voice_report.reporting.measurements.judging.options import Option, options
from voice_report.reporting.measurements.kinds import KINDS

#: The least that the largest slope is of the first one when it is done, the steps that it takes at most, and the steps
#: that say in which way the next one goes.
_ENOUGH, _MOST_STEPS, _KEPT_STEPS = 1e-3, 300, 8
#: The hand of plain sentences, by who made the rules: it is learnt from and not measured.
_PLAIN = "marked_plain"
#: Words before a pressure that tell which one it is.
_NEAR = 4
#: What it costs to leave 0, for the weights of kinds and of states.
_RIDGES = (1.0, 4.0)


class Group(NamedTuple):
    """Options of which one is right: the columns of each, and the place of the right one."""

    columns: list[np.ndarray]
    right: int


@dataclass
class Told:
    """A labelled transcript as it is read; ``chosen`` are the option and the label of the figures that have one."""

    hand: str
    words: list[list[Token]]
    scenes: list[Scene | None]
    figures: list[tuple[Scene, Item, list[Option]]]
    chosen: dict[int, tuple[int, dict]] = field(default_factory=dict)


def learn(groups: Sequence[Group], size: int, ridge: float) -> np.ndarray:
    """Return ``size`` weights of a conditional logit: the right option of each group has the highest sum."""
    flat = [one for group in groups for one in group.columns]
    used, columns = np.unique(np.concatenate(flat), return_inverse=True)
    rows = np.repeat(np.arange(len(flat)), [len(one) for one in flat])
    many = [len(group.columns) for group in groups]
    starts = np.cumsum([0, *many[:-1]])
    of = np.repeat(np.arange(len(groups)), many)
    right = starts + np.array([group.right for group in groups])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = np.bincount(rows, weights[columns], len(flat))
        highest = np.maximum.reduceat(scores, starts)
        odds = np.exp(scores - highest[of])
        sums = np.add.reduceat(odds, starts)
        surplus = odds / sums[of]
        surplus[right] -= 1
        slope = np.bincount(columns, surplus[rows], len(used)) + ridge * weights
        return float((np.log(sums) + highest - scores[right]).sum() + ridge / 2 * (weights**2).sum()), slope

    found = np.zeros(size)
    found[used] = _least(loss, len(used))
    return found


def _least(loss: Callable[[np.ndarray], tuple[float, np.ndarray]], size: int) -> np.ndarray:
    """Return where a convex function of ``size`` numbers is least, by L-BFGS; ``loss`` gives its value and slope."""
    at = np.zeros(size)
    value, slope = loss(at)
    least = _ENOUGH * float(np.abs(slope).max())
    steps: deque[tuple[np.ndarray, np.ndarray]] = deque(maxlen=_KEPT_STEPS)
    for _ in range(_MOST_STEPS):
        if np.abs(slope).max() <= least:
            break
        way = _towards(slope, steps)
        length = 1.0 if steps else 1 / float(np.abs(slope).sum())
        falls = float((way * slope).sum())
        while True:
            new_value, new_slope = loss(at + length * way)
            if new_value <= value + 1e-4 * length * falls or length < 1e-12:
                break
            length /= 2
        steps.append((length * way, new_slope - slope))
        at, value, slope = at + length * way, new_value, new_slope
    return at


def _towards(slope: np.ndarray, steps: Sequence[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Return the way down by the last steps and how the slope changed in them."""
    way, taken = -slope, []
    for step, change in reversed(steps):
        share = (step * way).sum() / (step * change).sum()
        taken.append(share)
        way = way - share * change
    if steps:
        step, change = steps[-1]
        way *= (step * change).sum() / (change**2).sum()
    for (step, change), share in zip(steps, reversed(taken), strict=True):
        way += step * (share - (change * way).sum() / (step * change).sum())
    return way


def read(transcript: str, hand: str) -> Told:
    """Return a transcript with its figures, none of which has a label yet."""
    spoken = Spoken(split(cleaned(transcript)))
    found = [None if one is None or one.at in spoken.orders else one for one in scenes(spoken.readings)]
    figures = [
        (scene, item, options(Sentence(scene, (), 0), scene, item))
        for scene in found
        if scene is not None
        for item in scene.items
    ]
    return Told(hand, [one.words for one in spoken.readings], found, figures)


def labelled(line: dict) -> Told:
    """Return a labelled transcript, its labels put at figures in the order of speaking."""
    told = read(line["transcript"], line["hand"])
    at = 0
    for label in line["rows"]:
        left = set(label["parts"])
        for place_at in (*range(at, len(told.figures)), *range(at)):
            if place_at in told.chosen or not left:
                continue
            its = told.figures[place_at][2]
            option = next((index for index, one in enumerate(its) if _is_of(label, one, left)), None)
            if option is not None:
                told.chosen[place_at] = option, label
                left -= set(its[option].parts)
                at = max(at, place_at + 1)
    return told


def _is_of(label: dict, option: Option, left: set[str]) -> bool:
    """Return whether an option is the label, or a part of it that is ``left``."""
    if label["kind"] != option.kind or not option.parts.keys() <= left:
        return False
    units = KINDS[option.kind].units
    said = {name: measurements.both(amount) for name, amount in label["parts"].items()}
    factor = float(units.get(label.get("unit") or "", 1))
    parts = {name: (float(one.low), float(one.high), one.unit or option.unit) for name, one in option.parts.items()}
    for is_turned in (False, True):
        mine = {
            name: [round(one * (float(units.get(unit, 1)) if is_turned else 1), 6) for one in (low, high)]
            for name, (low, high, unit) in parts.items()
        }
        for theirs in (1.0, factor):
            if all([round(one * theirs, 6) for one in said[name]] == amount for name, amount in mine.items()):
                return True
    return False


def marked(line: Marked) -> Told:
    """Return a transcript in which values are marked, its labels put at the figures that share a word with them."""
    told = read(line.transcript, line.hand)
    last: tuple[Scene, Item, Option] | None = None
    for index, (scene, item, its) in enumerate(told.figures):
        start = line.offsets[scene.at]
        first, end = start + scene.words[item.first].start, start + scene.words[item.last].end
        for mark in line.marks:
            own = [at for at, one in enumerate(its) if one.kind == mark.kind]
            if mark.first < end and first < mark.last and own:
                option = own[len(own) > 1 and _is_lower(scene, item, last)]
                told.chosen[index] = option, {"kind": mark.kind, "state": mark.state}
                last = scene, item, its[option]
    return told


def _is_lower(scene: Scene, item: Item, last: tuple[Scene, Item, Option] | None) -> bool:
    """Return whether a pressure that is said alone, of which a mark tells no part, is the lower one: its word tells, or
    the upper one stands shortly before it."""
    near = [word.lower for word in scene.words[max(0, item.first - _NEAR) : item.first]]
    named = [
        one
        for one, after in pairwise([*near, ""])
        if one.startswith(("boven", "systol", "onder", "diastol")) and not (one in ("boven", "onder") and after == "de")
    ]
    if named:
        return named[-1].startswith(("onder", "diastol"))
    if last is None or last[0] is not scene or item.first - last[1].last > _NEAR or len(last[2].parts) > 1:
        return False
    return "systolic" in last[2].parts and last[2].parts["systolic"].low > item.amounts[0].low


def of_kinds(told: Told) -> Iterator[Group]:
    """Yield what a transcript teaches of kinds: the first option of each figure is none of ours."""
    spoken = kinds.Spoken(told.scenes, told.words)
    for index, (scene, item, its) in enumerate(told.figures):
        if not its:
            continue
        shared, near = unique(kinds.of_item(scene, item)), kinds.Near(spoken, scene, item)
        found = [np.zeros(0, np.int64)]
        for option in its:
            seen = np.concatenate([shared, unique(kinds.of_option(near, option))])
            found.append(np.concatenate([seen, seen ^ place(kinds.salt(option))]) & (kinds.SIZE - 1))
        right = told.chosen[index][0] + 1 if index in told.chosen else 0
        if right:
            spoken.values.append((scene.at, item.first, item.last, its[right - 1]))
        yield Group(found, right)


def of_states(told: Told) -> Iterator[Group]:
    """Yield what a transcript teaches of states; of a value in two figures the first one."""
    rows: list[Found] = []
    labels: list[dict] = []
    for index, (option, label) in sorted(told.chosen.items()):
        scene, item, its = told.figures[index]
        if not labels or labels[-1] is not label:
            rows.append(its[option].found(scene, item))
            labels.append(label)
    for at, label in enumerate(labels):
        before = labels[at - 1]["state"] if at else None
        seen = states.features(rows, at, before, told.words)
        found = [(seen ^ place(state)) & (states.SIZE - 1) for state in states.STATES]
        yield Group(found, states.STATES.index("said" if label["state"] == "corrected" else label["state"]))


def load() -> list[Told]:
    """Return the transcripts that are learnt from."""
    lines = [*measurements.load("open"), *measurements.load("rounds")]
    return [*map(labelled, lines), *map(marked, marks.load())]


def train(taught: Iterable[tuple[list[Group], list[Group]]]) -> tuple[bytes, bytes]:
    """Return the weights of kinds and of states, a byte each."""
    of_all = [*taught]
    by_kind = learn([one for groups, _ in of_all for one in groups], kinds.SIZE, _RIDGES[0])
    by_state = learn([one for _, groups in of_all for one in groups], states.SIZE, _RIDGES[1])
    return hashed.as_bytes(by_kind, kinds.ZERO, kinds.UNIT), hashed.as_bytes(by_state, states.ZERO, states.UNIT)


def main() -> int:
    """Learn from all and write the files; print what those learnt without a hand make of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=kinds.WEIGHTS.parent, help="where the files go")
    parser.add_argument("--folds", action="store_true", help="leave out each hand too")
    chosen = parser.parse_args()
    told = load()
    taught = [([*of_kinds(one)], [*of_states(one)]) for one in told]
    by_kind, by_state = train(taught)
    (chosen.out / kinds.WEIGHTS.name).write_bytes(by_kind)
    (chosen.out / states.WEIGHTS.name).write_bytes(by_state)
    for hand in hands() if chosen.folds else ():
        found = train(its for its, one in zip(taught, told, strict=True) if one.hand != hand)
        weights = [np.frombuffer(one, np.uint8).astype(np.int32) - kinds.ZERO for one in found]
        with (
            patch.object(kinds, "shipped", Mock(return_value=weights[0])),
            patch.object(states, "shipped", Mock(return_value=weights[1])),
        ):
            score = _scored(hand)
        silent = score.invented_said + score.said_wrongly
        print(
            f"{hand}: {score.rows - score.right} of {score.rows} wrong, {score.invented} invented, {silent} of both"
            f" shown wrongly as measured, {score.asked} of {score.predicted} asked"
        )
    return 0


def hands() -> list[str]:
    """Return those who wrote without having seen the rules."""
    found = {*(line["hand"] for line in measurements.load("rounds")), *(line.hand for line in marks.load())}
    return sorted(found - {_PLAIN})


def _scored(hand: str) -> measurements.Score:
    lines = [line for line in measurements.load("rounds") if line["hand"] == hand]
    if lines:
        return measurements.scored(lines)
    return marks.scored(line for line in marks.load() if line.hand == hand)


if __name__ == "__main__":
    sys.exit(main())
