"""A few threads with a bounded queue in front of them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ...errors import Unavailable

Result = TypeVar("Result")

BUSY = "Het is nu erg druk met spraakherkenning. Je opname is bewaard en wordt zo opnieuw aangeboden."


class Lane:
    """Runs blocking work in ``workers`` threads; at most ``waiting`` more may queue."""

    def __init__(self, name: str, *, workers: int, waiting: int) -> None:
        self._threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix=f"speech-{name}")
        self._room = workers + waiting
        self._inside = 0

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Return ``work(*arguments)``. Raises ``Unavailable`` (code ``busy``) at once when the queue is full.

        A cancelled caller leaves its place only when the thread is done: the processor is still taken until then.
        """
        if self._inside >= self._room:
            raise Unavailable(BUSY, code="busy", retry_after=5)
        self._inside += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
        future.add_done_callback(self._leave)
        return await asyncio.shield(future)

    def _leave(self, future: asyncio.Future) -> None:
        self._inside -= 1
        if not future.cancelled():
            future.exception()  # seen, also when nobody waits for it any more
