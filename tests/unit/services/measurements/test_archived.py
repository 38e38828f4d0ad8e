"""Measured values of archived reports: stored with the report, and gone with it (S91, S93)."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete
from sqlmodel import col, select

from tests.support import people as cast
from tests.support import tables
from voice_report import clock
from voice_report.db.models import AuditLog, Client, MeasuredValue, Organization, Report
from voice_report.db.session import run_in_transaction, run_reading, transaction
from voice_report.errors import NotFound
from voice_report.reporting.measurements import Time
from voice_report.services.archive import archive, refiling
from voice_report.services.audit.audited_reads import audited_read
from voice_report.services.drafts import deleted, drafts
from voice_report.services.measurements import archived, of_draft, series
from voice_report.services.measurements import rows as rows_of
from voice_report.services.privacy import client_erasure, receipts, retention

SAID = (
    "Bloeddruk zittend 160 over 98. Temperatuur 385. Gewicht tweeënvijftig, nee wacht, vierenvijftig kilo. "
    "Vorige week woog ze 56 kilo. Streefgewicht 60 kilo. De dochter heeft zelf 39 koorts. Saturatie 961."
)


@pytest.fixture
async def people(db) -> cast.People:
    """Everybody; De Linde keeps an archive, and has a second client."""
    made = await cast.make_people()
    await cast.keep_archive(made.organization_id)
    await cast.make_client(made.organization_id, "C-2", "Ria", "Verzonnen")
    return made


@pytest.fixture
async def admin(people):
    """De Linde's administrator, who signed in before the clock is moved."""
    return await people.admin.current()


async def stored(report_id) -> list[MeasuredValue]:
    query = select(MeasuredValue).where(MeasuredValue.report_id == report_id)
    return list(await tables.rows(query.order_by(col(MeasuredValue.position))))


async def figures(report_id) -> list[tuple[str, str, str]]:
    return [(one.kind, one.parts, one.entered) for one in await stored(report_id)]


async def answered(user):
    """A draft of which one doubt was typed, one value refused and one doubt left open."""
    draft = await drafts.save(user, transcript=SAID, structured_report="Rustig.", client_id="C-1")
    shown = await of_draft.look(user, draft.id)
    of = {one.text: one.key for one in shown.rows}
    await of_draft.answer(user, draft.id, of["385 °C"], "typed", {"value": "38,5"})
    await of_draft.answer(user, draft.id, of["160/98 mmHg"], "right")
    return draft


async def keep(user, draft, client_id="C-1"):
    return await archive.save(
        user, client_id=client_id, transcript=SAID, structured_report="Rustig.", draft_id=draft.id
    )


async def test_s91_only_measured_and_answered_values_are_stored(user):
    draft = await answered(user)
    report = await keep(user, draft)
    assert await figures(report.id) == [
        ("blood_pressure", '{"systolic": [160.0, 160.0], "diastolic": [98.0, 98.0]}', "spoken"),
        ("temperature", '{"value": [38.5, 38.5]}', "typed"),
        ("weight", '{"value": [54.0, 54.0]}', "spoken"),
    ]
    pressure, _, weight = await stored(report.id)
    assert (pressure.words, pressure.confirmed_by, pressure.client_id) == (
        "Bloeddruk zittend 160 over 98.", user.name, "C-1",
    )  # fmt: skip
    assert json.loads(pressure.context)["position"] == "zittend"
    assert weight.confirmed_by is None
    async with audited_read() as session:
        rows = await archived.of_report(session, user, report.id)
    assert [(one.text, one.said, one.is_typed) for one in rows] == [
        ("160/98 mmHg", "160 over 98", False),
        ("38,5 °C", "385", True),
        ("54 kg", "vierenvijftig kilo", False),
    ]
    assert rows_of.in_one_line(rows) == "RR 160/98 mmHg zittend, temp 38,5 °C (getypt), gewicht 54 kg"


async def test_only_answers_about_what_is_said_go_into_the_archive(user):
    draft = await answered(user)
    changed = SAID.replace("Temperatuur 385. ", "")
    await drafts.save(user, draft_id=draft.id, transcript=changed, structured_report="Rustig.")
    report = await archive.save(user, client_id="C-1", transcript=changed, structured_report="x", draft_id=draft.id)
    kept = (await tables.get(Report, report.id)).measured
    assert [one["answer"] for one in json.loads(kept or "")] == ["right"]


