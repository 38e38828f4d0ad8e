"""Sentence vectors: what a sentence is about as numbers, so that other words for the same thing are near.

The first layers of multilingual-e5-small (intfloat, MIT), a BERT, with the pieces of words that Dutch needs, in 4 bits.
``encoder.npz`` is made by ``scripts/encoder.py``, which names the source (decisions/0017). It holds

- ``pieces`` (UTF-8, one a line) and ``scores`` (their log probabilities); ``special``: the places of start, end and
  unknown; ``positions``, ``norm``; ``centre`` and ``spread``, how sentences differ;
- ``word`` and, for every layer, ``attend``, ``attended``, ``widen`` and ``narrow``: 4-bit weights in blocks of 32, the
  first half of a block in the low bits; with ``.scale`` a factor per block, with ``.bias`` and ``.norm`` what follows.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .subwords import Subwords

FILE = Path(__file__).with_name("encoder.npz")
SIZE = 384  # numbers in a vector

#: Pieces of a sentence that are read; a sentence of twelve words has about 17.
MOST_PIECES = 80

_HEADS = 12
_BLOCK = 32  # weights that share a scale
_TOGETHER = 384  # pieces in one multiplication: the widest matrix is 2.4 MB
_EPSILON = 1e-12
_FAR = np.float32(-1e9)  # the score of a piece that is not there


class Dense(NamedTuple):
    """A matrix (a column per output), what is added, and the scale and shift of the normalisation after it, if any."""

    weights: np.ndarray
    bias: np.ndarray
    norm: np.ndarray


class Layer(NamedTuple):
    """One layer: queries, keys and values; their mixture; and the two multiplications of each piece by itself."""

    attend: Dense
    attended: Dense
    widen: Dense
    narrow: Dense


class Encoder:
    """The model in memory: thread-safe, because nothing changes after it was read."""

    def __init__(self, arrays: Mapping[str, np.ndarray]) -> None:
        pieces = arrays["pieces"].tobytes().decode().split("\n")
        self._start, self._end, unknown = (int(place) for place in arrays["special"])
        self._subwords = Subwords(pieces, arrays["scores"].tolist(), unknown)
        self._word, self._word_scale = arrays["word"], arrays["word.scale"]
        self._positions = arrays["positions"].astype(np.float32)
        self._norm, self._centre, self._spread = arrays["norm"], arrays["centre"], arrays["spread"].astype(np.float32)
        count = sum(name.endswith("/attend") for name in arrays)
        self._layers = [Layer(*(_dense(arrays, f"{at}/{part}") for part in Layer._fields)) for at in range(count)]

    @classmethod
    def shipped(cls) -> "Encoder":
        """Read the file that is shipped."""
        with np.load(FILE, allow_pickle=False) as file:
            return cls(dict(file))

    def pieces(self, text: str) -> list[int]:
        """Return the places of the pieces of a text, between start and end."""
        return [self._start, *self._subwords.of(text, MOST_PIECES), self._end]

    def vectors(self, texts: Sequence[Sequence[int]]) -> np.ndarray:
        """Return a row of unit length for each text, given by its pieces: how it differs from the mean sentence.

        Directions in which sentences differ much are shrunk, to the square root of how much that is: else they hide
        the others.
        """
        found = (self.means(texts) - self._centre) @ self._spread
        return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), np.float32(_EPSILON))

    def means(self, texts: Sequence[Sequence[int]]) -> np.ndarray:
        """Return a row for each text: the mean of what the last layer makes of its pieces."""
        found = np.empty((len(texts), SIZE), np.float32)
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        while order:
            longest = len(texts[order[-1]])
            count = max(1, _TOGETHER // longest)
            together, order = order[-count:], order[:-count]
            found[together] = self._means([texts[at] for at in together], longest)
        return found

    def _means(self, texts: Sequence[Sequence[int]], longest: int) -> np.ndarray:
        places = np.full((len(texts), longest), self._end)
        there = np.zeros((len(texts), longest), np.float32)
        for row, text in enumerate(texts):
            places[row, : len(text)], there[row, : len(text)] = text, 1
        hidden = _unpacked(self._word[places], self._word_scale[places]).reshape(*places.shape, SIZE)
        hidden = _normal(hidden + self._positions[:longest], self._norm).reshape(-1, SIZE)
        absent = ((1 - there) * _FAR)[:, None, None, :]
        for layer in self._layers:
            hidden = _normal(hidden + _attention(hidden, layer, absent), layer.attended.norm)
            hidden = _normal(hidden + _through(_gelu(_through(hidden, layer.widen)), layer.narrow), layer.narrow.norm)
        share = there / there.sum(axis=1, keepdims=True)
        return (share[:, None, :] @ hidden.reshape(*places.shape, SIZE))[:, 0]


def _dense(arrays: Mapping[str, np.ndarray], name: str) -> Dense:
    weights = _unpacked(arrays[name], arrays[f"{name}.scale"])
    norm = arrays.get(f"{name}.norm", np.zeros((2, 0), np.float32))
    return Dense(np.ascontiguousarray(weights.T), arrays[f"{name}.bias"].astype(np.float32), norm.astype(np.float32))


def _unpacked(packed: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Return 4-bit weights (..., blocks, 16) as numbers (..., 32 * blocks)."""
    whole = np.concatenate([packed & 15, packed >> 4], axis=-1).astype(np.float32)
    whole -= 8
    whole *= scale.astype(np.float32)[..., None]
    return whole.reshape(*packed.shape[:-2], -1)


