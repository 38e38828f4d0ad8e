"""A small network that says of each word of speech how likely a sentence opens with it, by six words on either side.

The vector of a word is the sum of those of its form, its beginnings, its ends and its kind, which are hashed; two
convolutions over five words follow, the second of every other word, and a sum over the word and the one before it.
``clause_network.npz`` is learnt by ``bench/clauses.py``: ``words``, in 8 bits with one scale; a matrix and what is
added for ``near``, ``far`` and ``out``; and ``so_far``, weights of ``boundaries.Clause``.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np

from ..core.word_caches import cached_words

FILE = Path(__file__).with_name("clause_network.npz")
#: Vectors of features; the last one is of none.
SIZE = 1 << 14
NONE = SIZE
FEATURES = 7  # of a word, at most
FLAGS = 2  # numbers behind a vector: whether a hesitation stands before the word, and that there is a word
#: Words that are not there on either side of a text: more than the network sees.
EDGE = 8
_WIDE = 5  # words that a convolution sees
NEAR, FAR = 1, 2  # how far these are apart
_TOGETHER = 2048  # words in one multiplication: some 3 MB
_DENSE = ("near", "far", "out")


class Dense(NamedTuple):
    """A matrix, a column per output, and what is added."""

    weights: np.ndarray
    bias: np.ndarray


class Network(NamedTuple):
    """The weights, as numbers of 32 bits; ``so_far`` is added to the odds by the columns of ``boundaries.Clause``."""

    words: np.ndarray
    near: Dense
    far: Dense
    out: Dense
    so_far: np.ndarray

    def odds(self, found: np.ndarray, flags: np.ndarray) -> np.ndarray:
        """Return for each word the log of the odds that a sentence opens with it.

        ``found`` are the places of its features, a row each (``features``), and ``flags`` the numbers behind them.
        """
        found = np.pad(found, ((EDGE, EDGE), (0, 0)), constant_values=NONE)
        flags = np.pad(flags, ((EDGE, EDGE), (0, 0)))
        return np.concatenate(
            [
                self._odds(found[at : at + _TOGETHER + 2 * EDGE], flags[at : at + _TOGETHER + 2 * EDGE])
                for at in range(0, len(found) - 2 * EDGE, _TOGETHER)
            ]
        )

    def _odds(self, found: np.ndarray, flags: np.ndarray) -> np.ndarray:
        said = np.concatenate([self.words[found].sum(axis=1), flags], axis=1)
        near = np.maximum(_through(windows(said, NEAR), self.near), 0)
        far = np.maximum(_through(windows(near, FAR), self.far), 0) + near
        return _through(beside(far), self.out)[EDGE:-EDGE, 0]


def _through(rows: np.ndarray, dense: Dense) -> np.ndarray:
    return rows @ dense.weights + dense.bias


def windows(rows: np.ndarray, apart: int) -> np.ndarray:
    """Return for each row the five around it, one after the other, so far apart; beyond the ends they are 0."""
    reach = apart * (_WIDE // 2)
    padded = np.pad(rows, ((reach, reach), (0, 0)))
    return np.concatenate([padded[at * apart : at * apart + len(rows)] for at in range(_WIDE)], axis=1)


def beside(rows: np.ndarray) -> np.ndarray:
    """Return for each row the one before it and itself."""
    return np.concatenate([np.pad(rows[:-1], ((1, 0), (0, 0))), rows], axis=1)


def features(words: Sequence[str], kinds: Sequence[str]) -> np.ndarray:
    """Return the places of the features of words in small letters, given with their kinds: a row each."""
    return np.array(list(map(_features, words, kinds)), np.int64).reshape(-1, FEATURES)


@cached_words(1 << 13)
def _features(word: str, kind: str) -> tuple[int, ...]:
    ends = (f"${word[-length:]}" for length in (2, 3, 4) if len(word) >= length)
    beginnings = (f"^{word[:length]}" for length in (2, 4) if len(word) > length)
    found = _hashed([f"={word}", f"~{kind}", *ends, *beginnings])
    return (*found, *[NONE] * (FEATURES - len(found)))


def _hashed(found: Iterable[str]) -> list[int]:
    return [crc32(one.encode(errors="replace")) % SIZE for one in found]


@cache
def shipped() -> Network:
    """Return the weights of the file."""
    with np.load(FILE, allow_pickle=False) as file:
        words = file["words"].astype(np.float32) * file["words.scale"]
        near, far, out = (
            Dense(file[name].astype(np.float32), file[f"{name}.bias"].astype(np.float32)) for name in _DENSE
        )
        so_far = file["so_far"].astype(np.float32) * file["so_far.scale"]
        return Network(words, near, far, out, so_far)


def save(learnt: Network, file: Path) -> None:
    """Write the weights as ``shipped`` reads them."""
    arrays = {"words": learnt.words, "so_far": learnt.so_far}
    scales = {f"{name}.scale": np.float32(np.abs(one).max() / 127) for name, one in arrays.items()}
    whole = {name: np.round(one / scales[f"{name}.scale"]).astype(np.int8) for name, one in arrays.items()}
    dense = {name: getattr(learnt, name) for name in _DENSE}
    half = {name: one.weights.astype(np.float16) for name, one in dense.items()}
    half |= {f"{name}.bias": one.bias.astype(np.float16) for name, one in dense.items()}
    np.savez_compressed(file, allow_pickle=False, **whole, **scales, **half)