async def test_values_go_when_a_report_is_taken_back_and_come_with_it_again(user):
    draft = await answered(user)
    report = await keep(user, draft)
    before = await figures(report.id)
    await run_in_transaction(refiling.take_back, user, report.id)
    assert await stored(report.id) == []
    await keep(user, draft, "C-2")
    assert await figures(report.id) == before
    assert {one.client_id for one in await stored(report.id)} == {"C-2"}


async def test_values_follow_a_report_to_another_client(user):
    report = await keep(user, await answered(user))
    await run_in_transaction(refiling.move, user, report.id, "C-2")
    assert {one.client_id for one in await stored(report.id)} == {"C-2"}


async def test_archiving_twice_stores_them_once(user):
    draft = await answered(user)
    first, second = await keep(user, draft), await keep(user, draft)
    assert first.id == second.id
    assert len(await stored(first.id)) == 3


async def test_a_deleted_draft_comes_back_with_its_answers(user):
    draft = await answered(user)
    before = (await of_draft.look(user, draft.id)).line
    await run_in_transaction(deleted.delete_draft, user, draft.id)
    await run_in_transaction(deleted.restore, user, draft.id)
    assert (await of_draft.look(user, draft.id)).line == before


async def test_s93_values_are_the_organizations_and_each_look_is_in_the_trail(user, outsider):
    report = await keep(user, await answered(user))
    with pytest.raises(NotFound):
        async with audited_read() as session:
            await archived.of_report(session, outsider, report.id)
    async with audited_read() as session:
        assert await archived.for_files(session, outsider, [report.id]) == []
        assert len(await archived.of_report(session, user, report.id)) == 3
    looks = select(AuditLog.client_id).where(AuditLog.resource == "measurements", AuditLog.action == "view")
    assert await tables.rows(looks) == ["C-1"]


async def test_s93_values_go_with_their_report(user):
    report = await keep(user, await answered(user))
    await tables.run(delete(Report).where(col(Report.id) == report.id))
    assert await stored(report.id) == []


async def test_s93_the_words_go_with_the_transcript_and_the_figures_stay(user, people, wall_clock):
    said = "Bloeddruk links zittend ongeveer 160 over 98 na het ontbijt. Saturatie 96 procent met 2 liter zuurstof. "
    said += "Om half negen paracetamol 500 milligram gegeven. Pols 80 en regelmatig."
    draft = await drafts.save(user, transcript=said, structured_report="Rustig.", client_id="C-1")
    shown = {one.kind: one.key for one in (await of_draft.look(user, draft.id)).rows}
    await of_draft.answer(user, draft.id, shown["heart_rate"], "right")
    report = await archive.save(user, client_id="C-1", transcript=said, structured_report="Rustig.", draft_id=draft.id)
    async with transaction() as session:
        organization = await session.get_one(Organization, people.organization_id)
        organization.transcript_days = 30
        session.add(organization)
    wall_clock.advance(days=32)
    assert await retention.run() == 1
    rows = await stored(report.id)
    assert {one.words for one in rows} == {""}
    left = " ".join(one.context for one in rows)
    words = ("links", "zittend", "ontbijt", "half negen", "regelmatig")
    assert [one for one in words if one in left] == []
    report_row = await tables.get(Report, report.id)
    assert (report_row.transcript, report_row.measured) == ("", None)
    shown = [one for _, one in await run_reading(archived.for_files, user, [report.id])]
    assert [(one.label, one.name, one.about, one.text, one.details, one.said, one.words) for one in shown] == [
        ("Bloeddruk", "", "ongeveer", "160/98 mmHg", "", "", ""),  # which was no exact value
        ("Hartslag", "", "", "80/min", "", "", ""),
        ("Saturatie", "", "", "96%", "2 l/min zuurstof", "", ""),
        ("Medicatie", "paracetamol", "", "500 mg", "", "", ""),
    ]


