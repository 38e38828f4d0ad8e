"""Websockets through the edge: bound to origin, tab and session, silent when that ends, bounded."""

import asyncio

import pytest

from tests.support import environment
from tests.support.server import free_port
from tests.unit.services.factors.factors import require_from, set_up
from tests.unit.web.edge.socket import CONNECT, PONG, Socket, inner
from voice_report.services.platform import users
from voice_report.services.sessions import open_tabs, sessions
from voice_report.services.shared import page_store, tokens
from voice_report.services.sign_in import signing_in
from voice_report.web.edge import sockets


@pytest.mark.parametrize("origin", ["", "null", "https://kwaad.example", "http://localhost:8000.kwaad.example"])
async def test_s04_a_websocket_from_elsewhere_is_refused(built, origin: str) -> None:
    assert await Socket(built, origin=origin).refused()


async def test_s04_a_websocket_to_anything_else_is_refused(built) -> None:
    for path in ("/", "/_upload", "/api/stt", "/_event/x"):
        assert await Socket(built, path=path).refused()


@pytest.mark.parametrize("tab", ["", "x" * 101])
async def test_s03_a_websocket_without_a_token_is_refused(built, tab: str) -> None:
    assert await Socket(built, tab=tab).refused()


async def test_s03_the_same_token_is_another_state_under_another_session(built, db, people) -> None:
    victim = await inner(Socket(built, cookie=people.user.cookie))
    assert await inner(Socket(built, cookie=people.user.cookie)) == victim, "a reconnect finds the state back"
    others = [
        await inner(Socket(built)),
        await inner(Socket(built, cookie=people.outsider.cookie)),
        await inner(Socket(built, cookie="x" * 43)),
        await inner(Socket(built, tab=victim)),
        await inner(Socket(built, cookie=people.outsider.cookie, tab=victim)),
        await inner(Socket(built, cookie=people.user.cookie, tab="tab-2")),
        await inner(Socket(built, tab="tab-1&token=" + victim)),
    ]
    assert victim not in others


async def test_s03_the_framework_never_sees_a_cookie(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie, authorization="Bearer geheim")
    await inner(socket)
    given = {name: value.decode() for name, value in socket.behind["headers"]}
    assert given[b"cookie"] == f"session-hash={tokens.hashed(people.user.cookie)}"
    assert people.user.cookie not in str(socket.behind)
    assert "geheim" not in str(socket.behind)


async def test_s33_the_framework_gets_the_few_headers_it_uses_and_a_query_of_our_own(built) -> None:
    socket = Socket(built, x_junk="j" * 60_000, user_agent="a" * 60_000, upgrade="websocket")
    socket.scope["headers"] += [(b"user-agent", b"b" * 60_000)] * 3 + [(b"origin", b"o" * 60_000)]
    socket.scope["query_string"] += b"&transport=polling&sid=1&j=1&" + b"k" * 60_000 + b"=1"
    await inner(socket)
    assert {name for name, _ in socket.behind["headers"]} == {b"origin", b"user-agent", b"upgrade"}
    assert len(str(socket.behind["headers"])) < 1_000
    assert socket.behind["query_string"] == f"EIO=4&transport=websocket&token={socket.inner_token}".encode()


async def test_s06_the_tabs_of_a_session_are_known(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie)
    running = await socket.connected()
    await socket.push({"type": "websocket.send", "text": '42/_event,["new_token","made-by-the-framework"]'})
    session = tokens.hashed(people.user.cookie)
    assert await open_tabs.of(session) == {socket.inner_token, "made-by-the-framework"}
    await inner(Socket(built))
    assert await open_tabs.session_hashes() == {session}, "visitors have no session"
    socket.hang_up()
    await running


async def test_s03_a_visitor_cannot_bring_a_hash_along(built, db, people) -> None:
    socket = Socket(built)
    socket.scope["headers"].append((b"cookie", f"session-hash={tokens.hashed(people.user.cookie)}".encode()))
    await inner(socket)
    assert b"cookie" not in dict(socket.behind["headers"])


