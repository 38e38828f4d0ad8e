"""The database layer keeps its promise when a page is left halfway through an action."""

import asyncio
import contextlib

from voice_report.services import audit


async def test_actions_that_are_cancelled_halfway_leave_no_lock(db) -> None:
    """Cancel writers at every point of their work; the next one must not have to wait for what they held."""

    async def write() -> None:
        async with db.transaction() as session:
            await audit.record(session, None, "view", "report")

    await write()
    for turns in range(0, 240, 2):
        writing = asyncio.create_task(write())
        for _ in range(turns):
            await asyncio.sleep(0)
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writing
        if turns % 20 == 0:
            await asyncio.wait_for(write(), timeout=20)
    async with db.reading() as session:
        assert await audit.first_broken(session, audit.PLATFORM_CHAIN) is None
