"""What has had its time is gone, and the receipt is true (S62)."""

import hashlib
import json
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import SQLModel, select

from tests.support import people as cast
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import (
    AuditLog,
    Client,
    ConceptJob,
    DeletionReceipt,
    Dictation,
    DictationSegment,
    Organization,
    OutboxMail,
    ProcessingStep,
    Report,
)
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound
from voice_report.services.archive import archive
from voice_report.services.audit import audited_reads, trail
from voice_report.services.drafts import drafts
from voice_report.services.platform import clocks
from voice_report.services.privacy import receipts, retention, terms
from voice_report.services.shared.identity import CurrentUser

CANARY = "kanarie7f3a"


@pytest.fixture
async def admin(people, wall_clock) -> CurrentUser:
    """De Linde's administrator, who signed in before the clock is moved."""
    return await people.admin.current()


@pytest.fixture
async def user(people, wall_clock) -> CurrentUser:
    """De Linde's care worker, likewise."""
    return await people.user.current()


async def a_draft(user: CurrentUser, words: str = CANARY, **columns) -> uuid.UUID:
    own = {"user_id": user.id, "organization_id": user.organization_id, "is_draft": True}
    columns.setdefault("created_at", columns.get("updated_at", clock.now()))
    draft = Report(**own, transcript=words, structured_report=words, title=words, **columns)
    async with database.transaction() as session:
        session.add(draft)
    return draft.id


async def an_archived(user: CurrentUser, client_id: str, report: str | None = f"## Situatie\n\n{CANARY}") -> uuid.UUID:
    async with database.transaction() as session:
        client = await session.get_one(Client, (user.organization_id, client_id))
        row = Report(
            user_id=user.id,
            organization_id=user.organization_id,
            client_id=client_id,
            transcript=CANARY,
            structured_report=report,
            tidying="{}",
        )
        client.report_count += 1
        session.add_all([row, client])
    return row.id


async def keep(people: cast.People, **days) -> None:
    """Set the terms of De Linde, long ago."""
    async with database.transaction() as session:
        row = await session.get_one(Organization, people.organization_id)
        for name in terms.LIMITS:
            setattr(row, f"{name}_days", days.get(name))
        session.add(row)


async def rows(table, *where) -> list:
    async with database.reading() as session:
        return list((await session.exec(select(table).where(*where))).all())


async def ids(table) -> set:
    return {row.id for row in await rows(table)}


async def a_night(wall_clock) -> int:
    """Let the next night begin, and do its work."""
    wall_clock.advance(days=1)
    return await retention.run()


async def the_receipt(admin: CurrentUser) -> receipts.Receipt:
    async with audited_reads.audited_read() as session:
        return (await receipts.list_receipts(session, admin)).items[0]


async def test_s62_over_a_year_every_row_goes_in_its_night_and_no_sooner(db, people, wall_clock, user):
    await keep(people, drafts=30, transcript=7, archive=180)
    began = wall_clock.now
    draft, report = await a_draft(user), await an_archived(user, people.client_id)
    gone: dict[str, int] = {}
    for day in range(1, 366):
        wall_clock.set(began + timedelta(days=day))
        await retention.run()
        there = await rows(Report)
        if not any(row.id == draft for row in there):
            gone.setdefault("draft", day)
        if not any(row.id == report and row.transcript for row in there):
            gone.setdefault("transcript", day)
        if not any(row.id == report for row in there):
            gone.setdefault("report", day)
    assert gone == {"draft": 31, "transcript": 8, "report": 181}
    (client,) = await rows(Client, Client.organization_id == people.organization_id)
    assert client.report_count == 0
    made = await rows(DeletionReceipt)
    assert [json.loads(row.body)["counts"] for row in sorted(made, key=lambda row: row.night)] == [
        {"transcript": 1},
        {"draft": 1},
        {"report": 1},
    ]
    assert all(json.loads(row.body)["left_over"] in ({"transcript": 0}, {"draft": 0}, {"report": 0}) for row in made)


