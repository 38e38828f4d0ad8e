"""What a page held is gone from the framework's store when its session ends (S06, S29)."""

import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from reflex.istate.data import RouterData
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken
from reflex.state import State

from tests.support import environment
from tests.support.handlers import cookie_header
from voice_report.config import settings
from voice_report.core.shares import TABS
from voice_report.db import session as database
from voice_report.services.platform import deletion
from voice_report.services.platform.users import Changes, change
from voice_report.services.sessions import open_tabs, sessions
from voice_report.services.shared.tokens import hashed
from voice_report.ui.shell.session import SessionState
from voice_report.web.reflex.state_eviction import forget_ended, forget_over

CANARY = "kanarie7f3a"


@pytest.fixture
def redis_socket(tmp_path) -> Iterator[str]:
    """A Redis of the test's own."""
    if not shutil.which("redis-server"):
        pytest.skip("redis-server is not installed")
    line = ["redis-server", "--port", "0", "--unixsocket", f"{tmp_path}/redis.sock", "--save", "", "--dir", tmp_path]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL) as server:
        yield f"{tmp_path}/redis.sock"
        server.terminate()


@pytest.fixture
async def redis(redis_socket) -> AsyncIterator[Redis]:
    patience = Retry(ConstantBackoff(0.05), 6_000)
    client = Redis(unix_socket_path=redis_socket, retry=patience)
    yield client
    await client.aclose()


def tab(name: str) -> BaseStateToken:
    return BaseStateToken(ident=name, cls=State)


async def open_page(store, name: str, person=None) -> None:
    """Hold something of a user in the store, as a page does once the edge has noted its tab."""
    if person:
        await open_tabs.note(hashed(person.cookie), name, str(person.id))
    async with store.modify_state(tab(name)) as root:
        cookie = cookie_header(person.cookie) if person else ""
        root.router = RouterData.from_router_data({"headers": {"cookie": cookie}, "ip": "192.0.2.3"})
        (await root.get_state(SessionState)).name = CANARY


async def forget_all(store) -> int:
    """Call until there is nothing left to do, as the task of the process does; return how often."""
    for times in range(1, 4):
        if await forget_ended(store):
            return times
    raise AssertionError("it never ends")


async def pause(people) -> None:
    async with database.transaction() as session:
        await change(session, await people.platform_admin.current(), people.user.id, Changes(is_active=False))


async def remove(people) -> None:
    await deletion.delete_user(await people.platform_admin.current(), people.user.id)


@pytest.mark.parametrize("end", [pause, remove])
async def test_s29_what_an_open_page_held_is_forgotten(people, end):
    store = StateManagerMemory()
    await open_page(store, "hers", people.user)
    await open_page(store, "another", people.admin)
    await open_page(store, "visitor")
    assert await forget_ended(store)
    assert set(store.states) == {"hers", "another", "visitor"}
    await end(people)
    assert await forget_all(store) == 2
    assert set(store.states) == {"another", "visitor"}
    assert await open_tabs.session_hashes() == {hashed(people.admin.cookie)}
    await store.close()


async def test_s29_a_page_at_work_is_forgotten_the_next_time(people):
    store = StateManagerMemory()
    await open_page(store, "hers", people.user)
    await pause(people)
    async with store.modify_state(tab("hers")):
        assert not await forget_ended(store)
        assert "hers" in store.states
    assert await forget_all(store) == 2
    assert not store.states
    await store.close()


@pytest.fixture
def shared_tabs(monkeypatch, redis_socket) -> None:
    """Keep the index of tabs in the Redis of the test."""
    environment.use(monkeypatch, REDIS_URL=f"unix://{redis_socket}")


async def test_s29_nothing_of_it_stays_in_redis(people, redis, shared_tabs):
    await redis.ping()
    store = StateManagerRedis(redis=redis)
    await open_page(store, "hers", people.user)
    await open_page(store, "another", people.admin)
    assert any([CANARY.encode() in (await redis.get(key) or b"") async for key in redis.scan_iter("hers_*")])
    await remove(people)
    assert await forget_all(store) == 2
    assert [key async for key in redis.scan_iter("hers_*")] == []
    assert [key async for key in redis.scan_iter("another_*")]
    assert await open_tabs.session_hashes() == {hashed(people.admin.cookie)}
    await store.close()


async def test_s29_any_process_forgets_the_tabs_of_every_other(people, redis, shared_tabs):
    await redis.ping()
    here, there = StateManagerRedis(redis=redis), StateManagerRedis(redis=redis)
    await open_page(there, "hers", people.user)
    settings.cache_clear()  # what another process would have: nothing in memory
    await pause(people)
    async with there.modify_state(tab("hers")):
        assert not await forget_ended(here), "an event is under way there"
        assert [key async for key in redis.scan_iter("hers_r*")]
    assert await forget_all(here) == 2
    assert [key async for key in redis.scan_iter("hers_*")] == []
    await here.close()
    await there.close()


