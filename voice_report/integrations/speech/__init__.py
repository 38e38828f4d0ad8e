"""Speech to text behind one small interface: check the audio, detect a voice, and transcribe it.

``examine`` turns uploaded bytes into 16 kHz samples; ``transcribe`` returns the words. ``SPEECH_ENGINE`` chooses the
engine by its name in ``voice_report.engines``. All computation runs in threads, so the event loop stays free.
"""

import dataclasses
import logging
import threading
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

import numpy as np

from ...config import settings
from ...runtime import per_process
from ...texts import NOT_UNDERSTOOD
from . import audio, doubt, hallucinations, vad
from .audio import MAX_BYTES, MAX_SECONDS, RATE, Sound, too_many_bytes
from .doubt import without_marks
from .executor import BoundedExecutor
from .lane import Place
from .protocol import Answer, SpeechEngine, Word

__all__ = [
    "MAX_BYTES",
    "MAX_SECONDS",
    "RATE",
    "Answer",
    "Place",
    "Sound",
    "Word",
    "engine",
    "examine",
    "ready",
    "start_loading",
    "state",
    "too_many_bytes",
    "transcribe",
    "turn",
    "without_marks",
]

log = logging.getLogger(__name__)

#: Seconds of voice from which an empty answer is not believed; a cough or a word from far away is shorter.
_WORDS_EXPECTED = 1.0

#: Decoding is short; a waiting task holds its upload in memory, so the queue is bounded.
_checks = BoundedExecutor("audio", workers=2, waiting=32)


@per_process
def engine() -> SpeechEngine:
    """Return this process's engine."""
    return settings().chosen_speech().create(settings())


def ready() -> tuple[bool, str]:
    """Return whether audio can be transcribed now, and a Dutch sentence about it."""
    return engine().ready()


def state() -> str:
    """Return ``ready``, ``loading``, ``failing`` or ``missing``."""
    return engine().state()


def start_loading() -> None:
    """Load in the background what the first segment would otherwise wait for; returns at once (server start)."""
    threading.Thread(target=_warm_up, args=(engine(),), name="speech-warm-up", daemon=True).start()


def _warm_up(chosen: SpeechEngine) -> None:
    chosen.start_loading()
    vad.speaks(np.zeros(RATE, dtype=np.float32))
    log.info("speech: voice detection is ready")


async def examine(data: bytes, *, account: str = "") -> Sound:
    """Decode an uploaded audio file and detect a voice; each ``account`` has one file decoded at a time.

    Raises ``Invalid``, ``WrongMedia`` or ``TooLarge`` with the sentence for the user (security.md S23), ``Unavailable``
    when too many uploads wait already.
    """
    return await _checks.run(_examine, data, account=account)


def _examine(data: bytes) -> Sound:
    samples = audio.decode(data)
    return Sound(samples, speaks=vad.speaks(samples))


def turn(place: Place, sound: Sound) -> AbstractAsyncContextManager[None]:
    """Return a context in which this sound may be transcribed: an engine on this machine is shared fairly.

    Entering it waits for a turn, or raises ``Unavailable`` (code ``busy``).
    """
    lane = engine().lane
    return nullcontext() if lane is None else lane.turn(place, sound.seconds)


async def transcribe(samples: np.ndarray, prompt: str = "", listed: Sequence[str] = ()) -> Answer:
    """Return the Dutch words in 16 kHz mono samples, without what Whisper invents in silence; '' when there are none.

    An answer that cannot be what was said, or none while somebody speaks, is retried once, without the prompt;
    what is still doubtful then has a mark behind it, and what is still missing is a mark (``doubt``). ``prompt`` is the
    preceding text, ``listed`` are names and terms that may be said. Raises ``Unavailable``.
    """
    given: dict[str, Any] = {"words": ", ".join(listed)} if listed else {}
    first = _without_invented(await engine().transcribe(samples, prompt, **given))
    prompt = ". ".join((*given.values(), prompt))
    if first.text and not doubt.is_doubtful(first.text, prompt):
        return first
    expects_words = await _checks.run(vad.voiced_seconds, samples) >= _WORDS_EXPECTED
    if not first.text and not expects_words:
        return first
    second = _without_invented(await engine().transcribe(samples, "", careful=True))
    believed = [second] if doubt.copies(first.text, prompt) else [second, first]
    text = doubt.least_marked([answer.text for answer in believed])
    words = next((answer.words for answer in believed if doubt.marked(answer.text) == text), ())
    return Answer(text or (NOT_UNDERSTOOD if expects_words else ""), words if text else ())


def _without_invented(answer: Answer) -> Answer:
    return dataclasses.replace(answer, text=hallucinations.without_invented(answer.text))
