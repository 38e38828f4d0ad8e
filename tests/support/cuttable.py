"""A network that can be cut: what goes between a browser and a server, in any browser."""

import asyncio
import socket
from contextlib import suppress


class Cuttable:
    """Listens on a port of its own and carries bytes to the server's, until it is cut."""

    def __init__(self, listening: socket.socket, target: int) -> None:
        self.port, self.target = listening.getsockname()[1], target
        self._listening = listening
        self._is_cut = False
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._carry, sock=self._listening)

    def cut(self) -> None:
        """End every connection, and take no other."""
        self._is_cut = True
        for each in self._open:
            each.transport.abort()

    def mend(self) -> None:
        self._is_cut = False

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        self._open.add(writer)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            self._open.discard(writer)
            return
        self._open.add(back)
        await asyncio.gather(_pour(reader, back), _pour(there, writer))
        self._open -= {writer, back}

    async def stop(self) -> None:
        self.cut()
        if self._server:
            self._server.close()


async def _pour(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65_536):
            sink.write(data)
            await sink.drain()
    with suppress(OSError, RuntimeError):
        sink.close()
