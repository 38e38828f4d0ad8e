"""The database layer keeps its promise when a page is left halfway through an action."""

import asyncio
import gc

import pytest
from sqlalchemy import text

from voice_report.services import audit

SLOW = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT count(*) FROM n")


async def test_an_action_that_is_cancelled_while_it_reads_leaves_no_lock(db) -> None:
    """Its traceback keeps the unfinished statement alive; the next writer must not have to wait for that."""
    reading = asyncio.Event()

    async def left_halfway() -> None:
        async with db.transaction() as session:
            await audit.record(session, None, "view", "report")
            reading.set()
            await session.execute(SLOW)

    async def write() -> None:
        async with db.transaction() as session:
            await audit.record(session, None, "view", "report")

    action = asyncio.create_task(left_halfway())
    await reading.wait()
    for _ in range(100):  # the statement is on its way to the database's own thread
        await asyncio.sleep(0)
    gc.disable()
    try:
        action.cancel()
        with pytest.raises(asyncio.CancelledError):
            await action
        await asyncio.wait_for(write(), timeout=10)
    finally:
        gc.enable()
    async with db.reading() as session:
        assert await audit.first_broken(session, audit.PLATFORM_CHAIN) is None
