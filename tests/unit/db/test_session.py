"""The database layer keeps its promise when a page is left halfway through an action."""

import asyncio
import gc
import itertools
import logging
import sqlite3
import time
from collections.abc import Callable, Coroutine, Generator
from contextlib import closing
from pathlib import Path
from types import coroutine
from typing import Any

import pytest
from sqlalchemy import event, text, update
from sqlalchemy.pool import QueuePool
from sqlmodel import select

from voice_report.db import engine
from voice_report.db.models import OutboxMail, User
from voice_report.errors import Unavailable
from voice_report.services.audit import trail
from voice_report.services.drafts import deleted, drafts
from voice_report.services.sessions import sessions
from voice_report.services.shared import tokens
from voice_report.services.shared.identity import CurrentUser

SLOW = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT count(*) FROM n")


async def test_an_action_that_is_cancelled_while_it_reads_leaves_no_lock(db) -> None:
    """Its traceback keeps the unfinished statement alive; the next writer must not have to wait for that."""
    reading = asyncio.Event()

    async def left_halfway() -> None:
        async with db.transaction() as session:
            await trail.record(session, None, "view", "report")
            reading.set()
            await session.execute(SLOW)
            await asyncio.Event().wait()  # a busy machine may cancel it later

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
        await asyncio.wait_for(write(), timeout=100)
    finally:
        gc.enable()
    async with db.reading() as session:
        assert await trail.first_broken(session, trail.PLATFORM_CHAIN) is None


@pytest.mark.one_database
async def test_what_is_committed_is_on_the_disk(db, db_kind, people) -> None:
    """Else a power cut takes back what was answered, up to the last look at the journal."""
    if db_kind != "sqlite":
        return  # its default
    async with db.transaction() as session:
        connection = await session.connection()
        full = 2
        assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar_one() == full


@pytest.mark.one_database
async def test_the_next_writer_waits_for_the_commit_and_no_longer(db, people, monkeypatch) -> None:
    closing, go_on, writing = asyncio.Event(), asyncio.Event(), asyncio.Event()
    close = db.WriteSession.close

    async def slowly(session) -> None:
        closing.set()
        await go_on.wait()
        await close(session)

    async def write(begun: asyncio.Event) -> None:
        async with db.transaction() as session:
            begun.set()
            await session.execute(update(User).values(version=User.version + 1))

    monkeypatch.setattr(db.WriteSession, "close", slowly)
    async with asyncio.TaskGroup() as both:
        both.create_task(write(asyncio.Event()))
        await asyncio.wait_for(closing.wait(), 100)
        both.create_task(write(writing))
        await asyncio.wait_for(writing.wait(), 100)
        go_on.set()
    async with db.reading() as session:
        assert set((await session.exec(select(User.version))).all()) == {3}


@pytest.mark.one_database
async def test_the_journal_is_written_into_the_file_now_and_then(db, people, database_file) -> None:
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript="Mevrouw sliep goed.")
    for number in range(120):
        said = f"Mevrouw sliep goed. {number} " + "Zij at een boterham. " * 1_000
        await db.run_in_transaction(drafts.save_draft, user, draft_id=draft.id, transcript=said)
    assert database_file.with_name(f"{database_file.name}-wal").stat().st_size < 8_000_000


@pytest.mark.one_database
async def test_a_long_query_leaves_the_event_loop_free(db, people) -> None:
    long = text("SELECT count(*) FROM audit_logs a, audit_logs b, audit_logs c, audit_logs d WHERE a.sequence > 0")
    async with db.transaction() as session:
        await trail.record_many(session, [trail.Entry("view", "drafts")] * 60)
    async with db.reading() as session:
        looking = asyncio.create_task(session.execute(long))
        others = 0
        while not looking.done():
            others += 1
            await asyncio.sleep(0.001)
        assert (await looking).scalar_one() >= 60**4
        assert others >= 5


@pytest.fixture
async def long_lock(db, monkeypatch) -> None:
    """Who waits for another process's lock waits for longer than any machine is busy."""
    monkeypatch.setattr(engine, "LOCK", 600)
    await db.dispose()  # a connection keeps the limits with which it was opened


