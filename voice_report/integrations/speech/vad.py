"""Does anybody speak? The Silero model that ships inside faster-whisper answers, before any engine is asked."""

import numpy as np

#: Lower than Silero's usual 0.5: a soft voice must get through; what it lets in besides is the engine's to judge.
_THRESHOLD = 0.35
#: Consecutive windows of 32 ms above the threshold: 96 ms, shorter than the shortest word.
_WINDOWS = 3
_WINDOW = 512
#: Amplitude below which there is nothing but the noise of a microphone (about -66 dBFS).
_NOTHING = 0.0005
_LOUD = 0.5
_MOST_GAIN = 40.0
#: Windows that are listened to at a time (4 s): in most segments the first of these already answers. Each begins a
#: second before the last one's end, so that a word on the border is heard whole.
_AT_ONCE, _AGAIN = 125, 31


def speaks(samples: np.ndarray) -> bool:
    """Tell whether a voice is in mono 16 kHz float32 samples. A soft recording is made louder first. Blocking."""
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
    """Tell whether a voice is in enough windows in a row; all of them when there are fewer."""
    spoken = probabilities > _THRESHOLD
    needed = min(_WINDOWS, len(spoken))
    return bool(np.convolve(spoken, np.ones(needed), mode="valid").max(initial=0) >= needed)
