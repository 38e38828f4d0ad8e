"""Voice detection with the Silero model that ships inside faster-whisper, before any engine is called."""

from dataclasses import dataclass

import numpy as np

from .audio import RATE

#: Lower than Silero's usual 0.5: a soft voice must get through; false positives are left to the engine.
_THRESHOLD = 0.35
#: Consecutive windows of 32 ms above the threshold: 96 ms, shorter than the shortest word.
_WINDOWS = 3
_WINDOW = 512
#: Amplitude below which there is only microphone noise (about -66 dBFS).
_NOTHING = 0.0005
_LOUD = 0.5
_MOST_GAIN = 40.0
#: Windows that are looked at first (half a second, 2 s): in most segments they already give the answer.
_FIRST = (16, 62)
#: Silero's own threshold, for how long somebody spoke; and one that music hardly passes for long, for a short word.
_SURE, _CLEAR = 0.5, 0.8


@dataclass(frozen=True, slots=True)
class Voiced:
    """For how many seconds somebody surely speaks, all together; and clearly, without a break."""

    seconds: float
    clearly: float


def speaks(samples: np.ndarray) -> bool:
    """Return whether mono 16 kHz float32 samples contain a voice. A soft recording is amplified first. Blocks."""
    loudest = _loudest(samples)
    if loudest < _NOTHING:
        return False
    gain, windows = _gain(loudest), -(-len(samples) // _WINDOW)
    # The rest is not looked at by itself: the model hears a voice where music begins in the middle.
    looks = (*(first for first in _FIRST if first < windows), windows)
    return any(_has_run(_probabilities(_filled(samples[: look * _WINDOW], gain))) for look in looks)


def voiced(samples: np.ndarray) -> Voiced:
    """Return for how long somebody speaks. Blocks."""
    probabilities = _probabilities(_amplified(samples))
    seconds = float((probabilities > _SURE).sum()) * _WINDOW / RATE
    return Voiced(seconds, _longest_run(probabilities > _CLEAR) * _WINDOW / RATE)


def voiced_after(samples: np.ndarray, second: float) -> float:
    """Return for how many seconds somebody surely speaks after this second of the samples. Blocks."""
    probabilities = _probabilities(_amplified(samples))
    return float((probabilities[round(second * RATE / _WINDOW) :] > _SURE).sum()) * _WINDOW / RATE


def _amplified(samples: np.ndarray) -> np.ndarray:
    return _filled(samples, _gain(_loudest(samples)))


def _loudest(samples: np.ndarray) -> float:
    return max(float(samples.max(initial=0.0)), -float(samples.min(initial=0.0)))


def _gain(loudest: float) -> np.float32:
    return np.float32(min(_MOST_GAIN, max(1.0, _LOUD / max(loudest, _NOTHING))))


def _filled(samples: np.ndarray, gain: np.float32) -> np.ndarray:
    """Return a copy of the samples, amplified and filled up to whole windows."""
    return np.pad(samples * gain, (0, -len(samples) % _WINDOW))


def _probabilities(samples: np.ndarray) -> np.ndarray:
    """Return the probability of a voice in each window of the samples, which are whole windows.

    The model writes in the samples: the caller has no more use for them.
    """
    # Imported here: it loads the inference libraries, which takes seconds; done in a thread at server start.
    from faster_whisper.vad import get_vad_model

    return np.asarray(get_vad_model()(samples)).ravel() if len(samples) else np.empty(0)


def _longest_run(spoken: np.ndarray) -> int:
    breaks = np.flatnonzero(np.concatenate(([True], ~spoken, [True])))
    return int(np.diff(breaks).max()) - 1


def _has_run(probabilities: np.ndarray) -> bool:
    """Return whether enough consecutive windows contain a voice; all of them when there are fewer."""
    spoken = probabilities > _THRESHOLD
    needed = min(_WINDOWS, len(spoken))
    return bool(np.convolve(spoken, np.ones(needed), mode="valid").max(initial=0) >= needed)
