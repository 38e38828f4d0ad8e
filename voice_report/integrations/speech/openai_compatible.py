"""Speech to text by any endpoint that implements OpenAI's ``/audio/transcriptions``.

The audio is sent as 16-bit WAV at 16 kHz, made from what we decoded ourselves: every such server accepts it, and
nothing but audio leaves this server (no metadata, no polyglot). Neither the address nor the key is ever logged. What
comes back is read in any shape (``transcript``).
"""

import asyncio
import io
import math
import time
import wave
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import httpx2
import numpy as np

from ...config import Settings
from ...engines import Profile
from ...errors import Unavailable
from .. import checkpoint
from ..resilience import Breaker, Failure, Policy, ServerError, call_with_retries
from . import transcript
from .protocol import Answer, SpeechEngine
from .sound.samples import RATE, integers

if TYPE_CHECKING:
    from openai import AsyncOpenAI

SENTENCE = "De spraakherkenning is even niet bereikbaar. Je opname is bewaard; probeer het zo opnieuw."
NOT_SET_UP = "De spraakherkenning is niet ingesteld. Vraag je beheerder om een sleutel in te vullen."

#: Seconds of audio that SPEECH_TIMEOUT is meant for: the recorder's longest segment.
_SEGMENT = 45.0
#: Statuses that say nothing about the form of the request: key, time, conflict, pace. A gateway's own may: some refuse
#: with 403 or 503 what they do not know.
_NOT_OF_THE_FORM = frozenset((401, 408, 409, 425, 429))
_OF_A_GATEWAY = frozenset((403, 502, 503, 504))
#: What a server may refuse of a request, and can be left out of it.
_OPTIONAL = ("prompt", "temperature", "language")
#: After this many answers in a row without word times, requests do not ask for them, for this many seconds.
_WITHOUT_WORDS, _WORDS_AGAIN_AFTER = 3, 3600.0


def create(settings: Settings, profile: Profile) -> SpeechEngine:
    """Return the engine for the endpoint, the key and the model of a profile."""
    return OpenAICompatible(settings, profile)


class OpenAICompatible:
    """One client per process, created in a thread: importing the client library takes a second."""

    queue = None

    def __init__(self, settings: Settings, profile: Profile, *, now: Callable[[], float] = time.monotonic) -> None:
        self._profile = profile
        self._base_url, self._key, self._model = profile.base_url, profile.api_key, profile.model
        self._timeout = settings.speech_timeout
        # A temporary fault fails every request under way at once: the limit is above one person's parallel uploads. The
        # rest period is short because a user is waiting for the words.
        self._breaker = Breaker("speech", failures=10, rest=5.0)
        self._client: AsyncOpenAI | None = None
        self._now = now
        self._without_words = 0  # answers in a row
        self._words_again_at = -math.inf
        self._asks_plainly = False  # the next request, because the last one for words failed
        self._left_out: set[str] = set()

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

    async def transcribe(self, samples: np.ndarray, *, careful: bool = False) -> Answer:
        """Return the words in mono 16 kHz samples. Raises ``Unavailable`` after bounded retries (security.md S20).

        ``careful``: at temperature 0, which is not every server's own. Word probabilities are not requested during an
        hour after the server refused them a few times in a row, or returned words without any (OpenAI's own): they
        cost it time. Within one call, and at the beginning of the next, they are not requested again after any failure
        that may be about the form of the request, whatever its status: servers say 400, 403, 404, 422, 500, 501 or 503.
        """
        if not self.ready()[0]:
            raise Unavailable(NOT_SET_UP, code="not_configured")
        client = self._client or await asyncio.to_thread(self._connected)
        from openai import APIStatusError, omit

        sound = _wav(samples)
        timeout = self._timeout * max(1.0, len(samples) / RATE / _SEGMENT)
        may_tell_words = self._now() >= self._words_again_at
        asks_words = may_tell_words and not self._asks_plainly

        async def ask(**form: Any) -> Answer:
            optional = {
                "temperature": 0.0 if careful else omit,
                "language": "nl",
            }
            try:
                answer = await client.audio.transcriptions.with_raw_response.create(
                    file=("opname.wav", sound, "audio/wav"),
                    model=self._model,
                    timeout=httpx2.Timeout(timeout, connect=5.0),
                    **{name: value for name, value in optional.items() if name not in self._left_out},
                    **form,
                )
                return transcript.read(answer.http_response.text)
            except APIStatusError as error:
                return await self._answer_to(error.response.text, error, lambda: ask(**form))
            except ServerError as error:
                return await self._answer_to(error.text, error, lambda: ask(**form))

        async def attempt() -> Answer:
            nonlocal asks_words
            if not asks_words:
                self._asks_plainly = False
                answer = await ask(response_format="json")
            else:
                try:
                    answer = await ask(response_format="verbose_json", timestamp_granularities=["word"])
                except (APIStatusError, Failure) as error:
                    status = getattr(error, "status_code", 500)
                    asks_words = status in _NOT_OF_THE_FORM
                    if asks_words or status >= 500:  # it may be a passing one: the next attempt is a while later
                        self._asks_plainly = not asks_words
                        raise
                    answer = await ask(response_format="json")
            if may_tell_words:
                self._note_words(answer)
            return answer

        return await call_with_retries(self._breaker, attempt, policy=Policy(timeout=timeout), sentence=SENTENCE)

    async def _answer_to(self, said: str, error: Exception, again: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return the answer after all, where a server said no more than that it heard nothing, or refused what can be
        left out; that is left out from then on. Raises the error otherwise."""
        status = getattr(error, "status_code", 400)
        if status in _NOT_OF_THE_FORM | _OF_A_GATEWAY:
            raise error
        if transcript.is_about_silence(said):
            return Answer("")
        refused = [name for name in _OPTIONAL if name in said.lower() and name not in self._left_out]
        if status not in (400, 422) or len(refused) != 1:
            raise error
        self._left_out.add(refused[0])
        return await again()

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
            client = AsyncOpenAI(
                api_key=self._key or "none",
                base_url=self._profile.address,  # never the library's own choice
                max_retries=0,
                http_client=checkpoint.client(self._profile),
            )
            _ = client.audio.transcriptions  # imported at first use too
            self._client = client
        return self._client


def _wav(samples: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(integers(samples).astype("<i2", copy=False).tobytes())
    return buffer.getvalue()