@pytest.mark.parametrize("has_factor", [True, False])
async def test_s38_s42_a_pending_sign_in_is_a_visitor(built, db, people, has_factor: bool) -> None:
    await (set_up(people.user) if has_factor else require_from(people.organization_id))
    with pytest.raises(signing_in.StepNeeded) as needed:
        await signing_in.log_in(people.user.email, people.user.password)
    socket = Socket(built, cookie=needed.value.token)
    socket.scope["headers"].append((b"cookie", f"{signing_in.cookie_name()}={needed.value.token}".encode()))
    await inner(socket)
    assert b"cookie" not in dict(socket.behind["headers"])
    assert not await open_tabs.session_hashes()


async def test_s06_an_open_connection_falls_silent_when_its_session_ends(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie)
    running = await socket.connected()
    await socket.push({"type": "websocket.send", "text": "voor"})
    await db.run_in_transaction(sessions.log_out, people.user.cookie)
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
    paused_one = users.Changes(is_active=False)
    await people.platform_admin.call(users.change, people.user.id, paused_one)
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
    await db.run_in_transaction(sessions.end_sessions, people.user.id)
    socket.say(CONNECT)
    await running
    assert socket.heard == []


async def test_s06_a_tab_that_can_not_be_noted_is_not_served(built, db, people, monkeypatch) -> None:
    environment.use(monkeypatch, REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    socket = Socket(built, cookie=people.user.cookie)
    assert await socket.refused()
    assert socket.sent[0]["code"] == 1013


class Unread(Socket):
    """A page that does not read what it is sent, until ``reads``."""

    def __init__(self, *arguments, **options) -> None:
        super().__init__(*arguments, **options)
        self.is_sent_to, self.reads = asyncio.Event(), asyncio.Event()

    async def _send(self, message) -> None:
        await super()._send(message)
        if message["type"] == "websocket.send":
            self.is_sent_to.set()
            await self.reads.wait()

    async def answered_and_heard(self, *texts: str) -> asyncio.Task:
        """Send it an answer, which it does not read, and hear these frames of it, as far as anybody does."""
        answering = asyncio.create_task(self.push({"type": "websocket.send", "text": "a long answer"}))
        await self.is_sent_to.wait()
        self.say(*texts)
        for _ in range(100):
            await asyncio.sleep(0)
        return answering


async def test_s56_a_page_that_does_not_read_its_answers_is_not_listened_to(built, db, people) -> None:
    """Its heartbeats are: a slow line is no reason to close a connection."""
    socket = Unread(built, cookie=people.user.cookie)
    running = await socket.connected()
    answering = await socket.answered_and_heard(PONG, CONNECT)
    while not socket.heard:  # noqa: ASYNC110  the framework behind it sets no event
        await asyncio.sleep(0)
    assert [message["text"] for message in socket.heard] == [PONG]
    socket.reads.set()
    await answering
    socket.hang_up()
    await running
    assert [message["text"] for message in socket.heard] == [PONG, CONNECT]


async def test_s18_a_page_hears_why_its_connection_ended(built, db, people) -> None:
    for end, code in ((sockets.end_all, page_store.AWAY), (lambda: [one.end() for one in sockets._all], 4401)):
        socket = Socket(built, cookie=people.user.cookie)
        running = await socket.connected()
        end()
        await running
        assert socket.sent[-1] == {"type": "websocket.close", "code": code}


async def test_s06_a_page_that_does_not_read_is_closed_when_its_session_ends(built, db, people) -> None:
    socket = Unread(built, cookie=people.user.cookie)
    running = await socket.connected()
    answering = await socket.answered_and_heard(CONNECT)
    sockets.end_all()
    await running
    assert socket.heard == []
    assert socket.was_hung_up_on
    socket.reads.set()
    await answering


async def test_s56_a_tab_that_its_page_closed_is_noted_and_one_that_was_lost_is_not(built, db, people) -> None:
    for tab, frames in (("closed", [CONNECT, "41/_event,"]), ("lost", [CONNECT]), ("again", [CONNECT, "41/_event,"])):
        socket = Socket(built, cookie=people.user.cookie, tab=tab)
        await socket.hears(*frames)
        if tab == "closed":
            closed = socket.inner_token
    await inner(Socket(built, cookie=people.user.cookie, tab="again"))
    assert set(open_tabs._in_memory().closed) == {closed}
