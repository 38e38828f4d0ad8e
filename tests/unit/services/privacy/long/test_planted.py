"""A planted word is nowhere after erasing, and not after a real backup of before was put back either (S29, S62)."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select, update

from tests.support import backups, canaries, redis_server
from tests.support import people as cast
from tests.support.people import People
from tests.unit.services.platform.test_deletion import leave_traces
from tests.unit.services.privacy.test_client_erasure import CANARY, fill
from voice_report import clock, lifespan
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import (
    AuditLog,
    Client,
    DeletionReceipt,
    LogSample,
    MeasuredValue,
    Organization,
    PrivacyFile,
    PrivacyInput,
    Report,
)
from voice_report.integrations.structuring import local
from voice_report.reporting.templates import DEFAULT
from voice_report.services.audit import samples, trail
from voice_report.services.concepts import evidence
from voice_report.services.platform import deletion
from voice_report.services.privacy import client_erasure, restored
from voice_report.services.shared.identity import CurrentUser

CLIENT = "C-77"


@dataclass
class Places:
    """Where a test looks: the directory of what it writes, its log, and its Redis."""

    directory: Path
    caplog: pytest.LogCaptureFixture
    redis: str

    async def left(self) -> dict[str, Any]:
        """Return where the word still is, by kind of place."""
        found = {
            "tables": await canaries.tables(CANARY),
            "files": await canaries.files(CANARY, self.directory / "kept"),
            "log": canaries.logged(CANARY, self.caplog.records),
            "redis": canaries.in_redis(CANARY, self.redis),
            "process": await asyncio.to_thread(canaries.in_process, CANARY),
        }
        return {kind: places for kind, places in found.items() if places}


@pytest.fixture
async def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog) -> AsyncIterator[Places]:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("ERASURES_FILE", str(tmp_path / "kept" / "erasures.json"))
    monkeypatch.setenv("RATE_LIMITS", "on")
    with redis_server.running(tmp_path) as url:
        monkeypatch.setenv("REDIS_URL", url)
        settings.cache_clear()
        yield Places(tmp_path, caplog, url)


async def measure(people: People, report: Report, client_id: str) -> None:
    said: dict[str, Any] = {"kind": "weight", "parts": "{}", "context": json.dumps({"note": CANARY}), "words": CANARY}
    said |= {"position": 0, "measured_at": clock.now(), "rules_version": 1, "confirmed_by": CANARY}
    async with database.transaction() as session:
        row = MeasuredValue(organization_id=people.organization_id, report_id=report.id, client_id=client_id, **said)
        session.add(row)


async def put_about(admin: CurrentUser, client_id: str, word: str) -> None:
    """Have the word in the client's name and number and choices of a draft, and in what was worked out of it."""
    async with database.transaction() as session:
        client = await session.get_one(Client, (admin.organization_id, client_id))
        client.last_name = word
        own = {"user_id": admin.id, "organization_id": admin.organization_id, "client_id": client_id}
        masking = json.dumps({"replace": [word]})
        session.add(Report(**own, is_draft=True, transcript=word, masking=masking, template=word))
    said = f"Mevrouw {word} sliep goed. De {word} was 37,2 graden."
    local.place(said, DEFAULT)
    await evidence.compare(admin, said, f"## Slaap\n\n{said}")


async def note_in_sample(people: People, client_id: str) -> None:
    """Let an administrator have noted something about a row of the trail about a client, and of another one."""
    user, admin = await people.user.current(), await people.admin.current()
    async with database.transaction() as session:
        for one in (client_id, people.client_id):
            await trail.record(session, user, "view", "dossier", client_id=one)
    async with database.reading() as session:
        query = select(AuditLog).where(AuditLog.user_id == user.id, AuditLog.resource == "dossier")
        rows = (await session.exec(query.order_by(col(AuditLog.sequence).desc()).limit(2))).all()
    month, numbers = samples.last_month(), [row.sequence for row in rows]
    sample: dict[str, Any] = {"month": month, "rows": json.dumps(numbers), "head": max(numbers)}
    async with database.transaction() as session:
        session.add(LogSample(organization_id=people.organization_id, drawn_at=clock.now(), **sample))
        await session.flush()
        for row in rows:
            words = CANARY if row.client_id == client_id else "blijft"
            await samples.answer(session, admin, month, row.sequence, samples.ASK, words)


