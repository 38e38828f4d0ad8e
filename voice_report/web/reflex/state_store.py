"""The framework's state stores, with a short expiry for the state of visitors' tabs (security.md S33), and a bound on
the large ones of an organization (S56).

A visitor can open any number of tabs, and their state is not worth keeping: when it is gone, the framework
rebuilds it at the next event. The state of a signed-in user's tab is kept as configured in ``rxconfig``. The framework
has a single expiry for all tabs, so this module extends its internals; the version is pinned.
"""

import asyncio
import dataclasses
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any

from reflex.istate.manager import StateManager
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import StateToken
from reflex.state import BaseState
from reflex_base import constants

from ...core.shares import LARGE
from ...services.sessions import open_tabs, sessions

#: Seconds that the state of a visitor's tab is kept after its last event.
VISITOR = 60

#: Maximum number of visitors' tabs in memory, for all visitors together; the oldest is evicted first. A tab takes about
#: 0.3 MB.
MOST_VISITORS = 100

_SWEEP_EVERY = 5.0  # seconds
_SESSION = re.compile(r"session-hash=(\w+)")  # the one cookie of a tab (``edge.sockets``)


@dataclasses.dataclass
class ShortLivedInMemory(StateManagerMemory):
    """State of tabs in the memory of this process."""

    def __post_init__(self) -> None:
        self._kept = self.token_expiration
        self._visitors: dict[str, StateToken] = {}  # ordered by last event, oldest first
        self._changed: dict[str, StateToken] = {}  # tabs of users that had an event since the last sweep

    def _track_token(self, token: StateToken) -> None:
        # The overridden method reads this immediately.
        self.token_expiration = _life(self.states.get(token.cache_key), self._kept)
        super()._track_token(token)
        self._visitors.pop(token.cache_key, None)
        if self.token_expiration == VISITOR:
            self._visitors[token.cache_key] = token
            self._drop_surplus()
        else:
            self._changed[token.cache_key] = token

    def _purge_token(self, token: StateToken) -> None:
        self._changed.pop(token.cache_key, None)
        self._visitors.pop(token.cache_key, None)
        super()._purge_token(token)

    def _drop_surplus(self) -> None:
        """Evict the oldest visitors' tabs over the maximum, except those in which an event is running."""
        surplus = max(0, len(self._visitors) - MOST_VISITORS)
        for token in list(islice(self._visitors.values(), surplus)):
            lock = self._states_locks.get(token.lock_key)
            if lock is None or not lock.locked():
                self._purge_token(token)

    async def _expire_states(self) -> None:
        """Purge expired tabs until none are left; the original sleeps until the earliest expiry known by then."""
        while self._token_expires_at:
            self._purge_expired_tokens()
            await self.note_large()
            await asyncio.sleep(_SWEEP_EVERY)

    async def note_large(self) -> None:
        """Note which of the tabs that had an event since the last call are large."""
        while self._changed:
            token = self._changed.pop(next(iter(self._changed)))
            state = self.states.get(token.cache_key)
            if isinstance(state, BaseState) and _characters(state) > LARGE:
                await _note_large(token, state)
            await asyncio.sleep(0)  # each takes a part of a millisecond


@dataclasses.dataclass
class ShortLivedInRedis(StateManagerRedis):
    """State of tabs in Redis, shared by all processes."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._kept = self.token_expiration
        self._large: set[str] = set()  # tabs of which that much is being stored

    def _collect_state_writes(self, token: Any, state: BaseState) -> Any:
        writes = super()._collect_state_writes(token, state)
        if sum(len(content) for _, content in writes) > LARGE:
            self._large.add(token.cache_key)
        return writes

    async def set_state(self, token: StateToken, state: Any, *, lock_id: bytes | None = None, **context: Any) -> None:
        # The overridden method reads this before its first await, so the expiry of another tab cannot interfere.
        self.token_expiration = _life(state, self._kept)
        await super().set_state(token, state, lock_id=lock_id, **context)
        if token.cache_key in self._large:
            self._large.discard(token.cache_key)
            await _note_large(token, state)

    @asynccontextmanager
    async def modify_state(self, token: StateToken, **context: Any) -> AsyncIterator[Any]:
        """Let go of what was read for an event, once it is stored.

        The states of a tab refer to each other, so that a report in them would stay in memory until a full garbage
        collection. The links to parents are left: a background handler reads its own state on.
        """
        states: list[BaseState] = []
        try:
            async with super().modify_state(token, **context) as state:
                states += [state] if isinstance(state, BaseState) and not self._oplock_enabled else []
                yield state
        finally:
            for one in states:
                states += one.substates.values()
                one.substates.clear()


def short_lived(store: StateManager) -> StateManager:
    """Return an equivalent store in which visitors' tabs expire soon."""
    if isinstance(store, StateManagerRedis):
        return ShortLivedInRedis(
            redis=store.redis,
            token_expiration=store.token_expiration,
            lock_expiration=store.lock_expiration,
            lock_warning_threshold=store.lock_warning_threshold,
        )
    return (
        ShortLivedInMemory(token_expiration=store.token_expiration) if isinstance(store, StateManagerMemory) else store
    )


def _life(state: Any, kept: int) -> int:
    """Return the expiry in seconds."""
    return kept if _session_of(state) else VISITOR


def _session_of(state: Any) -> str:
    """Return the cookie of a signed-in user's tab, the session hash, set by the edge; '' for a visitor's."""
    headers = getattr(state, "router_data", {}).get(constants.RouteVar.HEADERS, {})
    return headers.get(constants.RouteVar.COOKIE) or ""


async def _note_large(token: StateToken, state: Any) -> None:
    found = _SESSION.search(_session_of(state))
    holder = await sessions.holder(found[1]) if found else None
    if holder is not None:
        await open_tabs.note_large(token.ident, holder)


def _characters(state: BaseState) -> int:
    """Return the length of the texts in a tab's state."""
    own = sum(len(value) for value in vars(state).values() if isinstance(value, str))
    return own + sum(_characters(one) for one in state.substates.values())
