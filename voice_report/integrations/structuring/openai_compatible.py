"""Structuring by any OpenAI-compatible chat endpoint, streamed (concepts/reports.md "Structuring"; S20, S25).

The model gets no tools. An answer counts only when it ends well (``chat_answer``): anything else was cut off. The lines
of Letterlijk and Leesbaar are checked one by one, so there a model's own limit is an end too.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ...config import Settings
from ...engines import Profile
from ...errors import Unavailable
from ...reporting.templates import DEFAULT, ReportTemplate
from ...reporting.writing import Style
from .. import checkpoint
from ..resilience import TIME_OUT, Breaker, Failure, Policy, as_failure, call_with_retries
from .chat import ability, chat_answer, line_prompt, prompt, refusals, server_sent, thoughts
from .headings import SENTENCE
from .local import LocalEngine
from .protocol import TEXT_REFUSED, UNUSABLE, Note, StructuringEngine

if TYPE_CHECKING:
    from openai import AsyncOpenAI

log = logging.getLogger(__name__)

#: A report is about as long as the transcript; an answer far beyond that comes from a model that went astray.
#: What it thought before, without a mark, comes on top.
_SLACK_CHARACTERS = 24_000
_TIMES_AS_LONG = 3

_NO_KEY = "none"
_BETWEEN_EXAMINATIONS = 600.0  # seconds

#: Replaced in tests, so that they do not sleep.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep

#: How the lines end after these failures.
_ENDS = {TEXT_REFUSED: Note.REFUSED, UNUSABLE: Note.CUT_OFF}


@dataclass(frozen=True, slots=True)
class Patience:
    """Time-outs in seconds: for the first words, for silence after them, and for the whole concept.

    A server that sends anything at all is not silent. A model may load, or think, for as long as the whole may take.
    """

    first: float
    between: float
    whole: float

    @classmethod
    def within(cls, whole: float) -> "Patience":
        return cls(first=whole, between=whole / 4, whole=whole)


def create(settings: Settings, profile: Profile) -> StructuringEngine:
    """Return the engine for the endpoint, the key and the model of a profile, and the time-out in the settings."""
    return OpenAICompatibleEngine(profile, Patience.within(settings.structure_timeout))


class OpenAICompatibleEngine:
    """One endpoint, model and set of time-outs; one client and one breaker for all concepts of this process."""

    def __init__(self, profile: Profile, patience: Patience) -> None:
        self.model = profile.model
        self._profile = profile
        self._base_url = profile.base_url
        self._api_key = profile.api_key or _NO_KEY  # a local endpoint may need none, but the client requires one
        self._patience = patience
        self._breaker = Breaker("structuring")
        self._client: AsyncOpenAI | None = None
        self._left_out: frozenset[str] = frozenset()  # what this endpoint refused of a request, and can do without
        self._is_able = True  # until its model shows that it is not (``ability``)
        self._thinks_unmarked = False  # the last answer began in a thought without a mark (``thoughts``)

    @property
    def label(self) -> str:
        return "" if self._is_able else LocalEngine.label

    @property
    def styles(self) -> tuple[Style, ...]:
        return ("leesbaar", "letterlijk", "netjes", "vrij") if self._is_able else LocalEngine.styles

    async def examine(self, asking: Callable[[], AbstractAsyncContextManager[object]] = nullcontext) -> None:
        """Find out whether the model can do the work, and as long as it cannot, once in a while whether it can now.

        Until then, and when there is no answer, it is taken for one that can. Each request is made in
        a context of ``asking``.
        """
        while self.state() != "missing":
            with suppress(Unavailable):
                async with asking():
                    pieces = [piece async for piece in self._lines([*ability.CANARY], DEFAULT, "leesbaar")]
                if Note.RESTART in pieces:
                    pieces = pieces[len(pieces) - pieces[::-1].index(Note.RESTART) :]
                self._is_able = ability.passes("".join(one for one in pieces if isinstance(one, str)))
                if self._is_able:
                    return
                log.warning("structuring: the model cannot place and write a report; the local rules make them")
            await pause(_BETWEEN_EXAMINATIONS)

    def state(self) -> str:
        """Return ``ready``, ``failing`` (its last answers) or ``missing`` (not set up)."""
        if self._base_url is None and self._api_key == _NO_KEY:
            return "missing"
        return "failing" if self._breaker.is_failing else "ready"

    def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str | Note]:
        """Yield the report's markdown as it arrives. Raises ``Unavailable``: no, broken, cut off or too slow an answer.

        Retried only while nothing has arrived.
        """
        messages, fence = prompt.build(transcript, template)
        longest = _SLACK_CHARACTERS + _TIMES_AS_LONG * len(transcript)
        return self._pieces(messages, fence, longest, partial(thoughts.Answer, thoughts.report(template), transcript))

    async def lines(
        self, sentences: Sequence[str], template: ReportTemplate, style: Style
    ) -> AsyncGenerator[str | Note]:
        """Yield the answer's lines as they arrive, or nothing where the local rules make the report. Raises
        ``Unavailable``: no answer, or a broken one.

        An answer that is empty, too long, too slow, refused or ends at the model's own limit is passed on as far as it
        goes.
        """
        if self._is_able:
            async with aclosing(self._lines(sentences, template, style)) as answer:
                async for piece in answer:
                    yield piece

    async def _lines(
        self, sentences: Sequence[str], template: ReportTemplate, style: Style
    ) -> AsyncGenerator[str | Note]:
        messages, fence = line_prompt.build(sentences, template, style)
        longest = _SLACK_CHARACTERS + _TIMES_AS_LONG * len(messages[-1]["content"])
        reading = partial(thoughts.Answer, thoughts.LINES, "\n".join(sentences))
        try:
            async with aclosing(self._pieces(messages, fence, longest, reading, whole=False)) as pieces:
                async for piece in pieces:
                    yield piece
        except Unavailable as failure:
            if failure.code not in _ENDS:
                raise
            yield _ENDS[failure.code]

    async def _pieces(
        self,
        messages: list[dict[str, str]],
        fence: str,
        longest: int,
        reading: Callable[..., thoughts.Answer],
        *,
        whole: bool = True,
    ) -> AsyncGenerator[str | Note]:
        """Yield the pieces of an answer; without ``whole`` one that is empty, cut off or too long just ends."""
        client = self._client or await asyncio.to_thread(self._connected)
        began = time.monotonic()
        deadline = began + self._patience.whole
        try:
            answer, piece = await call_with_retries(
                self._breaker,
                lambda: self._open(client, messages, reading, deadline, whole=whole),
                policy=Policy(timeout=self._patience.first),
                sentence=SENTENCE,
                is_whole=False,
            )
        except Unavailable as failure:
            if time.monotonic() < began + self._patience.first:
                raise
            raise Unavailable(SENTENCE, code=UNUSABLE, retry_after=failure.retry_after) from None
        try:
            received, end = 0, ""
            while piece is not None:
                if isinstance(piece, Note):
                    received, end = 0, ""
                    yield piece
                    piece = await answer.next(deadline)
                    continue
                received += len(piece)
                end = end[-len(fence) :] + piece
                if received > longest or fence in end:
                    if not whole:
                        begins = (end.find(fence) if fence in end else len(end)) - len(end)
                        if kept := piece[: max(0, len(piece) + min(begins, longest - received))]:
                            yield kept  # what came before the markers, and within the limit
                        yield Note.CUT_OFF
                        break
                    raise Failure("answer too long, or it repeats the markers", again=False)
                yield piece
                piece = await answer.next(deadline)
            if answer.end == "length" and not whole:
                yield Note.CUT_OFF
        except Exception as error:  # noqa: BLE001  translated, or raised as it is
            raise self._unavailable(error) from None
        except BaseException:
            self._breaker.abandoned()
            raise
        else:
            self._breaker.succeeded()
        finally:
            self._thinks_unmarked = answer.thinks_unmarked
            await answer.close()

    def _connected(self) -> "AsyncOpenAI":
        """Return the client. The first time takes a second: the library is imported."""
        if self._client is None:
            from openai import AsyncOpenAI

            client = AsyncOpenAI(
                api_key=self._api_key,
                base_url=self._profile.address,  # never the library's own choice
                max_retries=0,
                timeout=self._patience.whole,
                http_client=checkpoint.client(self._profile, streams=True),
            )
            _ = client.chat.completions  # imported at first use too
            self._client = client
        return self._client

    async def _open(
        self,
        client: "AsyncOpenAI",
        messages: list[dict[str, str]],
        reading: Callable[..., thoughts.Answer],
        deadline: float,
        *,
        whole: bool,
        left_out: frozenset[str] = frozenset(),
    ) -> tuple["_Answer", str | Note | None]:
        """Return the opened answer and its first piece."""
        answer, left_out = None, left_out | self._left_out
        try:
            async with asyncio.timeout(max(0.0, deadline - time.monotonic())):
                stream = await client.chat.completions.create(
                    model=self.model, stream=True, **refusals.form(messages, left_out)
                )
                ends_well: tuple[chat_answer.End, ...] = ("stop",) if whole else ("stop", "length")
                answer = _Answer(stream, reading(is_thinking=self._thinks_unmarked), self._patience, ends_well)
                first = await answer.next(deadline, is_first=True)
            if first is None and whole:
                raise Failure("empty answer")
        except BaseException as error:
            if answer is not None:
                await answer.close()
            said = refusals.text_of(error)
            if (less := refusals.left_out(said, left_out)) != left_out:  # some take only their own temperature, say
                return await self._open(client, messages, reading, deadline, whole=whole, left_out=less)
            if refusals.is_of_the_text(said):
                raise Failure("the text is refused", again=False, code=TEXT_REFUSED) from None
            raise
        self._left_out |= left_out
        return answer, first

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
        if failure.code == TEXT_REFUSED or refusals.is_of_the_text(refusals.text_of(error)):
            code = TEXT_REFUSED
        else:
            code = UNUSABLE if failure.reason == TIME_OUT else "unavailable"
        return Unavailable(SENTENCE, code=code, retry_after=5)


class _Answer:
    """The pieces of one answer; fails when the answer does not end completely."""

    def __init__(
        self, stream: Any, reading: thoughts.Answer, patience: Patience, ends_well: tuple[chat_answer.End, ...]
    ) -> None:
        self.end: chat_answer.End | None = None
        self._stream = stream
        self._reading = reading
        self._patience = patience
        self._ends_well = ends_well
        self._batches = server_sent.batches(stream.response)
        self._waiting: deque[str | Note] = deque()
        self._received = chat_answer.Received()
        self._is_read = False

    @property
    def thinks_unmarked(self) -> bool:
        return self._reading.thinks_unmarked

    async def next(self, deadline: float, *, is_first: bool = False) -> str | Note | None:
        """Return the piece that came next; ``None`` after the last. Raises ``Failure`` for one that was cut off.

        ``deadline`` is for the whole, by the monotonic clock; after the first piece silence has its own limit.
        """
        while not self._waiting and not self._is_read:
            left = deadline - time.monotonic()
            async with asyncio.timeout(max(0.0, left if is_first else min(self._patience.between, left))):
                batch = await anext(self._batches, None)
            if batch is None:
                self._is_read = True
                self.end = self.end or ("stop" if self._received.is_complete else None)
                self._waiting += self._reading.close(is_whole=self.end == "stop")
            else:
                self._waiting += self._reading.feed("".join([self._text(chunk) for chunk in batch]))
                if self._reading.never_begins:
                    if "length" not in self._ends_well:
                        raise Failure("no answer in all that text", again=False)
                    self._is_read, self.end = True, "length"
        if self._waiting:
            return self._waiting.popleft()
        if self.end == "refused":
            raise Failure("the text is refused", again=False, code=TEXT_REFUSED)
        if self.end not in self._ends_well:
            raise Failure(f"cut off ({self.end or 'no end'})")
        return None

    def _text(self, chunk: dict[str, Any]) -> str:
        if chunk is server_sent.DONE:
            self.end = self.end or ("stop" if self._received.length else None)
            return ""
        if (ticket := checkpoint.present()) is not None:
            ticket.note(chunk)
        try:
            said = chat_answer.read(chunk)
        except (AttributeError, TypeError):
            raise Failure("not a chat answer") from None
        self.end = "refused" if self.end == "refused" else said.end or self.end
        if said.end == "failed":
            raise Failure("failed, or asked for a tool", again=False)
        return self._received.add(said)

    async def close(self) -> None:
        await self._batches.aclose()
        await self._stream.close()
