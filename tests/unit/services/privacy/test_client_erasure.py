"""A client's dossier is erased at the client's request, everywhere, and the receipt is true (S62)."""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import col, delete, select

from tests.support import canaries
from tests.support import people as cast
from voice_report import clock
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import (
    AuditLog,
    Client,
    ConceptJob,
    DeletedDraft,
    DeletionReceipt,
    Dictation,
    DictationSegment,
    Erasure,
    LogSample,
    ProcessingStep,
    Report,
)
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound, StepUpNeeded
from voice_report.services.archive import archive
from voice_report.services.audit import audited_reads, trail
from voice_report.services.clients import clients
from voice_report.services.privacy import client_erasure, receipts, restored
from voice_report.services.shared.identity import CurrentUser

from ..factors.factors import set_up

CANARY = "kanarie7f3a"
NAME = "Toos Bloem"


@pytest.fixture(autouse=True)
def marks_file() -> Path:
    return Path(settings().erasures_file)


@pytest.fixture
async def admin(people) -> CurrentUser:
    await cast.make_client(people.organization_id, "C-77", "Toos", "Bloem")
    return await people.admin.current()


async def fill(user: CurrentUser, client_id: str = "C-77", words: str = CANARY) -> list[uuid.UUID]:
    """Put the words wherever a report or draft about a client has them; returns the report and the draft."""
    own: dict[str, Any] = {"user_id": user.id, "organization_id": user.organization_id}
    about = {**own, "client_id": client_id, "transcript": words, "structured_report": words}
    report, draft = Report(**about, title=words), Report(**about, is_draft=True, generated=words, former=words)
    async with database.transaction() as session:
        session.add_all([report, draft])
        await session.flush()
        spoken = [
            Dictation(**own, draft_id=one.id, base_text=words, finished_at=clock.now()) for one in (report, draft)
        ]
        session.add_all(spoken)
        await session.flush()
        done = {"status": "settled", "expires_at": clock.now(), "structured_report": words}
        deleted = DeletedDraft(**about, rest=words)
        session.add_all(
            [
                *(DictationSegment(dictation_id=one.id, position=0, text=words) for one in spoken),
                *(ConceptJob(**own, key=f"{one.id}", draft_id=one.id, **done) for one in (report, draft)),
                deleted,
            ]
        )
        await session.flush()
        left: dict[str, Any] = {"step": "report", "engine": "taal", "region": "eu", "config_hash": "1", "form": "plain"}
        left |= {"input_unit": "characters", "party": "Taaldienst", "country": "Duitsland", "attempts": 2}
        session.add_all(
            [
                ProcessingStep(organization_id=user.organization_id, report_id=report.id, **left),
                ProcessingStep(organization_id=user.organization_id, deleted_draft_id=deleted.id, **left),
            ]
        )
        await archive.recount(session, user.organization_id, [client_id])
    return [report.id, draft.id]


async def rows(table: Any, *where: Any) -> list[Any]:
    async with database.reading() as session:
        return list((await session.exec(select(table).where(*where))).all())


async def erase(admin: CurrentUser, client_id: str = "C-77", **how: Any) -> receipts.Receipt:
    asked: dict[str, Any] = {"typed": NAME, "reason": "client"} | how
    made = await client_erasure.erase(admin, client_id, **asked)
    async with audited_reads.audited_read() as session:
        return await receipts.get(session, admin, made)


async def test_s62_everything_about_the_client_goes_and_nothing_else(db, people, admin, marks_file):
    await fill(await people.user.current())
    await fill(admin)
    kept = await fill(admin, people.client_id, "blijft")
    told = await erase(admin, typed="  toos   BLOEM ")
    assert await canaries.tables(CANARY) == set()
    assert {row.id for row in await rows(Report)} == set(kept)
    assert len(await rows(DeletedDraft)) == len(await rows(ProcessingStep)) - 1 == 1
    (client,) = await rows(Client, Client.id == "C-77")
    assert (client.report_count, client.last_report_at) == (0, None)
    assert told.counts == {"report": 2, "draft": 4, "dictation": 4, "job": 4}
    assert set(told.left_over.values()) == {0}
    assert [(one.party, one.requests) for one in told.outside] == [("Taaldienst", 8)]
    assert (await receipts.check(admin, told.id)).holds
    (receipt,) = await rows(DeletionReceipt)
    for secret in ("C-77", "Toos", "Bloem", str(admin.id), str(people.user.id), "pending"):
        assert secret not in receipt.body, secret
    assert await canaries.files(CANARY, marks_file.parent) == []
    assert CANARY not in marks_file.read_text()


async def test_s62_the_client_goes_too_when_that_is_asked_and_may_come_again(db, people, admin):
    await fill(admin)
    told = await erase(admin, with_client=True)
    assert told.counts["client"] == 1
    assert await canaries.tables(CANARY, "Bloem") == set()
    assert {table for table in await canaries.tables("C-77")} == {"audit_logs"}, (
        "the trail keeps who did what, by number"
    )
    async with database.transaction() as session:
        await clients.add_client(session, admin, clients.checked_client("C-77", "Toos", "Bloem", "1941-04-03"))
    assert (await receipts.check(admin, told.id)).left_over == 0, "a client that was entered again is another row"


