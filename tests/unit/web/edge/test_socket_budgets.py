"""Messages over a websocket are bounded per connection, session and address (S33)."""

import asyncio

import pytest
from reflex_base.environment import environment

from tests.unit.web.edge.socket import CONNECT, PONG, Socket, event
from voice_report.web.edge import sockets, token_buckets


class Seconds:
    """A clock that moves when a user waits for it."""

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


async def test_s33_a_message_is_measured_once_whatever_budgets_it_counts_in(built, db, people, monkeypatch) -> None:
    measured: list[str] = []
    cost = sockets._cost
    monkeypatch.setattr(sockets, "_cost", lambda text: measured.append(text) or cost(text))
    assert len(await Socket(built, cookie=people.user.cookie).hears(CONNECT, event())) == 2
    assert measured == [CONNECT, event()]


async def test_s56_the_accounts_of_an_organization_share_a_budget_and_others_have_their_own(
    built, db, people, monkeypatch
) -> None:
    seconds = Seconds(monkeypatch)
    monkeypatch.setattr(sockets, "_organizations", token_buckets.OfOrganizations((30, 30), (10, 10)))
    assert len(await Socket(built, cookie=people.user.cookie).hears(*events(40))) == 40
    assert seconds.slept == []
    assert len(await Socket(built, cookie=people.admin.cookie).hears(*events(15))) == 15
    assert seconds.slept == pytest.approx([1 / 50] * 5), "the organization has ten more at once for its second account"
    seconds.slept.clear()
    assert len(await Socket(built, cookie=people.outsider.cookie).hears(*events(40))) == 40
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


async def test_s33_connecting_again_gives_no_new_budget(built, monkeypatch) -> None:
    seconds = Seconds(monkeypatch)
    monkeypatch.setattr(sockets, "_visitors_budget", token_buckets.SharedTokenBucket(1000, burst=1000))
    for tab in range(6):
        assert len(await Socket(built, tab=str(tab)).hears(*events(18))) == 18
    assert sum(seconds.slept) == pytest.approx(8 / 10)
