"""A lock at which organizations take turns: none waits behind the whole queue of another one (security.md S56)."""

import asyncio
from collections import deque
from contextvars import ContextVar

#: Whose call or event this is: the key of an organization (``shares.Holder.whole``), the network of
#: a visitor; '' for the work of the installation.
whose: ContextVar[str] = ContextVar("whose", default="")


class FairLock:
    """For the event loop. Within an organization it is given in order of arrival."""

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by organization, whose turn it is first

    def locked(self) -> bool:
        """Return whether the lock is held."""
        return self._is_held

    async def acquire(self) -> None:
        if not self._is_held:
            self._is_held = True
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose.get(), deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # it was given in the same moment
            raise

    def release(self) -> None:
        """Give the lock to the next."""
        while self._waiting:
            organization = next(iter(self._waiting))
            queue = self._waiting.pop(organization)
            turn = queue.popleft()
            if queue:
                self._waiting[organization] = queue  # behind the others
            if not turn.done():
                turn.set_result(None)
                return
        self._is_held = False