@pytest.mark.parametrize("with_client", [False, True])
async def test_s62_a_backup_from_before_is_erased_again(db, people, admin, with_client):
    async def kept(table: Any) -> list[dict[str, Any]]:
        return [row.model_dump() for row in await rows(table, table.organization_id == admin.organization_id)]

    ids = await fill(admin)
    before = {table: await kept(table) for table in (Client, Report, Dictation, ConceptJob, DeletedDraft)}
    await erase(admin, with_client=with_client)
    async with database.transaction() as session:
        await session.exec(delete(Erasure))
        await session.exec(delete(DeletionReceipt))
        await session.exec(delete(Client).where(sa.true(), col(Client.id) == "C-77"))
        for table, found in before.items():
            of = [table(**row) for row in found if table is not Client or row["id"] == "C-77"]
            session.add_all(of)
            await session.flush()
    assert await restored.erase_again() > 0
    assert await canaries.tables(CANARY) == set()
    assert [row.id for row in await rows(Report) if row.id in ids] == []
    assert len(await rows(Client, Client.id == "C-77")) == (0 if with_client else 1)


async def test_s62_cut_off_half_way_it_is_finished_within_the_hour(db, people, admin, wall_clock, monkeypatch):
    for _ in range(3):
        await fill(admin)
    monkeypatch.setattr(client_erasure.retention, "PORTION", 2)
    calls = []

    async def cut(*args: Any) -> dict[str, int]:
        calls.append(args)
        if len(calls) == 2:
            raise OSError("stopped")
        return await real(*args)

    real = client_erasure._reports
    monkeypatch.setattr(client_erasure, "_reports", cut)
    with pytest.raises(OSError, match="stopped"):
        await erase(admin)
    assert len(await rows(Report)) == 4
    with pytest.raises(Conflict):
        await erase(admin)
    assert await client_erasure.resume() == 0, "another process may have it"
    wall_clock.advance(minutes=6)
    assert await client_erasure.resume() == 1
    assert await rows(Report) == []
    (receipt,) = await rows(DeletionReceipt)
    body = json.loads(receipt.body)
    assert (body["counts"]["report"], body["counts"]["draft"], body["reason"]) == (3, 6, "client")
    assert "pending" not in body


async def test_s62_a_row_that_stays_is_found_by_the_second_count(db, people, admin, monkeypatch):
    (report, draft), real = await fill(admin), client_erasure._the_client
    about = {"user_id": admin.id, "organization_id": admin.organization_id, "client_id": "C-77", "transcript": CANARY}

    async def back(session: Any, *args: Any) -> dict[str, int]:
        if await session.get(Report, report) is None:
            session.add_all([Report(id=report, **about), Report(id=draft, is_draft=True, **about)])
        return await real(session, *args)

    monkeypatch.setattr(client_erasure, "_the_client", back)
    told = await erase(admin)
    assert (told.left_over["report"], told.left_over["draft"]) == (1, 1)
    assert not (await receipts.check(admin, told.id)).holds


async def test_s62_an_open_dictation_about_the_client_is_waited_for(db, people, admin):
    (_, draft) = await fill(admin)
    own = {"user_id": admin.id, "organization_id": admin.organization_id}
    async with database.transaction() as session:
        session.add(Dictation(**own, draft_id=draft, base_text=CANARY))
    with pytest.raises(Conflict) as refused:
        await erase(admin)
    assert refused.value.code == "under_way"
    assert len(await rows(Report)) == 2


async def test_s62_a_dictation_that_begins_meanwhile_leaves_no_receipt_that_says_all_is_gone(
    db, people, admin, wall_clock, monkeypatch
):
    (_, draft), real = await fill(admin), client_erasure._reports

    async def meanwhile(session: Any, *args: Any) -> dict[str, int]:
        monkeypatch.setattr(client_erasure, "_reports", real)
        own = {"user_id": admin.id, "organization_id": admin.organization_id}
        session.add(Dictation(**own, draft_id=draft, base_text=CANARY))
        await session.flush()
        return await real(session, *args)

    monkeypatch.setattr(client_erasure, "_reports", meanwhile)
    with pytest.raises(Conflict) as refused:
        await erase(admin, with_client=True)
    assert refused.value.message == client_erasure.NOT_ALL
    assert [row.id for row in await rows(Report)] == [draft]
    assert [row.done_at for row in await rows(DeletionReceipt)] == [None]
    wall_clock.advance(minutes=6)
    assert await client_erasure.resume() == 0, "it is dictated to still"
    async with database.transaction() as session:
        for row in (await session.exec(select(Dictation))).all():
            row.finished_at = clock.now()
    wall_clock.advance(minutes=6)
    assert await client_erasure.resume() == 1
    assert await canaries.tables(CANARY, "Bloem") == set()
    assert [row.done_at is None for row in await rows(DeletionReceipt)] == [False]


