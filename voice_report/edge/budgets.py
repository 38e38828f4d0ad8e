"""Message rate limits: per connection, and for all connections of one client, per second (security.md S33)."""

import asyncio
import time

from ..config import settings


class Budget:
    """An allowance per second; messages above it wait for the next second, and other clients are not affected."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._second = 0
        self._spent = 0

    async def spend(self, cost: int) -> None:
        """Wait until this second has allowance left and take it. A cost above a whole allowance gets its own second."""
        if settings().rate_limits == "off":
            return
        while True:
            now = time.monotonic()
            if int(now) != self._second:
                self._second, self._spent = int(now), 0
            if self._spent < self._per_second:
                self._spent += cost
                return
            await asyncio.sleep(1 - now % 1)
