"""How many messages a connection, and everything one client has open, may send in a second (security.md S33)."""

import asyncio
import time

from ..config import settings


class Budget:
    """So much per second; what exceeds it waits for the next second, and the others do not notice."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._second = 0
        self._spent = 0

    async def spend(self, cost: int) -> None:
        """Wait until this second has something left, and take it. What costs more than a second has comes alone."""
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