async def test_only_administrators_with_a_recent_factor_and_the_typed_name(db, people, admin, wall_clock):
    await fill(admin)
    for who in (people.outsider, people.user, people.platform_admin):
        with pytest.raises(NotAllowed):
            await erase(await who.current())
    with pytest.raises(NotFound):
        await erase(await people.other_admin.current())
    for wrong in ("", "Toos", "Bloem Toos", "x" * 5_000_000):
        with pytest.raises(Invalid) as refused:
            await erase(admin, typed=wrong)
        assert refused.value.code == "typed"
    with pytest.raises(Invalid):
        await erase(admin, reason="zomaar")
    await set_up(people.admin)
    wall_clock.advance(minutes=11)
    late = await people.admin.current()
    with pytest.raises(StepUpNeeded):
        await erase(late)
    async with audited_reads.audited_read() as session:
        with pytest.raises(StepUpNeeded):
            await client_erasure.contents(session, late, "C-77")
    assert len(await rows(Report)) == 2


async def test_the_trail_says_who_asked_it_and_why(db, people, admin):
    await fill(admin)
    async with audited_reads.audited_read() as session:
        found = await client_erasure.contents(session, admin, "C-77")
    assert (found.name, found.reports, found.drafts, found.people) == (NAME, 1, 2, 1)
    await erase(admin, with_client=True)
    told = [(row.action, row.resource, row.user_id) for row in await rows(AuditLog, AuditLog.client_id == "C-77")]
    assert told[:2] == [("view", "dossier", admin.id), ("begin to delete", "dossier", admin.id)]
    assert sorted(told[2:]) == sorted([*(("erase", kind, admin.id) for kind in ("client", "draft", "draft", "report"))])


async def test_s62_who_got_the_number_meanwhile_is_not_erased(db, people, admin, wall_clock, monkeypatch):
    """The erasing was cut off when the former client was gone, before its receipt said so."""

    async def stopped(*_args: Any) -> dict[str, int]:
        raise OSError("stopped")

    await fill(admin)
    with monkeypatch.context() as patched:
        patched.setattr(client_erasure.receipts, "count_again", stopped)
        with pytest.raises(OSError, match="stopped"):
            await erase(admin, with_client=True)
    assert await rows(Client, Client.id == "C-77") == []
    wall_clock.advance(minutes=6)
    await cast.make_client(people.organization_id, "C-77", "Nieuwe", "Mens")
    await fill(admin)
    assert await client_erasure.resume() == 1
    assert len(await rows(Client, Client.id == "C-77")) == len(await rows(DeletedDraft)) == 1
    assert len(await rows(Report)) == 2


async def test_s62_what_was_noted_about_who_had_the_number_before_is_not_the_clients(db, people, admin, wall_clock):
    for number in range(2):
        async with database.transaction() as session:
            await trail.record(session, admin, "view", "dossier", client_id="C-88")
        wall_clock.advance(days=1)
        if not number:
            await cast.make_client(people.organization_id, "C-88", "Nieuwe", "Mens")
    sequences = [row.sequence for row in await rows(AuditLog, AuditLog.client_id == "C-88")]
    answers = {str(one): {"answer": "ask", "note": f"over {one}"} for one in sequences}
    sample = {"organization_id": people.organization_id, "month": clock.now().date(), "rows": "[]", "head": 9}
    async with database.transaction() as session:
        session.add(LogSample(**sample, drawn_at=clock.now(), answers=json.dumps(answers)))
    await erase(admin, "C-88", typed="Nieuwe Mens")
    (left,) = await rows(LogSample)
    notes = {int(one): said["note"] for one, said in json.loads(left.answers).items()}
    assert notes == {min(sequences): f"over {min(sequences)}", max(sequences): ""}


async def test_s62_a_draft_that_its_author_deletes_meanwhile_goes_too(db, people, admin, wall_clock, monkeypatch):
    """It is deleted after the deleted drafts were erased, and before the client is."""
    (_, draft), real = await fill(admin), client_erasure._the_client
    kept = {"user_id": admin.id, "organization_id": admin.organization_id, "client_id": "C-77", "rest": "{}"}
    created = [row.created_at for row in await rows(Report, Report.id == draft)]

    async def deleted_first(session: Any, *args: Any) -> dict[str, int]:
        monkeypatch.setattr(client_erasure, "_the_client", real)
        session.add(DeletedDraft(transcript=CANARY, created_at=created[0], **kept))
        await session.flush()
        return await real(session, *args)

    monkeypatch.setattr(client_erasure, "_the_client", deleted_first)
    with pytest.raises(Conflict):
        await erase(admin, with_client=True)
    assert len(await rows(Client, Client.id == "C-77")) == 1, "else its number could be given while the draft has it"
    wall_clock.advance(minutes=6)
    assert await client_erasure.resume() == 1
    assert await canaries.tables(CANARY, "Bloem") == set()
