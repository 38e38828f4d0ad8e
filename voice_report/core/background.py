"""Work that continues for as long as a block of code runs, such as the whole life of the process."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

__all__ = ["running"]

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
