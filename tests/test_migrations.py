"""Migrations that move data keep it, up and down again."""

import asyncio
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from alembic import command
from tests import postgres
from tests.conftest import ROOT
from voice_report import schema
from voice_report.config import settings

pytestmark = pytest.mark.filterwarnings("ignore:The Column.copy")  # migrations stay as they were

USER = {
    "id": uuid.uuid4().hex, "created_at": "2026-11-01 10:00:00", "updated_at": "2026-11-01 10:00:00",
    "email": "ursula@zorg.example", "search_key": "", "password_hash": "", "first_name": "Ursula",
    "last_name": "Verzorger", "role": "user", "is_active": True, "is_email_verified": True, "login_attempts": 0,
    "personal_unlimited": False, "version": 1, "copies_empty": True,
}  # fmt: skip
LOCKED_UNTIL = "2026-11-20 10:15:00"


@pytest.fixture
def url(db_kind: str, _migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of an empty database, which is the DATABASE_URL."""
    name = f"moved_{uuid.uuid4().hex}"
    address = f"sqlite:///{tmp_path}/moved.db" if db_kind == "sqlite" else postgres.url(_migrated, name)
    monkeypatch.setenv("DATABASE_URL", address)
    settings.cache_clear()
    if db_kind == "sqlite":
        yield address
        return
    postgres.execute(_migrated, f'CREATE DATABASE "{name}"')
    yield address
    postgres.execute(_migrated, f'DROP DATABASE "{name}" WITH (FORCE)')


def upgrade(version: str) -> None:
    command.upgrade(Config(str(ROOT / "alembic.ini")), version)


def downgrade(version: str) -> None:
    command.downgrade(Config(str(ROOT / "alembic.ini")), version)


def insert(connection: sa.Connection, table: str, **values) -> None:
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    connection.execute(sa.text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)  # noqa: S608


def test_a_start_asks_nothing_of_alembic_when_the_schema_is_the_newest(url: str, monkeypatch) -> None:
    newest = set(ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini"))).get_heads())
    assert schema._newest() == newest
    assert asyncio.run(schema._versions()) == set()
    upgrade("0017")
    schema.migrate()
    assert asyncio.run(schema._versions()) == newest
    upgrades: list[str] = []
    monkeypatch.setattr(command, "upgrade", lambda _config, version: upgrades.append(version))
    schema.migrate()
    assert upgrades == []


def test_counted_codes_move_from_the_app_to_its_user_and_back(url: str) -> None:
    upgrade("0012")
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    other = {**USER, "id": uuid.uuid4().hex, "email": "adam@zorg.example"}
    app = {"user_id": USER["id"], "secret": "", "last_counter": 0, "created_at": USER["created_at"]}
    with engine.begin() as connection:
        for user in (USER, other):
            insert(connection, "users", **user)
        confirmed = {"confirmed_at": USER["created_at"], "failures": 7, "locked_until": LOCKED_UNTIL}
        insert(connection, "totp_factors", id=uuid.uuid4().hex, **app, **confirmed)
        insert(connection, "totp_factors", id=uuid.uuid4().hex, **app, failures=9)
    upgrade("head")
    with engine.begin() as connection:
        query = sa.text("SELECT code_failures, codes_locked_until FROM users ORDER BY email DESC")
        counted, untouched = connection.execute(query).all()
        assert (counted[0], str(counted[1])[:19]) == (7, LOCKED_UNTIL)
        assert tuple(untouched) == (0, None)
        connection.execute(sa.text("UPDATE users SET code_failures = 3 WHERE email = 'ursula@zorg.example'"))
    downgrade("0012")
    with engine.begin() as connection:
        query = sa.text("SELECT failures, locked_until FROM totp_factors ORDER BY failures")
        of_app, of_setup = connection.execute(query).all()
        assert (of_app[0], str(of_app[1])[:19]) == (3, LOCKED_UNTIL)
        assert tuple(of_setup) == (9, None)
    engine.dispose()


def test_a_session_of_an_older_version_does_not_say_how_it_was_opened(url: str) -> None:
    upgrade("0016")
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    at = USER["created_at"]
    opened = {"user_id": USER["id"], "created_at": at, "last_seen_at": at, "expires_at": at}
    opened |= {"user_agent": "", "ip_address": ""}
    columns = "level, opened_by, stepped_up_by"
    with engine.begin() as connection:
        insert(connection, "users", **USER, code_failures=0)
        insert(connection, "sessions", id=uuid.uuid4().hex, token_hash="1", level="two_factor", **opened)
    upgrade("head")
    with engine.begin() as connection:
        # A process of the version before, which still runs, opens another.
        insert(connection, "sessions", id=uuid.uuid4().hex, token_hash="2", level="password", **opened)
        found = connection.execute(sa.text(f"SELECT {columns} FROM sessions ORDER BY token_hash")).all()  # noqa: S608
        assert [tuple(row) for row in found] == [("two_factor", "", ""), ("password", "", "")]
    downgrade("0016")
    with engine.begin() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM sessions")).scalar_one() == 2
    engine.dispose()