async def test_s62_no_word_is_left_in_any_table(db, people, wall_clock, user):
    await keep(people, drafts=7, transcript=0)
    draft, report = await a_draft(user), await an_archived(user, people.client_id, report="## Situatie\n\nGoed.")
    async with database.transaction() as session:
        for row_id in (draft, report):
            own = {"user_id": user.id, "organization_id": user.organization_id, "draft_id": row_id}
            dictation = Dictation(**own, base_text=CANARY, finished_at=clock.now())
            session.add(dictation)
            await session.flush()
            job = ConceptJob(**own, key=f"{row_id}"[:64], status="settled", expires_at=clock.now(), written=CANARY)
            segment = DictationSegment(dictation_id=dictation.id, position=0, text=CANARY, heard=CANARY)
            session.add_all([segment, job])
    wall_clock.advance(days=7)
    assert await a_night(wall_clock) == 1
    async with database.reading() as session:
        for table in SQLModel.metadata.sorted_tables:
            found = (await session.execute(select(*table.columns))).all()
            assert CANARY not in repr(found), table.name
    assert json.loads((await rows(DeletionReceipt))[0].body)["counts"] == {
        "draft": 1, "transcript": 1, "dictation": 2, "job": 2,
    }  # fmt: skip


async def test_s62_a_receipt_has_no_name_text_or_plain_id(db, people, wall_clock, user):
    await keep(people, drafts=7, archive=30)
    draft, report = await a_draft(user), await an_archived(user, people.client_id)
    wall_clock.advance(days=40)
    await a_night(wall_clock)
    (row,) = await rows(DeletionReceipt)
    (organization,) = await rows(Organization, Organization.id == people.organization_id)
    secrets = [CANARY, organization.name, people.user.first_name, people.user.last_name, people.client_id, "Cor"]
    secrets += [str(one) for one in (draft, report, user.id, people.organization_id)]
    secrets += [one.hex for one in (draft, report, user.id, people.organization_id)]
    assert [one for one in secrets if one in row.body] == []
    (logged,) = await rows(AuditLog, AuditLog.action == "issue")
    assert logged.error_message == f"sha256:{hashlib.sha256(row.body.encode()).hexdigest()}"


async def test_s62_what_is_under_way_waits(db, people, wall_clock, user):
    await keep(people, drafts=7)
    spoken, made, other = await a_draft(user), await a_draft(user), await a_draft(user)
    wall_clock.advance(days=8)
    async with database.transaction() as session:
        own = {"user_id": user.id, "organization_id": user.organization_id}
        session.add(Dictation(**own, draft_id=spoken))
        session.add(ConceptJob(**own, draft_id=made, key="k", expires_at=clock.now() + timedelta(minutes=2)))
    await retention.run()
    assert await ids(Report) == {spoken, made}
    assert other not in await ids(Report)
    async with database.transaction() as session:
        for row in (await session.exec(select(Dictation))).all():
            row.finished_at = clock.now()
            session.add(row)
    await a_night(wall_clock)
    assert await ids(Report) == set()


async def test_s62_a_report_without_structure_keeps_its_transcript(db, people, wall_clock, user):
    await keep(people, transcript=0)
    plain, blank = [await an_archived(user, people.client_id, report=report) for report in (None, "  ")]
    structured = await an_archived(user, people.client_id)
    await a_night(wall_clock)
    transcripts = {row.id: row.transcript for row in await rows(Report)}
    assert transcripts == {plain: CANARY, blank: CANARY, structured: ""}
    assert await a_night(wall_clock) == 0


async def test_s62_a_night_that_is_cut_off_is_continued_and_counted_once(db, people, wall_clock, monkeypatch, user):
    await keep(people, drafts=7)
    monkeypatch.setattr(retention, "PORTION", 3)
    for _ in range(8):
        await a_draft(user)
    wall_clock.advance(days=8)
    remove, calls = drafts.remove, []

    async def dies(session, ids):
        calls.append(ids)
        if len(calls) == 2:
            raise RuntimeError("the process died")
        await remove(session, ids)

    monkeypatch.setattr(drafts, "remove", dies)
    assert await retention.run() == 0
    assert len(await ids(Report)) == 5
    assert await retention.run() == 0, "another process has the lease, for all one knows"
    wall_clock.advance(minutes=6)
    assert await retention.run() == 1
    assert await ids(Report) == set()
    (row,) = await rows(DeletionReceipt)
    assert json.loads(row.body)["counts"] == {"draft": 8}
    assert json.loads(row.body)["left_over"] == {"draft": 0}


async def test_s62_the_second_count_finds_a_row_that_stayed(db, people, wall_clock, monkeypatch, caplog, admin, user):
    await keep(people, drafts=7)
    stays, goes = await a_draft(user), await a_draft(user)
    wall_clock.advance(days=8)
    remove = drafts.remove

    async def all_but_one(session, ids):
        await remove(session, [one for one in ids if one != stays])

    async def once(session, organization_id, lease, step):
        return await portion(session, organization_id, lease, step) and 0

    portion = retention._portion
    monkeypatch.setattr(drafts, "remove", all_but_one)
    monkeypatch.setattr(retention, "_portion", once)  # else it would try for ever
    assert await retention.run() == 1
    assert goes not in await ids(Report)
    receipt = await the_receipt(admin)
    assert (receipt.counts, receipt.left_over) == ({"draft": 2}, {"draft": 1})
    assert "still there" in caplog.text
    (mail,) = await rows(OutboxMail)
    assert (mail.recipient, mail.subject) == (people.admin.email, "Niet alles is gewist bij Zorggroep De Linde")
    proof = await receipts.check(admin, receipt.id)
    assert (proof.holds, proof.left_over) == (False, 1)


