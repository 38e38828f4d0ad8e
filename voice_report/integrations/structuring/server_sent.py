"""The chunks of a streamed chat answer (server-sent events), as plain data.

The library makes an object with types of each chunk: for fifty concepts, with a chunk for each word, that took more
than half of the event loop.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import httpx2

from ..resilience import Failure

_READ_ON = 0.2  # seconds
_LONGEST = 1 << 20  # bytes of an event; a chunk has a word or a line


async def chunks(response: Any) -> AsyncIterator[dict[str, Any]]:
    """Yield each chunk until ``[DONE]``, and read on to the end, so that the connection can be used again.

    ``response`` is the HTTP client's. Raises ``ValueError`` for what is no JSON, ``Failure`` for an error that the
    server sends in place of a chunk, and for what is no chunk.
    """
    events = _events(response)
    async for data in events:
        if data.startswith(b"[DONE]"):
            with suppress(TimeoutError, httpx2.HTTPError, Failure):  # the answer is complete
                async with asyncio.timeout(_READ_ON):
                    async for _ in events:
                        pass
            return
        chunk = json.loads(data)
        if not isinstance(chunk, dict):
            raise Failure("not a chat answer")
        if chunk.get("error"):
            raise Failure("an error in place of the answer")
        yield chunk


async def _events(response: Any) -> AsyncIterator[bytes]:
    """Yield the data of each event: its lines up to an empty one."""
    rest, data = b"", []
    async for piece in response.aiter_bytes():
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[5:].strip())
            elif data and not line.strip(b"\r"):
                yield b"\n".join(data)
                data = []
        if len(rest) + sum(map(len, data)) > _LONGEST:
            raise Failure("an event without an end")
    if data:
        yield b"\n".join(data)
