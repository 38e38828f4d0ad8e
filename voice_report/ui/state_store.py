"""The framework's stores of what tabs hold, with a short life for what visitors' tabs hold (security.md S33).

Anybody can be a visitor as often as they like, and nothing that a visitor's tab holds is worth keeping: when it is
gone, the framework fills the page again at the next event. What a signed-in person's tab holds is kept as configured
in ``rxconfig``. The framework has one life for all; the version is pinned.
"""

import asyncio
import dataclasses
from itertools import islice
from typing import Any

from reflex.istate.manager import StateManager
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import StateToken
from reflex_base import constants

#: Seconds that a visitor's tab is kept after its last event.
VISITOR = 60

#: Visitors' tabs that are kept in memory, of all visitors together; the oldest goes first. A tab is about 0.3 MB there.
MOST_VISITORS = 100

_SWEEP_EVERY = 5.0  # seconds


@dataclasses.dataclass
class ShortLivedInMemory(StateManagerMemory):
    """Tabs in this process's memory."""

    def __post_init__(self) -> None:
        self._kept = self.token_expiration
        self._visitors: dict[str, StateToken] = {}  # by their last event, the oldest first

    def _track_token(self, token: StateToken) -> None:
        # Read at once by the method that is extended.
        self.token_expiration = _life(self.states.get(token.cache_key), self._kept)
        super()._track_token(token)
        self._visitors.pop(token.cache_key, None)
        if self.token_expiration == VISITOR:
            self._visitors[token.cache_key] = token
            self._drop_surplus()

    def _purge_token(self, token: StateToken) -> None:
        self._visitors.pop(token.cache_key, None)
        super()._purge_token(token)

    def _drop_surplus(self) -> None:
        """Drop the oldest visitors' tabs in which nothing is under way."""
        surplus = max(0, len(self._visitors) - MOST_VISITORS)
        for token in list(islice(self._visitors.values(), surplus)):
            lock = self._states_locks.get(token.lock_key)
            if lock is None or not lock.locked():
                self._purge_token(token)

    async def _expire_states(self) -> None:
        """Drop what has expired for as long as there is anything; the original sleeps until the first known end."""
        while self._token_expires_at:
            self._purge_expired_tokens()
            await asyncio.sleep(_SWEEP_EVERY)


@dataclasses.dataclass
class ShortLivedInRedis(StateManagerRedis):
    """Tabs in Redis, shared by all processes."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._kept = self.token_expiration

    async def set_state(self, token: StateToken, state: Any, *, lock_id: bytes | None = None, **context: Any) -> None:
        # Read by the method that is extended before it waits for anything, so no other tab's life comes between.
        self.token_expiration = _life(state, self._kept)
        await super().set_state(token, state, lock_id=lock_id, **context)


def short_lived(store: StateManager) -> StateManager:
    """Return a store like this one in which visitors' tabs expire soon."""
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
    """A tab of somebody who is signed in has their session's hash, which the edge gives it as its only cookie."""
    headers = getattr(state, "router_data", {}).get(constants.RouteVar.HEADERS, {})
    return kept if headers.get(constants.RouteVar.COOKIE) else VISITOR
