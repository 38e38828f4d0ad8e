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
from ...errors import Unavailable
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

#: Seconds of voice from which an empty answer is not believed, and from which it is marked when it stays empty; or so
#: many seconds of clear voice without a break. Measured without the model: 'Geen pijn.' has 0.8 and 0.4 to 0.8, 'Niet.'
#: 0.35 and 0.3, in the noise of a kitchen 0.2; breathing, clicks, a room, a street and a kitchen have none, music
#: rarely more than 0.5 and 0.2.
_ASKED_AGAIN, _MARKED, _MARKED_CLEAR = 0.3, 1.0, 0.2
#: Seconds of voice after the last word from which an answer ends too early. Whisper base usually leaves less than 0.3.
_GOES_ON = 3.0
#: Codes of a second question that would fail each time; after another failure the segment is offered again.
_REFUSED = frozenset(("engine_refused", "engine_failed"))

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

    An answer that cannot be what was said, one that ends while somebody goes on, or none while somebody speaks, is
    retried once, without the prompt; what is still doubtful then has a mark behind it, and what is still missing is a
    mark (``doubt``). An engine that refuses the second question has given its answer. ``prompt`` is the preceding text,
    ``listed`` are names and terms that may be said. Raises ``Unavailable``.
    """
    given: dict[str, Any] = {"words": ", ".join(listed)} if listed else {}
    first = _without_invented(await engine().transcribe(samples, prompt, **given))
    prompt = ". ".join((*given.values(), prompt))
    if first.text and not doubt.is_doubtful(first.text, prompt):
        return await _heard_to_the_end(samples, first) if await _goes_on(samples, first) else first
    voiced = await _checks.run(vad.voiced, samples)
    expects_words = voiced.seconds >= _MARKED or voiced.clearly >= _MARKED_CLEAR
    if not first.text and not expects_words and voiced.seconds < _ASKED_AGAIN:
        return first
    second = await _asked_again(samples)
    believed = [second] if doubt.copies(first.text, prompt) else [second, first]
    text = doubt.least_marked([answer.text for answer in believed])
    words = next((answer.words for answer in believed if doubt.marked(answer.text) == text), ())
    return Answer(text or (NOT_UNDERSTOOD if expects_words else ""), words if text else ())


async def _goes_on(samples: np.ndarray, answer: Answer) -> bool:
    """Return whether somebody speaks on for long after the last word; unknown without the times of words."""
    last = max((word.end for word in answer.words), default=0.0)
    return 0.0 < last < len(samples) / RATE - _GOES_ON and await _checks.run(vad.voiced_after, samples, last) > _GOES_ON


async def _heard_to_the_end(samples: np.ndarray, first: Answer) -> Answer:
    """Ask again for an answer that ends too early; return it with a mark at its end when the second is no better."""
    second = await _asked_again(samples)
    is_better = second.words and not doubt.is_doubtful(second.text) and not await _goes_on(samples, second)
    return second if is_better else Answer(f"{first.text} {NOT_UNDERSTOOD}", first.words)


async def _asked_again(samples: np.ndarray) -> Answer:
    try:
        return _without_invented(await engine().transcribe(samples, "", careful=True))
    except Unavailable as failure:
        if failure.code not in _REFUSED:
            raise
        log.warning("speech: the second question was refused (%s)", failure.code)
        return Answer("")


def _without_invented(answer: Answer) -> Answer:
    return dataclasses.replace(answer, text=hallucinations.without_invented(answer.text))
