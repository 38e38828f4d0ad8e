"""The chunks of a streamed chat answer (server-sent events), as plain data.

The library makes an object with types of each chunk: for fifty concepts, with a chunk for each word, that took more
than half of the event loop.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from typing import Any

from ..resilience import Failure

_READ_ON = 0.2  # seconds
_LONGEST = 1 << 20  # bytes of an event; a chunk has a word or a line
#: Seconds between two looks at an answer once its first line is there, for each answer under way; and at most. Fifty
#: are looked at three times a second, which is more often than a line comes; one alone a hundred and sixty times.
_REST_EACH, _REST = 0.006, 0.3
_END_OF_LINE = rb"\n"  # as JSON has it
_FULL = 1 << 14  # bytes of the largest piece that the client gives: more has come already

_under_way = 0


async def batches(response: Any) -> AsyncGenerator[list[dict[str, Any]]]:
    """Yield the chunks that came together, until ``[DONE]``; then read on, so that the connection can be used again.

    ``response`` is the HTTP client's. Raises ``ValueError`` for what is no JSON, ``Failure`` for an error that the
    server sends in place of a chunk, and for what is no chunk.
    """
    global _under_way
    _under_way += 1
    try:
        events = _events(response)
        async for together in events:
            batch = []
            for data in together:
                if data.startswith(b"[DONE]"):
                    if batch:
                        yield batch
                    await _read_on(events)
                    return
                try:
                    batch.append(_chunk(data))
                except (ValueError, Failure):
                    if batch:
                        yield batch
                    raise
            yield batch
    finally:
        _under_way -= 1


def _chunk(data: bytes) -> dict[str, Any]:
    chunk = json.loads(data)
    if not isinstance(chunk, dict):
        raise Failure("not a chat answer")
    if chunk.get("error"):
        raise Failure("an error in place of the answer")
    return chunk


async def _read_on(events: AsyncIterator[list[bytes]]) -> None:
    with suppress(Exception):  # the answer is complete
        async with asyncio.timeout(_READ_ON):
            async for _ in events:
                pass


async def _events(response: Any) -> AsyncIterator[list[bytes]]:
    """Yield the data of the events that came together; that of one are its lines up to an empty one."""
    rest, data, has_line = b"", [], False
    async for piece in response.aiter_bytes():
        *lines, rest = (rest + piece).split(b"\n")
        ended = []
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[5:].strip())
            elif data and not line.strip(b"\r"):
                ended.append(b"\n".join(data))
                data = []
        if ended:
            yield ended
        if len(rest) + sum(map(len, data)) > _LONGEST:
            raise Failure("an event without an end")
        has_line = has_line or _END_OF_LINE in piece
        is_end = b"[DONE]" in piece  # nothing more to wait for
        if has_line and len(piece) < _FULL and not is_end:
            await asyncio.sleep(min(_REST, _REST_EACH * _under_way))
    if data:
        yield [b"\n".join(data)]
