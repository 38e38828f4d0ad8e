"""Where a long recording is cut: at a pause, as the recorder cuts what a user says."""

import numpy as np

from .samples import RATE

#: Seconds of a piece: the recorder's own after its first minute, so that a piece of a file keeps no sentence waiting
#: for longer than another user's segment does.
SHORTEST, LONGEST = 15, 45
_FRAME = RATE // 50  # 20 ms
_PAUSE = 20  # frames: 400 ms
#: How far a pause may be above the softest tenth of the piece, as part of the way to its loudest.
_ABOVE_NOISE = 0.1


def end_of_piece(samples: np.ndarray) -> int:
    """Return where the piece that begins at the first of these 16-bit samples ends, as a number of samples.

    The samples are the next ``LONGEST`` seconds, or all that is left. It depends on nothing else: a file that is read
    again from any cut is cut at the same places. That is the middle of the first pause after ``SHORTEST`` seconds;
    without a pause the softest moment, but never inside of what is left.
    """
    if len(samples) <= SHORTEST * RATE:
        return len(samples)
    levels = _levels(samples)
    noise, loud = np.percentile(levels, [10, 90])
    quiet = (levels <= noise + _ABOVE_NOISE * (loud - noise)).astype(int)
    whole = np.ones(_PAUSE, dtype=int)
    first = SHORTEST * RATE // _FRAME
    pauses = np.flatnonzero(np.convolve(quiet, whole, mode="valid")[first:] == _PAUSE)
    if len(pauses):
        return _middle(first + int(pauses[0]))
    if len(samples) < LONGEST * RATE:
        return len(samples)
    return _middle(first + int(np.convolve(levels, whole, mode="valid")[first:].argmin()))


def _levels(samples: np.ndarray) -> np.ndarray:
    frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME)
    return np.sqrt(np.square(frames, dtype=np.float32).mean(axis=1))


def _middle(frame: int) -> int:
    return (frame + _PAUSE // 2) * _FRAME
