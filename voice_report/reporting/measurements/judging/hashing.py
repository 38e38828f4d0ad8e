"""Where features are among the weights of a linear model: once for all options, and once for its own."""

from collections.abc import Iterable
from zlib import crc32


def place(feature: str) -> int:
    """Return the hash of a feature. None is kept: features have words that were said."""
    return crc32(feature.encode("utf-8", "surrogatepass"))


def places(seen: Iterable[str]) -> list[int]:
    """Return the hashes of features, each once and in order."""
    return sorted({*map(place, seen)})