async def test_s33_a_logout_reads_its_own_tabs_only(people, redis, shared_tabs):
    await redis.ping()
    store = StateManagerRedis(redis=redis)
    await open_page(store, "hers", people.user)
    await redis.mset({f"tab{number}_{State.get_full_name()}": b"never read" for number in range(2_000)})
    await pause(people)
    await redis.config_resetstat()
    assert await forget_all(store) == 2
    used = (await redis.info("commandstats")).keys()
    assert not {"cmdstat_scan", "cmdstat_keys", "cmdstat_get", "cmdstat_mget"} & used
    assert await redis.exists(f"tab7_{State.get_full_name()}")
    await store.close()


async def test_only_sessions_that_are_over_are_over(wall_clock, people):
    hashes = {hashed(people.user.cookie), hashed(people.admin.cookie), "made-up"}
    assert await sessions.expired_among(hashes) == {"made-up"}
    assert await sessions.expired_among(set()) == set()
    wall_clock.advance(hours=13)
    assert await sessions.expired_among(hashes) == hashes


async def test_s29_the_tabs_of_a_session_are_known_for_as_long_as_it_may_last(people, redis, shared_tabs):
    await redis.ping()
    await open_tabs.note(hashed(people.user.cookie), "hers", str(people.user.id))
    kept = await redis.ttl(f"open-tabs:{hashed(people.user.cookie)}")
    after_the_last_event = 12 * 60 * 60
    assert kept > sessions.ABSOLUTE.total_seconds() + after_the_last_event - 60


async def a_tab_that_was_closed_is_forgotten_after_a_minute(store, people, wall_clock) -> None:
    for name in ("closed", "lost", "again"):
        await open_page(store, name, people.user)
    await open_tabs.closed("closed")
    await open_tabs.closed("again")
    wall_clock.advance(seconds=59)
    await open_page(store, "again", people.user)
    await forget_over(store)
    assert await are_held(store, "closed", "lost", "again") == [True, True, True]
    wall_clock.advance(seconds=2)
    async with store.modify_state(tab("closed")):
        await forget_over(store)
    await forget_over(store)
    await forget_over(store)
    assert await are_held(store, "closed", "lost", "again") == [False, True, True]
    assert await open_tabs.over() == []


async def an_account_has_a_bounded_number_of_tabs(store, people) -> None:
    names = [f"tab-{number}" for number in range(TABS)]
    for name in (*names, "tab-0"):
        await open_page(store, name, people.user)
    await open_page(store, "another", people.admin)
    await open_page(store, "surplus", people.user)
    for _ in range(2):
        await forget_over(store)
    assert await are_held(store, *names, "surplus", "another") == [True, False, *[True] * TABS]


async def are_held(store, *names: str) -> list[bool]:
    if isinstance(store, StateManagerMemory):
        return [name in store.states for name in names]
    return [bool(await store.redis.exists(f"{name}_{State.get_full_name()}")) for name in names]


async def test_s56_a_tab_that_was_closed_is_forgotten_after_a_minute(people, wall_clock):
    store = StateManagerMemory()
    await a_tab_that_was_closed_is_forgotten_after_a_minute(store, people, wall_clock)
    assert set(store.states) == {"lost", "again"}
    await store.close()


async def test_s56_a_tab_that_was_closed_is_forgotten_in_redis_too(people, wall_clock, redis, shared_tabs):
    await redis.ping()
    store = StateManagerRedis(redis=redis)
    await a_tab_that_was_closed_is_forgotten_after_a_minute(store, people, wall_clock)
    assert not [key async for key in redis.scan_iter("closed_*")]
    await store.close()


async def _open_one_and_close_many() -> None:
    await open_tabs.note("hash", "at-work", "account")
    for number in range(2 * TABS):
        await open_tabs.note("hash", f"link-{number}", "account")
        await open_tabs.closed(f"link-{number}")


async def test_s56_tabs_that_were_closed_push_out_no_open_one(people, wall_clock):
    await _open_one_and_close_many()
    wall_clock.advance(minutes=2)
    assert "at-work" not in await open_tabs.over()


async def test_s56_tabs_that_were_closed_push_out_no_open_one_in_redis_either(people, wall_clock, redis, shared_tabs):
    await redis.ping()
    await _open_one_and_close_many()
    wall_clock.advance(minutes=2)
    assert "at-work" not in await open_tabs.over()


async def test_s56_an_account_has_a_bounded_number_of_tabs(people):
    store = StateManagerMemory()
    await an_account_has_a_bounded_number_of_tabs(store, people)
    assert len(store.states) == TABS + 1
    await store.close()


async def test_s56_an_account_has_a_bounded_number_of_tabs_in_redis_too(people, redis, shared_tabs):
    await redis.ping()
    store = StateManagerRedis(redis=redis)
    await an_account_has_a_bounded_number_of_tabs(store, people)
    assert not [key async for key in redis.scan_iter("tab-1_*")]
    await store.close()
