"""Structuring by any OpenAI-compatible chat endpoint, streamed (dictation.md "Structuring", security.md S20, S25).

The model gets no tools. An answer counts only when it ends with finish_reason 'stop': anything else was cut off.
The lines of Letterlijk and Leesbaar are checked one by one, so there a model's own limit ('length') is an end too.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...config import Settings
from ...errors import Unavailable
from ...report_templates import ReportTemplate
from ...writing import Style
from ..resilience import Breaker, Failure, Policy, as_failure, call_with_retries
from . import line_prompt, prompt, server_sent
from .headings import SENTENCE
from .protocol import StructuringEngine

if TYPE_CHECKING:
    from openai import AsyncOpenAI

log = logging.getLogger(__name__)

#: A report is about as long as the transcript; an answer far beyond that comes from a model that went astray.
_SLACK_CHARACTERS = 8_000
_TIMES_AS_LONG = 3

_NO_KEY = "none"


@dataclass(frozen=True, slots=True)
class Patience:
    """Time-outs in seconds: for the first words, between two pieces, and for the whole concept."""

    first: float
    between: float
    whole: float

    @classmethod
    def within(cls, whole: float) -> "Patience":
        return cls(first=min(60.0, whole / 2), between=min(20.0, whole / 4), whole=whole)


def create(settings: Settings) -> StructuringEngine:
    """Return the engine for the endpoint, the key, the model and the time-out in the settings."""
    base_url, api_key = settings.structure_endpoint()
    return OpenAICompatibleEngine(
        base_url=base_url,
        api_key=api_key,
        model=settings.chosen_structuring_model(),
        patience=Patience.within(settings.structure_timeout),
    )


class OpenAICompatibleEngine:
    """One endpoint, model and set of time-outs; one client and one breaker for all concepts of this process."""

    label = ""
    styles: tuple[Style, ...] = ("leesbaar", "letterlijk", "vrij")

    def __init__(self, *, base_url: str | None, api_key: str | None, model: str, patience: Patience) -> None:
        self.model = model
        self._base_url = base_url
        self._api_key = api_key or _NO_KEY  # a local endpoint may need none, but the client requires one
        self._patience = patience
        self._breaker = Breaker("structuring")
        self._client: AsyncOpenAI | None = None
        self._temperature: dict[str, Any] = {"temperature": 0}

    def state(self) -> str:
        """Return ``ready``, ``failing`` (its last answers) or ``missing`` (not set up)."""
        if self._base_url is None and self._api_key == _NO_KEY:
            return "missing"
        return "failing" if self._breaker.is_failing else "ready"

    def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str]:
        """Yield the report's markdown as it arrives. Raises ``Unavailable``: no, broken, cut off or too slow an answer.

        Retried only while nothing has arrived: yielded text is never taken back.
        """
        messages, fence = prompt.build(transcript, template)
        return self._pieces(messages, fence, _SLACK_CHARACTERS + _TIMES_AS_LONG * len(transcript))

    def lines(self, sentences: Sequence[str], template: ReportTemplate, style: Style) -> AsyncGenerator[str]:
        """Yield the answer's lines as they arrive. Raises ``Unavailable``: no, broken or too slow an answer.

        An answer that is empty, too long or ends at the model's own limit is passed on as far as it goes.
        """
        messages, fence = line_prompt.build(sentences, template, style)
        longest = _SLACK_CHARACTERS + _TIMES_AS_LONG * len(messages[-1]["content"])
        return self._pieces(messages, fence, longest, whole=False)

    async def _pieces(
        self, messages: list[dict[str, str]], fence: str, longest: int, *, whole: bool = True
    ) -> AsyncGenerator[str]:
        """Yield the text of an answer; without ``whole`` one that is empty, cut off or too long just ends."""
        client = self._client or await asyncio.to_thread(self._connected)
        deadline = time.monotonic() + self._patience.whole
        answer, text = await call_with_retries(
            self._breaker,
            lambda: self._open(client, messages, whole=whole),
            policy=Policy(timeout=self._patience.first),
            sentence=SENTENCE,
            is_whole=False,
        )
        try:
            received, end = 0, ""
            while text is not None:
                received += len(text)
                end = end[-len(fence) :] + text
                if received > longest or fence in end:
                    if not whole:
                        begins = (end.find(fence) if fence in end else len(end)) - len(end)
                        if kept := text[: max(0, len(text) + min(begins, longest - received))]:
                            yield kept  # what came before the markers, and within the limit
                        break
                    raise Failure("answer too long, or it repeats the markers", again=False)
                yield text
                text = await self._next(answer, deadline)
        except Exception as error:  # noqa: BLE001  translated, or raised as it is
            raise self._unavailable(error) from None
        except BaseException:
            self._breaker.abandoned()
            raise
        else:
            self._breaker.succeeded()
        finally:
            await answer.close()

    def _connected(self) -> "AsyncOpenAI":
        """Return the client. The first time takes a second: the library is imported."""
        if self._client is None:
            from openai import AsyncOpenAI, DefaultAioHttpClient

            # aiohttp's parser is in C, and it gives what has come in one piece: the default client has a turn for each
            # word. Fifty concepts at fifty words a second took a quarter of a core with it, and a tenth with this one.
            client = AsyncOpenAI(
                api_key=self._api_key,
                base_url=self._base_url,
                max_retries=0,
                timeout=self._patience.whole,
                http_client=DefaultAioHttpClient(),
            )
            _ = client.chat.completions  # imported at first use too
            self._client = client
        return self._client

    async def _open(
        self, client: "AsyncOpenAI", messages: list[dict[str, str]], *, whole: bool
    ) -> tuple["_Answer", str | None]:
        """Return the opened stream and its first words."""
        answer = _Answer(await self._request(client, messages), ends_well=("stop",) if whole else ("stop", "length"))
        try:
            first = await answer.next()
            if first is None and whole:
                raise Failure("empty answer")
        except BaseException:
            await answer.close()
            raise
        return answer, first

    async def _request(self, client: "AsyncOpenAI", messages: Any) -> Any:
        from openai import BadRequestError

        try:
            return await client.chat.completions.create(
                model=self.model, messages=messages, stream=True, **self._temperature
            )
        except BadRequestError as error:
            if error.param != "temperature" or not self._temperature:
                raise
            self._temperature = {}  # some models accept only their own
            return await self._request(client, messages)

    async def _next(self, answer: "_Answer", deadline: float) -> str | None:
        left = deadline - time.monotonic()
        async with asyncio.timeout(max(0.0, min(self._patience.between, left))):
            return await answer.next()

    def _unavailable(self, error: Exception) -> Exception:
        """Count a failure after the first words against the endpoint; a bug of ours keeps its exception type."""
        failure = as_failure(error)
        if failure is None:
            self._breaker.abandoned()
            return error
        if failure.again:
            self._breaker.failed()
        else:
            self._breaker.succeeded()
        log.warning("structuring: the answer broke off: %s", failure.reason)
        return Unavailable(SENTENCE, retry_after=5)


class _Answer:
    """The text pieces of one streamed answer; fails when the answer does not end completely."""

    def __init__(self, stream: Any, ends_well: tuple[str, ...]) -> None:
        self._stream = stream
        self._ends_well = ends_well
        self._batches = server_sent.batches(stream.response)
        self._finish: str | None = None

    async def next(self) -> str | None:
        """Return the text that came next; ``None`` after the last. Raises ``Failure`` for one that was cut off."""
        while (batch := await anext(self._batches, None)) is not None:
            try:
                text = "".join([self._text(chunk) for chunk in batch])
            except (AttributeError, TypeError):
                raise Failure("not a chat answer") from None
            if text:
                return text
        if self._finish not in self._ends_well:
            raise Failure(f"cut off ({self._finish or 'no end'})")
        return None

    def _text(self, chunk: dict[str, Any]) -> str:
        """Return the text of a chunk. Raises ``AttributeError`` or ``TypeError`` when it is not what it should be."""
        for choice in chunk.get("choices") or ():
            self._finish = choice.get("finish_reason") or self._finish
            delta = choice.get("delta") or {}
            if delta.get("tool_calls") or delta.get("refusal"):
                raise Failure("refused, or asked for a tool", again=False)
            if delta.get("content"):
                return "" + delta["content"]
        return ""

    async def close(self) -> None:
        await self._batches.aclose()
        await self._stream.close()
