"""The product's own role on PostgreSQL can do the product's work, and cannot touch what was written down (S27)."""

import asyncio
import os
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from tests.conftest import ROOT
from tests.support import people as cast
from tests.support import postgres
from voice_report import clock
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.audit import trail, verification
from voice_report.services.privacy import old_records
from voice_report.services.sign_in import signing_in


@pytest.fixture
async def product_url(monkeypatch) -> AsyncIterator[str]:
    """A database that ``migrate`` made with an owner's rights, and the address for the product's own role."""
    home, name = postgres.cluster(), f"owned_{uuid.uuid4().hex}"
    role = f"Product-{name}'s"  # a name that has to be quoted
    postgres.execute(home, f'CREATE DATABASE "{name}"')
    url = f"postgresql://{role.replace(chr(39), '%27')}:pass%27word@/{name}?host={home}"
    variables = {"DATABASE_URL": url, "DATABASE_OWNER_URL": postgres.url(home, name), "SECRET_KEY": "k" * 40}
    for _twice in range(2):
        line = [sys.executable, "-m", "voice_report", "migrate"]
        environment = {**os.environ, **variables}
        done = await asyncio.to_thread(
            subprocess.run, line, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    monkeypatch.setenv("DATABASE_URL", url)
    settings.cache_clear()
    yield url
    await session.dispose()
    postgres.execute(home, f'DROP DATABASE "{name}" WITH (FORCE)')
    postgres.execute(home, f'DROP ROLE "{role}"')


ATTACKS = (
    "ALTER TABLE audit_logs DISABLE TRIGGER USER",
    "SET session_replication_role = replica",
    "UPDATE audit_logs SET action = 'nothing'",
    "DELETE FROM audit_logs",
    "TRUNCATE audit_logs",
    "DROP TABLE audit_logs",
    "DROP FUNCTION audit_logs_refuse() CASCADE",
    "CREATE OR REPLACE FUNCTION audit_logs_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
    "ALTER TABLE audit_logs OWNER TO CURRENT_USER",
    "CREATE TABLE mine (id int)",
    "DELETE FROM alembic_version",
    "CREATE ROLE another SUPERUSER",
)


async def test_s27_the_product_works_without_owning_the_audit_trail(product_url) -> None:
    people = await cast.make_people()
    await signing_in.log_in(people.user.email, people.user.password)
    assert (await verification.verify(renew=True)).rows > 0
    with psycopg.connect(product_url, autocommit=True) as connection:
        for attack in ATTACKS:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(attack.encode())
    assert (await verification.verify()).deviations == []


async def test_s62_the_product_removes_old_rows_of_the_trail_and_no_young_ones(product_url) -> None:
    organization_id = uuid.uuid4()
    for days in (2200, 2199, 1):
        clock.use(lambda days=days: datetime.now(UTC) - timedelta(days=days))
        async with session.transaction() as written:
            await trail.record(written, None, "view", "drafts", organization_id=organization_id)
    clock.use(None)
    assert (await verification.verify(renew=True)).deviations == []
    assert await old_records.run() == 1
    assert (await verification.verify()).deviations == []
    with psycopg.connect(product_url, autocommit=True) as connection:
        left = connection.execute("SELECT count(*) FROM audit_logs WHERE action = 'view'").fetchone()
        taken = connection.execute("SELECT audit_logs_prune(%s, 1000000, 1000)", [str(organization_id)]).fetchone()
    assert (left, taken) == ((1,), (0,))


async def test_s27_the_function_that_removes_old_rows_runs_nothing_of_the_products_role(product_url) -> None:
    """A temporary table of the same name, with a trigger, would run code as the owner of the trail."""
    with psycopg.connect(product_url, autocommit=True) as connection:
        mine = connection.execute("SELECT current_user").fetchone()
        for statement in (
            "CREATE TEMP TABLE audit_logs (id uuid, chain text, sequence integer, created_at timestamptz)",
            "INSERT INTO pg_temp.audit_logs VALUES (gen_random_uuid(), 'a', 1, '2001-01-01')",
            "CREATE TEMP TABLE ran (as_whom text)",
            "CREATE FUNCTION pg_temp.attack() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN INSERT INTO pg_temp.ran VALUES (current_user); RETURN OLD; END $$",
            "CREATE TRIGGER attack BEFORE DELETE ON pg_temp.audit_logs FOR EACH ROW EXECUTE FUNCTION pg_temp.attack()",
            "GRANT ALL ON pg_temp.audit_logs, pg_temp.ran TO PUBLIC",
        ):
            connection.execute(statement.encode())
        assert connection.execute("SELECT audit_logs_prune('a', 10, 10)").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM pg_temp.ran").fetchone() == (0,), mine
