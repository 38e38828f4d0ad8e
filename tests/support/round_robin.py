"""The smallest proxy an installation could have: each request goes to the next process, or to another if it is down.

Each connection carries one request, so that even those of one page are spread; a websocket stays with its process.
"""

import asyncio
import re
from collections.abc import Coroutine
from dataclasses import dataclass, field

_CONNECTION = re.compile(rb"\r\nconnection:[^\r]*", re.IGNORECASE)


@dataclass
class RoundRobin:
    """``ports`` are the processes behind it; ``websockets`` has the port of each open websocket, ``went`` the port
    that last received a path."""

    ports: list[int]
    port: int
    websockets: list[int] = field(default_factory=list)
    requests: dict[int, int] = field(default_factory=dict)
    went: dict[str, int] = field(default_factory=dict)
    _turn: int = 0
    _server: asyncio.Server | None = None
    _open: set[asyncio.Task] = field(default_factory=set)

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port, limit=1 << 20)

    async def stop(self) -> None:
        if self._server:
            self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._pass_on(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass  # one end closed the connection, as the other will notice
        finally:
            self._open.discard(task)
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        is_websocket = b"\r\nupgrade: websocket" in head.lower()
        if not is_websocket:
            head = _CONNECTION.sub(b"", head).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        address = writer.get_extra_info("peername")[0].encode()
        head = head.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: " + address + b"\r\n\r\n")
        port, (from_server, to_server) = await self._next()
        self.requests[port] = self.requests.get(port, 0) + 1
        self.went[head.split(b" ", 2)[1].decode()] = port
        if is_websocket:
            self.websockets.append(port)
        try:
            to_server.write(head)
            await _until_one_ends(_pour(reader, to_server), _pour(from_server, writer))
        finally:
            to_server.close()
            if is_websocket:
                self.websockets.remove(port)

    async def _next(self) -> tuple[int, tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        self._turn += 1
        first = self._turn % len(self.ports)  # of this request alone: other requests change the turn while it waits
        for port in self.ports[first:] + self.ports[:first]:
            try:
                return port, await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue  # this process is down: try the next
        raise ConnectionRefusedError


async def _pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(1 << 16):
        target.write(data)
        await target.drain()


async def _until_one_ends(*ways: Coroutine) -> None:
    tasks = [asyncio.create_task(way) for way in ways]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
