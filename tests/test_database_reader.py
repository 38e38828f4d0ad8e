"""What the driver reads by itself is what SQLAlchemy reads, and was asked just now."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Integer, Select, bindparam, select, update
from sqlalchemy.engine import make_url
from sqlmodel import col

from tests.people import People
from voice_report import clock
from voice_report.database_reader import Reader
from voice_report.models import LoginSession, Organization, User
from voice_report.services.accounts import _whose, requirement
from voice_report.services.shared import dates, tokens

pytestmark = pytest.mark.one_database
OF_USER = select(col(User.email), col(User.is_active), col(User.id).label("user_id")).where(
    col(User.email) == bindparam("email")
)


def first(reader: Reader, query: Select, asked: dict[str, Any]) -> Any:
    return next(iter(reader.all(query, asked)), None)


def is_active(reader: Reader, asked: dict[str, Any]) -> bool:
    found = first(reader, OF_USER, asked)
    assert found is not None
    return found.is_active


@pytest.fixture
def reader(db, database_file: Path) -> Iterator[Reader]:
    if db.engine().dialect.name != "sqlite":
        pytest.skip("PostgreSQL is not read on the event loop")
    with closing(Reader(make_url(f"sqlite:///{database_file}"))) as opened:
        yield opened


async def test_a_row_is_what_sqlalchemy_makes_of_it(db, people: People, reader: Reader) -> None:
    """Ids, moments, days, truths and nothing: each column of the question 'whose session is this'."""
    async with db.transaction() as session:
        used = update(LoginSession).where(col(LoginSession.user_id) == people.user.id)
        await session.execute(used.values(stepped_up_at=datetime(2026, 3, 29, 1, 30, 0, 123456, UTC)))
    for person in (people.user, people.admin):
        asked = {"token_hash": tokens.hashed(person.cookie)}
        async with db.reading() as session:
            expected = (await session.execute(_whose.QUERY, asked)).one()
        found = first(reader, _whose.QUERY, asked)
        assert found is not None
        assert found._asdict() == dict(expected._mapping)
        assert [type(value) for value in found] == [type(value) for value in expected]


async def test_there_may_be_no_row(people: People, reader: Reader) -> None:
    assert first(reader, OF_USER, {"email": "niemand@zorg.example"}) is None


async def test_it_gives_all_rows_in_their_order(people: People, reader: Reader) -> None:
    query = select(col(User.email)).where(col(User.id).is_not(None)).order_by(col(User.email).desc())
    found = [row.email for row in reader.all(query, {})]
    assert found == sorted(found, reverse=True)
    assert {people.user.email, people.admin.email} <= set(found)


async def test_it_sees_what_another_connection_committed_a_moment_ago(db, people: People, reader: Reader) -> None:
    asked = {"email": people.user.email}
    assert is_active(reader, asked) is True
    async with db.transaction() as session:
        await session.execute(update(User).where(col(User.id) == people.user.id).values(is_active=False))
        assert is_active(reader, asked) is True  # not committed yet
    assert is_active(reader, asked) is False


async def test_a_value_that_depends_on_the_moment_is_asked_each_time(people: People, reader: Reader) -> None:
    numbers = iter((1, 2, 3))
    query = select(bindparam("now", callable_=lambda: next(numbers), type_=Integer).label("number"))
    assert [first(reader, query, {}) for _ in range(3)] == [(1,), (2,), (3,)]


async def test_a_value_is_never_part_of_the_statement(people: People, reader: Reader) -> None:
    assert first(reader, OF_USER, {"email": "' OR 1 = 1 --"}) is None


async def test_a_day_passes_between_two_calls(db, people: People, reader: Reader, monkeypatch) -> None:
    """A second factor is required from a day on: the same query finds the session before it, and none after it."""
    asked, tomorrow = {"token_hash": tokens.hashed(people.user.cookie)}, clock.now() + timedelta(days=1)
    async with db.transaction() as session:
        required = {"second_factor": requirement.REQUIRED, "second_factor_from": dates.today() + timedelta(days=1)}
        await session.execute(update(Organization).values(**required))
    assert first(reader, _whose.QUERY, asked) is not None
    monkeypatch.setattr(clock, "_read", lambda: tomorrow)
    assert first(reader, _whose.QUERY, asked) is None


async def test_it_leaves_no_statement_open(db, people: People, reader: Reader, database_file: Path) -> None:
    """An open one would keep the journal from beginning anew: it would grow for as long as the process runs."""
    assert first(reader, OF_USER, {"email": people.user.email}) is not None
    with closing(sqlite3.connect(database_file, timeout=0)) as other:
        [busy, *_] = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert busy == 0
    assert first(reader, OF_USER, {"email": people.user.email}) is not None


async def test_it_can_only_read(people: People, reader: Reader) -> None:
    assert first(reader, OF_USER, {"email": people.user.email}) is not None
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader._opened().execute("DELETE FROM users")


async def test_a_question_it_cannot_ask_goes_the_slow_way(db, people: People, reader: Reader, monkeypatch) -> None:
    def broken(*_) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr(Reader, "all", broken)
    found = await db.first_row(OF_USER, {"email": people.user.email})
    assert found is not None
    assert found.user_id == people.user.id