def packed(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers in 4 bits and their scales, as ``_unpacked`` reads them."""
    blocks = weights.reshape(*weights.shape[:-1], -1, _BLOCK)
    extreme = np.take_along_axis(blocks, np.abs(blocks).argmax(axis=-1, keepdims=True), axis=-1)
    scale = (extreme / -8).astype(np.float16)
    divisor = np.where(scale == 0, 1, scale).astype(np.float32)
    whole = np.clip(np.round(blocks / divisor) + 8, 0, 15).astype(np.uint8)
    return whole[..., : _BLOCK // 2] | whole[..., _BLOCK // 2 :] << 4, scale[..., 0]


def _through(hidden: np.ndarray, dense: Dense) -> np.ndarray:
    made = hidden @ dense.weights
    made += dense.bias
    return made


def _attention(hidden: np.ndarray, layer: Layer, absent: np.ndarray) -> np.ndarray:
    count, longest = absent.shape[0], absent.shape[-1]
    parts = _through(hidden, layer.attend).reshape(count, longest, 3, _HEADS, -1)
    queries, keys, values = parts.transpose(2, 0, 3, 1, 4)
    odds = queries @ keys.transpose(0, 1, 3, 2)
    odds += absent
    odds -= odds.max(axis=-1, keepdims=True)
    np.exp(odds, out=odds)
    odds /= odds.sum(axis=-1, keepdims=True)
    return _through((odds @ values).transpose(0, 2, 1, 3).reshape(-1, SIZE), layer.attended)


def _normal(hidden: np.ndarray, norm: np.ndarray) -> np.ndarray:
    hidden -= hidden.mean(axis=-1, keepdims=True)
    spread = np.einsum("...i,...i->...", hidden, hidden)[..., None] / np.float32(SIZE)
    hidden /= np.sqrt(spread + np.float32(_EPSILON))
    hidden *= norm[0]
    hidden += norm[1]
    return hidden


def _gelu(wide: np.ndarray) -> np.ndarray:
    """Return the activation, in place: the usual approximation of ``x * P(normal < x)`` with tanh."""
    inner = wide * wide
    inner *= np.float32(0.044715 * 0.7978845608)
    inner += np.float32(0.7978845608)
    inner *= wide
    np.tanh(inner, out=inner)
    inner += 1
    inner *= wide
    inner *= np.float32(0.5)
    return inner
