"""The audit trail cannot be rewritten through the database, and whoever goes round that is found (S27).

The attacker here has the database and knows its schema, but not ``SECRET_KEY`` and not the anchor's file.
"""

import asyncio
import json
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from tests.conftest import ROOT
from tests.support import environment, tables
from voice_report.__main__ import main
from voice_report.config import settings
from voice_report.core import logs
from voice_report.db.models import AuditLog
from voice_report.services.audit import trail, verification


@pytest.fixture(autouse=True)
def anchor() -> Path:
    """The anchor's file of this test."""
    return Path(settings().audit_anchor)


@pytest.fixture
async def chain(db, people) -> str:
    """An organization's chain of five more rows, and one row of the platform's."""
    user = await people.user.current()
    for number in range(5):
        await write(db, user, f"r-{number}")
    await write(db, None, "r-0")
    return str(people.organization_id)


async def write(db, user, report: str) -> None:
    await db.run_in_transaction(trail.record, user, "view", "report", report)


@asynccontextmanager
async def without_guards(db):
    """A transaction of a user who may change the schema, so whom the triggers do not stop."""
    async with db.transaction() as session:
        if db.engine().dialect.name == "postgresql":
            await session.execute(text("ALTER TABLE audit_logs DISABLE TRIGGER USER"))
            yield session
            await session.execute(text("ALTER TABLE audit_logs ENABLE TRIGGER USER"))
        else:
            guards = await session.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
            saved = [(name, sql) for name, sql in guards if name.startswith("audit_logs")]
            for name, _ in saved:
                await session.execute(text(f"DROP TRIGGER {name}"))
            yield session
            for _, sql in saved:
                await session.execute(text(sql))


async def cut_off(db, chain: str, *, after: int) -> None:
    statement = text("DELETE FROM audit_logs WHERE chain = :chain AND sequence > :after")
    async with without_guards(db) as session:
        await session.execute(statement, {"chain": chain, "after": after})


async def last_sequence(db, chain: str) -> int:
    return (await db.run_reading(trail._head, chain))[0]


REWRITES = {
    "update": "UPDATE audit_logs SET action = 'nothing'",
    "delete": "DELETE FROM audit_logs",
    "upsert": "INSERT INTO audit_logs SELECT * FROM audit_logs WHERE true LIMIT 1 "
    "ON CONFLICT (id) DO UPDATE SET action = 'nothing'",
    "replace": "INSERT OR REPLACE INTO audit_logs SELECT * FROM audit_logs LIMIT 1",
    "replace another id": "REPLACE INTO audit_logs (id, chain, sequence, action, resource, ip_address, user_agent, "
    "success, entry_hash, created_at) SELECT 'ffffffffffffffffffffffffffffffff', chain, sequence, 'nothing', resource, "
    "ip_address, user_agent, success, entry_hash, created_at FROM audit_logs LIMIT 1",
    "truncate": "TRUNCATE audit_logs",
}
OF_ONE_DATABASE = {"replace": "sqlite", "replace another id": "sqlite", "truncate": "postgresql"}


@pytest.mark.parametrize("rewrite", REWRITES)
async def test_s27_the_database_refuses_to_rewrite_a_row(db, db_kind, chain, rewrite) -> None:
    if OF_ONE_DATABASE.get(rewrite, db_kind) != db_kind:
        pytest.skip("the other database has no such statement")
    async with db.reading() as session:
        before = [row.model_dump() for row in await session.exec(select(AuditLog).order_by(col(AuditLog.id)))]
    with pytest.raises(DBAPIError, match="append-only"):
        await tables.run(text(REWRITES[rewrite]))
    async with db.reading() as session:
        assert [row.model_dump() for row in await session.exec(select(AuditLog).order_by(col(AuditLog.id)))] == before


async def test_s27_a_whole_trail_is_whole_every_night(db, people, chain) -> None:
    first = await verification.verify(renew=True)
    assert (first.deviations, first.chains) == ([], 2)
    await write(db, await people.user.current(), "r-6")
    second = await verification.verify()
    assert (second.deviations, second.rows) == ([], first.rows + 1)


async def test_s27_a_missing_anchor_is_a_deviation_every_night(db, chain, anchor) -> None:
    """Whoever cuts off a chain takes the anchor away as well, if it is within reach."""
    await verification.verify(renew=True)
    anchor.unlink()
    await cut_off(db, chain, after=2)
    for _night in range(2):
        assert any("geen anker" in line for line in (await verification.verify()).deviations)
    assert not anchor.exists()


async def test_s27_a_chain_is_read_in_portions(db, chain, monkeypatch) -> None:
    monkeypatch.setattr(trail, "_READ_AT_ONCE", 2)
    assert (await verification.verify(renew=True)).deviations == []
    async with without_guards(db) as session:
        await session.execute(
            text("UPDATE audit_logs SET resource = 'x' WHERE chain = :c AND sequence = 5"), {"c": chain}
        )
    assert len((await verification.verify()).deviations) == 1


