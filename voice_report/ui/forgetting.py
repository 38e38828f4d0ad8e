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

from ..services import auth
from ..services.ended import ended
from .session import session_hash

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
    """Forget every tab whose session is over; False when one was just at work and has to wait for the next time."""
    if isinstance(store, StateManagerRedis):
        return await _forget_in_redis(store)
    return await _forget_in_memory(store) if isinstance(store, StateManagerMemory) else True


async def _go_on(app: rx.App) -> None:
    seen, last = auth.changes, time.monotonic()
    while True:
        await asyncio.sleep(_LOOK_EVERY)
        now = auth.changes
        if now == seen and time.monotonic() - last < _LOOK_ANYWAY:
            continue
        try:
            if await forget_ended(app.state_manager):
                seen, last = now, time.monotonic()
        except Exception:
            logger.exception("what pages held could not be forgotten")
            last = time.monotonic()


async def _forget_in_memory(store: StateManagerMemory) -> bool:
    tabs = {tab: session_hash(state) for tab, state in store.states.items() if isinstance(state, rx.State)}
    over = await ended({one for one in tabs.values() if one})
    complete = True
    for tab in [tab for tab, session in tabs.items() if session in over]:
        token = _token(tab)
        lock = store._states_locks.get(token.lock_key)
        if lock is not None and lock.locked():
            complete = False
        else:
            store._purge_token(token)
    return complete


async def _forget_in_redis(store: StateManagerRedis) -> bool:
    root = f"_{State.get_full_name()}"
    tabs: dict[str, str] = {}
    async for key in store.redis.scan_iter(match=f"*{root}", count=500):
        with suppress(Exception):  # of another version of the product; it expires
            held = BaseState._deserialize(data=await store.redis.get(key))
            if isinstance(held, State):
                tabs[key.decode().removesuffix(root)] = session_hash(held)
    over = await ended({one for one in tabs.values() if one})
    for tab in [tab for tab, session in tabs.items() if session in over]:
        await store.redis.delete(*(_token(tab)._state_key(one) for one in _tree(State)))
    return True


def _token(tab: str) -> BaseStateToken:
    return BaseStateToken(ident=tab, cls=State)


def _tree(state: type[BaseState]) -> list[type[BaseState]]:
    return [state, *(one for child in state.get_substates() for one in _tree(child))]
