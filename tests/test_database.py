"""The database layer keeps its promise when a page is left halfway through an action."""

import asyncio
import gc
from pathlib import Path

import pytest
from sqlalchemy import text, update

from voice_report.models import OutboxMail
from voice_report.services.audit import trail
from voice_report.services.reports import drafts

SLOW = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT count(*) FROM n")


async def test_an_action_that_is_cancelled_while_it_reads_leaves_no_lock(db) -> None:
    """Its traceback keeps the unfinished statement alive; the next writer must not have to wait for that."""
    reading = asyncio.Event()

    async def left_halfway() -> None:
        async with db.transaction() as session:
            await trail.record(session, None, "view", "report")
            reading.set()
            await session.execute(SLOW)

    async def write() -> None:
        async with db.transaction() as session:
            await trail.record(session, None, "view", "report")

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
        assert await trail.first_broken(session, trail.PLATFORM_CHAIN) is None


CANARY = "Kanarie" * 30


def files_of(database_file: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(database_file.parent.glob(f"{database_file.name}*")))


@pytest.mark.one_database
async def test_s29_deleted_words_and_used_tokens_leave_the_database_files(db, people, database_file) -> None:
    """Long ones too, which are kept outside the page of their row, and those still in the journal."""
    user = await people.user.current()
    async with db.transaction() as session:
        short = (await drafts.save_draft(session, user, transcript=CANARY)).id
        long = (await drafts.save_draft(session, user, transcript=CANARY * 100)).id
        session.add(OutboxMail(recipient="iemand@zorg.example", subject="Reset", text=CANARY, html=CANARY * 50))
    assert await db.empty_journal()
    assert CANARY.encode() in files_of(database_file)
    async with db.transaction() as session:
        for draft in (short, long):
            await drafts.delete_draft(session, user, draft)
        await session.execute(update(OutboxMail).values(text="", html=""))
    assert await db.empty_journal()
    assert CANARY.encode() not in files_of(database_file)


@pytest.mark.one_database
async def test_emptying_the_journal_holds_up_nobody(db, people) -> None:
    user = await people.user.current()
    async with db.reading() as reader:
        await reader.execute(text("SELECT count(*) FROM reports"))
        async with db.transaction() as session:
            await drafts.save_draft(session, user, transcript="Later geschreven.")
        async with asyncio.timeout(5):
            assert not await db.empty_journal(), "somebody still reads the database as it was"
    assert await db.empty_journal()
