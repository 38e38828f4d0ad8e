"""Everything an attacker with free accounts can send to the product from one place, all at once, for ``abuse``.

Every attack goes on until its time is over, whatever the answers are. The websockets come from one IPv6 network, each
from another address of it, as they would from one household. Only loopback is reached.
"""

import asyncio
import json
import os
import sys
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count, cycle
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tests.unit.services.clients.workbooks import package

from .events import DRAFT, Tab, type_text

SOCKETS = 50
SLOW_BODIES = 100
UNFINISHED_BODIES = 100
SOUNDS = 6
MARKS = 15_000  # of each of two kinds: normalising them costs the square of their number
EMPTY_LISTS = 1_700_000  # 5.1 MB
JUNK = 900_000  # characters; the framework itself reads a million
REPORT, EMOJI = 600_000, 80_000  # characters; an emoji takes twelve in JSON
HELD = 40
GUESSES = 50  # of a password at the same moment, at signing in and in a session
COMPARISONS = 6
ENDLESS, UPLINK = 12, 5_000_000  # sockets, and bytes per second of all of them: 40 Mbit/s
MIB = 1024 * 1024

# Made once: the attacker's own work takes processor from the product here, which it would not elsewhere.
_LISTS = b'{"email":[' + b"[]," * EMPTY_LISTS + b"[]]}"
_UNFINISHED = {"/api/drafts": b" " * 4_980_000, "/api/auth/login": b" " * 45_000}
_MISSING = 20_000  # bytes of each that never come
_AUDIO = b'--b\r\nContent-Disposition: form-data; name="audio"; filename="a.webm"\r\nContent-Type: audio/webm\r\n\r\n'
_RECORDING = _AUDIO.ljust(25 * MIB - _MISSING, b"x")

HOME = {"X-Forwarded-For": "192.0.2.66"}
_NETWORK = "2001:db8:bad:1::"  # documentation addresses (RFC 3849)
_STATES = "reflex___state____state.voice_report___ui___shell___access____access_state."
_GREET = f"{_STATES}voice_report___ui___shell___session____session_state.greet"
_FAILURES = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)
_numbers = count(1)


