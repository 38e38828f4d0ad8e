"""One other process, for work that would hold the interpreter of this one: a thread takes turns with the event loop."""

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import ParamSpec, TypeVar

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class ProcessFailed(Exception):
    """The process ended, or did not answer in time."""


class OtherProcess:
    """Starts when it is first needed, and anew after it failed. It does one thing at a time, in order of asking."""

    def __init__(self, name: str) -> None:
        """``name`` is for the log."""
        self._name = name
        self._pool: ProcessPoolExecutor | None = None
        self._begun: Future[int] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether it has begun: what it is asked then does not wait for its start."""
        return self._begun is not None and self._begun.done() and self._begun.exception() is None

    def start(self, prepare: Callable[[], int] = os.getpid) -> ProcessPoolExecutor:
        """Let it start meanwhile, with ``prepare``, unless it did. The module of ``prepare`` is imported there."""
        if self._begun is not None and self._begun.done() and not self.is_ready:
            self.end()
        if self._pool is None:
            # Spawned: a copy of a process with threads may never start.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=_end_with_parent)
            self._begun = self._pool.submit(prepare)
        return self._pool

    async def run(self, within: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return ``work(*args)``, done there within so many seconds; what goes there and comes back is pickled.

        Raises ``ProcessFailed``, and what ``work`` raises.
        """
        pool = self.start()
        try:
            async with asyncio.timeout(within):
                return await asyncio.wrap_future(pool.submit(work, *args, **kwargs))
        except (BrokenProcessPool, TimeoutError, RuntimeError) as error:  # RuntimeError: it was ended meanwhile
            log.warning("%s: the process failed (%s)", self._name, type(error).__name__)
            if self._pool is pool:
                self.end()
            raise ProcessFailed from None

    def tell(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Have work done there, and do not wait for it; a process that is gone has nothing to do any more."""
        if self._pool is not None:
            with suppress(BrokenProcessPool, RuntimeError):
                self._pool.submit(work, *args, **kwargs)

    def end(self) -> None:
        """Let the process end after its present work."""
        pool, self._pool, self._begun = self._pool, None, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _end_with_parent() -> None:
    """End this process when the one that started it is gone: killed, it says nothing, and this one has health data."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
