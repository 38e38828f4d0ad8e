"""Websockets through the edge: bound to origin, tab and session, silent when that ends, bounded."""

import asyncio

import pytest
from limits import parse
from reflex_base.environment import environment

from tests.support.server import free_port
from tests.unit.services.factors.factors import require_from, set_up
from tests.unit.web.edge.socket import CONNECT, PONG, Socket, event
from voice_report.config import settings
from voice_report.core.shares import TABS
from voice_report.services.platform import users
from voice_report.services.sessions import open_tabs, sessions
from voice_report.services.shared import rate_limits, tokens
from voice_report.services.sign_in import signing_in
from voice_report.web.edge import sockets, token_buckets


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


async def test_s33_the_framework_gets_the_few_headers_it_uses_and_a_query_of_our_own(built) -> None:
    socket = Socket(built, x_junk="j" * 60_000, user_agent="a" * 60_000, upgrade="websocket")
    socket.scope["headers"] += [(b"user-agent", b"b" * 60_000)] * 3 + [(b"origin", b"o" * 60_000)]
    socket.scope["query_string"] += b"&transport=polling&sid=1&j=1&" + b"k" * 60_000 + b"=1"
    await _inner(socket)
    assert {name for name, _ in socket.behind["headers"]} == {b"origin", b"user-agent", b"upgrade"}
    assert len(str(socket.behind["headers"])) < 1_000
    assert socket.behind["query_string"] == f"EIO=4&transport=websocket&token={socket.inner_token}".encode()


async def test_s06_the_tabs_of_a_session_are_known(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie)
    running = await socket.connected()
    await socket.push({"type": "websocket.send", "text": '42/_event,["new_token","made-by-the-framework"]'})
    session = tokens.hashed(people.user.cookie)
    assert await open_tabs.of(session) == {socket.inner_token, "made-by-the-framework"}
    await _inner(Socket(built))
    assert await open_tabs.session_hashes() == {session}, "visitors have no session"
    socket.hang_up()
    await running


async def test_s03_a_visitor_cannot_bring_a_hash_along(built, db, people) -> None:
    socket = Socket(built)
    socket.scope["headers"].append((b"cookie", f"session-hash={tokens.hashed(people.user.cookie)}".encode()))
    await _inner(socket)
    assert b"cookie" not in dict(socket.behind["headers"])


@pytest.mark.parametrize("has_factor", [True, False])
async def test_s38_s42_a_pending_sign_in_is_a_visitor(built, db, people, has_factor: bool) -> None:
    await (set_up(people.user) if has_factor else require_from(people.organization_id))
    with pytest.raises(signing_in.StepNeeded) as needed:
        await signing_in.log_in(people.user.email, people.user.password)
    socket = Socket(built, cookie=needed.value.token)
    socket.scope["headers"].append((b"cookie", f"{signing_in.cookie_name()}={needed.value.token}".encode()))
    await _inner(socket)
    assert b"cookie" not in dict(socket.behind["headers"])
    assert not await open_tabs.session_hashes()


async def test_s06_an_open_connection_falls_silent_when_its_session_ends(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie)
    running = await socket.connected()
    await socket.push({"type": "websocket.send", "text": "voor"})
    async with db.transaction() as session:
        await sessions.log_out(session, people.user.cookie)
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
        paused_one = users.Changes(is_active=False)
        await users.change(session, await people.platform_admin.current(), people.user.id, paused_one)
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
        await sessions.end_sessions(session, people.user.id)
    socket.say(CONNECT)
    await running
    assert socket.heard == []


