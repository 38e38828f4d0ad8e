"""Rate limits within one process: of messages and of bytes, per connection or for all together (security.md S33)."""

import asyncio
import time

from ..config import settings


class Budget:
    """A token bucket: ``burst`` at once, then ``per_second``, evenly spaced; of messages, or of bytes.

    Evenly: a client that may send a whole second's messages at the start of every second holds up everybody else for
    as long as those take.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._seconds_each = 1 / per_second
        self._seconds_ahead = burst / per_second
        self._paid_until = 0.0

    async def spend(self, cost: float, *, patience: float | None = None) -> bool:
        """Take this much from the bucket, waiting until it has held it.

        Returns False, and takes nothing, when that is more than ``patience`` seconds away. Whoever is cancelled while
        waiting has taken nothing either: those behind it would wait for what never happens.
        """
        if settings().rate_limits == "off":
            return True
        now, seconds = time.monotonic(), cost * self._seconds_each
        paid_until = max(self._paid_until, now - self._seconds_ahead) + seconds
        if patience is not None and paid_until - now > patience:
            return False
        self._paid_until = paid_until
        if paid_until > now:
            try:
                await asyncio.sleep(paid_until - now)
            except asyncio.CancelledError:
                self._paid_until -= seconds
                raise
        return True
