"""The database layer keeps its promise when a page is left halfway through an action."""

import asyncio
import gc
import sqlite3
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from voice_report.models import OutboxMail, User
from voice_report.services.accounts import sessions
from voice_report.services.audit import trail
from voice_report.services.reports import drafts
from voice_report.services.shared import tokens

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


@pytest.mark.one_database
async def test_a_statement_takes_one_turn_of_its_connections_thread(db, people, monkeypatch) -> None:
    if db.engine().dialect.name != "sqlite":
        pytest.skip("PostgreSQL has no such thread")
    turns = []
    turn = aiosqlite.Connection._execute

    async def counted(self, work, *args, **kwargs):
        turns.append(work.__name__)
        return await turn(self, work, *args, **kwargs)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    async with db.reading() as session:
        assert len((await session.exec(select(User))).all()) == 5
    assert len(turns) == 3, "begin, read, roll back"
    turns.clear()
    async with db.transaction() as session:
        await session.execute(update(User).values(version=2))
    assert len(turns) == 3, "begin, write, commit"
    turns.clear()
    with pytest.raises(IntegrityError):
        async with db.transaction() as session:
            await session.execute(update(User).values(email="dezelfde@zorg.example"))
    assert len(turns) == 3, "begin, fail, roll back"


@pytest.mark.one_database
async def test_a_look_waits_for_a_locked_file_like_everybody(db, people, database_file) -> None:
    """The event loop itself does not wait: then its own connection is not what reads."""
    if db.engine().dialect.name != "sqlite":
        pytest.skip("PostgreSQL is not read on the event loop")
    await db.dispose()
    with closing(sqlite3.connect(database_file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        looking = asyncio.create_task(sessions.resolve(tokens.hashed(people.user.cookie)))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not looking.done()
    user = await looking
    assert user is not None
    assert user.id == people.user.id


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
