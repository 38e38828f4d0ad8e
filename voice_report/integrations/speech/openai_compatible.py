"""Speech to text by any endpoint that implements OpenAI's ``/audio/transcriptions``.

The audio is sent as 16-bit WAV at 16 kHz, made from what we decoded ourselves: every such server accepts it, and
nothing but audio leaves this server (no metadata, no polyglot). Neither the address nor the key is ever logged.
"""

import asyncio
import io
import logging
import math
import time
import wave
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx2
import numpy as np

from ...config import Settings
from ...errors import Unavailable
from ..resilience import Breaker, Failure, Policy, call_with_retries
from .audio import RATE
from .protocol import Answer, SpeechEngine, Word

if TYPE_CHECKING:
    from openai import AsyncOpenAI

SENTENCE = "De spraakherkenning is even niet bereikbaar. Je opname is bewaard; probeer het zo opnieuw."
NOT_SET_UP = "De spraakherkenning is niet ingesteld. Vraag je beheerder om een sleutel in te vullen."

#: Seconds of audio that SPEECH_TIMEOUT is meant for: the recorder's longest segment.
_SEGMENT = 45.0
_MOST_WORDS = 5000  # of one sound: ten minutes at 500 a minute
_DAY = 86_400.0
#: Answers in a row without words after which they are not asked for, and for how many seconds.
_WITHOUT_WORDS, _WORDS_AGAIN_AFTER = 3, 3600.0

# The client library's own messages name the address and, when debugging, what was sent.
for _name in ("openai", "httpx2", "httpcore2", "aiohttp"):
    logging.getLogger(_name).setLevel(logging.WARNING)


def create(settings: Settings) -> SpeechEngine:
    """Return the engine for the endpoint, the key and the model in the settings."""
    return OpenAICompatible(settings)


class OpenAICompatible:
    """One client per process, created in a thread: importing the client library takes a second."""

    lane = None

    def __init__(self, settings: Settings, *, now: Callable[[], float] = time.monotonic) -> None:
        self._base_url, self._key = settings.speech_endpoint()
        self._model = settings.chosen_speech_model()
        self._timeout = settings.speech_timeout
        # A temporary fault fails every request under way at once: the limit is above one person's parallel uploads. The
        # rest period is short because somebody is waiting for the words.
        self._breaker = Breaker("speech", failures=10, rest=5.0)
        self._client: AsyncOpenAI | None = None
        self._now = now
        self._without_words = 0  # answers in a row
        self._words_again_at = -math.inf

    def ready(self) -> tuple[bool, str]:
        """Return whether an endpoint is set up, and a Dutch sentence about it."""
        return (True, "") if self._base_url or self._key else (False, NOT_SET_UP)

    def state(self) -> str:
        """Return ``ready``, ``failing`` (its last answers) or ``missing`` (not set up)."""
        if not self.ready()[0]:
            return "missing"
        return "failing" if self._breaker.is_failing else "ready"

    def start_loading(self) -> None:
        """Create the client, which the first segment need not wait for."""
        self._connected()

    async def transcribe(self, samples: np.ndarray, *, careful: bool = False, words: str = "") -> Answer:
        """Return the words in mono 16 kHz samples. Raises ``Unavailable`` after bounded retries (security.md S20).

        ``careful``: at temperature 0, which is not every server's own. Word probabilities are not requested during an
        hour after the server refused them a few times in a row, or returned words without any (OpenAI's own): they
        cost it time.
        """
        if not self.ready()[0]:
            raise Unavailable(NOT_SET_UP, code="not_configured")
        client = self._client or await asyncio.to_thread(self._connected)
        from openai import BadRequestError, UnprocessableEntityError, omit

        sound = _wav(samples)
        timeout = self._timeout * max(1.0, len(samples) / RATE / _SEGMENT)

        async def ask(**form: Any) -> Answer:
            answer = await client.audio.transcriptions.create(
                file=("opname.wav", sound, "audio/wav"),
                model=self._model,
                language="nl",
                timeout=httpx2.Timeout(timeout, connect=5.0),
                prompt=f"{words}." if words else omit,
                temperature=0.0 if careful else omit,
                **form,
            )
            text = getattr(answer, "text", None)
            if not isinstance(text, str):
                raise Failure("broken answer")
            return Answer(text.strip(), _words(answer))

        async def attempt() -> Answer:
            if self._now() < self._words_again_at:
                return await ask(response_format="json")
            try:
                answer = await ask(response_format="verbose_json", timestamp_granularities=["word"])
            except (BadRequestError, UnprocessableEntityError):  # about the sound or the form: the next one tells
                answer = await ask(response_format="json")
            self._note_words(answer)
            return answer

        return await call_with_retries(self._breaker, attempt, policy=Policy(timeout=timeout), sentence=SENTENCE)

    def _note_words(self, answer: Answer) -> None:
        if answer.words:
            self._without_words = 0
        elif answer.text:
            self._without_words += 1
        if self._without_words >= _WITHOUT_WORDS:
            self._words_again_at = self._now() + _WORDS_AGAIN_AFTER

    def _connected(self) -> "AsyncOpenAI":
        """Return the client. The first time takes a second: the library is imported."""
        if self._client is None:
            from openai import AsyncOpenAI

            # Servers without a key need none, but the client requires one.
            client = AsyncOpenAI(api_key=self._key or "none", base_url=self._base_url, max_retries=0)
            _ = client.audio.transcriptions  # imported at first use too
            self._client = client
        return self._client


def _words(answer: Any) -> tuple[Word, ...]:
    """Return the words of an answer as far as it says how sure it is of them. The server may send anything here."""
    listed = getattr(answer, "words", None)
    if not isinstance(listed, list) or len(listed) > _MOST_WORDS:
        return ()
    found = []
    for one in listed:
        values = [_number(getattr(one, name, None)) for name in ("start", "end", "probability")]
        word = getattr(one, "word", None)
        if not isinstance(word, str) or not all(0 <= value <= _DAY for value in values):
            return ()
        found.append(Word(word.strip(), *values))
    return tuple(found)


def _number(value: Any) -> float:
    """Return a number as it is, and not-a-number for anything else, a boolean too."""
    return float(value) if type(value) in (int, float) else math.nan


def _wav(samples: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes())
    return buffer.getvalue()
