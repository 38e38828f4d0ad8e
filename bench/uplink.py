"""A slow uplink: a relay between a browser and the product that carries so many bytes per second to the product."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlparse

_PACKET = 1500  # bytes


@asynccontextmanager
async def slow_uplink(url: str, kilobits: float) -> AsyncIterator[str]:
    """Return a flag with which Chromium reaches the product at ``url`` over the relay, under its own address."""
    host, port = urlparse(url).hostname, urlparse(url).port

    async def serve(browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        product, to_product = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(
            _carry(browser, to_product, kilobits * 1000 / 8), _carry(product, to_browser, float("inf"))
        )

    # A small buffer: what the relay has read counts as carried for the browser.
    async with await asyncio.start_server(serve, "127.0.0.1", 0, limit=2 * _PACKET) as relay:
        yield f"--host-resolver-rules=MAP {host}:{port} 127.0.0.1:{relay.sockets[0].getsockname()[1]}"


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, bytes_per_second: float) -> None:
    try:
        while packet := await reader.read(_PACKET):
            await asyncio.sleep(len(packet) / bytes_per_second)
            writer.write(packet)
            await writer.drain()
    except OSError:
        pass  # the other end is gone
    finally:
        writer.close()
