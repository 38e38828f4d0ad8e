"""Work on texts that would hold up all other requests on the event loop (security.md S33)."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

#: Characters of text that are worked on in less than some 40 ms, whatever they are.
_SHORT = 10_000


async def beside_loop(work: Callable[..., Result], *texts: str) -> Result:
    """Return ``work(*texts)``, done in a thread when the texts are long."""
    if sum(map(len, texts)) <= _SHORT:
        return work(*texts)
    return await asyncio.to_thread(work, *texts)
