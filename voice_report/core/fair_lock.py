"""A lock at which organizations take turns: none waits behind the whole queue of another one (security.md S56)."""

import asyncio
from collections import Counter, deque
from contextvars import ContextVar

#: Whose call or event this is: the key of an organization (``shares.Holder.whole``), the network of
#: a visitor; '' for the work of the installation.
whose: ContextVar[str] = ContextVar("whose", default="")


class FairLock:
    """For the event loop. Within an organization it is given in order of arrival."""

    def __init__(self, places: int = 1, each: int | None = None) -> None:
        """``places``: how many have it at once; ``each``: how many of one organization, but of the installation."""
        self._places, self._each = places, each or places
        self._held: Counter[str] = Counter()  # by organization
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by organization, whose turn it is first

    def locked(self) -> bool:
        """Return whether all places are taken."""
        return self._held.total() >= self._places

    async def acquire(self) -> str:
        """Wait for a place; return what ``release`` needs."""
        organization = whose.get()
        if organization not in self._waiting and self._has_room(organization):
            self._held[organization] += 1
            return organization
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(organization, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release(organization)  # it was given in the same moment
            raise
        return organization

    def release(self, organization: str) -> None:
        """Give the place to the next."""
        self._held[organization] -= 1
        if not self._held[organization]:
            del self._held[organization]
        for waiting in list(self._waiting):
            if self._has_room(waiting) and self._give(waiting):
                return

    def _has_room(self, organization: str) -> bool:
        return not self.locked() and (not organization or self._held[organization] < self._each)

    def _give(self, organization: str) -> bool:
        """Give a place to the first of an organization that still waits; return ``False`` when none does."""
        queue = self._waiting.pop(organization)
        while queue and queue[0].done():
            queue.popleft()
        if not queue:
            return False
        self._held[organization] += 1
        queue.popleft().set_result(None)
        if queue:
            self._waiting[organization] = queue  # behind the others
        return True
