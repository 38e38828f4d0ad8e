"""A small network that scores each sentence of a dictation for every section, by four sentences on either side.

Of a sentence's neighbours the weights of ``model`` see words and meaning alone; what a sentence is for often shows in
what the ones around it are for. A sentence is the sum of the vectors of its hashed words and of what its own vector and
the rules say; two convolutions over five sentences follow. ``network.npz`` is learnt by ``bench/placing.py``: ``words``
in 8 bits with one scale; a matrix and what is added for ``meant``, ``near``, ``far`` and ``out``; and ``columns``, the
names of the outputs as in ``weights.npz``.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ....reporting.templates import ReportTemplate
from ....reporting.tidying.subjects.topics import HANDOVER
from .encoder import SIZE as MEANING
from .features import HASHED, MEANINGS, RULES, Features, Seen

FILE = Path(__file__).with_name("network.npz")
#: The numbers of a sentence that are no hashed words: those of the rules, and its vector.
MEANT = RULES.stop - RULES.start + MEANING
_WIDE = 5  # sentences that a convolution sees
REACH = _WIDE // 2
_DENSE = ("meant", "near", "far", "out")


class Dense(NamedTuple):
    """A matrix, a column per output, and what is added."""

    weights: np.ndarray
    bias: np.ndarray


class Network(NamedTuple):
    """The weights, as numbers of 32 bits."""

    words: np.ndarray
    meant: Dense
    near: Dense
    far: Dense
    out: Dense

    def scores(self, seen: Seen) -> np.ndarray:
        """Return a row of scores per sentence, whose mean is 0, with a column per output."""
        if not seen.sentences:
            return np.zeros((0, len(self.out.bias)), np.float32)
        words = np.stack([_words(one, self.words) for one in seen.sentences])
        own = np.maximum(words + _through(meant(seen), self.meant), 0)
        near = own + np.maximum(_through(windows(own), self.near), 0)
        far = near + np.maximum(_through(windows(near), self.far), 0)
        scores = _through(far, self.out)
        return scores - scores.mean(axis=1, keepdims=True)

    def for_columns(self, columns: Sequence[int]) -> "Network":
        """Return the network with these outputs alone."""
        return self._replace(out=Dense(np.ascontiguousarray(self.out.weights[:, columns]), self.out.bias[columns]))


def _words(one: Features, words: np.ndarray) -> np.ndarray:
    places, values = hashed(one)
    return values @ words[places]


def hashed(one: Features) -> tuple[np.ndarray, np.ndarray]:
    """Return the features of a sentence that are hashed words: where, and how much."""
    chosen = one.indices < HASHED
    return one.indices[chosen], one.values[chosen]


def meant(seen: Seen) -> np.ndarray:
    """Return for each sentence what the rules say of it, and its vector."""
    found = np.zeros((len(seen.sentences), MEANT), np.float32)
    for row, one in zip(found, seen.sentences, strict=True):
        chosen = one.indices >= HASHED
        row[one.indices[chosen] - HASHED] = one.values[chosen]
    found[:, -MEANING:] = seen.vectors[seen.places[:, 0]] * MEANINGS[0][1]
    return found


def windows(rows: np.ndarray) -> np.ndarray:
    """Return for each row the five around it, one after the other; beyond the ends they are 0."""
    padded = np.pad(rows, ((REACH, REACH), (0, 0)))
    return np.concatenate([padded[at : at + len(rows)] for at in range(_WIDE)], axis=1)


def _through(rows: np.ndarray, dense: Dense) -> np.ndarray:
    return rows @ dense.weights + dense.bias


def shipped(template: ReportTemplate) -> Network | None:
    """Return the shipped network for a built-in template; ``None`` for another one, and for the handover.

    There a sentence also stands next to others about the same client; with the network more of them stand apart
    (``bench.owners``).
    """
    if template.key == HANDOVER:
        return None
    columns, network = _read()
    names = [f"{template.key}/{section.key}" for section in template.sections]
    return network.for_columns([columns[name] for name in names]) if columns.keys() >= set(names) else None


@cache
def _read() -> tuple[dict[str, int], Network]:
    with np.load(FILE, allow_pickle=False) as file:
        columns = {str(name): index for index, name in enumerate(file["columns"])}
        words = file["words"].astype(np.float32) * file["words.scale"]
        words.setflags(write=False)  # every template's network has these
        dense = (Dense(file[name].astype(np.float32), file[f"{name}.bias"].astype(np.float32)) for name in _DENSE)
        return columns, Network(words, *dense)


def save(learnt: Network, columns: Sequence[str], file: Path) -> None:
    """Write the weights as ``shipped`` reads them."""
    scale = np.float32(np.abs(learnt.words).max() / 127)
    dense = {name: getattr(learnt, name) for name in _DENSE}
    arrays = {name: one.weights for name, one in dense.items()} | {
        f"{name}.bias": one.bias for name, one in dense.items()
    }
    np.savez_compressed(
        file,
        columns=np.array(columns),
        words=np.round(learnt.words / scale).astype(np.int8),
        **{"words.scale": scale},
        **{name: one.astype(np.float16) for name, one in arrays.items()},
    )
