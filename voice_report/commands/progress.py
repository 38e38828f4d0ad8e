"""Progress of a command that takes longer than a second, on standard error."""

import asyncio
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

from ..core import texts
from ..core.progress import Progress

T = TypeVar("T")

_FIRST = 1.0  # seconds
_ON_SCREEN, _IN_FILE = 0.2, 10.0  # seconds between two; a file, such as a log, gets a line each time


class _Line:
    """Tells at most once in a while; on a screen in the same line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._is_screen = stream, stream.isatty()
        self._next = time.monotonic() + _FIRST
        self._is_told = False

    def tell(self, what: str, done: int, whole: int) -> None:
        if (now := time.monotonic()) < self._next:
            return
        self._next = now + (_ON_SCREEN if self._is_screen else _IN_FILE)
        self._is_told = True
        far = f"{min(done, whole) * 100 // whole}%" if whole else texts.size(done) if done else "..."
        before, after = ("\r", "\x1b[K") if self._is_screen else ("", "\n")
        print(f"{before}{what}: {far}", end=after, file=self._stream, flush=True)

    def end(self) -> None:
        if self._is_screen and self._is_told:
            print("\r\x1b[K", end="", file=self._stream, flush=True)


@contextmanager
def shown() -> Iterator[Progress]:
    """Yield what tells progress during a block; nothing for a block that is over within a second."""
    line = _Line(sys.stderr)
    try:
        yield line.tell
    finally:
        line.end()


async def waited(what: str, work: Coroutine[Any, Any, T]) -> T:
    """Return what the work returns; tell meanwhile that it is under way, as it does not say how far it is."""
    with shown() as progress:
        task = asyncio.create_task(work)
        while not (await asyncio.wait({task}, timeout=_ON_SCREEN))[0]:
            progress(what, 0, 0)
        return task.result()
