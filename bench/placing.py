"""Learns the network that helps place sentences: ``python -m bench.placing [--out FILE] [--folds N]``.

Each labelled sentence of ``bench/data`` is compared with the other sections of its template, as in ``bench.training``;
those without a label are what stands around it. The same data give the same file, byte for byte, on one kind of
processor with ``OPENBLAS_NUM_THREADS=1``, as the shipped one was made.

With ``--folds`` nothing is written: the hands of ``text`` are placed by a network that learnt nothing from them. The
figures of five of them are too kind, as the weights of ``bench.training`` did.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench import clauses, training
from bench.descent import Adam, Weights, batches, kept, unwindowed
from voice_report.integrations.structuring import local
from voice_report.integrations.structuring.classifier import model, network
from voice_report.integrations.structuring.classifier.features import HASHED, Seen
from voice_report.integrations.structuring.classifier.network import MEANT, REACH, Dense, Network, windows
from voice_report.reporting.templates import BUILT_IN

_HIDDEN = 96
_EPOCHS = 10
_AT_ONCE = 16  # dictations in a step
_RATE, _WARMING, _DECAY = 2e-3, 0.1, 0.02
#: What is left out at random: numbers between layers, and hashed words.
_DROPPED, _UNSEEN = 0.35, 0.1
_DENSE = ("meant", "near", "far", "out")
_OUTPUTS = [f"{template.key}/{section.key}" for template, section in training.SECTIONS]


class Example(NamedTuple):
    """A dictation: of its hashed words the sentences, places and values; the other numbers of each sentence; and the
    labels, each with its sentence."""

    rows: np.ndarray
    places: np.ndarray
    values: np.ndarray
    meant: np.ndarray
    labels: list[tuple[int, training.Label]]


class Batch(NamedTuple):
    """Dictations as one, so far apart that none sees another; ``there`` is 1 for a sentence and 0 between them."""

    words: np.ndarray
    meant: np.ndarray
    there: np.ndarray
    labels: list[tuple[int, training.Label]]


def example(dictation: dict) -> Example | None:
    """Return a dictation as it is learnt from; ``None`` when it has no sentence that leads to a section."""
    said, seen = training.seen(dictation)
    if not said:
        return None
    labels = training.labels_of_talk if clauses.is_text(dictation) else training.labels_of_report
    taught = [
        (row, label)
        for row, (sentence, one) in enumerate(said)
        for label in labels(dictation["template"], sentence, one)
        if label.column < len(_OUTPUTS)
    ]
    return Example(*_hashed(seen), network.meant(seen), taught)


def _hashed(seen: Seen) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    found = [network.hashed(one) for one in seen.sentences]
    rows = np.repeat(np.arange(len(found)), [len(places) for places, _ in found])
    return rows, np.concatenate([places for places, _ in found]), np.concatenate([values for _, values in found])


def learn(examples: Sequence[Example]) -> Network:
    """Return the network learnt from the examples."""
    chance = np.random.default_rng(0)
    weights = _begin(chance)
    adam = Adam(weights)
    for at, steps, chosen in batches(len(examples), _AT_ONCE, _EPOCHS, chance):
        slopes = _slopes(weights, _together([examples[one] for one in chosen]), chance)
        rate = _rate((at + 1) / steps)
        for name, slope in slopes.items():
            weights[name] -= adam.step(name, slope, rate)
            if weights[name].ndim > 1:
                weights[name] *= np.float32(1 - rate * _DECAY)
    return Network(weights["words"], *(Dense(weights[name], weights[f"{name}.bias"]) for name in _DENSE))


def _rate(done: float) -> float:
    return _RATE * (done / _WARMING if done < _WARMING else 1 - done)


def _begin(chance: np.random.Generator) -> Weights:
    wide = (2 * REACH + 1) * _HIDDEN
    found = {"words": chance.normal(0, 0.3, (HASHED, _HIDDEN))}
    for name, inputs, outputs, size in (
        ("meant", MEANT, _HIDDEN, 1.5),
        ("near", wide, _HIDDEN, 1.0),
        ("far", wide, _HIDDEN, 1.0),
        ("out", _HIDDEN, len(_OUTPUTS), 0.5),
    ):
        found[name] = chance.normal(0, size / inputs**0.5, (inputs, outputs))
        found[f"{name}.bias"] = np.zeros(outputs)
    return {name: one.astype(np.float32) for name, one in found.items()}


def _together(examples: Sequence[Example]) -> Batch:
    starts = np.cumsum([0, *(len(one.meant) + REACH for one in examples)])
    words = np.zeros((starts[-1], HASHED), np.float32)
    meant = np.zeros((starts[-1], MEANT), np.float32)
    there = np.zeros((starts[-1], 1), np.float32)
    labels = []
    for start, one in zip(starts, examples, strict=False):
        np.add.at(words, (one.rows + start, one.places), one.values)
        meant[start : start + len(one.meant)] = one.meant
        there[start : start + len(one.meant)] = 1
        labels += [(row + start, label) for row, label in one.labels]
    return Batch(words, meant, there, labels)


def _slopes(weights: Weights, seen: Batch, chance: np.random.Generator) -> Weights:
    """Return in which direction the weights would make the mean surprise greater."""
    words = seen.words * kept(chance, (1, HASHED), _UNSEEN)
    own = words @ weights["words"] + seen.meant @ weights["meant"] + weights["meant.bias"]
    kept_own = kept(chance, own.shape, _DROPPED) * (own > 0) * seen.there
    own = own * kept_own
    around = windows(own)
    near = around @ weights["near"] + weights["near.bias"]
    kept_near = kept(chance, near.shape, _DROPPED) * (near > 0) * seen.there
    near = own + near * kept_near
    further = windows(near)
    far = further @ weights["far"] + weights["far.bias"]
    kept_far = kept(chance, far.shape, _DROPPED) * (far > 0) * seen.there
    far = near + far * kept_far
    surplus = _surplus(far @ weights["out"] + weights["out.bias"], seen.labels)
    slopes = {"out": far.T @ surplus, "out.bias": surplus.sum(axis=0)}
    of_far = surplus @ weights["out"].T
    through = of_far * kept_far
    slopes |= {"far": further.T @ through, "far.bias": through.sum(axis=0)}
    of_near = of_far + unwindowed(through @ weights["far"].T)
    through = of_near * kept_near
    slopes |= {"near": around.T @ through, "near.bias": through.sum(axis=0)}
    through = (of_near + unwindowed(through @ weights["near"].T)) * kept_own
    return slopes | {
        "words": words.T @ through,
        "meant": seen.meant.T @ through,
        "meant.bias": through.sum(axis=0),
    }


def _surplus(scores: np.ndarray, labels: Sequence[tuple[int, training.Label]]) -> np.ndarray:
    """Return how much more likely than wanted each output is, for the mean over the labels."""
    surplus = np.zeros_like(scores)
    by_choice: dict[tuple[int, ...], list[tuple[int, training.Label]]] = defaultdict(list)
    for row, label in labels:
        by_choice[label.among].append((row, label))
    for among, taught in by_choice.items():
        block = (np.array([row for row, _ in taught])[:, None], np.array(among))
        odds = np.exp(scores[block] - scores[block].max(axis=1, keepdims=True))
        chosen = np.array([[column == label.column for column in among] for _, label in taught], np.float32)
        counts = np.array([[label.weight] for _, label in taught], np.float32)
        np.add.at(surplus, block, (odds / odds.sum(axis=1, keepdims=True) - chosen) * counts)
    return surplus / np.float32(len(labels))


def main() -> int:
    """Learn from all dictations and write the weights, or print how hands that were left out are placed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=network.FILE, help="where the weights go")
    parser.add_argument("--folds", type=int, help="measure on hands that the network learnt nothing from")
    options = parser.parse_args()
    dictations = clauses.load()
    if not options.folds:
        network.save(_learnt(dictations), _OUTPUTS, options.out)
        return 0
    for number in range(options.folds):
        learnt = _learnt([one for one in dictations if not _is_left_out(one, options.folds, number)])
        left_out = [one for one in dictations if _is_left_out(one, options.folds, number)]
        for hand, some in groupby(sorted(left_out, key=clauses.hand), clauses.hand):
            print(f"{hand}: {_placed(list(some), learnt)}", flush=True)
    return 0