async def test_s62_a_receipt_that_was_edited_is_found(db, people, wall_clock, admin, user):
    await keep(people, drafts=7)
    await a_draft(user)
    wall_clock.advance(days=8)
    await retention.run()
    receipt = await the_receipt(admin)
    proof = await receipts.check(admin, receipt.id)
    assert proof.holds
    assert proof.left_over == 0
    (row,) = await rows(DeletionReceipt)
    edited = row.body.replace('"draft": 1', '"draft": 2')
    assert edited != row.body
    for digest in (row.digest, hashlib.sha256(edited.encode()).hexdigest()):
        async with database.transaction() as session:
            stored = await session.get_one(DeletionReceipt, row.id)
            stored.body, stored.digest = edited, digest
            session.add(stored)
        assert not (await receipts.check(admin, receipt.id)).holds


async def test_s62_a_log_row_that_was_edited_is_found(db, db_kind, people, wall_clock, admin, user):
    await keep(people, drafts=7)
    await a_draft(user)
    wall_clock.advance(days=8)
    await retention.run()
    receipt = await the_receipt(admin)
    guard = (
        "ALTER TABLE audit_logs DISABLE TRIGGER USER"
        if db_kind == "postgresql"
        else "DROP TRIGGER audit_logs_no_update"
    )
    async with database.transaction() as session:
        await session.execute(text(guard))
        await session.execute(text("UPDATE audit_logs SET ip_address = '::1' WHERE action = 'issue'"))
    proof = await receipts.check(admin, receipt.id)
    assert (proof.digest, proof.logged, proof.holds) == (True, False, False)
    if db_kind == "sqlite":
        async with database.transaction() as session:
            await session.execute(
                text(
                    "CREATE TRIGGER audit_logs_no_update BEFORE UPDATE ON audit_logs "
                    "BEGIN SELECT RAISE(ABORT, 'audit_logs is append-only'); END"
                )
            )


async def test_each_night_is_done_once(db, people, wall_clock, user):
    await keep(people, drafts=7)
    await a_draft(user)
    wall_clock.advance(days=8)
    assert await retention.run() == 1
    late = await a_draft(user, updated_at=clock.now() - timedelta(days=9))
    assert await retention.run() == 0
    assert await ids(Report) == {late}
    wall_clock.set(datetime(2026, 3, 11, 1, 59, tzinfo=UTC))  # 02.59 in Amsterdam
    assert await retention.run() == 0
    wall_clock.set(datetime(2026, 3, 11, 2, 0, tzinfo=UTC))
    assert await retention.run() == 1
    assert await ids(Report) == set()


async def test_nothing_goes_without_a_term_nor_of_others(db, people, wall_clock, user):
    async with database.transaction() as session:
        for row in (await session.exec(select(Organization))).all():
            row.drafts_days = None
            session.add(row)
    await keep(people, drafts=7)
    mine, theirs = await a_draft(user), await a_draft(await people.outsider.current())
    wall_clock.advance(days=365)
    await retention.run()
    assert await ids(Report) == {theirs}
    assert mine != theirs


async def test_a_shorter_term_gives_notice(db, people, wall_clock, admin, user):
    await keep(people, drafts=90)
    draft = await a_draft(user)
    wall_clock.advance(days=60)
    days = {"drafts": 30, "transcript": None, "archive": None}
    async with database.reading() as session:
        (said,) = await terms.consequences(session, admin, days)
    assert (said.name, said.number, said.people) == ("drafts", 1, 1)
    async with database.transaction() as session:
        changed = await terms.change(session, admin, days, version=1)
    assert terms.erased_at(changed.drafts, clock.now() - timedelta(days=60)) == said.erased_from
    assert await clocks.from_the_future() == [], "a term that begins later is no clock that was ahead"
    for _ in range(14):
        await a_night(wall_clock)
        assert await ids(Report) == {draft}
    await a_night(wall_clock)
    assert await ids(Report) == set()


