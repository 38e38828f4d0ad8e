"""Websockets through the edge: bound to origin, tab and session, silent when that ends, bounded."""

import asyncio
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from voice_report import edge
from voice_report.config import settings
from voice_report.edge import sockets
from voice_report.services import auth, platform_users, tokens


class Socket:
    """A browser's end of a websocket through the edge, and what the framework behind it saw."""

    def __init__(self, built: Path, *, cookie: str = "", tab: str = "tab-1", path: str = "/_event", **given: str):
        self.sent: list[MutableMapping[str, Any]] = []
        self.behind: dict = {}
        self.incoming: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self.heard: list[dict] = []
        self.answered = asyncio.Event()
        self._app = edge.around(built)(self._framework)
        headers = {"origin": settings().origin, **{name.replace("_", "-"): value for name, value in given.items()}}
        if cookie:
            headers["cookie"] = f"theme=dark; {auth.cookie_name()}={cookie}"
        self.scope = {
            "type": "websocket",
            "path": path,
            "query_string": f"EIO=4&transport=websocket&token={tab}".encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
            "client": ("192.0.2.1", 5),
        }

    async def _framework(self, scope, receive, send) -> None:
        self.behind = scope
        self.push = send
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message)

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        self.sent.append(message)
        self.answered.set()
        if message["type"] == "websocket.close":
            self.incoming.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    def open(self) -> asyncio.Future:
        return asyncio.ensure_future(self._app(self.scope, self.incoming.get, self._send))

    async def refused(self) -> bool:
        await self.open()
        return [message["type"] for message in self.sent] == ["websocket.close"] and not self.behind

    async def connected(self) -> asyncio.Future:
        running = self.open()
        await self.answered.wait()
        return running

    @property
    def inner_token(self) -> str:
        return parse_qs(self.behind["query_string"].decode())["token"][0]

    def hang_up(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})


@pytest.mark.parametrize("origin", ["", "null", "https://kwaad.example", "http://localhost:8000.kwaad.example"])
async def test_s04_a_websocket_from_elsewhere_is_refused(built, origin: str) -> None:
    assert await Socket(built, origin=origin).refused()


async def test_s04_a_websocket_to_anything_else_is_refused(built) -> None:
    for path in ("/", "/_upload", "/api/stt", "/_event/x"):
        assert await Socket(built, path=path).refused()


@pytest.mark.parametrize("tab", ["", "x" * 101])
async def test_s03_a_websocket_without_a_token_is_refused(built, tab: str) -> None:
    assert await Socket(built, tab=tab).refused()


async def _inner(socket: Socket) -> str:
    running = await socket.connected()
    socket.hang_up()
    await running
    return socket.inner_token


async def test_s03_the_same_token_is_another_state_under_another_session(built, db, people) -> None:
    victim = await _inner(Socket(built, cookie=people.user.cookie))
    assert await _inner(Socket(built, cookie=people.user.cookie)) == victim, "a reconnect finds the state back"
    others = [
        await _inner(Socket(built)),
        await _inner(Socket(built, cookie=people.outsider.cookie)),
        await _inner(Socket(built, cookie="x" * 43)),
        await _inner(Socket(built, tab=victim)),
        await _inner(Socket(built, cookie=people.outsider.cookie, tab=victim)),
        await _inner(Socket(built, cookie=people.user.cookie, tab="tab-2")),
        await _inner(Socket(built, tab="tab-1&token=" + victim)),
    ]
    assert victim not in others


async def test_s03_the_framework_never_sees_a_cookie(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie, authorization="Bearer geheim")
    await _inner(socket)
    given = {name: value.decode() for name, value in socket.behind["headers"]}
    assert given[b"cookie"] == f"session-hash={tokens.hashed(people.user.cookie)}"
    assert people.user.cookie not in str(socket.behind)
    assert "geheim" not in str(socket.behind)


async def test_s03_a_visitor_cannot_bring_a_hash_along(built, db, people) -> None:
    socket = Socket(built)
    socket.scope["headers"].append((b"cookie", f"session-hash={tokens.hashed(people.user.cookie)}".encode()))
    await _inner(socket)
    assert b"cookie" not in dict(socket.behind["headers"])


async def test_s06_an_open_connection_falls_silent_when_its_session_ends(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie)
    running = await socket.connected()
    await socket.push({"type": "websocket.send", "text": "voor"})
    async with db.transaction() as session:
        await auth.log_out(session, people.user.cookie)
    await socket.push({"type": "websocket.send", "text": "na"})
    await socket.push({"type": "websocket.send", "text": "nog later"})
    await running
    assert [message.get("text", message["type"]) for message in socket.sent] == [
        "websocket.accept",
        "voor",
        "websocket.close",
    ]


async def test_s06_a_page_on_which_nothing_happens_is_closed_when_its_session_ends(built, db, people) -> None:
    paused, colleague = Socket(built, cookie=people.user.cookie), Socket(built, cookie=people.admin.cookie)
    visitor = Socket(built)
    running = [await one.connected() for one in (paused, colleague, visitor)]
    await sockets.close_ended()
    async with db.transaction() as session:
        paused_one = platform_users.Changes(is_active=False)
        await platform_users.change(session, await people.platform_admin.current(), people.user.id, paused_one)
    await sockets.close_ended()
    await running[0]
    assert [message["type"] for message in paused.sent] == ["websocket.accept", "websocket.close"]
    for other in (colleague, visitor):
        assert [message["type"] for message in other.sent] == ["websocket.accept"]
        other.hang_up()
    await asyncio.gather(*running)


async def test_s06_nothing_is_heard_from_a_connection_whose_session_ended(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie)
    running = await socket.connected()
    async with db.transaction() as session:
        await auth.end_sessions(session, people.user.id)
    socket.incoming.put_nowait({"type": "websocket.receive", "text": "een event"})
    await running
    assert socket.heard == []


async def test_s33_a_flood_of_messages_slows_down_its_own_connection_only(built, monkeypatch) -> None:
    slept = []

    async def note(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(sockets.asyncio, "sleep", note)
    monkeypatch.setattr(sockets.time, "monotonic", lambda: 100.25)
    socket = Socket(built)
    for _ in range(61):
        socket.incoming.put_nowait({"type": "websocket.receive", "text": "2"})
    socket.hang_up()
    await socket.open()
    assert slept == [0.75]
    assert len(socket.heard) == 61


async def test_s33_an_oversized_message_ends_the_connection(built) -> None:
    socket = Socket(built)
    socket.incoming.put_nowait({"type": "websocket.receive", "text": "x" * (4 * 1024 * 1024 + 1)})
    await socket.open()
    assert socket.heard == []
    assert socket.sent[-1]["type"] == "websocket.close"


async def test_s33_one_session_opens_a_bounded_number_of_connections(built, db, people) -> None:
    held = [Socket(built, cookie=people.user.cookie, tab=f"tab-{number}") for number in range(50)]
    running = [await socket.connected() for socket in held]
    assert await Socket(built, cookie=people.user.cookie, tab="tab-50").refused()
    other = Socket(built, cookie=people.outsider.cookie)
    others = await other.connected()
    for socket in (*held, other):
        socket.hang_up()
    await asyncio.gather(*running, others)
    again = Socket(built, cookie=people.user.cookie)
    await _inner(again)
