"""Values of archived reports are read again after the rules were changed."""

import asyncio

import pytest
from sqlalchemy import delete
from sqlmodel import col, select, update

from tests.support import people as cast
from tests.support import tables
from voice_report import clock
from voice_report.core.other_process import ProcessFailed
from voice_report.db.models import AuditLog, MeasuredValue, Report
from voice_report.db.session import transaction
from voice_report.reporting.measurements import VERSION
from voice_report.services.archive import archive, refiling
from voice_report.services.drafts import drafts
from voice_report.services.measurements import of_draft, recounting

SAID = "Bloeddruk zittend 160 over 98. Temperatuur 385. Pols 80."


@pytest.fixture
async def people(db) -> cast.People:
    """Everybody; De Linde keeps an archive."""
    made = await cast.make_people()
    await cast.keep_archive(made.organization_id)
    return made


async def kept(user, said: str = SAID):
    """Return an archived report of which one doubt was typed, and its id is that of its draft."""
    draft = await drafts.save(user, transcript=said, structured_report="Rustig.", client_id="C-1")
    for one in (await of_draft.look(user, draft.id)).rows:
        if one.text == "385 °C":
            await of_draft.answer(user, draft.id, one.key, "typed", {"value": "38,5"})
    return await archive.save(user, client_id="C-1", transcript=said, structured_report="Rustig.", draft_id=draft.id)


async def of_older_rules(*reports, **values) -> None:
    """Have these reports been read by older rules, which understood their values as ``values``."""
    ids = [one.id for one in reports]
    async with transaction() as session:
        await session.exec(update(Report).where(col(Report.id).in_(ids)).values(measured_rules=VERSION - 1))
        theirs = update(MeasuredValue).where(col(MeasuredValue.report_id).in_(ids))
        await session.exec(theirs.values(rules_version=VERSION - 1, **values))


async def stored(report) -> list[tuple]:
    query = select(MeasuredValue).where(MeasuredValue.report_id == report.id).order_by(col(MeasuredValue.position))
    return [(one.kind, one.parts, one.entered, one.rules_version) for one in await tables.rows(query)]


async def trail_of(report) -> list[str]:
    query = select(AuditLog.action).where(AuditLog.resource == "measurements", AuditLog.resource_id == str(report.id))
    return list(await tables.rows(query))


async def test_s93_a_recount_equals_the_table(user):
    report = await kept(user)
    before = await stored(report)
    await of_older_rules(report)
    assert await recounting.run() == 1
    assert await stored(report) == before
    assert await trail_of(report) == []
    assert await recounting.run() == 0


async def test_what_older_rules_misread_or_missed_is_mended_and_recorded(user):
    wrong, missed = await kept(user), await kept(user, "Saturatie 96 procent.")
    before = await stored(wrong)
    await of_older_rules(wrong, missed, parts='{"value": [1, 1]}')
    await tables.run(delete(MeasuredValue).where(col(MeasuredValue.report_id) == missed.id))
    assert await recounting.run() == 2
    assert await stored(wrong) == before
    assert [kind for kind, *_ in await stored(missed)] == ["oxygen_saturation"]
    assert (await trail_of(wrong), await trail_of(missed)) == (["change"], ["change"])


async def test_what_a_person_answered_stands_when_the_rules_do_not_find_it_any_more(user):
    report = await kept(user)
    before = await stored(report)
    await of_older_rules(report)
    async with transaction() as session:
        row = await session.get_one(Report, report.id)
        row.measured = (row.measured or "").replace('"key": "', '"key": "0')
        session.add(row)
    assert await recounting.run() == 1
    assert [one[:3] for one in await stored(report)] == [one[:3] for one in before]
    assert await recounting.run() == 0


async def test_drafts_erased_transcripts_and_reports_of_before_are_left_as_they_are(user):
    taken_back, erased, before = await kept(user), await kept(user, "Pols 81."), await kept(user, "Pols 82.")
    await of_older_rules(taken_back, erased)
    async with transaction() as session:
        await refiling.take_back(session, user, taken_back.id)
        row = await session.get_one(Report, erased.id)
        row.transcript, row.transcript_removed_at = "", clock.now()
        session.add(row)
        await session.exec(update(Report).where(col(Report.id) == before.id).values(measured_rules=0))
    assert await recounting.run() == 0
    assert len(await stored(erased)) == len(await stored(before)) == 1


async def test_several_workers_read_each_report_once(user):
    reports = [await kept(user, f"Pols {number}.") for number in range(70, 76)]
    await of_older_rules(*reports, parts='{"value": [1, 1]}')
    first, second = await asyncio.gather(recounting.run(), recounting.run())
    assert first + second == len(reports)
    assert {one for report in reports for one in await trail_of(report)} == {"change"}
    assert [len(await trail_of(report)) for report in reports] == [1] * len(reports)


async def test_a_transcript_that_cannot_be_read_keeps_no_other_waiting(user, monkeypatch):
    reports = [await kept(user, f"Pols {number}.") for number in (70, 71)]
    await of_older_rules(*reports)

    async def fails(within, work, transcript, own):
        if "70" in transcript:
            raise ProcessFailed
        return work(transcript, own)

    monkeypatch.setattr(recounting._process, "run", fails)
    assert await recounting.run() == 1
    assert await recounting.run() == 0