async def plant_client(people: People) -> None:
    await cast.make_client(people.organization_id, CLIENT, "Toos", "Bloem")
    admin = await people.admin.current()
    (report_id, _) = await fill(admin, CLIENT)
    async with database.reading() as session:
        await measure(people, await session.get_one(Report, report_id), CLIENT)
    await put_about(admin, CLIENT, CANARY)
    await note_in_sample(people, CLIENT)


async def erase_client(people: People) -> None:
    admin = await people.admin.current()
    await client_erasure.erase(admin, CLIENT, typed=f"Toos {CANARY}", reason="client", with_client=True)
    assert await canaries.tables("blijft") == {"log_samples"}, "what was noted about another client stays"


async def plant_user(people: People) -> None:
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)


async def erase_user(people: People) -> None:
    await deletion.delete_user(await people.platform_admin.current(), people.user.id)


async def plant_organization(people: People) -> None:
    await cast.make_client(people.organization_id, CLIENT, "Toos", "Bloem")
    await note_in_sample(people, CLIENT)
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)
    async with database.transaction() as session:
        row = await session.get_one(Organization, people.organization_id)
        row.name = row.outside_text_reason = row.outside_text_by = row.retention_changed_by = CANARY
        client = await session.get_one(Client, (row.id, CLIENT))
        client.first_name = client.last_name = client.search_key = CANARY
        for table, words in (
            (PrivacyFile, {"body": f'["{CANARY}"]'}),
            (PrivacyInput, {"fields": f'{{"a": "{CANARY}"}}'}),
        ):
            await session.execute(update(table).where(col(table.organization_id) == row.id).values(words))


async def erase_organization(people: People) -> None:
    await deletion.delete_organization(await people.platform_admin.current(), people.organization_id)


class Stopped(Exception):
    """The first round is over."""


async def start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what the product does as soon as it starts, and every hour."""

    async def stop(_seconds: float) -> None:
        raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(lifespan.asyncio, "sleep", stop)
        with pytest.raises(Stopped):
            await lifespan._rounds()


@pytest.mark.parametrize(
    ("plant", "erase", "tables"),
    [
        (plant_client, erase_client, {"reports", "measurements", "clients", "log_samples", "deleted_drafts"}),
        (plant_user, erase_user, {"users", "reports", "measurements", "sessions", "deleted_drafts"}),
        (plant_organization, erase_organization, {"organizations", "clients", "measurements", "log_samples",
                                                  "privacy_files", "privacy_inputs"}),
    ],
    ids=["client", "user", "organization"],
)  # fmt: skip
async def test_s62_a_planted_word_is_nowhere_nor_after_a_real_backup_of_before(
    plant: Callable[[People], Awaitable[None]],
    erase: Callable[[People], Awaitable[None]],
    tables: set[str],
    db,
    db_kind: str,
    people: People,
    places: Places,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await plant(people)
    assert tables <= await canaries.tables(CANARY), "what looks can find it"
    backup = await asyncio.to_thread(backups.make, places.directory)
    await erase(people)
    await restored.erase_again()  # within the hour: the marks outside the database
    assert await places.left() == {}

    await database.dispose()
    monkeypatch.setenv("DATABASE_URL", await asyncio.to_thread(backups.put_back, db_kind, backup))
    settings.cache_clear()
    assert tables <= await canaries.tables(CANARY), "it is back"
    await start(monkeypatch)
    assert await places.left() == {}
    assert any("a backup was restored" in record.getMessage() for record in places.caplog.records)
    async with database.reading() as session:
        told = {row.scope for row in (await session.exec(select(DeletionReceipt))).all() if row.done_at}
    assert told
