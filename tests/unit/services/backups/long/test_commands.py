"""``backup``, ``check-backup`` and ``restore`` as processes: a full disk, little memory, PostgreSQL's roles (S96)."""

import asyncio
import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.conftest import ROOT
from tests.support import people as cast
from tests.support import postgres
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.services.sign_in import signing_in

pytestmark = pytest.mark.usefixtures("nobody_connected")

KEY = "a key of backups, made by a machine"
#: What a command that takes longer than a second tells beside its outcome, as any does on a busy machine.
PROGRESS = re.compile(r"[\w -]+: (\d+%|\.\.\.|[\d.,]+ (bytes|kB|MB|GB))")


async def command(*words: object, limit: int | None = None, **variables: str) -> tuple[int, str]:
    """Run a command; with ``limit`` no file may grow beyond so many bytes. Return its status and what it said."""
    bounded = None if limit is None else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    line = [sys.executable, "-m", "voice_report", *map(str, words)]
    environment = {**os.environ, "BACKUP_KEY": KEY, **variables}
    run = {"cwd": ROOT, "env": environment, "capture_output": True, "text": True, "check": False}
    done = await asyncio.to_thread(lambda: subprocess.run(line, preexec_fn=bounded, **run))
    return done.returncode, done.stdout + done.stderr


async def test_s96_a_full_disk_leaves_no_backup(db, people, tmp_path) -> None:
    await db.dispose()
    folder = tmp_path / "backups"
    folder.mkdir()
    status, said = await command("backup", folder / "one.backup", limit=4_000)
    assert (status, "niet" in said, "Traceback" in said) == (1, True, False), said
    assert list(folder.iterdir()) == []
    beside = Path(settings().database_url.removeprefix("sqlite:///")).parent
    assert not list(beside.glob("*-copy*")) if beside.exists() else True


async def test_s96_a_full_disk_leaves_the_database(db, people, tmp_path, db_kind) -> None:
    path = tmp_path / "one.backup"
    await db.dispose()
    assert (await command("backup", path))[0] == 0
    if db_kind == "postgresql":
        return  # there the server writes: ``test_backups`` has what breaks off
    status, said = await command("restore", path, "--replace", limit=200_000)
    assert (status, "Terugzetten mislukte" in said, "Traceback" in said) == (1, True, False), said
    assert await people.user.current()
    file = Path(settings().database_url.removeprefix("sqlite:///"))
    assert not list(file.parent.glob("*-restored*"))


async def test_s96_refusals_are_one_sentence_and_status_1(db, people, tmp_path) -> None:
    path = tmp_path / "one.backup"
    await db.dispose()
    assert (await command("backup", path))[0] == 0
    half = tmp_path / "half.backup"
    half.write_bytes(path.read_bytes()[:-20])
    (tmp_path / "key").write_text("another key of backups, made by a machine")
    for words, sentence in (
        (("backup", path), "bestaat al"),
        (("check-backup", half), "einde ontbreekt"),
        (("restore", half, "--replace"), "einde ontbreekt"),
        (("check-backup", path, "--key-file", tmp_path / "key"), "andere sleutel"),
        (("restore", path), "niet leeg"),
        (("check-backup", tmp_path / "none"), "niet worden gelezen"),
    ):
        status, said = await command(*words)
        told = [line for line in said.splitlines() if not PROGRESS.fullmatch(line)]
        assert (status, len(told), sentence in told[0]) == (1, 1, True), said
    status, said = await command("backup", tmp_path / "two.backup", BACKUP_KEY="")
    assert (status, "BACKUP_KEY" in said, (tmp_path / "two.backup").exists()) == (1, True, False)


_MEASURED = """
import resource, sys
from pathlib import Path
from voice_report.services.backups import making
import asyncio
from voice_report.services.backups import restoring
what, file, key = sys.argv[1:]
if what == "make":
    making.make(Path(file), key)
else:
    asyncio.run(restoring.restore(Path(file), key, replace=True))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


async def _kilobytes(what: str, file: Path) -> int:
    line = [sys.executable, "-c", _MEASURED, what, str(file), KEY]
    environment = {**os.environ, "DATABASE_URL": settings().database_url}
    done = await asyncio.to_thread(
        subprocess.run, line, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


async def test_s96_memory_does_not_grow_with_the_database(db, people, tmp_path, db_kind) -> None:
    await db.dispose()
    small = [await _kilobytes("make", tmp_path / "small"), await _kilobytes("restore", tmp_path / "small")]
    size = 60_000_000
    _grow(db_kind, size)
    large = [await _kilobytes("make", tmp_path / "large"), await _kilobytes("restore", tmp_path / "large")]
    assert (tmp_path / "large").stat().st_size > size * 0.9
    assert max(more - few for more, few in zip(large, small, strict=True)) < 15_000, (small, large)


def _grow(db_kind: str, size: int) -> None:
    """Add so many bytes that cannot be made smaller."""
    if db_kind == "sqlite":
        with closing(sqlite3.connect(settings().database_url.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute("CREATE TABLE large (content BLOB)")
            for _ in range(size // 100_000):
                connection.execute("INSERT INTO large VALUES (randomblob(100000))")
        return
    with psycopg.connect(settings().database_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE large (content bytea)")
        for _ in range(size // 100_000):
            connection.execute("INSERT INTO large VALUES (%s)", [os.urandom(100_000)])


@pytest.fixture
async def roles(tmp_path) -> AsyncIterator[dict[str, str]]:
    """The variables of an installation whose product has a role of its own."""
    home, name = postgres.cluster(), f"owned_{uuid.uuid4().hex}"
    postgres.execute(home, f'CREATE DATABASE "{name}"')
    url = f"postgresql://{name}:pass%27word@/{name}?host={home}"
    yield {"DATABASE_URL": url, "DATABASE_OWNER_URL": postgres.url(home, name), "SECRET_KEY": "k" * 40}
    await database.dispose()
    postgres.execute(home, f'DROP DATABASE "{name}" WITH (FORCE)')
    postgres.execute(home, f'DROP ROLE IF EXISTS "{name}"')


@pytest.mark.one_database
async def test_s96_s27_the_products_role_makes_a_backup_and_gets_its_rights_back(roles, monkeypatch, tmp_path) -> None:
    product = {**roles, "DATABASE_OWNER_URL": ""}
    assert (await command("migrate", **roles))[0] == 0
    for name, value in product.items():
        monkeypatch.setenv(name, value)
    settings.cache_clear()
    people = await cast.make_people()
    await database.dispose()
    status, said = await command("backup", tmp_path / "one.backup", **product)
    assert status == 0, said
    status, said = await command("restore", tmp_path / "one.backup", "--replace", **product)
    assert (status, "Traceback" in said) == (1, False), "the product's role may replace nothing"
    status, said = await command("restore", tmp_path / "one.backup", "--replace", **roles)
    assert said.count("verify-audit --renew-anchor") == 1, said
    await signing_in.log_in(people.user.email, people.user.password)
    with psycopg.connect(roles["DATABASE_URL"], autocommit=True) as connection:
        for attack in ("DELETE FROM audit_logs", "DROP TABLE audit_logs", "DELETE FROM alembic_version"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(attack.encode())
        [rows] = connection.execute("SELECT count(*) FROM audit_logs WHERE action = 'restore'").fetchone() or (0,)
    assert rows == 1
    assert json.dumps(said).count("pass") == 0