def _learnt(dictations: Sequence[dict]) -> Network:
    return learn([one for one in map(example, dictations) if one is not None])


def _is_left_out(dictation: dict, folds: int, number: int) -> bool:
    return clauses.is_text(dictation) and clauses.fold(dictation, folds) == number


def _placed(dictations: Sequence[dict], learnt: Network) -> str:
    """Return how many sentences, or words of dictations without marks, stand under a heading that is as good as any."""
    right, counted = Counter[bool](), Counter[bool]()
    for dictation in dictations:
        template = BUILT_IN[dictation["template"]]
        chosen = model.shipped(template)
        if chosen.network is not None:
            columns = [_OUTPUTS.index(f"{template.key}/{section.key}") for section in template.sections]
            chosen = chosen._replace(network=learnt.for_columns(columns))
        placed = local.place(" ".join(one["text"] for one in dictation["sentences"]), template, chosen)
        keys, is_marked = [section.key for text, section in placed for _ in text.split()], dictation["punctuated"]
        for one in dictation["sentences"]:
            length = len(one["text"].split())
            here, keys = keys[:length], keys[length:]
            if one["section"] != "geen":
                good = sum(key in (one["section"], *one.get("also", ())) for key in here)
                right[is_marked] += int(2 * good > length) if is_marked else good
                counted[is_marked] += 1 if is_marked else length
    return ", ".join(
        f"{right[is_marked]} of {counted[is_marked]} {what}"
        for is_marked, what in ((True, "sentences"), (False, "words without marks"))
    )


if __name__ == "__main__":
    sys.exit(main())