async def test_terms_are_for_administrators_and_within_limits(db, people, wall_clock, admin, user):
    days = {"drafts": 30, "transcript": 7, "archive": None}
    async with database.transaction() as session:
        with pytest.raises(NotAllowed):
            await terms.change(session, user, days, version=1)
        for name, number in (("drafts", 6), ("drafts", 366), ("transcript", -1), ("archive", 29)):
            with pytest.raises(Invalid) as refused:
                await terms.change(session, admin, {**days, name: number}, version=1, is_elsewhere=True)
            assert refused.value.code == name
        with pytest.raises(Invalid, match="ECD"):
            await terms.change(session, admin, {**days, "archive": 365}, version=1)
        changed = await terms.change(session, admin, days, version=1)
        with pytest.raises(Conflict):
            await terms.change(session, admin, days, version=1)
    assert changed.days == days
    assert changed.changed_by == people.admin.name


@pytest.mark.parametrize("who", ["outsider", "other_admin", "user"])
async def test_s62_receipts_are_the_administrators_own(db, people, wall_clock, who, admin, user):
    stranger = await getattr(people, who).current()
    await keep(people, drafts=7)
    await a_draft(user)
    wall_clock.advance(days=8)
    await retention.run()
    receipt = await the_receipt(admin)
    async with database.transaction() as session:
        with pytest.raises((NotAllowed, NotFound)):
            await receipts.get(session, stranger, receipt.id)
    with pytest.raises((NotAllowed, NotFound)):
        await receipts.check(stranger, receipt.id)


async def test_the_trail_has_what_was_erased_and_stays_whole(db, people, wall_clock, user):
    await keep(people, drafts=7, archive=30)
    draft, report = await a_draft(user), await an_archived(user, people.client_id)
    wall_clock.advance(days=31)
    await retention.run()
    erased = {
        (row.resource, row.resource_id, row.client_id) for row in await rows(AuditLog, AuditLog.action == "erase")
    }
    assert erased == {("draft", str(draft), None), ("report", str(report), people.client_id)}
    async with database.reading() as session:
        assert await trail.first_broken(session, str(people.organization_id)) is None


async def test_an_archived_report_without_transcript_can_still_be_found(db, people, wall_clock, user):
    await keep(people, transcript=0)
    report = await an_archived(user, people.client_id)
    await a_night(wall_clock)
    async with database.reading() as session:
        found = await archive.find_archived(session, user, report)
    assert found is not None
    assert found.client_id == people.client_id


async def test_s62_a_receipt_says_what_had_been_outside(db, people, wall_clock, user, admin):
    await keep(people, drafts=7)
    first, second = await a_draft(user), await a_draft(user)
    wall_clock.advance(days=1)
    about: dict[str, Any] = {"organization_id": user.organization_id, "engine": "taal", "config_hash": "0"}
    about["input_unit"] = "characters"
    where: dict[str, Any] = {"party": "Taaldienst Voorbeeld", "country": "Duitsland", "region": "eu", "form": "plain"}
    async with database.transaction() as session:
        for row_id, attempts in ((first, 2), (second, 1)):
            step = ProcessingStep(**about, **where, report_id=row_id, step="report", attempts=attempts)
            session.add(step)
        session.add(ProcessingStep(**about, report_id=first, region="local", form="here", step="section"))
    wall_clock.advance(days=8)
    await retention.run()
    (outside,) = (await the_receipt(admin)).outside
    assert outside == receipts.Outside("Taaldienst Voorbeeld", "Duitsland", "plain", 3, "2026-03-03")
    assert await rows(ProcessingStep) == []


async def test_the_card_of_a_report_says_when_it_is_erased(db, people, wall_clock, user, admin):
    await keep(people, drafts=30, transcript=7, archive=90)
    draft, report = await a_draft(user), await an_archived(user, people.client_id)

    async def said(who: CurrentUser, row_id: uuid.UUID) -> list[str]:
        async with database.reading() as session:
            return await terms.of_report(session, who, row_id)

    assert await said(user, draft) == ["Dit concept wordt op 2 april 2026 gewist."]
    whole = "De rapportage wordt op 1 juni 2026 gewist."
    assert await said(admin, report) == ["Het transcript wordt op 10 maart 2026 gewist.", whole]
    assert await said(admin, draft) == [], "a draft is its author's alone"
    wall_clock.advance(days=8)
    await retention.run()
    assert await said(admin, report) == ["Het transcript is op 10 maart 2026 gewist.", whole]
    await keep(people)
    assert await said(user, draft) == []


