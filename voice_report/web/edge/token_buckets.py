"""Rate limits within one process: of messages and of bytes, per connection or for all together (security.md S33)."""

import asyncio
import time
from collections import deque

from ...config import settings
from ...core.shares import Holder

_ROUNDING = 1e-9  # seconds
_ACCOUNTS = 2000  # that are remembered


class TokenBucket:
    """A token bucket: ``burst`` at once, then ``per_second``, evenly spaced; of messages, or of bytes.

    Evenly: a client that may send a whole second's messages at the start of every second holds up all others for
    as long as those take.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self.seconds_each = 1 / per_second  #: of what is taken
        self._seconds_ahead = burst / per_second
        self._paid_until = 0.0

    def allow(self, per_second: float, burst: float) -> None:
        """Allow so much from now on; what was taken stays taken."""
        start = time.monotonic() - self._seconds_ahead
        taken = max(0.0, self._paid_until - start) / self.seconds_each
        self.seconds_each, self._seconds_ahead = 1 / per_second, burst / per_second
        self._paid_until = time.monotonic() - self._seconds_ahead + taken * self.seconds_each

    async def acquire(self, cost: float, *, max_wait: float | None = None) -> bool:
        """Take this much from the bucket, waiting until it has held it.

        Returns False, and takes nothing, when that is more than ``max_wait`` seconds away. A caller that is cancelled
        while waiting has taken nothing either: those behind it would wait for what never happens.
        """
        if settings().rate_limits == "off":
            return True
        now, seconds = time.monotonic(), cost * self.seconds_each
        paid_until = max(self._paid_until, now - self._seconds_ahead) + seconds
        if max_wait is not None and paid_until - now > max_wait + _ROUNDING:
            return False
        self._paid_until = paid_until
        if paid_until > now + _ROUNDING:
            try:
                await asyncio.sleep(paid_until - now)
            except asyncio.CancelledError:
                self._paid_until -= seconds
                raise
        return True


class OfOrganizations:
    """A token bucket for each organization, which grows with the accounts of it that came lately.

    So the people of a large one all keep working, and ten accounts do not take a process that many use.
    """

    def __init__(self, alone: tuple[float, float], each: tuple[float, float]) -> None:
        """``alone`` and ``each``: per second and burst, of an organization, and more for each of its accounts."""
        self._alone, self._each = alone, each
        self._buckets: dict[str, tuple[TokenBucket, set[str]]] = {}  # with the accounts

    def of(self, holder: Holder) -> TokenBucket:
        """Return the bucket of the organization; of the account, when it has none."""
        if sum(len(accounts) for _, accounts in self._buckets.values()) >= _ACCOUNTS:
            self._buckets.clear()
        key = holder.organization or holder.account
        bucket, accounts = self._buckets.setdefault(key, (TokenBucket(*self._alone), set()))
        accounts.add(holder.account)
        many = len(accounts)
        bucket.allow(self._alone[0] + many * self._each[0], self._alone[1] + many * self._each[1])
        return bucket


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
