"""Signing in and out: who is recognised, for how long, and what ends it (S05, S06)."""

import asyncio
import sqlite3
import uuid
from contextlib import closing
from datetime import timedelta

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlmodel import col, select, update

from tests.support import tables
from tests.unit.services.sign_in.signing_in import fail
from voice_report.config import settings
from voice_report.db.models import AuditLog, KnownDevice, LoginSession, User
from voice_report.errors import NotAllowed
from voice_report.services.audit import trail
from voice_report.services.sessions import sessions
from voice_report.services.shared import locks, tokens
from voice_report.services.sign_in import signing_in


async def test_who_signs_in_is_recognised_by_the_new_token(db, people) -> None:
    signed_in = await signing_in.log_in(f"  {people.user.email.upper()} ", people.user.password)
    found = await db.run_reading(sessions.identify, signed_in.token)
    assert found is not None
    assert (found.id, found.role, found.organization_id) == (people.user.id, "user", people.organization_id)
    assert found.organization is not None
    assert found.organization.current_credits == 10


async def test_nobody_is_recognised_by_anything_else(db, people) -> None:
    signed_in = await signing_in.log_in(people.user.email, people.user.password)
    async with db.reading() as session:
        for token in (None, "", "x", signed_in.token + "x", tokens.hashed(signed_in.token), "\x00", "é" * 5000):
            assert await sessions.identify(session, token) is None


async def test_s05_the_database_keeps_only_the_hash_of_a_random_token(db, people) -> None:
    first = await signing_in.log_in(people.user.email, people.user.password)
    second = await signing_in.log_in(people.user.email, people.user.password)
    assert first.token != second.token
    assert len(first.token) >= 43
    kept = await tables.rows(select(LoginSession.token_hash))
    devices = await tables.rows(select(KnownDevice.token_hash))
    assert tokens.hashed(first.token) in kept
    assert not {first.token, first.device_token} & {*kept, *devices}


async def test_s05_signing_in_again_ends_the_session_the_browser_had(db, people) -> None:
    first = await signing_in.log_in(people.user.email, people.user.password)
    second = await signing_in.log_in(people.user.email, people.user.password, old_token=first.token)
    assert await db.run_reading(sessions.identify, first.token) is None
    assert await db.run_reading(sessions.identify, second.token) is not None


