"""Gradient steps of the small networks, in numpy: Adam, examples in a random order, and what is left out at random."""

from collections.abc import Iterator

import numpy as np

Weights = dict[str, np.ndarray]

_WIDE = 5  # rows that a convolution of either network sees


class Adam:
    """The running means of slopes and of their squares, by the name of the weights."""

    def __init__(self, weights: Weights) -> None:
        self._means, self._squares = ({name: np.zeros_like(one) for name, one in weights.items()} for _ in range(2))
        self._times = dict.fromkeys(weights, 0)

    def step(self, name: str, slope: np.ndarray, rate: float) -> np.ndarray:
        """Return what goes off the weights of a name for this slope."""
        mean, square = self._means[name], self._squares[name]
        self._times[name] += 1
        mean += np.float32(0.1) * (slope - mean)
        square += np.float32(0.001) * (slope**2 - square)
        deviation = np.sqrt(square / np.float32(1 - 0.999 ** self._times[name])) + np.float32(1e-8)
        return np.float32(rate / (1 - 0.9 ** self._times[name])) * mean / deviation


def batches(count: int, size: int, epochs: int, chance: np.random.Generator) -> Iterator[tuple[int, int, np.ndarray]]:
    """Yield for each step its number from 0, how many there are, and its examples: each example once an epoch."""
    some = -(-count // size)
    for at in range(epochs * some):
        if at % some == 0:
            order = chance.permutation(count)
        yield at, epochs * some, order[at % some * size : (at % some + 1) * size]


def kept(chance: np.random.Generator, shape: tuple[int, ...], dropped: float) -> np.ndarray:
    """Return factors that leave out a share of the numbers at random, and keep their mean."""
    return (chance.random(shape, np.float32) >= dropped) * np.float32(1 / (1 - dropped))


def unwindowed(rows: np.ndarray, apart: int = 1) -> np.ndarray:
    """Return for each row the sum of its five places in ``windows``."""
    width, reach = rows.shape[1] // _WIDE, apart * (_WIDE // 2)
    padded = np.zeros((len(rows) + 2 * reach, width), np.float32)
    for at in range(_WIDE):
        padded[at * apart : at * apart + len(rows)] += rows[:, at * width : (at + 1) * width]
    return padded[reach : len(padded) - reach]