async def test_s93_a_receipt_counts_the_values_that_went_with_their_report(user, admin, people, wall_clock):
    report = await keep(user, await answered(user))
    async with transaction() as session:
        organization = await session.get_one(Organization, people.organization_id)
        organization.archive_days = 365
        session.add(organization)
    wall_clock.advance(days=367)
    assert await retention.run() == 1
    assert await stored(report.id) == []
    async with audited_read() as session:
        page = await receipts.list_receipts(session, admin)
    assert (page.items[0].counts["report"], page.items[0].counts["measurement"]) == (1, 3)
    assert page.items[0].left_over["measurement"] == 0


async def test_s93_values_stay_with_a_client_who_gets_another_name_and_go_with_one_who_is_erased(user, admin):
    await keep(user, await answered(user))
    other = await archive.save(user, client_id="C-2", transcript="Pols 80.", structured_report="Rustig.")
    async with transaction() as session:
        client = await session.get_one(Client, (user.organization_id, "C-1"))
        client.first_name, client.last_name = "Anders", "Genoemd"
        session.add(client)
    async with audited_read() as session:
        assert len((await series.of_client(session, user, "C-1")).values.items) == 3
    assert "Genoemd" in (await series.as_csv(user, "C-1"))[0]
    await client_erasure.erase(admin, "C-1", typed="Anders Genoemd", reason="client", with_client=True)
    with pytest.raises(NotFound):
        async with audited_read() as session:
            await series.of_client(session, user, "C-1")
    assert await tables.rows(select(MeasuredValue.report_id)) == [other.id]
    async with audited_read() as session:
        receipt = (await receipts.list_receipts(session, admin)).items[0]
    assert (receipt.counts["measurement"], receipt.left_over["measurement"]) == (3, 0)


async def test_values_of_one_day_are_in_the_order_of_speaking_the_latest_first(user):
    noon = clock.now().replace(hour=11, minute=0) - timedelta(days=2)
    for hours, said in ((0, "Pols 71. Later pols 72."), (2, "Pols 74."), (1, "Pols 73.")):
        at = noon + timedelta(hours=hours)
        await archive.save(user, client_id="C-1", transcript=said, structured_report="Rustig.", reported_at=at)
    async with audited_read() as session:
        found = await series.of_client(session, user, "C-1")
    assert [one.row.value for one in found.values.items] == ["74", "73", "72", "71"]
    assert len({one.at for one in found.values.items}) == 1


MOMENT = datetime(2026, 11, 26, 7, 52, tzinfo=UTC)  # 08.52 uur in Amsterdam


@pytest.mark.parametrize(
    ("minutes", "part", "clock_time"),
    [
        (510, "", "08.30"),  # half negen: in the evening it is still to come
        (510, "ochtend", "08.30"),
        (540, "", ""),  # neither lies before
        (540, "ochtend", ""),
        (60, "", "01.00"),
        (60, "nacht", "01.00"),
        (660, "nacht", ""),  # of the day before
        (480, "avond", ""),  # yesterday's, or to come
        (None, "ochtend", ""),
    ],
)
def test_a_time_is_kept_only_when_it_cannot_be_another(minutes, part, clock_time):
    at, precision = archived.measured_at(MOMENT, Time("x", minutes, part))
    local = at.astimezone(archived.clock.AMSTERDAM)
    assert (precision, local.strftime("%H.%M")) == (("time", clock_time) if clock_time else ("day", "00.00"))
    assert local.date().isoformat() == "2026-11-26"


def test_in_the_afternoon_a_time_without_its_part_of_the_day_may_be_two():
    afternoon = MOMENT + timedelta(hours=8)
    assert archived.measured_at(afternoon, Time("drie uur", 180, ""))[1] == "day"
    assert archived.measured_at(afternoon, Time("drie uur 's middags", 180, "middag"))[1] == "time"


def test_when_the_clock_changes_the_hour_that_comes_twice_is_no_time():
    after = datetime(2026, 10, 25, 9, 0, tzinfo=UTC)
    assert archived.measured_at(after, Time("half drie vannacht", 150, "nacht"))[1] == "day"


def test_the_day_is_that_in_amsterdam():
    at, _ = archived.measured_at(datetime(2026, 11, 26, 23, 30, tzinfo=UTC), None)
    assert at.astimezone(archived.clock.AMSTERDAM).date().isoformat() == "2026-11-27"
