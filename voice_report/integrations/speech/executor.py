"""A few threads behind a bounded queue, in which no account waits behind another account's backlog."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ...errors import Unavailable

Result = TypeVar("Result")

BUSY = "Het is nu erg druk met spraakherkenning. Je opname is bewaard en wordt zo opnieuw aangeboden."


class BoundedExecutor:
    """Runs blocking work in ``workers`` threads; at most ``waiting`` more may queue.

    An account uses one thread at a time: its further work waits outside the threads, so that another account waits
    for at most one piece of it (security.md S33).
    """

    def __init__(self, name: str, *, workers: int, waiting: int) -> None:
        self._threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix=f"speech-{name}")
        self._workers = workers
        self._room = workers + waiting
        self._inside: set[asyncio.Future[Any]] = set()
        self._last: dict[str, asyncio.Future[Any]] = {}  # of each account

    def is_free(self, account: str) -> bool:
        """Return whether a thread is free and the account has nothing under way: for work that can be left out."""
        return len(self._inside) < self._workers and account not in self._last

    async def run(self, work: Callable[..., Result], *arguments: Any, account: str = "") -> Result:
        """Return ``work(*arguments)``. Raises ``Unavailable`` (code ``busy``) at once when the queue is full.

        The work is given to the threads before the first suspension, when the account has nothing else under way. A
        cancelled caller keeps its slot until the thread is done: the processor is still in use until then.
        """
        if len(self._inside) >= self._room:
            raise Unavailable(BUSY, code="busy", retry_after=5)
        before = self._last.get(account)
        if before is None:
            running = asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
        else:
            running = asyncio.ensure_future(self._after(before, work, arguments))
        self._inside.add(running)
        if account:
            self._last[account] = running
        running.add_done_callback(lambda done: self._leave(account, done))
        return await asyncio.shield(running)

    async def _after(
        self, before: asyncio.Future[Any], work: Callable[..., Result], arguments: tuple[Any, ...]
    ) -> Result:
        await asyncio.wait({before})
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def _leave(self, account: str, done: asyncio.Future[Any]) -> None:
        self._inside.discard(done)
        if self._last.get(account) is done:
            del self._last[account]
        if not done.cancelled():
            done.exception()  # retrieved, also when nobody waits for it any more
