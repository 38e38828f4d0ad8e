"""One other process, for work that would hold the interpreter of this one: a thread takes turns with the event loop."""

import asyncio
import logging
import multiprocessing
import multiprocessing.process
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import ParamSpec, TypeVar

from . import word_caches

log = logging.getLogger(__name__)

_BEFORE_AGAIN = 30.0  # seconds from a start that failed to the next
#: Lower than that of the process that starts it: all requests wait for its event loop.
_NICE = 5
_FORGETS_EVERY = 60 * 60  # seconds

P = ParamSpec("P")
T = TypeVar("T")


class ProcessFailed(Exception):
    """The process could not be started, ended, or did not answer in time."""


class OtherProcess:
    """It starts when it is first needed, and does one thing at a time, in order of asking.

    When it ends, or is too late with one answer, every waiting call gets ``ProcessFailed``; the next call starts
    another.
    """

    def __init__(self, name: str) -> None:
        """``name`` is for the log."""
        self._name = name
        self._pool: ProcessPoolExecutor | None = None
        self._begun: Future[int] | None = None  # its process id
        self._not_before = 0.0

    @property
    def is_ready(self) -> bool:
        """Whether it has started: a call does not wait for its start then."""
        return self._begun is not None and self._begun.done() and self._begun.exception() is None

    def start(self, prepare: Callable[[], int] = os.getpid) -> None:
        """Let it start meanwhile, unless it did. ``prepare`` returns its process id; its module is imported there."""
        if self._begun is not None and self._begun.done() and not self.is_ready:
            self._could_not_start(self._begun.exception())
        if self._pool is not None or time.monotonic() < self._not_before:
            return
        # Spawned: a copy of a process with threads may never start.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=_begin)
        try:
            self._begun = pool.submit(prepare)
            self._pool = pool
        except OSError as error:
            pool.shutdown(wait=False)
            self._could_not_start(error)

    async def run(self, within: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return ``work(*args)``, done there within so many seconds; what goes there and comes back is pickled.

        Raises ``ProcessFailed``, and what ``work`` raises, which must be an exception that can be pickled.
        """
        self.start()
        pool = self._pool
        if pool is None:
            raise ProcessFailed
        try:
            answer = asyncio.wrap_future(pool.submit(work, *args, **kwargs))
        except (BrokenProcessPool, RuntimeError) as error:  # RuntimeError: it was ended
            raise self._failed(pool, error) from None
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # its caller may be gone
        # A time-out or cancellation here must not cancel the submitted work: the executor of Python 3.11 fails on that.
        await asyncio.wait([answer], timeout=within)
        if not answer.done() or answer.cancelled():
            raise self._failed(pool, TimeoutError())
        try:
            return answer.result()
        except BrokenProcessPool as error:
            raise self._failed(pool, error) from None

    def tell(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Have work done there, and do not wait for it; a process that is gone has nothing to do any more."""
        if self._pool is not None:
            with suppress(BrokenProcessPool, RuntimeError):
                self._pool.submit(work, *args, **kwargs)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        process_id = self._begun.result() if self._begun is not None and self.is_ready else None
        pool, self._pool, self._begun = self._pool, None, None
        if pool is not None:
            pool.shutdown(wait=False)
        for child in multiprocessing.active_children():
            if child.pid == process_id:
                child.kill()

    def _failed(self, pool: ProcessPoolExecutor, error: Exception) -> ProcessFailed:
        log.warning("%s: the process failed (%s)", self._name, type(error).__name__)
        if self._pool is pool:
            self.end()
        return ProcessFailed()

    def _could_not_start(self, error: BaseException | None) -> None:
        log.warning("%s: the process could not be started (%s)", self._name, type(error).__name__)
        self.end()
        self._not_before = time.monotonic() + _BEFORE_AGAIN


def _begin() -> None:
    """Give way to the event loop, and end this process with the one that started it.

    That one says nothing when it is killed, and this one has health data. Ctrl-C in a terminal is sent to this one
    too, which would print where it was; its parent ends it.
    """
    os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_live_as_long_as, args=(parent,), daemon=True).start()


def _live_as_long_as(parent: multiprocessing.process.BaseProcess) -> None:
    while True:
        parent.join(_FORGETS_EVERY)
        if not parent.is_alive():
            os._exit(1)
        word_caches.forget()
