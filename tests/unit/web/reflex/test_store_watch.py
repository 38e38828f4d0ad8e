"""An event that is lost while Redis answers: its page hears of it, and no other page does."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import redis.asyncio
from redis.exceptions import ConnectionError as Gone
from reflex.istate.manager.redis import StateManagerRedis
from reflex_base.event.context import EventContext
from reflex_base.utils.exceptions import LockExpiredError

from tests.support import environment
from tests.unit.web.reflex.test_state_eviction import redis as client  # noqa: F401  fixture
from tests.unit.web.reflex.test_state_eviction import (
    redis_socket,  # noqa: F401  fixture
    tab,
)
from voice_report.services.shared import page_store
from voice_report.web.reflex import store_watch


@pytest.fixture
async def store(client: redis.asyncio.Redis, redis_socket, monkeypatch) -> StateManagerRedis:  # noqa: F811
    """The store of page states, in a Redis of the test."""
    environment.use(monkeypatch, REDIS_URL=f"unix://{redis_socket}")
    await client.get("tab")  # it has begun
    monkeypatch.setattr(page_store, "ANSWERS_WITHIN", 100)
    return StateManagerRedis(redis=client)


class Pages:
    """The connections of the framework; ``heard`` is what was sent to which of them."""

    def __init__(self, **connected: str) -> None:
        self.token_to_sid = connected
        self._token_manager = None
        self.heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    async def emit(self, event: str, *, to: str) -> None:
        self.heard.put_nowait((event, to))


def _lose_an_event(store: StateManagerRedis, token: str, router_data: dict[str, Any], error: Exception) -> bool:
    event = EventContext(token=token, state_manager=store, enqueue_impl=_nothing, router_data=router_data)
    before = EventContext.set(event)
    try:
        return store_watch.event_lost(error)
    finally:
        EventContext.reset(before)


async def _nothing(token: str, *events: Any) -> None:
    raise AssertionError("nothing follows a lost event")


async def test_s18_a_page_that_lost_an_event_is_told_and_no_other_connection_ends(store: StateManagerRedis) -> None:
    pages = Pages(one="connection of one", two="connection of two", moved="its new connection")
    app: Any = SimpleNamespace(state_manager=store, event_namespace=pages)
    ended: list[str] = []
    async with store_watch.beside(app, lambda: ended.append("all"))():
        assert not _lose_an_event(store, "two", {}, ValueError("a bug of ours"))
        assert _lose_an_event(store, "one", {}, Gone("reset"))
        assert await pages.heard.get() == (store_watch.EVENT, "connection of one")
        assert _lose_an_event(store, "moved", {"sid": "its former connection"}, RuntimeError("the handler is closed"))
        assert await pages.heard.get() == (store_watch.EVENT, "its former connection")
    assert (ended, pages.heard.empty()) == ([], True)


async def test_s18_a_page_whose_event_took_too_long_to_be_stored_is_told(
    store: StateManagerRedis,
    client: redis.asyncio.Redis,  # noqa: F811
) -> None:
    pages = Pages(slow="connection of slow")
    app: Any = SimpleNamespace(state_manager=store, event_namespace=pages)
    async with store_watch.beside(app, lambda: None)():
        with pytest.raises(LockExpiredError) as late:
            async with store.modify_state(tab("slow")):
                await client.delete(store._lock_key(tab("slow")))  # as Redis does after ten seconds
        assert _lose_an_event(store, "slow", {}, late.value)
        assert await pages.heard.get() == (store_watch.EVENT, "connection of slow")
