"""A few threads behind a bounded queue, in which no account waits behind another account's backlog."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ..errors import TooMany, Unavailable

Result = TypeVar("Result")

_BUSY = "Het is nu erg druk. Probeer het over een paar seconden opnieuw."
_OWN = "Er wordt al aan meerdere van je aanvragen gewerkt. Probeer het zo opnieuw."

_slow = threading.local()  # ``began``, in the slow threads only

_SLOW = 1.0  # seconds of a processor: a minute of sound takes a tenth of it
_SLOW_FOR = 60.0  # seconds in which an account's work has the slow thread
_TURN = 0.001  # seconds of a processor that the slow thread works before it rests
_REST = 3  # times what it worked
_MOST_SLOW = 1000  # accounts that are remembered


class BoundedExecutor:
    """Runs blocking work in ``workers`` threads; at most ``waiting`` more may queue.

    ``busy`` is the sentence for a full queue, ``own`` for an account that has its share of it.

    An account uses one thread at a time: its further work waits outside the threads, so that another account waits
    for at most one piece of it (security.md S33). Once half of the places are taken, an account that has one already
    gets no other, so that a few accounts never fill them (S56). An account whose work took long has one thread, which
    gives way, together with the others of that kind, so that many of those do not keep the threads from who says a
    sentence; what it took counts, because a file may announce any length.
    """

    def __init__(self, name: str, *, workers: int, waiting: int, busy: str = _BUSY, own: str = _OWN) -> None:
        self._threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix=name)
        self._slow_thread = ThreadPoolExecutor(
            max_workers=1, thread_name_prefix=f"slow-{name}", initializer=_begin_turn
        )
        self._busy, self._own_backlog = busy, own
        self._workers = workers
        self._room = workers + waiting
        self._inside: set[asyncio.Future[Any]] = set()
        self._of_account: Counter[str] = Counter()
        self._last: dict[str, asyncio.Future[None]] = {}  # the end of each account's last work, without its result
        self._slow_until: dict[str, float] = {}

    def is_free(self, account: str) -> bool:
        """Return whether a thread is free and the account has nothing under way: for work that can be left out."""
        return len(self._inside) < self._workers and account not in self._last

    async def run(
        self, work: Callable[..., Result], *arguments: Any, account: str = "", is_slow: bool = False
    ) -> Result:
        """Return ``work(*arguments)``, done in the slow thread if it ``is_slow``.

        Raises ``Unavailable`` (code ``busy``) at once when the queue is full, and ``TooMany`` (code ``own_backlog``)
        when the account has its share of it.

        The work is given to the threads before the first suspension, when the account has nothing else under way. A
        cancelled caller keeps its slot until the thread is done: the processor is still in use until then.
        """
        if account and self._of_account[account] and 2 * len(self._inside) >= self._room:
            raise TooMany(self._own_backlog, code="own_backlog", retry_after=2)
        if len(self._inside) >= self._room:
            raise Unavailable(self._busy, code="busy", retry_after=5)
        before, ended = self._last.get(account), asyncio.get_running_loop().create_future()
        if before is None:
            running = self._begin(work, arguments, account, is_slow)
        else:
            running = asyncio.ensure_future(self._after(before, work, arguments, account, is_slow))
        self._inside.add(running)
        if account:
            self._last[account] = ended
            self._of_account[account] += 1
        running.add_done_callback(lambda done: self._leave(account, done, ended))
        try:
            return await asyncio.shield(running)
        finally:
            del running  # a failure refers to this frame: with it, it would be freed at a garbage collection only

    def is_slow(self, account: str) -> bool:
        """Return whether the account's work took long lately, and is done in the slow thread."""
        return self._slow_until.get(account, 0.0) > time.monotonic()

    def note_slow(self, account: str) -> None:
        """Have the account's work done in the slow thread for a while."""
        if account:
            if len(self._slow_until) >= _MOST_SLOW:
                self._slow_until.clear()
            self._slow_until[account] = time.monotonic() + _SLOW_FOR

    def _begin(
        self, work: Callable[..., Result], arguments: tuple[Any, ...], account: str, is_slow: bool
    ) -> asyncio.Future[Result]:
        threads = self._slow_thread if is_slow or self.is_slow(account) else self._threads
        return asyncio.get_running_loop().run_in_executor(threads, self._timed, work, arguments, account)

    def _timed(self, work: Callable[..., Result], arguments: tuple[Any, ...], account: str) -> Result:
        """Do the work, in a thread, and note when it was slow."""
        began = time.thread_time()
        try:
            return work(*arguments)
        finally:
            if time.thread_time() - began > _SLOW:
                self.note_slow(account)

    async def _after(
        self,
        before: asyncio.Future[None],
        work: Callable[..., Result],
        arguments: tuple[Any, ...],
        account: str,
        is_slow: bool,
    ) -> Result:
        await asyncio.wait({before})
        return await self._begin(work, arguments, account, is_slow)

    def _leave(self, account: str, done: asyncio.Future[Any], ended: asyncio.Future[None]) -> None:
        self._inside.discard(done)
        if account:
            self._of_account[account] -= 1
            if not self._of_account[account]:
                del self._of_account[account]
        if self._last.get(account) is ended:
            del self._last[account]
        ended.set_result(None)
        if not done.cancelled():
            done.exception()  # retrieved, also when no caller waits for it any more


def give_way() -> None:
    """Rest, in a thread for what takes long, for three times as long as it worked since; called where work can wait.

    The event loop gets the interpreter and a processor meanwhile. A lower priority would do the opposite: a thread that
    the system sets aside while it has the interpreter keeps it from the loop for as long.
    """
    began = getattr(_slow, "began", None)
    if began is not None and (worked := time.thread_time() - began) > _TURN:
        time.sleep(_REST * worked)
        _begin_turn()


def _begin_turn() -> None:
    _slow.began = time.thread_time()
