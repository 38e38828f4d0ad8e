"""A TCP proxy on 127.0.0.1 in front of a real server, which can go silent in every way a network or a server does."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

#: How the proxy treats bytes, in both directions, and new connections:
#: ``pass``    they arrive;
#: ``hold``    they wait until it passes again, as with a server that is stopped for a while;
#: ``swallow`` they are lost, and a connection that lost any stays silent forever, as in a network that drops packets;
#: ``half``    half of the next answer arrives, and then nothing;
#: ``drip``    answers arrive one byte a second;
#: ``reset``   every connection, new ones included, is reset;
#: ``refuse``  nothing listens, and open connections are reset.
Behaviour = Literal["pass", "hold", "swallow", "half", "drip", "reset", "refuse"]

_DRIP_EVERY = 1.0  # seconds


@dataclass
class Line:
    """The proxy to ``target`` (a port on this machine, or a unix socket); clients connect to ``port``."""

    target: int | Path
    port: int = 0
    behaviour: Behaviour = "pass"
    accepted: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _server: asyncio.Server | None = None
    _flows: set[asyncio.Task] = field(default_factory=set)

    async def change(self, behaviour: Behaviour) -> None:
        """Switch to this behaviour."""
        self.behaviour = behaviour
        self._changed.set()
        self._changed = asyncio.Event()
        if behaviour in ("reset", "refuse"):
            await self.cut()
        if behaviour == "refuse" and self._server is not None:
            self._server.close()
            self._server = None
        elif behaviour != "refuse" and self._server is None:
            await self.start()

    async def start(self) -> None:
        """Listen, on the same port as before if there was one."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Reset the connections that are open."""
        flows = list(self._flows)
        for flow in flows:
            flow.cancel()
        await asyncio.gather(*flows, return_exceptions=True)

    async def stop(self) -> None:
        """Stop listening, and reset what is open."""
        if self._server is not None:
            self._server.close()
            self._server = None
        await self.cut()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        flow = asyncio.create_task(self._connect(reader, writer))
        self._flows.add(flow)
        flow.add_done_callback(self._flows.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        ends, ways = [writer], []
        clean = False
        try:
            if self.behaviour != "reset":
                from_server, to_server = await self._open()
                ends.append(to_server)
                ways.append(asyncio.create_task(self._pour(reader, to_server, answers=False)))
                ways.append(asyncio.create_task(self._pour(from_server, writer, answers=True)))
                ended, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                clean = all(way.exception() is None for way in ended)
        except OSError:
            pass  # the server is gone, as the client will notice
        finally:
            for way in ways:
                way.cancel()
            for end in ends:
                end.close() if clean else _reset(end)
            await asyncio.gather(*ways, return_exceptions=True)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, Path):
            return await asyncio.open_unix_connection(self.target)
        return await asyncio.open_connection("127.0.0.1", self.target)

    async def _pour(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, answers: bool) -> None:
        lost = False
        while data := await source.read(1 << 16):
            while self.behaviour == "hold":
                await self._changed.wait()
            if answers and self.behaviour == "drip":
                await self._drip(data, target)
            elif lost or self.behaviour == "swallow":
                lost = True
            elif answers and self.behaviour == "half":
                target.write(data[: len(data) // 2])
                lost = True
            else:
                target.write(data)
                await target.drain()

    async def _drip(self, data: bytes, target: asyncio.StreamWriter) -> None:
        """Pass one byte a second for as long as that is the behaviour, and then the rest at once."""
        while data and self.behaviour == "drip":
            target.write(data[:1])
            data = data[1:]
            with suppress(TimeoutError):
                async with asyncio.timeout(_DRIP_EVERY):
                    await self._changed.wait()
        target.write(data)


def _reset(end: asyncio.StreamWriter) -> None:
    with suppress(OSError):  # it is closed already, or a unix socket
        end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    end.transport.abort()


@asynccontextmanager
async def line_to(target: int | Path) -> AsyncIterator[Line]:
    """Yield a proxy to this port or unix socket, until the block ends."""
    line = Line(target)
    await line.start()
    try:
        yield line
    finally:
        await line.stop()
