"""What the local model sees of a sentence: what it means, hashed words and letter groups, its neighbours, its position,
the rules.

Every group of features is scaled to a fixed length, so that a long sentence weighs as much as a short one. Hashing is
CRC-32: the same on every machine. The evidence of ``lexicon`` and ``grammar``, and the numbers of the sentence's vector
(``vectors``) and of its neighbours', come in as they are.
"""

import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ....core.word_caches import cached_words
from . import grammar, vectors
from .encoder import SIZE as MEANING
from .lexicon import LEXICON, ROLES, heard
from .neutral import neutral

HASHED = 2**13  # buckets; a power of two
#: The features that are no hashed words: those of the rules, and after them three vectors.
RULES = slice(HASHED, HASHED + len(LEXICON) + 2 * len(ROLES))
VECTORS = slice(RULES.stop, RULES.stop + 3 * MEANING)
SIZE = VECTORS.stop

#: Of the vectors of the sentence itself, of the one before it and of the one after it: where they are among the
#: features, and their length.
MEANINGS = tuple(
    (slice(VECTORS.start + at * MEANING, VECTORS.start + (at + 1) * MEANING), np.float32(squared**0.5))
    for at, squared in enumerate((16.0, 2.0, 2.0))
)

_LONGEST_WORD = 24  # characters of a word that count
_MOST_WORDS = 60  # words of a sentence that count: the first ones
_LETTERS = range(2, 6)  # lengths of the groups of letters

#: The squared length of each group of features.
_WORDS, _PARTS, _NEIGHBOUR, _POSITION, _EDGES, _LENGTH, _EVIDENCE = 1.0, 1.0, 0.2, 0.6, 0.3, 0.1, 0.3
_CUES = {id(cue): HASHED + index for index, cue in enumerate(LEXICON)}
_GRAMMAR = HASHED + len(LEXICON)
_SCORES = _GRAMMAR + len(ROLES)


class Features(NamedTuple):
    """The features of one sentence that are not zero, its vectors apart: where, and how much."""

    indices: np.ndarray
    values: np.ndarray


class Seen(NamedTuple):
    """A dictation: the features of its sentences, the vectors of all of them (each different sentence once), and for
    every sentence a row of three places in those, as in ``MEANINGS``."""

    sentences: list[Features]
    vectors: np.ndarray
    places: np.ndarray


def of(sentences: Sequence[grammar.Sentence]) -> Seen:
    """Return the features of one dictation, without identities. Takes long (``vectors.of``); for a thread."""
    sentences = [grammar.Sentence.of(text) for text in neutral([sentence.text for sentence in sentences])]
    words = [[_plain(word[:_LONGEST_WORD]) for word in sentence.words[:_MOST_WORDS]] for sentence in sentences]
    last = len(sentences) - 1
    found = []
    for index, sentence in enumerate(sentences):
        one = _Collector()
        _add_words(one, words[index])
        one.add(_NEIGHBOUR, _hashed("p", words[index - 1] if index else ["^^"]))
        one.add(_NEIGHBOUR, _hashed("n", words[index + 1] if index < last else ["$$"]))
        one.add(_POSITION, _position(index, last))
        _add_evidence(one, sentence)
        found.append(one.features())
    meant, places = vectors.of([sentence.text for sentence in sentences])
    nothing = [len(meant) - 1]
    around = [places, np.concatenate([nothing, places[:-1]]), np.concatenate([places[1:], nothing])]
    return Seen(found, meant, np.stack([one[: len(places)] for one in around], axis=1))


class _Collector:
    def __init__(self) -> None:
        self._indices: list[int] = []
        self._values: list[float] = []

    def add(self, squared: float, indices: Iterable[int]) -> None:
        """Add a group: each different feature once, all of the same size, with ``squared`` as squared length."""
        group = set(indices)
        self._indices += group
        self._values += [(squared / len(group)) ** 0.5] * len(group) if group else []

    def add_value(self, index: int, value: float) -> None:
        self._indices.append(index)
        self._values.append(value)

    def features(self) -> Features:
        return Features(np.array(self._indices, np.int32), np.array(self._values, np.float32))


def _add_words(one: _Collector, words: list[str]) -> None:
    one.add(_WORDS, _hashed("w", words))
    one.add(_PARTS, (part for word in words for part in _parts(word)))
    edges = [("1", words[:1]), ("2", words[1:2]), ("l", words[-1:])]
    one.add(_EDGES, (index for kind, some in edges for index in _hashed(kind, some)))
    one.add(_LENGTH, [_hash(f"length{min(6, len(words) // 4)}")])


def _add_evidence(one: _Collector, sentence: grammar.Sentence) -> None:
    scale = _EVIDENCE**0.5
    scores = grammar.weigh(sentence)
    for offset, role in enumerate(ROLES):
        one.add_value(_GRAMMAR + offset, scale * scores[role] / 3)
    for cue in heard(set(sentence.words), sentence.line):
        one.add_value(_CUES[id(cue)], scale)
        for role, weight in cue.weights.items():
            scores[role] += weight
    for offset, role in enumerate(ROLES):
        one.add_value(_SCORES + offset, scale * scores[role] / 3)


def _position(index: int, last: int) -> list[int]:
    from_start, from_end = min(index, 3), min(last - index, 2)
    return [
        _hash(f"fifth{min(4, 5 * index // max(1, last))}"),
        _hash(f"start{from_start}"),
        _hash(f"end{from_end}"),
    ]


@cached_words(4096)
def _plain(word: str) -> str:
    """Return the word with every number as 0."""
    if not any(character.isdigit() for character in word):
        return word
    digits = "".join("0" if character.isdigit() else character for character in word)
    while "00" in digits:
        digits = digits.replace("00", "0")
    return digits


@cached_words(4096)
def _parts(word: str) -> tuple[int, ...]:
    edged = f"<{word}>"
    groups = {edged[start : start + size] for size in _LETTERS for start in range(len(edged) - size + 1)}
    return tuple(_hash(f"c{group}") for group in sorted(groups))


def _hashed(kind: str, words: Iterable[str]) -> list[int]:
    return [_hash(kind + word) for word in words]


@cached_words(16384)
def _hash(feature: str) -> int:
    return zlib.crc32(feature.encode("utf-8", "surrogatepass")) % HASHED
