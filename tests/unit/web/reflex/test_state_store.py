"""What visitors' tabs hold is gone soon, what signed-in people's tabs hold stays (S33)."""

import gc
import weakref

import pytest
from reflex.istate.data import RouterData
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken
from reflex.state import State

from tests.unit.web.reflex.test_state_eviction import redis, redis_socket  # noqa: F401  fixtures
from voice_report.core.shares import LARGE, LARGE_TABS
from voice_report.services.sessions import open_tabs
from voice_report.services.shared.tokens import hashed
from voice_report.ui.shell.session import SessionState
from voice_report.web.reflex.state_eviction import forget_over
from voice_report.web.reflex.state_store import MOST_VISITORS, VISITOR, ShortLivedInMemory, short_lived

KEPT = 12 * 60 * 60


@pytest.fixture
def now(monkeypatch) -> list[float]:
    """The store's clock, in seconds."""
    moment = [1_000.0]
    monkeypatch.setattr("reflex.istate.manager.memory.time.time", lambda: moment[0])
    return moment


async def _act(store, name: str, *, cookie: str = "", junk: str = "") -> None:
    """Let something happen in a tab, as an event does."""
    async with store.modify_state(BaseStateToken(ident=name, cls=State)) as root:
        root.router_data = {"headers": {"cookie": cookie} if cookie else {}, "asPath": f"/{junk}"}
        root.router = RouterData.from_router_data(root.router_data)
        (await root.get_state(SessionState)).name = "x"


async def test_s33_a_visitors_tab_is_gone_from_memory_a_minute_after_its_last_event(now) -> None:
    store = short_lived(StateManagerMemory(token_expiration=KEPT))
    assert isinstance(store, StateManagerMemory)
    await _act(store, "member", cookie="session-hash=abc")
    await _act(store, "visitor")
    await _act(store, "active")
    now[0] += VISITOR - 1
    await _act(store, "active")
    now[0] += 2
    store._purge_expired_tokens()
    assert set(store.states) == {"member", "active"}
    now[0] += KEPT - VISITOR - 2
    store._purge_expired_tokens()
    assert set(store.states) == {"member"}
    now[0] += 2
    store._purge_expired_tokens()
    assert not store.states
    await store.close()


async def _hold(store, name: str, person, *, characters: int = LARGE + 1) -> None:
    """Hold much in a tab of somebody, as a long draft does."""
    await open_tabs.note(hashed(person.cookie), name, str(person.id))
    async with store.modify_state(BaseStateToken(ident=name, cls=State)) as root:
        root.router_data = {"headers": {"cookie": f"session-hash={hashed(person.cookie)}"}}
        root.router = RouterData.from_router_data(root.router_data)
        (await root.get_state(SessionState)).name = "x" * characters


async def _many(store, people) -> None:
    """Hold as many large tabs of one organization as it may have, two more, and what others have."""
    await _hold(store, "outsider", people.outsider)
    await _hold(store, "small", people.user, characters=100)
    for number in range(LARGE_TABS + 2):
        await _hold(store, f"large-{number}", (people.user, people.admin)[number % 2])


async def test_s56_memory_holds_so_many_large_tabs_of_an_organization(people, monkeypatch) -> None:
    monkeypatch.setattr(open_tabs, "TABS", 10 * LARGE_TABS)
    store = short_lived(StateManagerMemory(token_expiration=KEPT))
    assert isinstance(store, ShortLivedInMemory)
    await _many(store, people)
    await store.note_large()
    assert await open_tabs.over() == ["large-0", "large-1"], "those that changed longest ago"
    await _hold(store, "large-2", people.user)
    await _hold(store, "large-new", people.user)
    await store.note_large()
    await forget_over(store)
    assert {"outsider", "small", "large-2", "large-new"} <= set(store.states)
    assert not {"large-0", "large-1", "large-3"} & set(store.states)
    await store.close()


