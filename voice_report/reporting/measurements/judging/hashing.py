"""Where features are among the weights of a linear model: once for all options, and once for its own."""

from collections.abc import Iterable
from zlib import crc32

import numpy as np


def place(feature: str) -> int:
    """Return the hash of a feature. None is kept: features have words that were said."""
    return crc32(feature.encode("utf-8", "surrogatepass"))


def each(*features: str) -> tuple[int, ...]:
    """Return the hashes of features."""
    return tuple(map(place, features))


def unique(hashes: Iterable[int]) -> np.ndarray:
    """Return hashes, each once."""
    return np.array([*{*hashes}], np.int64)
