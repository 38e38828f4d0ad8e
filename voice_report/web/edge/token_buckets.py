"""Rate limits within one process: of messages and of bytes, per connection or for all together (security.md S33)."""

import asyncio
import time
from collections import deque

from ...config import settings


class TokenBucket:
    """A token bucket: ``burst`` at once, then ``per_second``, evenly spaced; of messages, or of bytes.

    Evenly: a client that may send a whole second's messages at the start of every second holds up all others for
    as long as those take.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self.seconds_each = 1 / per_second  #: of what is taken
        self._seconds_ahead = burst / per_second
        self._paid_until = 0.0

    async def acquire(self, cost: float, *, max_wait: float | None = None) -> bool:
        """Take this much from the bucket, waiting until it has held it.

        Returns False, and takes nothing, when that is more than ``max_wait`` seconds away. A caller that is cancelled
        while waiting has taken nothing either: those behind it would wait for what never happens.
        """
        if settings().rate_limits == "off":
            return True
        now, seconds = time.monotonic(), cost * self.seconds_each
        paid_until = max(self._paid_until, now - self._seconds_ahead) + seconds
        if max_wait is not None and paid_until - now > max_wait:
            return False
        self._paid_until = paid_until
        if paid_until > now:
            try:
                await asyncio.sleep(paid_until - now)
            except asyncio.CancelledError:
                self._paid_until -= seconds
                raise
        return True


class SharedTokenBucket:
    """A token bucket for many: when it is empty, those who wait take turns, one message of each in a round.

    So who floods it waits for its own flood, and for at most one message of each other.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._budget = TokenBucket(per_second, burst)
        self._waiting: dict[str, deque[tuple[float, asyncio.Future[None]]]] = {}  # by who, whose turn it is first
        self._serving: asyncio.Task[None] | None = None

    async def acquire(self, who: str, cost: float, *, max_wait: float) -> bool:
        """Take this much, waiting for a turn; return False when none came within ``max_wait`` seconds, or can."""
        if not self._waiting and await self._budget.acquire(cost, max_wait=0):
            return True
        if len(self._waiting.get(who, ())) * self._budget.seconds_each > max_wait:
            return False
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append((cost, turn))
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve())
        try:
            async with asyncio.timeout(max_wait):
                await turn
        except TimeoutError:
            return False
        return True

    async def _serve(self) -> None:
        while self._waiting:
            who = next(iter(self._waiting))
            queue = self._waiting[who]
            cost, turn = queue[0]
            if not turn.done():
                await self._budget.acquire(cost)
            if not turn.done():
                turn.set_result(None)
            queue.popleft()
            del self._waiting[who]
            if queue:
                self._waiting[who] = queue  # behind the others
        self._serving = None


class Share:
    """What one of many has of a ``SharedTokenBucket``."""

    def __init__(self, whole: SharedTokenBucket, who: str) -> None:
        self._whole, self._who = whole, who

    async def acquire(self, cost: float, *, max_wait: float) -> bool:
        """Take this much (``SharedTokenBucket.acquire``)."""
        return await self._whole.acquire(self._who, cost, max_wait=max_wait)
