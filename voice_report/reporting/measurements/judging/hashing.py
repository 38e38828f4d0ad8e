"""Places of features among the weights of a linear model: one shared by all options, and one of each option."""

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
