"""What a page held is forgotten when its session ends: signing out, a pause, a deletion (security.md S06, S29).

The framework would keep it for hours, in memory or in Redis, in case the tab comes back. It offers no way to let go of
one tab's state, so this reaches into its store; the version is pinned.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import reflex as rx
from reflex.istate.manager import StateManager
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken
from reflex.state import BaseState, State

from ..services.accounts import open_tabs, sessions

logger = logging.getLogger(__name__)

_LOOK_EVERY = 1.0  # seconds; at a number in memory, which tells whether any session ended here
_LOOK_ANYWAY = 15 * 60  # seconds; for sessions that another worker ended, or time did


def beside(app: rx.App):
    """Return the lifespan task that forgets for as long as the process lives."""

    @asynccontextmanager
    async def run() -> AsyncIterator[None]:
        task = asyncio.create_task(_go_on(app))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    return run


async def forget_ended(store: StateManager) -> bool:
    """Forget every tab whose session is over. False when it has to be called again.

    A session is dropped only once its tabs were found empty: an event that was under way at the first call may write
    its tab's state once more.
    """
    complete = True
    for session in await sessions.expired_among(await open_tabs.session_hashes()):
        emptied = [await _forget(store, tab) for tab in await open_tabs.of(session)]
        if all(emptied):
            await open_tabs.drop(session)
        else:
            complete = False
    return complete


async def _go_on(app: rx.App) -> None:
    seen, last = sessions.changes, time.monotonic()
    while True:
        await asyncio.sleep(_LOOK_EVERY)
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
    """Forget what a tab holds, unless an event is under way in it; tell whether it held nothing already."""
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
