"""The open websockets of a visitor, an account and an address are bounded (S33, S56)."""

import asyncio

import pytest
from limits import parse

from tests.unit.web.edge.socket import CONNECT, Socket, inner
from voice_report.core.shares import TABS
from voice_report.services.sessions import sessions
from voice_report.services.shared import rate_limits
from voice_report.services.sign_in import signing_in
from voice_report.web.edge import sockets


async def test_s33_an_address_opens_a_bounded_number_of_visitors_connections(built, monkeypatch) -> None:
    monkeypatch.setattr(sockets, "_SILENT", 1_000)
    monkeypatch.setattr(sockets, "_SILENT_PER_ADDRESS", 1_000)
    held = [Socket(built, tab=f"tab-{number}", address=f"2001:db8::{number:x}") for number in range(250)]
    running = [await socket.connected() for socket in held]
    assert await Socket(built, address="2001:db8::ffff").refused()
    neighbour = Socket(built, address="2001:db8:0:1::1")
    await inner(neighbour)
    for socket in held:
        socket.hang_up()
    await asyncio.gather(*running)
    await inner(Socket(built, address="2001:db8::ffff"))


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
    await inner(Socket(built, tab="surplus-9"))
    await inner(Socket(built, tab="surplus-8"))
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
    await inner(Socket(built, cookie=people.user.cookie))
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
    await inner(again)


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
    await inner(Socket(built, cookie=people.user.cookie))
    for socket in (first, *silent, *others):
        socket.hang_up()
    await asyncio.gather(*running)


async def test_s56_an_account_has_no_more_tabs_by_other_sessions(built, db, people) -> None:
    cookies = [people.user.cookie, (await signing_in.log_in(people.user.email, people.user.password)).token]
    tabs = [Socket(built, cookie=cookies[number % 2], tab=f"tab-{number}") for number in range(TABS)]
    running = [await socket.connected() for socket in tabs]
    for cookie in cookies:
        assert await Socket(built, cookie=cookie, tab="surplus").refused()
    await inner(Socket(built, cookie=people.admin.cookie))
    for socket in tabs:
        socket.hang_up()
    await asyncio.gather(*running)
    await inner(Socket(built, cookie=people.user.cookie))
