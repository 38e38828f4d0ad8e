"""Where the rate limits count: apart from what tabs hold, where no flood of tabs can push a counter out (S08, S33)."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import redis.asyncio
from redis import Redis
from reflex.istate.manager.redis import StateManagerRedis

from tests.support import environment, redis_server
from voice_report.errors import TooMany
from voice_report.services.shared import page_store, rate_limits
from voice_report.web.reflex import store_watch

#: As compose.yaml bounds them, smaller.
STATES = ("--maxmemory", "4mb", "--maxmemory-policy", "allkeys-lru")
COUNTERS = ("--maxmemory", "4mb", "--maxmemory-policy", "noeviction")


@pytest.fixture
def stores(tmp_path, monkeypatch):
    """The two stores of an installation: what tabs hold, and the counters."""
    (tmp_path / "states").mkdir()
    (tmp_path / "counters").mkdir()
    # On a busy machine some would be counted by the process instead, and Redis would be taken for silent.
    monkeypatch.setattr(rate_limits, "_TIMEOUT", 60)
    monkeypatch.setattr(page_store, "ANSWERS_WITHIN", 60)
    with (
        redis_server.running(tmp_path / "states", *STATES) as states,
        redis_server.running(tmp_path / "counters", *COUNTERS) as counters,
    ):
        yield states, counters


async def _use_up(name: str, key: str) -> None:
    for _ in range(rate_limits.LIMITS[name].amount):
        await rate_limits.hit(name, key)


def _flood(url: str) -> int:
    """Fill what tabs hold several times over; return how many keys went out."""
    with Redis.from_url(url) as client:
        for number in range(200):
            client.set(f"tab{number}_state", "x" * 100_000, ex=60)
        stats: Any = client.info("stats")
        return stats["evicted_keys"]


async def test_s08_a_flood_of_tabs_pushes_no_counter_out(stores, monkeypatch) -> None:
    states, counters = stores
    environment.use(monkeypatch, REDIS_URL=states, COUNTERS_REDIS_URL=counters)
    await _use_up("login_account", "ursula@zorg.example")
    assert _flood(states) > 100
    with pytest.raises(TooMany):
        await rate_limits.hit("login_account", "ursula@zorg.example")
    with Redis.from_url(states) as client:
        assert not client.keys("*login_account*")


async def test_counters_are_in_the_one_redis_when_no_other_is_named(stores, monkeypatch) -> None:
    states, _ = stores
    environment.use(monkeypatch, REDIS_URL=states)
    await _use_up("login_account", "ursula@zorg.example")
    with Redis.from_url(states) as client:
        assert client.keys("*login_account*")


async def test_s56_no_connection_looks_for_the_version_of_its_client(stores, monkeypatch) -> None:
    """It would look in every folder that Python imports from, on the event loop, while many wait for a connection."""
    states, counters = stores
    environment.use(monkeypatch, REDIS_URL=states, COUNTERS_REDIS_URL=counters)
    looked = []
    monkeypatch.setattr("redis.utils.get_lib_version", lambda: looked.append("looked") or "1")
    await rate_limits.hit("api", "192.0.2.1")
    store = StateManagerRedis(redis=redis.asyncio.Redis.from_url(states))
    app: Any = SimpleNamespace(state_manager=store, event_namespace=SimpleNamespace(_token_manager=None))
    async with store_watch.beside(app, lambda: None)():
        await asyncio.gather(*(store.redis.get(f"tab{number}") for number in range(20)))
        assert await page_store.answers()
    assert looked == []
    await store.close()


async def test_s56_a_flood_opens_few_connections_to_the_counters(stores, monkeypatch) -> None:
    _, counters = stores
    environment.use(monkeypatch, COUNTERS_REDIS_URL=counters)
    hits = (rate_limits.hit("api", f"192.0.2.{number}") for number in range(100))
    await asyncio.gather(*hits)
    with Redis.from_url(counters) as client:
        connections: Any = client.client_list()
        counted: Any = client.keys("*192.0.2.*")
    assert len(connections) <= 9, "and one of this test"
    assert len({key.partition(b"192.0.2.")[2].partition(b"/")[0] for key in counted}) == 100
