"""The chunks of a chat answer, as plain data, however a server sets them apart.

A chunk is one JSON object, so it cannot be mistaken: what is around it is not needed to find it. Events with CR or
CRLF, without the empty line between them or without ``data:``, several on one line, one object on many lines, JSON
Lines, and one JSON object for the whole answer (a server or a proxy that does not stream) are all read.

The library makes an object with types of each chunk: for fifty concepts, with a chunk for each word, that took more
than half of the event loop.
"""

import asyncio
import codecs
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

from ...resilience import Failure, ServerError

_READ_ON = 0.2  # seconds
_LONGEST = 1 << 20  # characters of a chunk; it has a word or a line, or the whole answer
#: Before a chunk: the field of an event, which some proxies write twice, and what separates the elements of a list.
_BEFORE = re.compile(r"(?:\s|data:|\[(?!DONE)|,|\])*")
_OTHER_FIELDS = ("event:", "id:", "retry:", ":")
_DONE = re.compile(r'(?:data:|\s)*"?\[DONE\]')
_CLOSING = ("}", "]", ",")
_DECODER = json.JSONDecoder(strict=False)

#: In place of a chunk: the server said that it was done.
DONE: dict[str, Any] = {"done": True}
#: Seconds between two looks at an answer once its first line is there, for each answer under way; and at most. Fifty
#: are looked at three times a second, which is more often than a line comes; one alone a hundred and sixty times.
_REST_EACH, _REST = 0.006, 0.3
_END_OF_LINE = rb"\n"  # as JSON has it
_FULL = 1 << 14  # bytes of the largest piece that the client gives: more has come already

_under_way = 0


async def batches(response: Any) -> AsyncGenerator[list[dict[str, Any]]]:
    """Yield the chunks that came together, until ``[DONE]``; then read on, so that the connection can be used again.

    Each piece that arrives gives a batch, with no chunk in it when it was a comment or the beginning of a chunk: it
    shows that the server is alive. ``DONE`` comes last where the server wrote ``[DONE]``. ``response`` is the HTTP
    client's. Raises ``ValueError`` for what is no JSON, ``ServerError`` for an error that the server sends in
    place of a chunk, ``Failure`` for what is no chunk.
    """
    global _under_way
    _under_way += 1
    reader = _Reader()
    try:
        pieces = _pieces(response)
        async for text in pieces:
            batch, failure = _read(reader, text)
            if batch or failure is None:
                yield batch
            if failure is not None:
                raise failure
            if reader.is_done:
                yield [DONE]
                await _read_on(pieces)
                return
    finally:
        _under_way -= 1


def _read(reader: "_Reader", text: str | None) -> tuple[list[dict[str, Any]], Exception | None]:
    """Return the chunks that this text completes (``None``: there is no more), and what is wrong behind them."""
    batch: list[dict[str, Any]] = []
    try:
        for chunk in reader.feed(text) if text is not None else reader.close():
            if chunk is not None:  # with which some proxies keep a connection open
                batch.append(_checked(chunk))
    except (ValueError, Failure) as error:
        return batch, error
    return batch, None


def _checked(chunk: Any) -> dict[str, Any]:
    if not isinstance(chunk, dict):
        raise Failure("not a chat answer")
    if chunk.get("error") or (not chunk.get("choices") and "error" in (chunk.get("object"), chunk.get("type"))):
        raise ServerError(json.dumps(chunk, ensure_ascii=False))
    return chunk


async def _read_on(pieces: AsyncIterator[str | None]) -> None:
    with suppress(Exception):  # the answer is complete
        async with asyncio.timeout(_READ_ON):
            async for _ in pieces:
                pass


async def _pieces(response: Any) -> AsyncIterator[str | None]:
    """Yield the text as it arrives, and ``None`` at its end."""
    decoder, has_line = codecs.getincrementaldecoder("utf-8-sig")(), False
    async for piece in response.aiter_bytes():
        yield decoder.decode(piece)
        has_line = has_line or _END_OF_LINE in piece
        is_end = b"[DONE]" in piece  # nothing more to wait for
        if has_line and len(piece) < _FULL and not is_end:
            await asyncio.sleep(min(_REST, _REST_EACH * _under_way))
    yield decoder.decode(b"", final=True)
    yield None


class _Reader:
    """Finds the chunks in text that arrives in pieces of any size, a line at a time."""

    def __init__(self) -> None:
        self.is_done = False
        self._rest = ""  # of the last line
        self._open: list[str] = []  # the lines of a chunk that has begun
        self._is_event = False  # that chunk is an event's data: an empty line ends it
        self._after_cr = False

    def feed(self, text: str) -> Iterator[Any]:
        """Yield what this text completes. Raises ``ValueError`` for what is no JSON, ``Failure`` without an end."""
        if text and ("\r" in text or self._after_cr):
            text, self._after_cr = text.removeprefix("\n") if self._after_cr else text, text.endswith("\r")
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            yield from self._line(line)
            if self.is_done:
                return
        if len(self._rest) + sum(map(len, self._open)) > _LONGEST:
            raise Failure("an event without an end")

    def close(self) -> Iterator[Any]:
        """Yield what the end completes; of what is cut off the chunks before tell."""
        rest, self._rest = self._rest, ""
        yield from self._line(rest)

    def _line(self, line: str) -> Iterator[Any]:
        if not line.strip():
            if self._open and self._is_event:
                raise ValueError("a chunk without an end")
            return
        if not self._open and (line.startswith(_OTHER_FIELDS) or _DONE.match(line)):
            self.is_done = not line.startswith(_OTHER_FIELDS)
            return
        if not self._open and line.startswith("error:"):  # llama.cpp's own field, up to 2025
            raise ServerError(line)
        if self._open:
            self._open.append(line.removeprefix("data:"))
            if not line.rstrip().endswith(_CLOSING):
                return
        else:
            self._is_event = line.startswith("data:")
            self._open = [line]
        yield from self._complete()

    def _complete(self) -> Iterator[Any]:
        """Yield the chunks that are whole by now."""
        text = "\n".join(self._open)
        at = _BEFORE.match(text).end()  # type: ignore[union-attr]  # it also matches nothing
        while at < len(text):
            try:
                chunk, at = _DECODER.raw_decode(text, at)
            except ValueError:
                if _DONE.match(text, at):
                    self._open, self.is_done = [], True
                    return
                if text[at] != "{":
                    raise
                self._open = [text[at:]]
                return
            yield chunk
            at = _BEFORE.match(text, at).end()  # type: ignore[union-attr]
        self._open = []
