"""Evict a tab's state when its session ends: sign-out, pausing or deletion of the user (security.md S06, S29), a minute
after its page was closed, and when its account has too many (S56).

The framework would keep it for hours, in memory or in Redis, in case the tab comes back. It has no API to evict the
state of a single tab, so this module uses the internals of its store; the version is pinned.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx
from reflex.istate.manager import StateManager
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken
from reflex.state import BaseState, State

from ...core import background
from ...services.sessions import open_tabs, sessions

logger = logging.getLogger(__name__)

_LOOK_EVERY = 1.0  # seconds; for tabs that are over, and a counter that changes when this process ends a session
_LOOK_ANYWAY = 15 * 60  # seconds; for sessions that expired or were ended by another worker


def beside(app: rx.App):
    """Return the lifespan task that evicts state for as long as the process runs."""

    @asynccontextmanager
    async def run() -> AsyncIterator[None]:
        async with background.running(_go_on(app)):
            yield

    return run


async def forget_ended(store: StateManager) -> bool:
    """Evict the state of every tab whose session has ended. Returns False when it has to be called again.

    A session is dropped only once its tabs were found empty: an event that was running during the first call may still
    write its tab's state.
    """
    complete = True
    for session in await sessions.expired_among(await open_tabs.session_hashes()):
        emptied = [await _forget(store, tab) for tab in await open_tabs.of(session)]
        if all(emptied):
            await open_tabs.drop(session)
        else:
            complete = False
    return complete


async def forget_over(store: StateManager) -> None:
    """Evict the state of tabs that are closed, or too many of one account; those in which an event runs, later."""
    for tab in await open_tabs.over():
        if await _forget(store, tab):
            await open_tabs.forgotten(tab)


async def _go_on(app: rx.App) -> None:
    seen, last = sessions.changes, time.monotonic()
    while True:
        await asyncio.sleep(_LOOK_EVERY)
        try:
            await forget_over(app.state_manager)
        except Exception as error:  # noqa: BLE001  Redis is away: ``store_watch`` says so
            logger.warning("tabs that are over could not be forgotten (%s)", type(error).__name__)
        now = sessions.changes
        if now == seen and time.monotonic() - last < _LOOK_ANYWAY:
            continue
        try:
            if await forget_ended(app.state_manager):
                seen, last = now, time.monotonic()
        except Exception:
            logger.exception("what pages held could not be forgotten")
            last = time.monotonic()


async def _forget(store: StateManager, tab: str) -> bool:
    """Evict a tab's state, unless an event is running in it; return whether there was already none."""
    token = BaseStateToken(ident=tab, cls=State)
    if isinstance(store, StateManagerMemory):
        return _forget_in_memory(store, token)
    return await _forget_in_redis(store, token) if isinstance(store, StateManagerRedis) else True


def _forget_in_memory(store: StateManagerMemory, token: BaseStateToken) -> bool:
    if token.cache_key not in store.states:
        return True
    lock = store._states_locks.get(token.lock_key)
    if lock is None or not lock.locked():
        store._purge_token(token)
    return False


async def _forget_in_redis(store: StateManagerRedis, token: BaseStateToken) -> bool:
    if await store.redis.exists(store._lock_key(token)):
        return False
    return not await store.redis.delete(*(token._state_key(one) for one in _tree(State)))


def _tree(state: type[BaseState]) -> list[type[BaseState]]:
    return [state, *(one for child in state.get_substates() for one in _tree(child))]