class Seconds:
    """A clock that moves when somebody waits for it."""

    def __init__(self, monkeypatch) -> None:
        self.now = 100.25
        self.slept: list[float] = []
        monkeypatch.setattr(token_buckets.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(token_buckets.asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


class Never:
    """A clock that never moves for who waits for it."""

    async def sleep(self, _seconds: float) -> None:
        await asyncio.Event().wait()


def events(number: int) -> list[str]:
    return [CONNECT, *[event()] * (number - 1)]


async def test_s33_a_flood_of_messages_slows_down_its_own_connection_only(built, db, people, monkeypatch) -> None:
    seconds = Seconds(monkeypatch)
    assert len(await Socket(built, cookie=people.user.cookie).hears(*events(63))) == 63
    assert seconds.slept == pytest.approx([1 / 60] * 3), "above what may come at once, evenly spaced"
    seconds.slept.clear()
    assert len(await Socket(built, cookie=people.user.cookie, tab="another").hears(*events(60))) == 60
    assert seconds.slept == []


async def test_s33_heartbeats_take_nothing_from_other_visitors(built, monkeypatch) -> None:
    seconds = Seconds(monkeypatch)
    for tab in range(5):
        assert len(await Socket(built, tab=str(tab)).hears(*[PONG] * 60)) == 60
    assert seconds.slept == []


async def test_s33_who_is_gone_while_waiting_has_taken_nothing() -> None:
    budget = token_buckets.TokenBucket(10, burst=10)
    assert await budget.acquire(10)
    waiting = [asyncio.ensure_future(budget.acquire(10)) for _ in range(20)]
    await asyncio.sleep(0)
    for one in waiting:
        one.cancel()
    assert await asyncio.gather(*waiting, return_exceptions=True)
    assert not await budget.acquire(10, max_wait=0.5)
    assert await budget.acquire(0.1, max_wait=0.1), "and neither has who did not want to wait that long"


async def test_s33_a_visitor_who_would_wait_too_long_is_sent_away_for_now(built, monkeypatch) -> None:
    monkeypatch.setattr(token_buckets.asyncio, "sleep", Never().sleep)
    monkeypatch.setattr(sockets, "_PATIENCE", 0.01)
    socket = Socket(built)
    assert len(await socket.hears(*events(40))) == 40
    monkeypatch.setattr(sockets, "_visitors_budget", token_buckets.SharedTokenBucket(1, burst=1))
    later = Socket(built, address="192.0.2.2")
    assert len(await later.hears(*events(3))) == 1
    assert later.was_hung_up_on


async def test_s33_a_visitor_waits_for_one_message_of_each_flood(monkeypatch) -> None:
    gate = asyncio.Semaphore(0)
    monkeypatch.setattr(token_buckets.asyncio, "sleep", lambda _seconds: gate.acquire())
    budget = token_buckets.SharedTokenBucket(1, burst=1)
    served: list[str] = []

    async def send(who: str) -> None:
        assert await budget.acquire(who, 1, max_wait=60)
        served.append(who)

    waiting = [asyncio.create_task(send(who)) for who in "aaaaaabbbbbb"]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    waiting.append(asyncio.create_task(send("visitor")))
    for _ in waiting[1:]:
        gate.release()
    await asyncio.gather(*waiting)
    assert served.index("visitor") <= 4
    assert sorted(served) == sorted([*"aaaaaabbbbbb", "visitor"])
    assert served[3:9].count("b") in (2, 3), "the floods take turns too"


async def test_s33_a_budget_is_forgotten_after_a_while_without_connections_only(built) -> None:
    await Socket(built).hears(CONNECT)
    (client,) = sockets._clients.values()
    first = client.forgetting
    assert first
    await Socket(built, tab="another").hears(CONNECT)
    assert first.cancelled(), "the first close no longer counts"
    assert client.forgetting
    assert not client.forgetting.cancelled()
    assert [*sockets._clients.values()] == [client]


async def test_s56_a_message_is_passed_on_in_the_turn_of_the_event_loop_in_which_it_arrives(built) -> None:
    """Each more turn waits for whatever everybody else has ready by then."""
    socket = Socket(built)
    running = await socket.connected()
    for heard in range(3):
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(socket.heard) == heard
        socket.say(event() if heard else CONNECT)  # the queue wakes its reader in the next turn
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(socket.heard) == heard + 1
    socket.hang_up()
    await running


@pytest.mark.parametrize("addresses", [["192.0.2.1"] * 6, [f"2001:db8::{number}" for number in range(6)]])
async def test_s33_the_visitors_of_an_address_share_a_budget(built, monkeypatch, addresses: list[str]) -> None:
    seconds = Seconds(monkeypatch)
    monkeypatch.setattr(sockets, "_visitors_budget", token_buckets.SharedTokenBucket(1000, burst=1000))
    floods = [Socket(built, tab=str(number), address=address) for number, address in enumerate(addresses)]
    together = [await flood.connected() for flood in floods]
    for flood in floods:
        flood.say(*events(18))
        flood.hang_up()
    await asyncio.gather(*together)
    assert [len(flood.heard) for flood in floods] == [18] * 6, "nothing is lost"
    assert sum(seconds.slept) == pytest.approx(8 / 10), "a hundred of the 108 at once, then ten per second"
    slept = len(seconds.slept)
    elsewhere = Socket(built, address="2001:db8:0:1::1")
    assert len(await elsewhere.hears(*events(20))) == 20
    assert len(seconds.slept) == slept, "another network's visitors have a budget of their own"


async def test_s33_all_visitors_together_leave_time_for_who_is_signed_in(built, db, people, monkeypatch) -> None:
    seconds = Seconds(monkeypatch)
    for number in range(4):
        await Socket(built, address=f"192.0.2.{number}").hears(*events(18))
    assert sum(seconds.slept) == pytest.approx((72 - 40) / 40), "from however many addresses they come"
    seconds.slept.clear()
    assert len(await Socket(built, cookie=people.user.cookie).hears(*events(60))) == 60
    assert seconds.slept == []


async def test_s33_people_behind_one_address_have_a_budget_each(built, db, people, monkeypatch) -> None:
    seconds = Seconds(monkeypatch)
    everybody = [people.user, people.admin, people.outsider, people.platform_admin]
    pages = [Socket(built, cookie=one.cookie, tab=str(tab)) for one in everybody for tab in range(2)]
    running = [await page.connected() for page in pages]
    for page in pages:
        page.say(*events(60))
        page.hang_up()
    await asyncio.gather(*running)
    assert sum(len(page.heard) for page in pages) == 480
    assert seconds.slept == []


async def test_s33_the_pages_of_a_session_share_a_budget(built, db, people, monkeypatch) -> None:
    seconds = Seconds(monkeypatch)
    for tab in range(6):
        assert len(await Socket(built, cookie=people.user.cookie, tab=str(tab)).hears(*events(60))) == 60
    assert sum(seconds.slept) == pytest.approx((360 - 180) / 40)


async def test_s33_a_large_message_counts_for_more_than_one(built, db, people, monkeypatch) -> None:
    seconds = Seconds(monkeypatch)
    long = event({"text": "x" * 990_000})  # counts for sixteen
    assert len(await Socket(built, cookie=people.user.cookie).hears(CONNECT, *[long] * 4)) == 5
    assert sum(seconds.slept) == pytest.approx(5 / 60)
    seconds.slept.clear()
    crowded = event({"text": "," * 30_000})  # counts for 31
    assert len(await Socket(built, cookie=people.admin.cookie).hears(CONNECT, *[crowded] * 2)) == 3
    assert sum(seconds.slept) == pytest.approx(3 / 60)


async def test_s33_an_oversized_message_ends_the_connection(built, db, people) -> None:
    visitor = Socket(built)
    assert await visitor.hears(CONNECT, event({"text": "x" * 16 * 1024})) == [CONNECT]
    assert visitor.was_hung_up_on
    member = Socket(built, cookie=people.user.cookie)
    longest = event({"text": 'Goed, [zie boven] en "verder".\n' * 18_000})
    assert await member.hears(CONNECT, longest, event({"text": "x" * 1_000_000})) == [CONNECT, longest]
    assert member.was_hung_up_on


def test_a_message_that_the_edge_takes_is_not_too_long_for_the_framework() -> None:
    assert environment.REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE.get() >= sockets._LARGEST_MESSAGE


async def test_s33_an_address_opens_a_bounded_number_of_visitors_connections(built, monkeypatch) -> None:
    monkeypatch.setattr(sockets, "_SILENT", 1_000)
    monkeypatch.setattr(sockets, "_SILENT_PER_ADDRESS", 1_000)
    held = [Socket(built, tab=f"tab-{number}", address=f"2001:db8::{number:x}") for number in range(250)]
    running = [await socket.connected() for socket in held]
    assert await Socket(built, address="2001:db8::ffff").refused()
    neighbour = Socket(built, address="2001:db8:0:1::1")
    await _inner(neighbour)
    for socket in held:
        socket.hang_up()
    await asyncio.gather(*running)
    await _inner(Socket(built, address="2001:db8::ffff"))


async def test_s33_pages_refused_for_want_of_room_do_not_use_up_the_share_of_their_address(built, monkeypatch) -> None:
    monkeypatch.setattr(sockets, "_SOCKETS_PER_VISITOR_ADDRESS", 2)
    monkeypatch.setitem(rate_limits.LIMITS, "socket", parse("4 per minute"))
    held = [Socket(built, tab=f"tab-{number}") for number in range(2)]
    running = [await socket.connected() for socket in held]
    for number in range(10):
        assert await Socket(built, tab=f"surplus-{number}").refused()
    for socket in held:
        socket.hang_up()
    await asyncio.gather(*running)
    await _inner(Socket(built, tab="surplus-9"))
    await _inner(Socket(built, tab="surplus-8"))
    assert await Socket(built, tab="surplus-7").refused(), "the share holds"


async def test_s33_pages_refused_for_want_of_room_are_counted_too(built, db, people, monkeypatch) -> None:
    """Each that brings a cookie costs a question to the database."""
    monkeypatch.setattr(sockets, "_SOCKETS_PER_VISITOR_ADDRESS", 1)
    monkeypatch.setitem(rate_limits.LIMITS, "socket_full", parse("3 per minute"))
    asked = []
    resolve = sessions.resolve

    async def counting(session_hash: str, **kwargs):
        asked.append(session_hash)
        return await resolve(session_hash, **kwargs)

    monkeypatch.setattr(sockets.sessions, "resolve", counting)
    held = Socket(built)
    running = await held.connected()
    for number in range(3):
        assert await Socket(built, tab=f"surplus-{number}", cookie="x" * 43).refused()
    assert len(asked) == 3
    await _inner(Socket(built, cookie=people.user.cookie))
    held.hang_up()
    await running


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


async def test_s33_connecting_again_gives_no_new_budget(built, monkeypatch) -> None:
    seconds = Seconds(monkeypatch)
    monkeypatch.setattr(sockets, "_visitors_budget", token_buckets.SharedTokenBucket(1000, burst=1000))
    for tab in range(6):
        assert len(await Socket(built, tab=str(tab)).hears(*events(18))) == 18
    assert sum(seconds.slept) == pytest.approx(8 / 10)


async def test_s06_a_tab_that_can_not_be_noted_is_not_served(built, db, people, monkeypatch) -> None:
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{free_port()}/0")
    settings.cache_clear()
    socket = Socket(built, cookie=people.user.cookie)
    assert await socket.refused()
    assert socket.sent[0]["code"] == 1013


async def test_s56_visitors_who_say_nothing_are_few_and_do_not_stay(built, monkeypatch) -> None:
    """The server may be reading a message of theirs that never ends; who says something is never refused for it."""
    monkeypatch.setattr(sockets, "_SILENT_PER_ADDRESS", 2)
    silent = [Socket(built, tab=f"tab-{number}") for number in range(3)]
    running = [await socket.connected() for socket in silent]
    await running[0]
    assert [socket.was_hung_up_on for socket in silent] == [True, False, False], "the oldest gave way"
    silent[1].say(CONNECT)
    while not silent[1].heard:  # noqa: ASYNC110  the framework behind it sets no event
        await asyncio.sleep(0)
    silent += [Socket(built, tab=f"more-{number}") for number in range(2)]
    running += [await socket.connected() for socket in silent[3:]]
    await running[2]
    assert [socket.was_hung_up_on for socket in silent] == [True, False, True, False, False]
    monkeypatch.setattr(sockets, "_SILENT_FOR", 0.0)
    late = Socket(built, address="192.0.2.2")
    await late.open()
    assert late.was_hung_up_on
    for socket in silent:
        socket.hang_up()
    await asyncio.gather(*running)
    assert not sockets._silent


FLOODS = {"addresses": "192.0.2.{}", "networks of a /48": "2001:db8:0:{}::1"}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_s56_silent_visitors_keep_no_other_one_out(built, db, people, monkeypatch, flood: str) -> None:
    """However many addresses fill the places: who comes next has one, and the site that has most gives way."""
    monkeypatch.setattr(sockets, "_SILENT", 6)
    first = Socket(built, address="198.51.100.1")
    silent = [Socket(built, address=flood.format(number % 3), tab=str(number)) for number in range(5)]
    running = [await socket.connected() for socket in (first, *silent)]
    others = [Socket(built, address=f"203.0.113.{number}") for number in range(2)]
    running += [await socket.connected() for socket in others]
    await asyncio.gather(running[1], running[2])
    assert len(sockets._silent) == 6
    assert [socket.was_hung_up_on for socket in (first, *others, *silent)] == [False] * 3 + [True] * 2 + [False] * 3
    await _inner(Socket(built, cookie=people.user.cookie))
    for socket in (first, *silent, *others):
        socket.hang_up()
    await asyncio.gather(*running)


async def test_s56_an_account_has_no_more_tabs_by_other_sessions(built, db, people) -> None:
    cookies = [people.user.cookie, (await signing_in.log_in(people.user.email, people.user.password)).token]
    tabs = [Socket(built, cookie=cookies[number % 2], tab=f"tab-{number}") for number in range(TABS)]
    running = [await socket.connected() for socket in tabs]
    for cookie in cookies:
        assert await Socket(built, cookie=cookie, tab="surplus").refused()
    await _inner(Socket(built, cookie=people.admin.cookie))
    for socket in tabs:
        socket.hang_up()
    await asyncio.gather(*running)
    await _inner(Socket(built, cookie=people.user.cookie))


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
    assert [message["text"] for message in socket.heard] == [PONG]
    socket.reads.set()
    await answering
    socket.hang_up()
    await running
    assert [message["text"] for message in socket.heard] == [PONG, CONNECT]


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
    await _inner(Socket(built, cookie=people.user.cookie, tab="again"))
    assert set(open_tabs._in_memory().closed) == {closed}
