"""Answers that take the same time, whatever was found (security.md S09).

Work that depends on whether an account exists ends at the next whole step after it began, so that the clock of who
asks shows the step and not the work.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

Result = TypeVar("Result")

STEP = 0.5  # seconds; well above what the work takes, and short enough for who waits

#: Replaced in tests: nothing sleeps there.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep


async def run(work: Awaitable[Result]) -> Result:
    """Do the work and return its result, or raise its failure, at the end of a step."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        return await work
    finally:
        await pause(STEP - (loop.time() - began) % STEP)
