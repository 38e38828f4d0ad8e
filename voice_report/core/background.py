"""Work that continues for as long as a block of code runs, such as the whole life of the process, and work that is
ended whatever happens."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

__all__ = ["running", "to_the_end"]

T = TypeVar("T")

logger = logging.getLogger(__name__)


@asynccontextmanager
async def running(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run each as a task; when the block ends or raises, cancel them and wait until all have ended."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                logger.error("work in the background had failed", exc_info=ended)


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Return what the work returns, or raise what it raises. A cancellation meanwhile is raised instead, when the work
    has ended.

    For what has a bound of its own and must not be torn, such as a commit.
    """
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from task.exception()
    return task.result()
