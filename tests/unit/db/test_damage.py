"""A damaged file of SQLite is said: at the start, to users, to the monitor, at night, by the backup; and it stays."""

import asyncio
import logging
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import exc

from tests.support.migrated import migrate
from tests.unit.test_serve import start
from voice_report.__main__ import main
from voice_report.config import settings
from voice_report.core import logs
from voice_report.db import failures
from voice_report.errors import Unavailable
from voice_report.services.backups import making
from voice_report.services.platform import readiness

PAGE = 4096


@pytest.fixture(autouse=True)
def forgetting(monkeypatch) -> None:
    """What this process met is true for this test's database alone."""
    monkeypatch.setattr(failures, "_met_damage", False)
    monkeypatch.setattr(failures, "_logged", {})
    monkeypatch.setattr(readiness, "_KEPT", 0.0)
    monkeypatch.setattr(logs, "set_up", lambda _kind: None)  # for a whole process


def damage(file: Path, table: str) -> None:
    """Overwrite the root page of a table and of each of its indexes."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        roots = connection.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = ?", [table]).fetchall()
    assert roots
    content = bytearray(file.read_bytes())
    for (root,) in roots:
        content[(root - 1) * PAGE : root * PAGE] = b"\xa5" * PAGE
    file.write_bytes(content)


def file() -> Path:
    return Path(settings().database_url.removeprefix("sqlite:///"))


@pytest.mark.one_database
async def test_users_the_log_and_the_monitor_are_told(db, people, api, caplog) -> None:
    client = await api(people.user)
    assert (await client.get("/readyz")).json()["database"] is True
    await db.dispose()
    damage(file(), "reports")
    before = file().read_bytes()
    content = {"transcript": "Mevrouw sliep."}
    answer = await client.post("/api/drafts", json=content)
    assert (answer.status_code, answer.json()["code"]) == (503, "database_damaged")
    assert answer.json()["message"] == failures.DAMAGED
    assert [one.levelno for one in caplog.records if one.getMessage().startswith("database: ")] == [logging.ERROR]
    monitored = await client.get("/readyz")
    assert (monitored.status_code, monitored.json()["database"], monitored.json()["damaged"]) == (503, False, True)
    await db.dispose()
    assert file().read_bytes()[PAGE:] == before[PAGE:]


@pytest.mark.parametrize("error", [psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted])
def test_a_damaged_table_or_index_of_postgresql_is_the_same(error) -> None:
    failure = failures.translated(exc.OperationalError("SELECT", {}, error("invalid page in block 7")))
    assert failure is not None
    assert (failure.code, failure.message, failures.met_damage()) == ("database_damaged", failures.DAMAGED, True)


@pytest.mark.one_database
async def test_the_night_finds_what_nobody_read(db, people, monkeypatch, capsys) -> None:
    await db.dispose()
    damage(file(), "passkeys")
    monkeypatch.setattr(sys, "argv", ["voice_report", "nightly"])
    with pytest.raises(SystemExit) as ended:
        await asyncio.to_thread(main)
    assert ended.value.code == 1
    assert "De database is beschadigd: " in capsys.readouterr().out


@pytest.mark.one_database
async def test_a_backup_of_a_damaged_database_is_refused_and_the_former_one_stays(db, people, tmp_path) -> None:
    key = "a key of backups, made by a machine"
    await db.dispose()
    await asyncio.to_thread(making.make, tmp_path / "good.backup", key)
    content = (tmp_path / "good.backup").read_bytes()
    damage(file(), "reports")
    with pytest.raises(Unavailable, match="beschadigd"):
        await asyncio.to_thread(making.make, tmp_path / "next.backup", key)
    assert [one.name for one in tmp_path.glob("*.backup*")] == ["good.backup"]
    assert (tmp_path / "good.backup").read_bytes() == content


@pytest.mark.parametrize("environment", ["development", "production"])
@pytest.mark.parametrize("cut", [slice(0), slice(5 * PAGE)], ids=["overwritten", "truncated"])
def test_nothing_starts_on_it(monkeypatch, tmp_path, capsys, environment, cut) -> None:
    url = f"sqlite:///{tmp_path}/served.db"
    migrate(url)
    served = tmp_path / "served.db"
    damaged = served.read_bytes()[cut] or b"not a database" * 1000
    served.write_bytes(damaged)
    secret = {"SECRET_KEY": "only-for-tests-" + "x" * 32, "MAIL_URL": "smtp://127.0.0.1:1?tls=off"}
    with pytest.raises(SystemExit, match=failures.DAMAGED):
        start(monkeypatch, tmp_path, DATABASE_URL=url, APP_ENV=environment, APP_URL="https://rapport.example", **secret)
    monkeypatch.setattr(sys, "argv", ["voice_report", "migrate"])
    with pytest.raises(SystemExit, match=failures.DAMAGED):
        main()
    assert served.read_bytes() == damaged
