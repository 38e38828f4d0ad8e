"""Logistic regression over hashed features that are there or not; its weights are shipped as a byte each."""

from collections.abc import Sequence

import numpy as np

_STEPS = 200
_RATE = 0.3


def learn(
    seen: Sequence[Sequence[int]],
    wanted: Sequence[bool],
    size: int,
    *,
    ridge: float = 1.0,
    counts: Sequence[float] = (),
) -> np.ndarray:
    """Return ``size`` weights, whose sum over the columns of an example is above 0 where it is ``wanted``.

    ``seen`` are the columns of each example, one at least; each counts as often as ``counts`` says, or once.
    The same examples give the same weights.
    """
    columns = np.concatenate([np.array(one) for one in seen])
    lengths = np.array([len(one) for one in seen])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    labels = np.array(wanted, np.float64)
    often = np.array(counts or [1.0] * len(labels))
    weights, squares = np.zeros(size), np.full(size, 1e-8)
    for _ in range(_STEPS):
        surplus = 1 / (1 + np.exp(-np.add.reduceat(weights[columns], starts))) - labels
        surplus *= often
        slope = np.bincount(columns, np.repeat(surplus, lengths), size) + ridge * weights
        squares += slope**2
        weights -= _RATE * slope / np.sqrt(squares)
    return weights


def as_bytes(weights: np.ndarray, zero: int, unit: int | None = None) -> bytes:
    """Return the weights, a byte each: ``zero`` is 0. A weight of 1 is as many steps from it as ``unit`` says, or the
    largest is as far from it as it can be."""
    steps = np.round(weights * ((zero - 1) / np.abs(weights).max() if unit is None else unit))
    return (np.clip(steps, 1 - zero, zero - 1) + zero).astype(np.uint8).tobytes()
