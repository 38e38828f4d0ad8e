"""A database that is locked, full, gone or silent: 503 within a limit, in Dutch, and never a bug in the log."""

import asyncio
import logging
import sqlite3
import time

import psycopg
import pytest
from sqlalchemy import delete, exc, text
from sqlmodel import select

from tests.conftest import DATABASE_LIMITS
from voice_report.config import settings
from voice_report.db import engine, failures, probe
from voice_report.db import session as database
from voice_report.db.models import Client, User
from voice_report.db.schema import Schema
from voice_report.errors import Unavailable
from voice_report.services.audit import trail


@pytest.fixture
def impatient(db, monkeypatch):
    """Return ``await impatient(LOCK=0.3)``: this limit is a moment."""
    monkeypatch.setattr(failures, "_logged", {})
    monkeypatch.setattr(probe, "_ANSWERS_WITHIN", 100)

    async def limit(**seconds: float) -> None:
        for name, value in seconds.items():
            monkeypatch.setattr(engine, name, value)
        await db.dispose()  # a connection keeps the limits with which it was opened

    return limit


async def hold(db, people, locked: asyncio.Event, over: asyncio.Event) -> None:
    """Keep what every writer needs: SQLite's only lock, or the organization's audit chain."""
    async with db.transaction() as session:
        await trail.record(session, await people.admin.current(), "view", "drafts")
        locked.set()
        await over.wait()


async def test_a_lock_that_is_held_ends_in_a_sentence_and_not_in_waiting(impatient, db, people, api, caplog):
    await impatient(LOCK=0.3)
    client = await api(people.user)
    locked, over = asyncio.Event(), asyncio.Event()
    holder = asyncio.create_task(hold(db, people, locked, over))
    await locked.wait()
    try:
        answers = await asyncio.gather(*(client.get("/api/drafts") for _ in range(5)))
        looked = await client.get("/api/account")
    finally:
        over.set()
        await holder
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert answer.json()["message"] == failures.BUSY
        assert int(answer.headers["Retry-After"]) >= 1
    assert looked.status_code == 200, "who only looks waits for nobody"
    assert (await client.get("/api/drafts")).status_code == 200, "and all is well afterwards"
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR and "database" in one.name]


async def test_a_deadlock_is_tried_once_more_and_a_second_one_is_a_sentence(db, people):
    """What two transactions do when they want each other's row, as the database reports it."""
    if db.engine().dialect.name != "postgresql":
        return
    tries = 0

    async def gives_up(session, times: int) -> str:
        nonlocal tries
        tries += 1
        session.add(User(email=f"{times}-{tries}@zorg.example", password_hash="", first_name="A", last_name="B"))
        await session.flush()
        if tries <= times:
            await session.execute(text("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$"))
        return "done"

    assert await database.run_in_transaction(gives_up, 1) == "done"
    tries = 0
    with pytest.raises(Unavailable) as refused:
        await database.run_in_transaction(gives_up, 2)
    assert (refused.value.code, refused.value.retry_after, tries) == ("contended", 1, 2)
    async with db.reading() as session:
        made = (await session.exec(select(User.email).where(User.first_name == "A"))).all()
    assert made == ["1-2@zorg.example"], "what was given up left nothing"


async def test_a_statement_that_takes_too_long_is_ended(impatient, db, people):
    if db.engine().dialect.name != "postgresql":
        return
    await impatient(STATEMENT=0.6)
    began = time.monotonic()
    with pytest.raises(Unavailable) as refused:
        async with db.reading() as session:
            await session.execute(text("SELECT pg_sleep(600)"))
    assert refused.value.code == "busy"
    assert time.monotonic() - began < 300


async def test_a_server_that_falls_silent_is_left_and_found_again(impatient, db, people, monkeypatch):
    """It accepted, and does not answer any more: no limit of the server's own can help."""
    if db.engine().dialect.name != "postgresql":
        return
    await impatient(SILENCE=1.5)
    began = time.monotonic()

    async def look() -> None:
        async with db.reading() as session:
            # a frozen server ends nothing
            await session.execute(text("SELECT set_config('statement_timeout', '0', false)"))
            await session.execute(text("SELECT pg_sleep(600)"))

    with pytest.raises(Unavailable) as refused:
        await look()
    assert refused.value.code == "database_away"
    assert time.monotonic() - began < 300
    monkeypatch.setattr(engine, "SILENCE", 200)  # of the next connection
    assert await probe.look() is Schema.CURRENT
    assert await people.user.current()


