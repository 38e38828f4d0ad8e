"""Learns the network of ``dutch.clause_network``, by gradient steps over dictations; numpy only.

The same examples give the same file, byte for byte, on one kind of processor with ``OPENBLAS_NUM_THREADS=1``, as the
shipped one was made. More threads add in another order, and the weights drift apart in their last digits.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bench.descent import Adam, Weights, batches, kept, unwindowed
from voice_report.dutch import boundaries, clause_network
from voice_report.dutch.clause_network import EDGE, FEATURES, FLAGS, NONE, SIZE, Dense, Network, beside, windows

_EPOCHS = 10
_AT_ONCE = 16  # dictations in a step
_RATE = 4e-3
#: How much faster the weights of ``Clause`` are learnt, and what it costs to leave 0.
_RATE_SO_FAR, _RIDGE = 2.5, 6e-5
_WARMING = 0.15  # of the steps, in which the rate grows
_DECAY = 0.01
_VECTOR, _HIDDEN = 24, 96
#: What is left out at random: numbers between layers, and the form of a word, as of one that was never seen.
_DROPPED, _UNSEEN = 0.3, 0.1
_LEARNT = 2  # outputs: a sentence opens here; a sentence, or what stands behind a comma
_MOST = 30.0  # log odds


class Example(NamedTuple):
    """A dictation, a row for each word: what the network sees of it (``found``, ``flags``), the columns of the clause
    so far, what is wanted of both outputs, and what each counts."""

    found: np.ndarray
    flags: np.ndarray
    so_far: np.ndarray
    wanted: np.ndarray
    counts: np.ndarray


def learn(examples: Sequence[Example]) -> Network:
    """Return the network learnt from the examples."""
    chance = np.random.default_rng(0)
    weights = _begin(chance)
    adam = Adam(weights)
    for at, steps, chosen in batches(len(examples), _AT_ONCE, _EPOCHS, chance):
        slopes = _slopes(weights, _together([examples[one] for one in chosen]), chance)
        slopes["so_far"] += np.float32(_RIDGE) * weights["so_far"]
        rate = _rate(at / steps)
        for name, slope in slopes.items():
            step = adam.step(name, slope, rate * (_RATE_SO_FAR if name == "so_far" else 1))
            weights[name] -= step + np.float32(rate * _DECAY) * weights[name]
    return Network(
        weights["words"],
        Dense(weights["near"], weights["near.bias"]),
        Dense(weights["far"], weights["far.bias"]),
        Dense(weights["out"][:, :1], weights["out.bias"][:1]),
        weights["so_far"],
    )


def _rate(done: float) -> float:
    return _RATE * (
        done / _WARMING if done < _WARMING else (1 + np.cos(np.pi * (done - _WARMING) / (1 - _WARMING))) / 2
    )


def _begin(chance: np.random.Generator) -> Weights:
    """Return weights at random, save those of ``Clause``."""
    found = {"words": chance.normal(0, 0.2, (SIZE + 1, _VECTOR))}
    found["words"][NONE] = 0
    shapes = {"near": (5 * (_VECTOR + FLAGS), _HIDDEN), "far": (5 * _HIDDEN, _HIDDEN), "out": (2 * _HIDDEN, _LEARNT)}
    for name, shape in shapes.items():
        found[name] = chance.uniform(-1, 1, shape) / np.sqrt(shape[0])
        found[f"{name}.bias"] = np.zeros(shape[1])
    found["so_far"] = np.zeros(boundaries.SIZE)
    return {name: one.astype(np.float32) for name, one in found.items()}


def _together(examples: Sequence[Example]) -> Example:
    """Return dictations as one, so far apart that none sees another."""
    nothing = Example(
        np.full((EDGE, FEATURES), NONE),
        np.zeros((EDGE, FLAGS), np.float32),
        np.zeros((EDGE, examples[0].so_far.shape[1]), np.int64),
        np.zeros((EDGE, _LEARNT), np.float32),
        np.zeros((EDGE, _LEARNT), np.float32),
    )
    apart = [nothing, *(part for one in examples for part in (one, nothing))]
    return Example(*map(np.concatenate, zip(*apart, strict=True)))


def _slopes(weights: Weights, seen: Example, chance: np.random.Generator) -> Weights:
    """Return in which direction the weights would make the mean surprise greater."""

    found = seen.found.copy()
    found[chance.random(len(found), np.float32) < _UNSEEN, 0] = NONE
    said = np.concatenate([weights["words"][found].sum(axis=1), seen.flags], axis=1)
    kept_said = kept(chance, said.shape, _DROPPED)
    around = windows(said * kept_said, clause_network.NEAR)
    near = around @ weights["near"] + weights["near.bias"]
    kept_near = kept(chance, near.shape, _DROPPED) * (near > 0)
    near = near * kept_near
    further = windows(near, clause_network.FAR)
    far = further @ weights["far"] + weights["far.bias"]
    kept_far = kept(chance, far.shape, _DROPPED) * (far > 0)
    both = beside(far * kept_far + near)
    odds = both @ weights["out"] + weights["out.bias"]
    odds[:, 0] += weights["so_far"][seen.so_far].sum(axis=1)
    surplus = 1 / (1 + np.exp(-np.clip(odds, -_MOST, _MOST))) - seen.wanted
    surplus = (surplus * seen.counts / seen.counts.sum()).astype(np.float32)
    slopes = {"out": both.T @ surplus, "out.bias": surplus.sum(axis=0)}
    of_both = surplus @ weights["out"].T
    of_sum = of_both[:, _HIDDEN:].copy()
    of_sum[:-1] += of_both[1:, :_HIDDEN]
    of_far = of_sum * kept_far
    slopes |= {"far": further.T @ of_far, "far.bias": of_far.sum(axis=0)}
    of_near = (unwindowed(of_far @ weights["far"].T, clause_network.FAR) + of_sum) * kept_near
    slopes |= {"near": around.T @ of_near, "near.bias": of_near.sum(axis=0)}
    of_said = unwindowed(of_near @ weights["near"].T, clause_network.NEAR) * kept_said
    slopes["words"] = _by_feature(found, of_said[:, :_VECTOR])
    columns = seen.so_far.ravel()
    often = np.repeat(surplus[:, 0], seen.so_far.shape[1])
    slopes["so_far"] = np.bincount(columns, often, boundaries.SIZE).astype(np.float32)
    return slopes


def _by_feature(found: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return for each feature the sum of the rows of the words that have it."""
    order = np.argsort(found.ravel(), kind="stable")
    places = found.ravel()[order]
    starts = np.flatnonzero(np.diff(places, prepend=-1))
    sums = np.zeros((SIZE + 1, rows.shape[1]), np.float32)
    sums[places[starts]] = np.add.reduceat(rows[order // found.shape[1]], starts, axis=0)
    sums[NONE] = 0
    return sums