class Attack:
    """One attacker's run against one address, until a given time."""

    def __init__(self, url: str, seconds: float, sessions: list[str], others: list[str], sounds: Path) -> None:
        """``sessions`` are cookies of one account, ``others`` of accounts in organizations of their own."""
        self.url = url
        self.until = time.monotonic() + seconds
        self.sessions = sessions
        self.others = others
        self.cookie = sessions[0]
        self.sound, self.slow_sound = ((sounds / name).read_bytes() for name in ("hours.flac", "minutes.flac"))

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
            self.full_tabs: 2,
            self.costly_reports: 2,
            self.held_sounds: HELD,
            self.endless_messages: ENDLESS,
            self.long_comparisons: COMPARISONS,
            self.slow_sounds: SOUNDS,
            self.slow_workbooks: 2,
            self.guesses: 1,
        }
        if unknown := set(names) - {attack.__name__ for attack in times}:
            raise ValueError(f"no such attack: {', '.join(sorted(unknown))}")
        chosen = [attack for attack in times if not names or attack.__name__ in names]
        await self.at_once([attack for attack in chosen for _ in range(times[attack])])

    async def at_once(self, attacks: Sequence[Callable[[], Awaitable[None]]]) -> None:
        """Run these over and over, next to each other, until the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.until - time.monotonic()):
                await asyncio.gather(*(self._again(each) for each in attacks))

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

    async def _begin(
        self, path: str, size: int, cookie: str = "", kind: str = "application/json"
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Announce a body of this many bytes, and of this content type."""
        at = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(at.hostname, at.port)
        head = f"POST {path} HTTP/1.1\r\nHost: {at.netloc}\r\nOrigin: {self.url}\r\n"
        head += f"Cookie: {cookie}\r\n" if cookie else ""
        writer.write(f"{head}Content-Type: {kind}\r\nContent-Length: {size}\r\n\r\n".encode())
        return reader, writer

    async def hostile_sound(self) -> None:
        """Send a small file that takes hours of work, from the attacker's own account."""
        async with self._client() as client:
            files = {"audio": ("a.flac", self.sound, "audio/flac")}
            data = {"dictationId": str(uuid.uuid4()), "segment": "0"}
            await client.post("/api/stt", files=files, data=data, headers={"Cookie": self.cookie})

    async def full_tabs(self) -> None:
        """Open tab after tab, by each session of one account, and let each keep as much text as it takes."""
        tab = await Tab.open(self.url, "/new-report", next(self._turn), **HOME)
        try:
            await tab.press(DRAFT, "change_transcript", {"text": "\U0001f469" * EMOJI, "at": 1})
            for size in (JUNK, REPORT):
                await tab.press(DRAFT, "change_report", {"text": "x" * size, "at": 1})
            await tab.press(DRAFT, "autosave")
            await asyncio.sleep(0.2)
        finally:
            await tab.close()

    async def costly_reports(self) -> None:
        """Change a draft's report over and over into the longest one that is slow to parse."""
        tab = await Tab.open(self.url, "/new-report", next(self._turn), **HOME)
        try:
            await type_text(tab, 1)
            for at in count(2):
                await tab.press(DRAFT, "change_report", {"text": "- a\n" * (REPORT // 4 - at % 7), "at": at})
                await asyncio.sleep(0.05)
        finally:
            await tab.close()

    async def held_sounds(self) -> None:
        """Send all but the end of the largest recordings, by each session of one account, and then a byte at times."""
        kind = "multipart/form-data; boundary=b"
        reader, writer = await self._begin("/api/stt", 25 * MIB, next(self._turn), kind)
        try:
            writer.write(_RECORDING)
            while self.is_going_on() and not reader.at_eof():
                await writer.drain()
                await asyncio.sleep(5)
                writer.write(b"x")
        finally:
            writer.close()

    async def endless_messages(self) -> None:
        """Connect as a visitor, and send parts of one message that never ends, as fast as a household's line does."""
        address = f"{self.url.replace('http', 'ws', 1)}/_event/?EIO=4&transport=websocket&token={uuid.uuid4()}"
        async with connect(address, origin=Origin(self.url), additional_headers=HOME, compression=None) as socket:

            async def parts() -> AsyncIterator[str]:
                while self.is_going_on():
                    yield "x" * 64 * 1024
                    await asyncio.sleep(64 * 1024 * ENDLESS / UPLINK)

            await socket.send(parts())

    async def long_comparisons(self) -> None:
        """Have the longest texts compared that are."""
        said = "De bloeddruk was 142 over 80 en mevrouw sliep goed. " * 1_200
        async with self._client() as client:
            body = {"transcript": said, "report": said, "template": "zorg"}
            await client.post("/api/evidence", json=body, headers={"Cookie": next(self._turn)})

    async def slow_sounds(self) -> None:
        """Send small files that are ten minutes of sound, from six accounts."""
        cookie = next(self._turn_of_others)
        async with self._client() as client:
            files = {"audio": ("a.flac", self.slow_sound, "audio/flac")}
            told = [{"dictationId": str(uuid.uuid4()), "segment": "0"} for _ in range(6)]
            sent = [client.post("/api/stt", files=files, data=one, headers={"Cookie": cookie}) for one in told]
            await asyncio.gather(*sent)

    async def slow_workbooks(self) -> None:
        """Have small workbooks read that have very many rows."""
        async with self._client() as client:
            await client.post("/api/clients/import/preview", content=self._workbook, headers={"Cookie": self.others[0]})

    async def guesses(self) -> None:
        """Guess the password of one account at the same moment from as many addresses, and in a session of it."""
        own = {"Cookie": self.others[-1]}
        async with self._client() as client:
            email = (await client.get("/api/auth/me", headers=own)).json()["email"]
            wrong = [f"Een-ander-wachtwoord-{number}!" for number in range(GUESSES)]
            at_the_door = [
                client.post(
                    "/api/auth/login",
                    json={"email": email, "password": password},
                    headers={"X-Forwarded-For": f"192.0.2.{100 + number}"},
                )
                for number, password in enumerate(wrong)
            ]
            new = {"newPassword": "Vier-blauwe-kastanjes-27!", "confirmPassword": "Vier-blauwe-kastanjes-27!"}
            inside = [
                client.put("/api/account/password", json={"currentPassword": one, **new}, headers=own) for one in wrong
            ]
            await asyncio.gather(*at_the_door, *inside)

    @cached_property
    def _turn(self) -> Iterator[str]:
        return cycle(self.sessions)

    @cached_property
    def _turn_of_others(self) -> Iterator[str]:
        return cycle(self.others)

    @cached_property
    def _workbook(self) -> bytes:
        return package("<row><c><v>1</v></c></row>" * 900_000)

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
    _url, _seconds, _sessions, _others, _sounds, *_names = sys.argv[1:]
    _attack = Attack(_url, float(_seconds), _sessions.split("|"), _others.split("|"), Path(_sounds))
    asyncio.run(_attack.run(*_names))