async def end_the_pools_connection(db) -> None:
    """End the connection in the pool, as a server that restarts does."""
    async with db.reading() as session:
        own = (await session.execute(text("SELECT pg_backend_pid()"))).scalar_one()
    with psycopg.connect(settings().database_url) as another:
        assert another.execute("SELECT pg_terminate_backend(%s, 5000)", [own]).fetchone() == (True,)


async def test_a_connection_that_died_in_the_pool_is_replaced(impatient, db, people):
    if db.engine().dialect.name != "postgresql":
        return
    await impatient(FRESH=0)
    await end_the_pools_connection(db)
    assert await people.user.current(), "nobody notices"


async def test_a_connection_that_died_right_after_its_use_costs_an_action_but_no_look_at_a_session(
    impatient, db, people, api
):
    if db.engine().dialect.name != "postgresql":
        return
    await impatient(FRESH=60)
    client = await api(people.user)
    await end_the_pools_connection(db)
    assert (await client.get("/api/auth/me")).status_code == 200
    await end_the_pools_connection(db)
    with pytest.raises(Unavailable) as refused:
        async with db.transaction() as session:
            await session.execute(text("SELECT 1"))
    assert refused.value.code == "database_away"
    assert (await client.get("/api/drafts")).status_code == 200


async def test_what_sqlite_says_of_a_full_disk_is_said_in_dutch(db, people, database_file, caplog):
    if db.engine().dialect.name != "sqlite":
        return
    with sqlite3.connect(database_file) as other:
        pages = other.execute("PRAGMA page_count").fetchone()[0]

    async def fill() -> None:
        async with db.transaction() as session:
            await session.execute(text(f"PRAGMA max_page_count={pages}"))
            rows = [
                User(email=f"{n}@zorg.example", password_hash="x" * 250, first_name="A", last_name="B")
                for n in range(500)
            ]
            session.add_all(rows)
            await session.flush()

    with pytest.raises(Unavailable) as refused:
        await fill()
    assert (refused.value.code, refused.value.message) == ("storage_full", failures.FULL)
    assert await people.user.current(), "looking goes on"


def test_what_is_our_own_mistake_stays_a_bug(monkeypatch):
    broken = sqlite3.OperationalError("no such column")
    assert failures.translated(exc.OperationalError("x", None, broken)) is None
    assert failures.translated(exc.IntegrityError("x", None, sqlite3.IntegrityError("unique"))) is None
    assert failures.translated(ValueError("x")) is None


def test_a_database_that_is_away_is_logged_once_in_a_while(monkeypatch, caplog):
    monkeypatch.setattr(failures, "_logged", {})
    for _ in range(54):
        assert failures.translated(exc.OperationalError("x", None, Exception("gone")))
    assert [one.levelname for one in caplog.records] == ["WARNING"]


async def test_s27_an_audit_row_through_a_session_that_looks_is_refused(db, people):
    user = await people.user.current()
    with pytest.raises(TypeError, match="transaction"):
        async with db.reading() as session:
            await trail.record(session, user, "view", "drafts")
    with pytest.raises(TypeError, match="transaction"):
        async with db.reading() as session:
            await trail.record_clients(session, user, [("view", "C-1")])


async def test_whatever_writes_through_a_session_that_looks_is_refused(db, people):
    async def change() -> None:
        async with db.reading() as session:
            (await session.get_one(Client, (people.organization_id, "C-1"))).first_name = "Anders"
            await session.flush()

    with pytest.raises(TypeError, match="transaction"):
        await change()
    with pytest.raises(TypeError, match="transaction"):
        async with db.reading() as session:
            await session.execute(delete(Client))


async def test_every_connection_says_whose_it_is(impatient, db, people):
    if db.engine().dialect.name != "postgresql":
        return
    await impatient(**DATABASE_LIMITS)
    async with db.reading() as session:
        shown = [(await session.execute(text(f"SELECT current_setting('{name}')"))).scalar_one() for name in (
            "application_name", "lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout",
        )]  # fmt: skip
    assert shown == ["spraakrapport", "5s", "12s", "1min"]
