"""Voice detection with the Silero model that ships inside faster-whisper, before any engine is called."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ....core.bounded_executor import give_way
from .samples import RATE, floats

#: Lower than Silero's usual 0.5: a soft voice must get through; false positives are left to the engine.
_THRESHOLD = 0.35
#: Consecutive windows of 32 ms above the threshold: 96 ms, shorter than the shortest word.
_WINDOWS = 3
_WINDOW = 512
#: Amplitude below which there is only microphone noise (about -66 dBFS).
_NOTHING = 0.0005
_LOUD = 0.5
_MOST_GAIN = 40.0
#: Windows that are given to the model at once: half a second, then 2 s each time. In most segments the first ones give
#: the answer, and what the model needs for all windows of ten minutes at once is 170 MB.
_FIRST, _AT_ONCE = 16, 62
_CONTEXT = 64  # samples of the window before, which the model gets with each window
_STATE = (1, 1, 128)  # shape of each of the two arrays that the model carries from window to window
#: Silero's own threshold, for the seconds of speech; and one that music hardly passes for long, for a short word.
_SURE, _CLEAR = 0.5, 0.8


@dataclass(frozen=True, slots=True)
class Sound:
    """Checked audio: mono 16-bit samples at ``RATE``, none when there is no voice; whether they contain one, and the
    duration of all of it in seconds."""

    samples: np.ndarray
    speaks: bool
    seconds: float

    @classmethod
    def of(cls, samples: np.ndarray) -> "Sound":
        """Return the sound of these 16-bit samples; of those without a voice none is kept. Blocks."""
        has_voice = speaks(samples)
        return cls(samples if has_voice else samples[:0].copy(), has_voice, len(samples) / RATE)


@dataclass(frozen=True, slots=True)
class Voiced:
    """The seconds of certain speech in total, and the longest of clear speech without a break."""

    seconds: float
    clearly: float


def speaks(samples: np.ndarray) -> bool:
    """Return whether mono 16 kHz samples contain a voice. A soft recording is amplified first. Blocks."""
    loudest = _loudest(samples)
    if loudest < _NOTHING:
        return False
    found = np.empty(0)
    for probabilities in _probabilities(samples, loudest):
        found = np.concatenate([found, probabilities])
        if _has_run(found):
            return True
    return False


def voiced(samples: np.ndarray) -> Voiced:
    """Return the seconds of speech. Blocks."""
    probabilities = _all_probabilities(samples)
    seconds = float((probabilities > _SURE).sum()) * _WINDOW / RATE
    return Voiced(seconds, _longest_run(probabilities > _CLEAR) * _WINDOW / RATE)


def voiced_after(samples: np.ndarray, second: float) -> float:
    """Return the seconds of certain speech after this second of the samples. Blocks."""
    probabilities = _all_probabilities(samples)
    return float((probabilities[round(second * RATE / _WINDOW) :] > _SURE).sum()) * _WINDOW / RATE


def _loudest(samples: np.ndarray) -> float:
    most, least = floats(np.array([samples.max(initial=0), samples.min(initial=0)], samples.dtype))
    return max(float(most), -float(least))


def _all_probabilities(samples: np.ndarray) -> np.ndarray:
    return np.concatenate([np.empty(0), *_probabilities(samples, _loudest(samples))])


def _probabilities(samples: np.ndarray, loudest: float) -> Iterator[np.ndarray]:
    """Yield the probability of a voice in each window of the samples, some windows at a time, after amplification.

    The model's state continues from window to window, so they are the same as of all windows at once: a part that was
    looked at by itself could have a voice where music begins in the middle.
    """
    # Imported here: it loads the inference libraries, which takes seconds; done in a thread at server start.
    from faster_whisper.vad import get_vad_model

    gain = np.float32(min(_MOST_GAIN, max(1.0, _LOUD / max(loudest, _NOTHING))))
    session = get_vad_model().session
    hidden = cell = np.zeros(_STATE, dtype=np.float32)
    before = np.zeros(_CONTEXT, dtype=np.float32)
    at, end = 0, _FIRST * _WINDOW
    while at < len(samples):
        part = floats(samples[at:end]) * gain
        windows = np.pad(part, (0, -len(part) % _WINDOW)).reshape(-1, _WINDOW)
        contexts = np.vstack([before, windows[:-1, -_CONTEXT:]])
        given = {"input": np.concatenate([contexts, windows], axis=1), "h": hidden, "c": cell}
        probabilities, hidden, cell = session.run(None, given)
        yield np.asarray(probabilities).ravel()
        give_way()
        before = windows[-1, -_CONTEXT:]
        at, end = end, end + _AT_ONCE * _WINDOW


def _longest_run(spoken: np.ndarray) -> int:
    breaks = np.flatnonzero(np.concatenate(([True], ~spoken, [True])))
    return int(np.diff(breaks).max()) - 1


def _has_run(probabilities: np.ndarray) -> bool:
    """Return whether enough consecutive windows contain a voice; all of them when there are fewer."""
    spoken = probabilities > _THRESHOLD
    needed = min(_WINDOWS, len(spoken))
    return bool(np.convolve(spoken, np.ones(needed), mode="valid").max(initial=0) >= needed)
