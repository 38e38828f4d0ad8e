"""The vectors of a dictation's sentences, from an encoder that is read once, at first use.

A dictation is encoded after each spoken segment, each change of its report and each change of template. So a vector is
cached for ``_KEPT_SECONDS`` after its last use: in this process's memory alone, under a keyed hash of its sentence, so
that the cache contains no sentence and cannot be tested for one. A vector does reveal roughly what was said; the open
page's own state holds the words themselves, and for much longer.
"""

import hashlib
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from .encoder import SIZE, Encoder

#: Pieces of a dictation that are encoded: about 9,000 words, an hour of speech. Sentences after them get zeros.
MOST_PIECES = 16_384

_KEPT_SECONDS = 600.0
_MOST_KEPT = 16_384  # sentences, of 0.8 kB
_PORTION = 64  # sentences that are encoded in one turn

#: Replaced in tests, so that they do not wait.
monotonic: Callable[[], float] = time.monotonic


class _Kept(NamedTuple):
    vector: np.ndarray
    until: float


_lock = threading.Lock()
_reading = threading.Lock()
_encoding = threading.Lock()
_encoder: Encoder | None = None
_secret = os.urandom(32)
_kept: OrderedDict[bytes, _Kept] = OrderedDict()  # least recently used first
_sweeper: threading.Timer | None = None


def of(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return vectors of unit length, and for each sentence the row of its vector.

    The last row is zeros, for the sentences beyond ``MOST_PIECES``. Half a second for 1,000 new words: for a thread.
    """
    encoder, pieces, total = shipped(), dict[str, list[int]](), 0
    for text in texts:
        if text not in pieces:
            cut = encoder.pieces(text)
            total += len(cut)
            if total > MOST_PIECES:
                break
            pieces[text] = cut
    found = _look_up(pieces)
    if missing := [text for text in pieces if text not in found]:
        found |= _made(encoder, {text: pieces[text] for text in missing})
    _keep(found)
    rows = {text: row for row, text in enumerate(found)}
    vectors = np.array([*found.values(), np.zeros(SIZE, np.float16)], np.float32)
    return vectors, np.array([rows.get(text, len(rows)) for text in texts], np.intp)


def _made(encoder: Encoder, pieces: dict[str, list[int]]) -> dict[str, np.ndarray]:
    """Encode in portions, one at a time in this process, so that other requests keep a processor and get a turn."""
    made: dict[str, np.ndarray] = {}
    texts = list(pieces)
    for start in range(0, len(texts), _PORTION):
        some = texts[start : start + _PORTION]
        with _encoding:
            rows = encoder.vectors([pieces[text] for text in some])
        made |= dict(zip(some, rows.astype(np.float16), strict=True))
    return made


def shipped() -> Encoder:
    """Return the encoder, reading it at first use: threads that come meanwhile wait."""
    global _encoder
    with _reading:
        if _encoder is None:
            _encoder = Encoder.shipped()
        return _encoder


def _look_up(texts: Iterable[str]) -> dict[str, np.ndarray]:
    now = monotonic()
    with _lock:
        kept = {text: _kept.get(_key(text)) for text in texts}
    return {text: one.vector for text, one in kept.items() if one and one.until > now}


def _keep(found: dict[str, np.ndarray]) -> None:
    until = monotonic() + _KEPT_SECONDS
    with _lock:
        for text, vector in found.items():
            key = _key(text)
            _kept[key] = _Kept(vector, until)
            _kept.move_to_end(key)
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
        _sweep_later()


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=_secret, digest_size=16).digest()


def _sweep_later() -> None:
    global _sweeper
    if _sweeper is None and _kept:
        first = next(iter(_kept.values()))  # the least recently used one
        _sweeper = threading.Timer(max(1.0, first.until - monotonic()), sweep)
        _sweeper.daemon = True
        _sweeper.start()


def sweep() -> None:
    """Evict expired vectors, and schedule the next eviction."""
    global _sweeper
    now = monotonic()
    with _lock:
        for key in [key for key, one in _kept.items() if one.until <= now]:
            del _kept[key]
        _sweeper = None
        _sweep_later()
