"""Work in a thread that goes on when the test says so: who else waits for it?"""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest


@asynccontextmanager
async def held(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> AsyncIterator[asyncio.Event]:
    """Hold the calls of this function, in their threads, until the block ends; the event is set when one began."""
    loop, began, may_go_on, work = asyncio.get_running_loop(), asyncio.Event(), threading.Event(), getattr(owner, name)

    def waiting(*args, **kwargs):
        loop.call_soon_threadsafe(began.set)
        may_go_on.wait(600)
        return work(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, waiting)
        try:
            yield began
        finally:
            may_go_on.set()
