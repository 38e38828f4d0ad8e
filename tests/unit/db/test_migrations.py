"""Migrations that move data keep it, up and down again; while people work they neither fail nor stop them."""

import asyncio
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from tests.conftest import ROOT
from tests.support.migrated import downgrade, upgrade
from voice_report.db import migrate, schema
from voice_report.db.failures import AWAY
from voice_report.db.models import search_key
from voice_report.db.schema import Schema
from voice_report.errors import Unavailable

pytestmark = pytest.mark.filterwarnings("ignore:The Column.copy")  # migrations stay as they were

USER = {
    "id": uuid.uuid4().hex, "created_at": "2026-11-01 10:00:00", "updated_at": "2026-11-01 10:00:00",
    "email": "ursula@zorg.example", "search_key": "", "password_hash": "", "first_name": "Ursula",
    "last_name": "Verzorger", "role": "user", "is_active": True, "is_email_verified": True, "login_attempts": 0,
    "personal_unlimited": False, "version": 1, "copies_empty": True,
}  # fmt: skip
LOCKED_UNTIL = "2026-11-20 10:15:00"


def insert(connection: sa.Connection, table: str, **values) -> None:
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    connection.execute(sa.text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)  # noqa: S608


def test_a_start_asks_nothing_of_alembic_when_the_schema_is_the_newest(url: str, monkeypatch) -> None:
    newest = set(ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini"))).get_heads())
    assert schema.history()[1] == newest
    assert asyncio.run(migrate._versions()) == set()
    upgrade("0017")
    migrate.migrate()
    assert asyncio.run(migrate._versions()) == newest
    monkeypatch.setattr(migrate, "_take_a_step", lambda: pytest.fail("there is nothing to do"))
    migrate.migrate()


def test_a_database_is_older_when_it_lacks_a_migration_of_this_code() -> None:
    known, newest = schema.history()
    assert schema.of(set()) is Schema.BEHIND
    assert {schema.of({version}) for version in known - newest} == {Schema.BEHIND}
    assert schema.of(newest) is Schema.CURRENT
    assert schema.of({"of newer code"}) is Schema.AHEAD


def test_a_migration_that_fails_leaves_those_before_it(url: str, monkeypatch) -> None:
    upgrade("0016")
    steps = iter([migrate._take_a_step])
    monkeypatch.setattr(migrate, "_take_a_step", lambda: next(steps)())
    with pytest.raises(StopIteration):
        migrate.migrate()
    assert asyncio.run(migrate._versions()) == {"0017"}


def at_once(*environments: dict[str, str]) -> list[subprocess.CompletedProcess[str]]:
    """Run the command ``migrate`` in as many processes."""
    line = [sys.executable, "-m", "voice_report", "migrate"]
    started = [
        subprocess.Popen(line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for environment in environments
    ]
    ended = [process.communicate(timeout=120) for process in started]
    return [
        subprocess.CompletedProcess(line, process.returncode, *said)
        for process, said in zip(started, ended, strict=True)
    ]


def test_of_two_at_once_the_second_waits(url: str) -> None:
    environment = {**os.environ, "SECRET_KEY": "k" * 40}
    for done in at_once(environment, environment):
        said = [line for line in done.stderr.splitlines() if not line.startswith("Migraties: ")]  # after a second
        assert (done.returncode, said) == (0, [])
    assert schema.of(asyncio.run(migrate._versions())) is Schema.CURRENT


@pytest.fixture
def at_work(url: str, db_kind: str, _migrated: Path, monkeypatch) -> Iterator[psycopg.Connection]:
    """A connection that works on a PostgreSQL one version behind, which asks again soon."""
    if db_kind == "sqlite":
        pytest.skip("SQLite has one writer at a time")
    upgrade("0017")
    monkeypatch.setattr(migrate, "_PAUSE", 0.05)
    with psycopg.connect(url) as person:
        person.execute("SET lock_timeout = '10s'")
        yield person


def waits(person: psycopg.Connection) -> bool:
    """Return whether a connection waits for a lock."""
    return person.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone() != (0,)


def test_a_migration_and_people_at_work_never_wait_for_each_other(at_work: psycopg.Connection) -> None:
    """0018 needs the organizations before the users; people the other way round. PostgreSQL would end one of them."""
    at_work.execute("SELECT 1 FROM users FOR UPDATE")
    with ThreadPoolExecutor() as thread:
        going = thread.submit(migrate.migrate)
        while not waits(at_work):
            assert not going.done()
        for table in ("organizations", "clients", "dictation_segments", "audit_logs"):
            at_work.execute(f"LOCK TABLE {table} IN ROW EXCLUSIVE MODE")  # as an UPDATE does
        at_work.commit()
        going.result(60)
    assert schema.of(asyncio.run(migrate._versions())) is Schema.CURRENT


def test_people_go_on_while_a_migration_waits_for_a_backup(at_work: psycopg.Connection, url: str) -> None:
    with psycopg.connect(url) as dump:
        dump.execute("LOCK TABLE users, organizations IN ACCESS SHARE MODE")
        with ThreadPoolExecutor() as thread:
            going = thread.submit(migrate.migrate)
            while not waits(dump):
                assert not going.done()
            at_work.execute("UPDATE users SET first_name = 'Ursula'")
            at_work.commit()
            assert not going.done()
            dump.rollback()
            going.result(60)


def test_a_migration_that_never_gets_the_tables_says_so(at_work: psycopg.Connection, monkeypatch) -> None:
    monkeypatch.setattr(migrate, "_ATTEMPTS", 2)
    at_work.execute("LOCK TABLE users IN ACCESS SHARE MODE")
    with pytest.raises(Unavailable, match="back-up"):
        migrate.migrate()
    assert asyncio.run(migrate._versions()) == {"0017"}


def test_migrating_a_database_that_is_away_is_one_sentence(tmp_path: Path) -> None:
    away = {**os.environ, "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing", "SECRET_KEY": "k" * 40}
    [done] = at_once(away)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1] == AWAY


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


def test_a_report_is_dated_when_it_was_first_spoken_as_far_as_is_known(url: str) -> None:
    upgrade("0021")
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    organization = {"id": uuid.uuid4().hex, "created_at": USER["created_at"], "updated_at": USER["created_at"]}
    columns = {column["name"]: column for column in sa.inspect(engine).get_columns("organizations")}
    organization |= {"name": "Zorg", "plan": "mkb"}
    for name, column in columns.items():
        if name not in organization and not column["nullable"] and column["default"] is None:
            organization[name] = False if isinstance(column["type"], sa.Boolean) else 1
    owner = {"user_id": USER["id"], "organization_id": organization["id"]}
    began, archived = "2026-11-01 09:00:00", "2026-11-03 17:00:00"
    typed, spoken, old = (uuid.uuid4().hex for _ in range(3))
    with engine.begin() as connection:
        insert(connection, "organizations", **organization)
        insert(connection, "users", **USER)
        for report in (typed, spoken, old):
            texts = {"transcript": "Goed geslapen.", "title": "", "version": 1, "is_draft": report != old}
            insert(connection, "reports", id=report, created_at=archived, updated_at=archived, **owner, **texts)
        for moment in (began, "2026-11-02 09:00:00"):
            insert(
                connection, "dictations", id=uuid.uuid4().hex, created_at=moment, draft_id=spoken, base_text="", **owner
            )
        insert(
            connection, "dictations", id=uuid.uuid4().hex, created_at="2026-11-04 09:00:00", draft_id=typed,
            base_text="", **owner,
        )  # fmt: skip
    upgrade("0022")
    with engine.begin() as connection:
        rows = connection.execute(sa.text("SELECT id, reported_at FROM reports")).all()
    dated = {str(row[0]).replace("-", ""): str(row[1])[:19] for row in rows}
    assert dated == {typed: archived, spoken: began, old: archived}
    downgrade("0021")


def test_names_are_searched_and_put_in_order_as_the_product_does(url: str) -> None:
    upgrade("0022")
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    home, born = uuid.uuid4().hex, "1940-05-17"
    organization = {"id": home, "name": "Zorg-Huis ’t Hof", "search_key": "", "plan": "trial", "unlimited": False,
                    "monthly_credits": 0, "current_credits": 0, "max_users": 1, "save_reports_to_archive": False,
                    "subscription_readings": 0, "second_factor": "off", "remember_days": 0, "sign_in_version": 1,
                    "version": 1, "created_at": LOCKED_UNTIL, "updated_at": LOCKED_UNTIL}  # fmt: skip
    names = [("C-1", "René", "van ’t Hof"), ("C-2", "Jan", "O’Neill"), ("C-3", "Zoë", "d'Hondt"), ("C-4", "Jan", "De")]
    with engine.begin() as connection:
        insert(connection, "organizations", **organization)
        insert(connection, "users", **USER)
        for one, first, last in names:
            client = {"id": one, "first_name": first, "last_name": last, "search_key": "", "date_of_birth": born}
            insert(connection, "clients", organization_id=home, report_count=0, created_at=LOCKED_UNTIL, **client)
    upgrade("0023")
    with engine.connect() as connection:
        keys = dict(connection.execute(sa.text("SELECT id, search_key FROM clients")).all())
        found = [keys[one] for one, *_ in names]
        assert found == [
            "hof rene van t c 1",
            "oneill jan c 2",
            "hondt zoe d c 3",
            "de jan c 4",
        ]
        assert connection.execute(sa.text("SELECT search_key FROM users")).scalar_one() == (
            "verzorger ursula ursula@zorg.example"
        )
        assert connection.execute(sa.text("SELECT search_key FROM organizations")).scalar_one() == "zorg huis t hof"
    downgrade("0022")
    upgrade("0023")
    engine.dispose()


def test_shortened_prefixes_get_their_place_and_clients_the_date_of_their_last_report(url: str) -> None:
    upgrade("0024")
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    home, born, spoken = uuid.uuid4().hex, "1940-05-17", "2026-11-01 09:00:00"
    organization = {"id": home, "name": "Zorg", "search_key": "zorg", "plan": "trial", "unlimited": False,
                    "monthly_credits": 0, "current_credits": 0, "max_users": 1, "save_reports_to_archive": False,
                    "subscription_readings": 0, "second_factor": "off", "remember_days": 0, "sign_in_version": 1,
                    "version": 1, "created_at": LOCKED_UNTIL, "updated_at": LOCKED_UNTIL}  # fmt: skip
    names = [
        "v.d. Berg",
        "V.d. Berg",
        "vd Berg",
        "van d. Berg",
        "v.'t Hof",
        "V.D. Berg",
        "Vries",
        "van den Berg",
        "Bos",
    ]
    with engine.begin() as connection:
        insert(connection, "organizations", **organization)
        insert(connection, "users", **{**USER, "last_name": "v.d. Ven"})
        for number, name in enumerate(names):
            reported = LOCKED_UNTIL if number < 2 else None
            client = {"id": f"C-{number}", "first_name": "Jan", "last_name": name, "date_of_birth": born}
            key = search_key("Jan", name, f"C-{number}") if number > 4 else f"{name} jan"
            insert(
                connection, "clients", organization_id=home, report_count=0, created_at=LOCKED_UNTIL, search_key=key,
                last_report_at=reported, **client,
            )  # fmt: skip
        for number, moment in enumerate((spoken, None)):
            insert(
                connection, "reports", id=uuid.uuid4().hex, created_at=LOCKED_UNTIL, updated_at=LOCKED_UNTIL,
                transcript="Goed.", title="", version=1, is_draft=False, reported_at=moment, organization_id=home,
                user_id=USER["id"], client_id=f"C-{number}",
            )  # fmt: skip
    upgrade("0025")
    with engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT id, search_key, last_report_at FROM clients ORDER BY id")).all()
        assert [row[1] for row in rows] == [search_key("Jan", name, f"C-{at}") for at, name in enumerate(names)]
        assert [str(row[2])[:19] for row in rows[:3]] == [spoken, LOCKED_UNTIL, "None"]
        assert (
            connection.execute(sa.text("SELECT search_key FROM users")).scalar_one().startswith("ven ursula v.d. van")
        )
    downgrade("0024")
    upgrade("0025")
    engine.dispose()


def test_counts_of_engines_here_are_told_from_those_of_what_left(url: str) -> None:
    upgrade("0047")
    engine = sa.create_engine(url)
    step = {"created_at": LOCKED_UNTIL, "began_at": LOCKED_UNTIL, "step": "check", "engine": "", "form": "here"}
    hosts = {"ollama": ("local",), "gateway": ("other",), "moved": ("local", "eu"), "unknown": ()}
    with engine.begin() as connection:
        names = {one["name"]: one for one in sa.inspect(connection).get_columns("processing_steps")}
        rest = {
            name: "" if isinstance(one["type"], sa.String) else 0
            for name, one in names.items()
            if not one["nullable"] and one["default"] is None
        }
        for host, regions in hosts.items():
            for region in regions:
                told = {"id": uuid.uuid4().hex, "host": host, "region": region, "outcome": "done"}
                insert(connection, "processing_steps", **{**rest, **step, **told})
            count = {"day": "2026-11-20", "last_at": LOCKED_UNTIL, "connections": 1, "sent_bytes": 5}
            one = {"id": uuid.uuid4().hex, "created_at": LOCKED_UNTIL, "kind": "engine", "host": host}
            insert(connection, "egress_counts", **one, **count)
    upgrade("0048")
    kinds = sa.text("SELECT host, kind FROM egress_counts")
    with engine.begin() as connection:
        found = dict(map(tuple, connection.execute(kinds).all()))
    assert found == {"ollama": "own_engine", **dict.fromkeys(("gateway", "moved", "unknown"), "engine")}
    downgrade("0047")
    with engine.begin() as connection:
        assert set(dict(map(tuple, connection.execute(kinds).all())).values()) == {"engine"}
    engine.dispose()
