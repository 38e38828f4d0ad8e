"""Speech to text behind one small interface: check the audio, detect a voice, and transcribe it.

``examine`` turns uploaded bytes into 16 kHz samples; ``transcribe`` returns the words. ``SPEECH_ENGINE`` or
``ENGINES_FILE`` chooses the engines by their names in ``voice_report.engines``; without a profile a function is of the
installation's first. All computation runs in threads, so the event loop stays free.
"""

import logging
import threading
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace

import numpy as np

from ...config import settings
from ...core.process import process_singleton
from ...core.texts import NOT_UNDERSTOOD
from ...engines import Profile
from ...errors import Unavailable
from . import hallucinations, marks
from .fair_queue import QueueKey
from .heard import Heard, better
from .protocol import Answer, SpeechEngine, Word
from .sound import (
    MAX_BYTES,
    MAX_SECONDS,
    RATE,
    Arriving,
    Sound,
    SoundFile,
    checks,
    examine,
    prepare,
    too_many_bytes,
    vad,
)

__all__ = [
    "MAX_BYTES",
    "MAX_SECONDS",
    "RATE",
    "Answer",
    "Arriving",
    "QueueKey",
    "Sound",
    "SoundFile",
    "Word",
    "engine",
    "examine",
    "is_slow",
    "ready",
    "start_loading",
    "state",
    "too_many_bytes",
    "transcribe",
    "turn",
]

log = logging.getLogger(__name__)

#: Seconds of voice from which an empty answer is not believed, and from which it is marked when it stays empty; or so
#: many seconds of clear voice without a break (decisions/0027).
_ASKED_AGAIN, _MARKED, _MARKED_CLEAR = 0.3, 1.0, 0.2
#: Seconds of voice after the last word from which an answer ends too early.
_GOES_ON = 3.0
#: Codes of a question that would fail each time.
_REFUSED = frozenset(("engine_refused", "engine_failed"))


def engine(profile: Profile | None = None) -> SpeechEngine:
    """Return this process's engine for a profile, or for the installation's first."""
    wanted = profile or settings().first("speech")
    if wanted.key not in _made():
        _made()[wanted.key] = wanted.create(settings())
    return _made()[wanted.key]


@process_singleton
def _made() -> dict[str, SpeechEngine]:
    return {}


def is_slow(account: str) -> bool:
    """Return whether what this account sent lately took long to decode: no recorder makes such files."""
    return checks.is_slow(account)


def ready() -> tuple[bool, str]:
    """Return whether audio can be transcribed now, and a Dutch sentence about it."""
    return engine().ready()


def state() -> str:
    """Return ``ready``, ``loading``, ``failing`` or ``missing``."""
    return engine().state()


def start_loading() -> None:
    """Load in the background what the first segment would otherwise wait for; returns at once (server start)."""
    chosen = [engine(profile) for profile in settings().profiles("speech")]
    threading.Thread(target=_warm_up, args=(chosen,), name="speech-warm-up", daemon=True).start()


def _warm_up(chosen: Sequence[SpeechEngine]) -> None:
    for one in chosen:
        one.start_loading()
    vad.speaks(np.full(RATE, 0.01, dtype=np.float32))  # silence is not sent to a model
    prepare()
    log.info("speech: voice detection is ready")


def turn(place: QueueKey, sound: Sound, profile: Profile | None = None) -> AbstractAsyncContextManager[None]:
    """Return a context in which this sound may be transcribed: an engine on this machine is shared fairly.

    Entering it waits for a turn, or raises ``Unavailable`` (code ``busy``).
    """
    queue = engine(profile).queue
    return nullcontext() if queue is None else queue.slot(place, sound.seconds)


async def transcribe(samples: np.ndarray, profile: Profile | None = None) -> Answer:
    """Return the Dutch words in 16 kHz mono samples, without what Whisper invents in silence; '' when there are none.

    An answer that cannot be what was said, one that ends before the speech does, or none although there is speech, is
    retried once; what is still doubtful then has a mark behind it, and what is still missing is a mark (``heard``,
    ``doubt``). When the second question fails, the first answer is kept, with its marks. Raises ``Unavailable``, also
    when nothing was heard the first time and the engine is gone the second time: the segment is then offered again.

    No engine gets the text before (decisions/0011), or a word list (decisions/0012): what it is shown, it writes
    although it was not said.
    """
    chosen = engine(profile)
    answer = _without_invented(await chosen.transcribe(samples))
    if not answer.text:
        return await _missing(chosen, samples)
    first = await _heard(samples, answer)
    if first.is_certain:
        return first.answer
    try:
        second = await _asked_again(chosen, samples)
    except Unavailable as failure:
        log.warning("speech: the second question failed (%s)", failure.code)
        second = Answer("")
    return better(first, await _heard(samples, second)).marked


async def _missing(chosen: SpeechEngine, samples: np.ndarray) -> Answer:
    """Ask again where nothing was heard, and mark a voice that stays unheard."""
    voiced = await checks.run(vad.voiced, samples)
    expects_words = voiced.seconds >= _MARKED or voiced.clearly >= _MARKED_CLEAR
    if not expects_words and voiced.seconds < _ASKED_AGAIN:
        return Answer("")
    try:
        second = await _asked_again(chosen, samples)
    except Unavailable as failure:
        if failure.code not in _REFUSED:
            raise
        log.warning("speech: the second question was refused (%s)", failure.code)
        second = Answer("")
    if not second.text:
        return Answer(NOT_UNDERSTOOD if expects_words else "")
    return (await _heard(samples, second)).marked


async def _heard(samples: np.ndarray, answer: Answer) -> Heard:
    return Heard(answer, ends_early=await _ends_early(samples, answer))


async def _ends_early(samples: np.ndarray, answer: Answer) -> bool:
    """Return whether speech continues for long after the last word, or cannot be detected at the moment.

    ``False`` without the times of words.
    """
    last = max((word.end for word in answer.words), default=0.0)
    if not 0.0 < last < len(samples) / RATE - _GOES_ON:
        return False
    try:
        return await checks.run(vad.voiced_after, samples, last) > _GOES_ON
    except Unavailable:
        return True


async def _asked_again(chosen: SpeechEngine, samples: np.ndarray) -> Answer:
    return _without_invented(await chosen.transcribe(samples, careful=True))


def _without_invented(answer: Answer) -> Answer:
    """Take out what the recogniser wrote of its own (marks, lay-out, what Whisper invents), and its words.

    They would say that there was speech. An answer without words is an empty one.
    """
    text = hallucinations.without_invented(marks.without_marks(answer.text))
    text = marks.in_one_line(text, has_own_spaces=marks.brings_spaces(answer.text))
    text = text if marks.has_words(text) else ""
    if text.split() == answer.text.split():
        return replace(answer, text=text)
    words, left = answer.words, _letters(text)
    before = _matching([_letters(word.text) for word in words], left)
    after = _matching([_letters(word.text)[::-1] for word in reversed(words[before:])], left[::-1])
    return Answer(text, (*words[:before], *words[len(words) - after :]) if text else ())


def _matching(words: Sequence[str], letters: str) -> int:
    """Return how many of the words, one behind the other, these letters begin with."""
    at = 0
    for count, word in enumerate(words):
        if not letters.startswith(word, at):
            return count
        at += len(word)
    return len(words)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
