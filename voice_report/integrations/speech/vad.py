"""Voice detection with the Silero model that ships inside faster-whisper, before any engine is called."""

import numpy as np

#: Lower than Silero's usual 0.5: a soft voice must get through; false positives are left to the engine.
_THRESHOLD = 0.35
#: Consecutive windows of 32 ms above the threshold: 96 ms, shorter than the shortest word.
_WINDOWS = 3
_WINDOW = 512
#: Amplitude below which there is only microphone noise (about -66 dBFS).
_NOTHING = 0.0005
_LOUD = 0.5
_MOST_GAIN = 40.0
#: Windows processed at a time (4 s): in most segments the first batch already gives the answer. Each batch begins a
#: second before the end of the last, so that a word on the border is in one batch as a whole.
_AT_ONCE, _AGAIN = 125, 31


def speaks(samples: np.ndarray) -> bool:
    """Return whether mono 16 kHz float32 samples contain a voice. A soft recording is amplified first. Blocks."""
    # Imported here: it loads the inference libraries, which takes seconds; done in a thread at server start.
    from faster_whisper.vad import get_vad_model

    loudest = float(np.abs(samples).max(initial=0.0))
    if loudest < _NOTHING:
        return False
    louder = samples * np.float32(min(_MOST_GAIN, max(1.0, _LOUD / loudest)))
    padded = np.pad(louder, (0, -len(louder) % _WINDOW))
    model = get_vad_model()
    starts = range(0, max(1, len(padded) // _WINDOW - _AGAIN), _AT_ONCE - _AGAIN)
    parts = (padded[at * _WINDOW : (at + _AT_ONCE) * _WINDOW] for at in starts)
    return any(_has_run(np.asarray(model(part)).ravel()) for part in parts)


def _has_run(probabilities: np.ndarray) -> bool:
    """Return whether enough consecutive windows contain a voice; all of them when there are fewer."""
    spoken = probabilities > _THRESHOLD
    needed = min(_WINDOWS, len(spoken))
    return bool(np.convolve(spoken, np.ones(needed), mode="valid").max(initial=0) >= needed)
