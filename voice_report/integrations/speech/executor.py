"""A few threads behind a bounded queue, in which no account waits behind another account's backlog."""

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakValueDictionary

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
        self._room = workers + waiting
        self._inside: set[asyncio.Task[Any]] = set()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run(self, work: Callable[..., Result], *arguments: Any, account: str = "") -> Result:
        """Return ``work(*arguments)``. Raises ``Unavailable`` (code ``busy``) at once when the queue is full.

        A cancelled caller keeps its slot until the thread is done: the processor is still in use until then.
        """
        if len(self._inside) >= self._room:
            raise Unavailable(BUSY, code="busy", retry_after=5)
        task = asyncio.create_task(self._in_turn(account, work, arguments))
        self._inside.add(task)
        task.add_done_callback(self._leave)
        return await asyncio.shield(task)

    async def _in_turn(self, account: str, work: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
        turn = self._turns.setdefault(account, asyncio.Lock()) if account else contextlib.nullcontext()
        async with turn:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def _leave(self, task: asyncio.Task[Any]) -> None:
        self._inside.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, also when nobody waits for it any more