async def saved_while_locked(db, user: CurrentUser, database_file: Path) -> tuple[float, bool, int]:
    """Save a draft while another process holds the lock.

    Return how many seconds ten turns of the event loop took meanwhile, whether the save was still waiting then, and
    the version that was saved at last.
    """
    with closing(sqlite3.connect(database_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        saving = asyncio.create_task(db.run_in_transaction(drafts.save_draft, user, transcript="Mevrouw sliep goed."))
        began = time.perf_counter()
        for _ in range(10):
            await asyncio.sleep(0)
        took, waits = time.perf_counter() - began, not saving.done()
        other.execute("ROLLBACK")
    return took, waits, (await saving).version


@pytest.mark.one_database
async def test_a_write_that_waits_for_another_process_holds_up_nobody(long_lock, db, people, database_file) -> None:
    took, waits, version = await saved_while_locked(db, await people.user.current(), database_file)
    assert took < engine.LOCK / 2
    assert (waits, version) == (True, 1)


@pytest.mark.one_database
async def test_after_a_full_disk_a_write_still_waits_for_another_process_in_the_thread(
    long_lock, db, people, database_file
) -> None:
    """SQLite ends the transaction by itself; the connection must not believe that it still has the lock."""
    user = await people.user.current()
    async with db.engine().connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 5}")
    with pytest.raises(Unavailable):
        await db.run_in_transaction(drafts.save_draft, user, transcript="Mevrouw sliep goed. " * 10_000)
    async with db.engine().connect() as connection:
        await connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    took, waits, version = await saved_while_locked(db, user, database_file)
    assert took < engine.LOCK / 2
    assert (waits, version) == (True, 1)


@pytest.mark.one_database
async def test_a_cancelled_statement_ends_before_the_next_one_begins(db, people) -> None:
    """It may still run in the thread when the transaction is rolled back."""
    many = text("UPDATE users SET version = (SELECT count(*) FROM audit_logs a, audit_logs b, audit_logs c)")
    async with db.transaction() as session:
        await trail.record_many(session, [trail.Entry("view", "drafts")] * 100)

    async def change() -> None:
        async with db.transaction() as session:
            await session.execute(many)
            await asyncio.Event().wait()  # a busy machine may cancel it later

    changing = asyncio.create_task(change())
    for _ in range(100):  # the statement is on its way to the thread, and takes a while there
        await asyncio.sleep(0)
    changing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await changing
    async with db.reading() as session:
        assert set((await session.exec(select(User.version))).all()) == {1}
    user = await people.user.current()
    assert (await db.run_in_transaction(drafts.save_draft, user, transcript="Mevrouw sliep goed.")).version == 1


@pytest.mark.one_database
async def test_a_look_waits_for_a_locked_file_like_everybody(db, people, database_file) -> None:
    if db.engine().dialect.name != "sqlite":
        pytest.skip("a file of SQLite")
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


@coroutine
def _cancelled_at(work: Coroutine[Any, Any, None], wait: int) -> Generator[Any, Any, None]:
    """Run the work in this task, and cancel the task when it waits for the nth time."""
    task = asyncio.current_task()
    assert task is not None
    steps = work.__await__()
    go_on: Callable[[Any], Any] = steps.send
    answer: Any = None
    while True:
        try:
            waited_for = go_on(answer)
        except StopIteration:
            return
        wait -= 1
        if not wait:
            task.cancel()
        try:
            go_on, answer = steps.send, (yield waited_for)
        except BaseException as error:  # noqa: BLE001  the cancellation, and what a call of the database raised
            go_on, answer = steps.throw, error


async def _look(db) -> None:
    async with db.reading() as session:
        await session.execute(select(User.version))


async def _change(db) -> None:
    async with db.transaction() as session:
        await session.execute(update(User).values(version=User.version + 1))


async def _empty(db) -> None:
    await db.empty_journal()


@pytest.mark.one_database
@pytest.mark.parametrize("work", [_look, _change, _empty])
async def test_work_that_is_cancelled_at_any_moment_ends_cleanly(db, people, caplog, work) -> None:
    """When a process stops, or a user has waited too long: no connection is lost, or given back halfway."""

    async def run(wait: int) -> None:
        await _cancelled_at(work(db), wait)

    for wait in itertools.count(1):
        task = asyncio.create_task(run(wait))
        await asyncio.wait({task})
        assert [(wait, one.getMessage()) for one in caplog.records if one.levelno >= logging.ERROR] == []
        assert db.engine().pool.checkedout() == 0, wait
        if not task.cancelled():
            break
    assert wait > 3
    await _change(db)


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
            await deleted.delete_draft(session, user, draft)
            await deleted.erase(session, user, draft)
        await session.execute(update(OutboxMail).values(text="", html=""))
    assert await db.empty_journal()
    assert CANARY.encode() not in files_of(database_file)


@pytest.mark.one_database
async def test_emptying_the_journal_holds_up_nobody(long_lock, db, people) -> None:
    user = await people.user.current()
    async with db.reading() as reader:
        await reader.execute(text("SELECT count(*) FROM reports"))
        async with db.transaction() as session:
            await drafts.save_draft(session, user, transcript="Later geschreven.")
        async with asyncio.timeout(300):
            assert not await db.empty_journal(), "somebody still reads the database as it was"
    assert await db.empty_journal()


@pytest.mark.one_database
async def test_a_stop_ends_emptying_the_journal(db) -> None:
    """A failure in its place would be logged as one, and the work would go on: the process could not stop."""
    task = asyncio.create_task(db.empty_journal())

    def stop(_connection, _cursor, statement, *_) -> None:
        if "wal_checkpoint" in statement:
            task.cancel()

    event.listen(db.engine().sync_engine, "before_cursor_execute", stop)
    [ended] = await asyncio.gather(task, return_exceptions=True)
    event.remove(db.engine().sync_engine, "before_cursor_execute", stop)
    assert isinstance(ended, asyncio.CancelledError)


async def test_s33_of_the_connections_of_a_busy_moment_few_stay_open(tmp_path) -> None:
    made = engine.make(f"sqlite:///{tmp_path}/busy.db")
    opened = [await made.connect() for _ in range(32)]
    for connection in opened:
        await connection.close()
    assert isinstance(made.pool, QueuePool)
    assert made.pool.checkedin() == 8
    await made.dispose()