TAMPERED = {
    "changed": ("UPDATE audit_logs SET user_id = NULL WHERE chain = :c AND sequence = :last - 2", "past niet"),
    "removed": ("DELETE FROM audit_logs WHERE chain = :c AND sequence = :last - 2", "past niet"),
    "first removed": ("DELETE FROM audit_logs WHERE chain = :c AND sequence = 1", "past niet"),
    "moved before the first": (
        "UPDATE audit_logs SET sequence = -1 WHERE chain = :c AND sequence = :last",
        "past niet",
    ),
    "other chain": ("UPDATE audit_logs SET chain = 'elsewhere' WHERE chain = :c AND sequence = :last", "zijn weg"),
    "cut off": ("DELETE FROM audit_logs WHERE chain = :c AND sequence > :last - 3", "zijn weg"),
    "all gone": ("DELETE FROM audit_logs WHERE chain = :c", "alle"),
}


@pytest.mark.parametrize("way", TAMPERED)
async def test_s27_tampering_is_found_and_found_again(db, chain, way) -> None:
    assert (await verification.verify(renew=True)).deviations == []
    statement, sentence = TAMPERED[way]
    last = await last_sequence(db, chain)
    async with without_guards(db) as session:
        await session.execute(text(statement.replace(":last", str(last))), {"c": chain})
    for _night in range(2):
        found = (await verification.verify()).deviations
        assert any(line.startswith(chain) and sentence in line for line in found), found


async def test_s27_a_trail_that_was_cut_off_and_grew_again_is_found(db, people, chain) -> None:
    """The product itself appends rows that fit, so only the anchor still knows the rows that were there."""
    await verification.verify(renew=True)
    last = await last_sequence(db, chain)
    await cut_off(db, chain, after=last - 3)
    for number in range(6):
        await write(db, await people.user.current(), f"later-{number}")
    assert await db.run_reading(trail.first_broken, chain) is None, "the chain by itself fits"
    assert (await verification.verify()).deviations == [f"{chain}: regel {last} is niet meer de regel die er stond"]


@pytest.mark.parametrize("spoiled", ["not json", "[]", '{"heads": {}}', "forged", "other key"])
async def test_s27_an_anchor_that_is_not_ours_is_said_and_kept(chain, anchor, spoiled, monkeypatch) -> None:
    await verification.verify(renew=True)
    if spoiled == "forged":
        written = json.loads(anchor.read_text())
        written["heads"].pop(chain)
        anchor.write_text(json.dumps(written))
    elif spoiled == "other key":
        environment.use(monkeypatch, SECRET_KEY="another-key-" + "y" * 32)
    else:
        anchor.write_text(spoiled)
    before = anchor.read_text()
    for _night in range(2):
        assert any("anker" in line for line in (await verification.verify()).deviations)
    assert anchor.read_text() == before, "evidence is not overwritten"


async def test_s27_a_restored_backup_gets_a_new_anchor_by_hand(db, chain) -> None:
    await verification.verify(renew=True)
    last = await last_sequence(db, chain)
    await cut_off(db, chain, after=last - 2)
    assert (await verification.verify()).deviations
    assert (await verification.verify(renew=True)).deviations == []
    assert (await verification.verify()).deviations == []


@pytest.mark.one_database
@pytest.mark.parametrize("command", ["verify-audit", "nightly"])
async def test_s27_the_command_says_so_and_its_status_too(db, chain, command, monkeypatch, capsys) -> None:
    monkeypatch.setattr(logs, "set_up", lambda _kind: None)  # for a whole process

    async def run(*words: str) -> tuple[object, str]:
        """Run a command as a process of its own would, which takes two seconds to begin."""
        await db.dispose()
        monkeypatch.setattr(sys, "argv", ["voice_report", *words])
        with pytest.raises(SystemExit) as ended:
            await asyncio.to_thread(main)
        return ended.value.code, capsys.readouterr().out

    first, begun, second = await run(command), await run("verify-audit", "--renew-anchor"), await run(command)
    assert (first[0], begun[0], second[0]) == (1, 0, 0), first
    assert "geen anker" in first[1]
    assert "Het auditspoor is heel." in second[1]
    await cut_off(db, chain, after=0)
    line = [sys.executable, "-m", "voice_report", command]
    third = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: ASYNC221  nothing waits
    assert third.returncode == 1
    assert f"{chain}: alle" in third.stdout


@pytest.mark.one_database
@pytest.mark.parametrize("command", ["verify-audit", "nightly"])
def test_an_anchor_that_cannot_be_written_is_a_sentence_and_a_status(
    db, command, monkeypatch, capsys, tmp_path
) -> None:
    monkeypatch.setattr(logs, "set_up", lambda _kind: None)  # for a whole process
    environment.use(monkeypatch, AUDIT_ANCHOR=str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["voice_report", command])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert f"IsADirectoryError: [Errno 21] Is a directory: '{tmp_path}'" in capsys.readouterr().out