@pytest.mark.parametrize("edited", [{"night": -300}, {"done_at": -1}, {"scope": "restored"}])
async def test_s62_a_column_of_a_receipt_that_was_edited_is_found(db, people, wall_clock, admin, user, edited):
    await keep(people, drafts=7)
    await a_draft(user)
    wall_clock.advance(days=8)
    await retention.run()
    receipt = await the_receipt(admin)
    assert (await receipts.check(admin, receipt.id)).holds
    async with database.transaction() as session:
        stored = await session.get_one(DeletionReceipt, receipt.id)
        for name, value in edited.items():
            unit = timedelta(days=1) if name == "night" else timedelta(minutes=1)
            setattr(stored, name, value if name == "scope" else getattr(stored, name) + value * unit)
        session.add(stored)
    assert not (await receipts.check(admin, receipt.id)).holds


async def test_a_night_in_the_future_stops_no_later_one(db, people, wall_clock, user):
    """A clock that was years ahead, and was set right."""
    await keep(people, drafts=7)
    async with database.transaction() as session:
        row = await session.get_one(Organization, people.organization_id)
        row.retention_night = (clock.now() + timedelta(days=1500)).date()
        session.add(row)
    await a_draft(user)
    wall_clock.advance(days=8)
    assert await retention.run() == 1
    assert await ids(Report) == set()


async def test_s62_after_nights_that_were_missed_nothing_goes_in_the_first(db, people, wall_clock, user):
    """The clock may be ahead, and a process that starts anew does not know that it was doubted."""
    await keep(people, drafts=90)
    await retention.run()
    draft = await a_draft(user)
    wall_clock.advance(days=1500)
    assert await retention.run() == 0
    assert await ids(Report) == {draft}
    assert await a_night(wall_clock) == 1
    assert await ids(Report) == set()


async def test_the_number_that_a_shorter_term_would_erase_is_what_that_night_erases(
    db, people, wall_clock, admin, user
):
    await keep(people, drafts=90)
    for age in (40, 29, 20, 15):
        await a_draft(user, updated_at=clock.now() - timedelta(days=age))
    days = {"drafts": 30, "transcript": None, "archive": None}
    async with database.reading() as session:
        (said,) = await terms.consequences(session, admin, days)
    async with database.transaction() as session:
        await terms.change(session, admin, days, version=1)
    wall_clock.set(said.erased_from.astimezone(UTC))
    assert await retention.run() == 1
    assert json.loads((await rows(DeletionReceipt))[0].body)["counts"] == {"draft": said.number}


async def test_s62_a_draft_begun_after_its_last_change_counts_from_its_beginning(db, people, wall_clock, user):
    """Its last change was made while the clock was years behind."""
    await keep(people, drafts=7, archive=30)
    wall_clock.advance(days=40)
    behind = clock.now() - timedelta(days=2000)
    draft = await a_draft(user, updated_at=behind, created_at=clock.now())
    report = await an_archived(user, people.client_id)
    async with database.transaction() as session:
        row = await session.get_one(Report, report)
        row.created_at, row.reported_at = behind, clock.now()
        session.add(row)
    await a_night(wall_clock)
    assert await ids(Report) == {draft, report}


async def test_s62_with_a_transcript_go_the_words_of_it_that_its_row_has_elsewhere(db, people, wall_clock, user):
    """A point that was settled while the report was archived may be about a sentence that the report lacks."""
    await keep(people, transcript=0)
    report = await an_archived(user, people.client_id, report="## Situatie\n\nGoed.")
    point = {"section": "Situatie", "kinds": ["number"], "by": "Cor", "at": "2026-03-02T08:00:00+00:00"}
    async with database.transaction() as session:
        row = await session.get_one(Report, report)
        row.settled = json.dumps([{**point, "text": CANARY}, {**point, "text": "Goed."}])
        row.generated = row.former = row.unsure = row.copied = json.dumps({"words": CANARY})
        session.add(row)
    await a_night(wall_clock)
    (row,) = await rows(Report)
    assert CANARY not in repr(row.model_dump())
    assert [one["text"] for one in json.loads(row.settled)] == ["Goed."]


async def test_s62_a_transcript_waits_for_an_open_dictation(db, people, wall_clock, user):
    """It was archived in another tab; what is being spoken still comes in."""
    await keep(people, transcript=0)
    report = await an_archived(user, people.client_id)
    async with database.transaction() as session:
        spoken = Dictation(user_id=user.id, organization_id=user.organization_id, draft_id=report)
        session.add(spoken)
    assert await a_night(wall_clock) == 0
    assert await ids(Dictation) == {spoken.id}
    async with database.transaction() as session:
        (await session.get_one(Dictation, spoken.id)).finished_at = clock.now()
    assert await a_night(wall_clock) == 1
    assert [row.transcript for row in await rows(Report)] == [""]