async def test_s05_a_session_ends_after_twelve_idle_hours(db, wall_clock, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    wall_clock.advance(hours=11, minutes=59)
    assert await sessions.resolve(token_hash, counts_as_activity=True) is not None
    wall_clock.advance(hours=11, minutes=59)
    assert await sessions.resolve(token_hash, counts_as_activity=True) is not None, "a sign of life was written down"
    wall_clock.advance(hours=12)
    assert await sessions.resolve(token_hash, counts_as_activity=True) is None, (
        "too late: acting brings no session back"
    )


async def test_s05_looking_at_a_session_does_not_lengthen_it(db, wall_clock, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    for _ in range(11):
        wall_clock.advance(hours=1)
        assert await sessions.resolve(token_hash) is not None
        assert await sessions.is_live(token_hash, max_age=0)
    wall_clock.advance(hours=1)
    assert await sessions.resolve(token_hash) is None


async def test_s05_an_act_counts_also_when_the_session_was_just_looked_at(db, wall_clock, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    wall_clock.advance(hours=11)
    assert await sessions.is_live(token_hash)
    assert await sessions.is_live(token_hash, counts_as_activity=True)
    wall_clock.advance(hours=11)
    assert await sessions.is_live(token_hash, max_age=0)


async def test_s05_a_session_ends_after_thirty_days_however_busy(db, wall_clock, people) -> None:
    signed_in = await signing_in.log_in(people.user.email, people.user.password)
    token_hash = tokens.hashed(signed_in.token)
    for _ in range(30 * 24 // 6 - 1):
        wall_clock.advance(hours=6)
        assert await sessions.resolve(token_hash, counts_as_activity=True) is not None
    wall_clock.advance(hours=6)
    assert await sessions.resolve(token_hash, counts_as_activity=True) is None


async def test_s06_logging_out_ends_the_session_at_once(db, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    assert await sessions.is_live(token_hash)
    await db.run_in_transaction(sessions.log_out, people.user.cookie)
    assert not await sessions.is_live(token_hash), "what was remembered for a second does not count after a change"
    await db.run_in_transaction(sessions.log_out, people.user.cookie)


async def test_s06_a_pause_ends_every_session_at_once(db, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    assert await sessions.resolve(token_hash) is not None
    async with db.transaction() as session:
        user = await session.get(User, people.user.id)
        user.is_active = False
    assert await sessions.resolve(token_hash) is None
    with pytest.raises(NotAllowed, match="gepauzeerd"):
        await signing_in.log_in(people.user.email, people.user.password)


async def test_s06_a_role_change_counts_from_the_next_call(db, people) -> None:
    token_hash = tokens.hashed(people.admin.cookie)
    async with db.transaction() as session:
        admin = await session.get(User, people.admin.id)
        admin.role = "user"
    found = await sessions.resolve(token_hash)
    assert found is not None
    assert found.role == "user"


def from_another_process(change: str) -> None:
    """Run a statement over a connection of its own: nothing in this process tells that it wrote."""
    url = make_url(settings().database_url)
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(str(url.database))) as connection, connection:
            connection.execute(change)
    else:
        with psycopg.connect(url.render_as_string(hide_password=False)) as connection:
            connection.execute(change.encode())


async def test_s06_what_another_process_changes_counts_from_the_next_call(db, people) -> None:
    token_hash, before = tokens.hashed(people.user.cookie), sessions.changes
    found = [await sessions.resolve(token_hash)]
    for change in (
        "UPDATE users SET role = 'admin' WHERE first_name = 'Ursula'",
        "UPDATE organizations SET current_credits = 7",
        "UPDATE users SET is_active = false WHERE first_name = 'Ursula'",
    ):
        from_another_process(change)
        found.append(await sessions.resolve(token_hash))
    seen = [(one.role, one.organization.current_credits) if one and one.organization else None for one in found]
    assert seen == [("user", 10), ("admin", 10), ("admin", 7), None]
    assert sessions.changes == before


async def test_s06_ending_sessions_can_keep_the_one_at_hand(db, people) -> None:
    mine = await signing_in.log_in(people.user.email, people.user.password)
    await db.run_in_transaction(sessions.end_sessions, people.user.id, keep=mine.user.session_id)
    assert await sessions.resolve(tokens.hashed(people.user.cookie)) is None
    assert await sessions.resolve(tokens.hashed(mine.token)) is not None


async def test_signing_in_and_failing_to_are_in_the_audit_trail(db, people) -> None:
    trail.caller.set(trail.Caller("192.0.2.5", "Browser"))
    await fail(people.user)
    await signing_in.log_in(people.user.email, people.user.password)
    chain = str(people.organization_id)
    rows = await tables.rows(select(AuditLog).where(AuditLog.chain == chain, AuditLog.action == "login"))
    assert sorted((one.success, one.ip_address, one.user_agent) for one in rows) == [
        (False, "192.0.2.5", "Browser"),
        (True, "192.0.2.5", "Browser"),
    ]
    assert {one.user_id for one in rows} == {people.user.id}
    assert await db.run_reading(trail.first_broken, chain) is None


async def test_sessions_that_end_by_the_clock_do_not_end_early(db, wall_clock, people) -> None:
    signed_in = await signing_in.log_in(people.user.email, people.user.password)
    wall_clock.advance(sessions.IDLE - timedelta(seconds=1))
    assert await db.run_reading(sessions.identify, signed_in.token) is not None


async def test_what_is_over_is_forgotten_and_nothing_else(db, wall_clock, people) -> None:
    wall_clock.advance(hours=1)
    kept = await signing_in.log_in(people.user.email, people.user.password)
    wall_clock.advance(hours=11)
    assert await db.run_in_transaction(sessions.purge) == 5, "everybody's first session was idle for twelve hours"
    assert await sessions.resolve(tokens.hashed(kept.token)) is not None
    wall_clock.advance(days=366)
    assert await db.run_in_transaction(sessions.purge) == 2, "the last session and the device"


async def test_s06_who_ends_sessions_at_the_same_moment_never_waits_for_each_other(db, db_kind, people) -> None:
    """A provider's logout holds no user's row: it and the end of all sessions of a user lock them in one order."""
    if db_kind == "sqlite":
        pytest.skip("SQLite has one writer at a time")
    low, high = uuid.UUID(int=1), uuid.UUID(int=2**127)
    for session_id in (high, low):  # in the table the one with the higher id comes first
        opened = await signing_in.log_in(people.user.email, people.user.password)
        this = update(LoginSession).where(col(LoginSession.token_hash) == tokens.hashed(opened.token))
        await tables.run(this.values(id=session_id))

    async def end() -> None:
        await db.run_in_transaction(sessions.end_sessions, people.user.id)

    async with db.transaction() as session:
        await locks.all_of(session, LoginSession, col(LoginSession.id) == low)
        ending = asyncio.create_task(end())
        ours = "transactionid = pg_current_xact_id()::xid"
        is_waiting = text(f"SELECT count(*) FROM pg_locks WHERE NOT granted AND {ours}")  # noqa: S608  no input
        while not (await session.execute(is_waiting)).scalar_one():  # noqa: ASYNC110  the database sets no event
            await asyncio.sleep(0.01)
        await locks.all_of(session, LoginSession, col(LoginSession.id) == high)
    await ending
    left = select(LoginSession).where(LoginSession.user_id == people.user.id)
    assert await tables.rows(left) == []
