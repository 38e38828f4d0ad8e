"""What has had its time is gone, and the receipt is true (S62)."""

import json
from datetime import UTC, datetime, timedelta

from sqlmodel import SQLModel, select

from tests.unit.services.privacy.keeping import CANARY, a_draft, a_night, an_archived, ids, keep, rows
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
    Report,
)
from voice_report.services.archive import archive
from voice_report.services.audit import trail
from voice_report.services.drafts import drafts
from voice_report.services.privacy import retention


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