async def test_s56_redis_holds_so_many_large_tabs_of_an_organization(people, redis, monkeypatch) -> None:  # noqa: F811
    await redis.ping()
    monkeypatch.setattr(open_tabs, "TABS", 10 * LARGE_TABS)
    monkeypatch.setattr(open_tabs, "_store", lambda: redis)
    store = short_lived(StateManagerRedis(redis=redis, token_expiration=KEPT))
    await _many(store, people)
    assert await open_tabs.over() == ["large-0", "large-1"]
    await forget_over(store)
    assert not [key async for key in redis.scan_iter("large-0_*")]
    assert [key async for key in redis.scan_iter("large-2_*")]
    assert [key async for key in redis.scan_iter("outsider_*")]
    await store.close()


async def test_s33_memory_holds_so_many_visitors_tabs_whatever_they_do() -> None:
    store = short_lived(StateManagerMemory(token_expiration=KEPT))
    assert isinstance(store, StateManagerMemory)
    await _act(store, "member", cookie="session-hash=abc")
    async with store.modify_state(BaseStateToken(ident="at-work", cls=State)):
        for number in range(2 * MOST_VISITORS):
            await _act(store, f"visitor-{number}")
            await _act(store, "active")
        assert {"member", "at-work", "active"} <= set(store.states)
        assert len(store.states) <= MOST_VISITORS + 2
    assert f"visitor-{2 * MOST_VISITORS - 1}" in store.states
    assert "visitor-0" not in store.states
    assert len(store._states_locks) <= MOST_VISITORS + 2
    await store.close()


async def test_s33_a_short_life_is_not_overslept_behind_a_long_one(now, monkeypatch) -> None:
    """The task waits for a moment, not for the end of the first tab it saw."""
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    store = short_lived(StateManagerMemory(token_expiration=KEPT))
    assert isinstance(store, StateManagerMemory)
    monkeypatch.setattr("voice_report.web.reflex.state_store.asyncio.sleep", sleep)
    monkeypatch.setattr(store, "_ensure_expiration_task", lambda: None)
    await _act(store, "visitor")
    await store._expire_states()
    assert not store.states
    assert max(slept) <= 5
    assert sum(slept) <= VISITOR + 5


async def test_s33_a_visitors_tab_expires_in_redis_within_a_minute(redis) -> None:  # noqa: F811
    await redis.ping()
    store = short_lived(StateManagerRedis(redis=redis, token_expiration=KEPT))
    assert isinstance(store, StateManagerRedis)
    for _ in range(2):  # in turn, so that one's life could become the other's
        await _act(store, "member", cookie="session-hash=abc")
        await _act(store, "visitor")
    lives = {key.decode().partition("_")[0]: [] async for key in redis.scan_iter("*")}
    for name, seconds in lives.items():
        seconds += [await redis.ttl(key) async for key in redis.scan_iter(f"{name}_*")]
    assert max(lives["visitor"]) <= VISITOR
    assert min(lives["member"]) > KEPT - 60
    await store.close()


async def test_s56_what_was_read_for_an_event_is_freed_when_it_ends(redis) -> None:  # noqa: F811
    """Without waiting for a garbage collection, and a background handler reads its own state on."""
    await redis.ping()
    store = short_lived(StateManagerRedis(redis=redis, token_expiration=KEPT))
    token = BaseStateToken(ident="member", cls=State)
    await _act(store, "member", cookie="session-hash=abc")
    gc.disable()
    try:
        async with store.modify_state(token) as root:
            own = await root.get_state(SessionState)
            others = [weakref.ref(one) for one in root.substates.values() if one is not own.parent_state]
            first, last = weakref.ref(root), weakref.ref(own)
            own.name = "y"
        del root
        assert not any(one() for one in others)
        assert (own.name, own.router_data["asPath"]) == ("y", "/")
        del own
        assert (first(), last()) == (None, None)
    finally:
        gc.enable()
    async with store.modify_state(token) as root:
        assert (await root.get_state(SessionState)).name == "y"
    await store.close()
