"""Responses that take the same time, whatever was found (security.md S09).

The duration of work that depends on whether an account exists is rounded up to a whole number of steps, so that the
caller can measure the steps but not the work.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

Result = TypeVar("Result")

STEP = 0.5  # seconds; well above the duration of the work, and still a short wait for the user

#: Replaced in tests, so that they do not sleep.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep


async def run(work: Awaitable[Result]) -> Result:
    """Await the work, and return its result or raise its exception at the end of a step."""
    began = _now()
    try:
        return await work
    finally:
        await _step_ends(began)


async def refuse(work: Awaitable[Result], refusal: type[Exception] | tuple[type[Exception], ...]) -> Result:
    """Await the work. Its result is returned at once; an exception of these kinds is raised at the end of a step."""
    began = _now()
    try:
        return await work
    except refusal:
        await _step_ends(began)
        raise


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _step_ends(began: float) -> None:
    await pause(STEP - (_now() - began) % STEP)
