"""One other process, for work that would hold the interpreter of this one: a thread takes turns with the event loop."""

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
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

    async def run(self, within: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return ``work(*args)``, done there within so many seconds; what goes there and comes back is pickled.

        Raises ``ProcessFailed``, and what ``work`` raises.
        """
        if self._pool is None:  # spawned: a copy of a process with threads may never start
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=_end_with_parent)
        pool = self._pool
        try:
            async with asyncio.timeout(within):
                return await asyncio.wrap_future(pool.submit(work, *args, **kwargs))
        except (BrokenProcessPool, TimeoutError, RuntimeError) as error:  # RuntimeError: it was ended meanwhile
            log.warning("%s: the process failed (%s)", self._name, type(error).__name__)
            if self._pool is pool:
                self.end()
            raise ProcessFailed from None

    def end(self) -> None:
        """Let the process end after its present work."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _end_with_parent() -> None:
    """End this process when the one that started it is gone: killed, it says nothing, and this one has health data."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
