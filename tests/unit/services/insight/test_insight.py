"""S101: 'Inzicht' counts whole weeks once, for who may see them, and nothing that is about fewer than five people."""

import uuid
from datetime import timedelta

import pytest
from sqlmodel import col, delete, select, update

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.insight.weeks import WEEK, colleagues, made, noon, step, store
from voice_report.db import session as database
from voice_report.db.models import AuditLog, EngineWeek, Organization, Report, ReportUsage, UsageWeek
from voice_report.errors import NotAllowed
from voice_report.services.audit.audited_reads import audited_read
from voice_report.services.insight import counting, figures, table
from voice_report.services.insight.counting import last_week
from voice_report.services.shared.identity import CurrentUser


@pytest.fixture(autouse=True)
async def _old(db, wall_clock, people):
    """The organizations are of long ago, and the last week that is over is ``WEEK``."""
    await tables.run(update(Organization).values(created_at=noon(WEEK) - timedelta(days=365)))
    assert last_week() == WEEK


@pytest.fixture
async def five(people) -> list[uuid.UUID]:
    return await colleagues(people.organization_id, 5)


async def look(person: cast.Person | CurrentUser, weeks: int = 12) -> figures.Insight:
    user = person if isinstance(person, CurrentUser) else await person.current()
    read = figures.of_all if user.role == "platform_admin" else figures.of_organization
    async with audited_read() as session:
        return await read(session, user, weeks)


def numbers(week: figures.Week) -> list[int | None]:
    return [week.reports, week.people, week.seconds, week.archived, week.checked]


@pytest.mark.parametrize("who", ["outsider", "user", "platform_admin"])
async def test_s101_only_an_administrator_sees_those_of_the_organization(people, who: str) -> None:
    user = await getattr(people, who).current()
    with pytest.raises(NotAllowed):
        async with audited_read() as session:
            await figures.of_organization(session, user, 12)


@pytest.mark.parametrize("who", ["other_admin", "admin", "user"])
async def test_s101_only_a_platform_admin_sees_those_of_all(people, who: str) -> None:
    user = await getattr(people, who).current()
    with pytest.raises(NotAllowed):
        async with audited_read() as session:
            await figures.of_all(session, user, 12)


async def test_s101_the_figures_are_those_of_the_rows(people, five) -> None:
    here = people.organization_id
    await store(made(here, five, noon(WEEK)) + made(here, five[:2], noon(WEEK, 6), checked=False))
    await counting.run()
    found = await look(people.admin)
    assert [numbers(week) for week in found.weeks[:-1]] == [[None] * 5] * 11
    assert numbers(found.weeks[-1]) == [7, 5, 210, 7, 5]
    assert (found.total("reports"), found.weeks[-1].number, found.weeks[-1].begin) == (7, 9, WEEK)
    speech, text = found.engines
    assert (speech.work, speech.done, speech.half) == ("speech", 7, None)
    assert (text.work, text.done, text.half, text.most) == ("text", 7, 5, 5)


@pytest.mark.parametrize("number", [1, 4])
async def test_s101_nothing_is_given_of_fewer_than_five(people, number: int) -> None:
    """Whatever the number is about: who made reports, who spoke, who archived, for whom an engine worked."""
    few = await colleagues(people.organization_id, number)
    await store(made(people.organization_id, few, noon(WEEK)))
    await counting.run()
    for found in (await look(people.admin), await look(people.platform_admin)):
        assert {value for week in found.weeks for value in numbers(week)} == {None}
        assert found.weeks[-1].organizations is None
        assert found.engines == ()
        assert found.total("reports") is None


async def test_s101_each_number_has_its_own_five(people, five) -> None:
    """Five made a report; one of them spoke, and one archived."""
    here, rows = people.organization_id, []
    for one in five:
        rows.append(ReportUsage(organization_id=here, user_id=one, created_at=noon(WEEK)))
    await store(rows + made(here, five[:1], noon(WEEK)))
    await counting.run()
    found = await look(people.admin)
    assert numbers(found.weeks[-1]) == [6, 5, None, None, None]
    assert found.engines == ()


async def test_s101_two_looks_cannot_be_subtracted(people, five) -> None:
    """A week is counted when it is over, once: what happens to its rows later changes nothing."""
    here = people.organization_id
    await store(made(here, five, noon(WEEK)) + made(here, five, noon(WEEK, 7)))
    await counting.run()
    before = await look(people.admin)
    await store(made(here, five[:1], noon(WEEK)))
    await tables.run(delete(Report).where(col(Report.user_id) == five[1]))
    await counting.run()
    assert await look(people.admin) == before
    assert before.total("reports") == 5


async def test_s101_other_organizations_are_not_in_it(people, five) -> None:
    await store(made(people.organization_id, five, noon(WEEK)))
    await counting.run()
    other = await look(people.other_admin)
    assert {value for week in other.weeks for value in numbers(week)} == {None}
    assert other.engines == ()
    everybody = await look(people.platform_admin)
    assert numbers(everybody.weeks[-1]) == [5, 5, 150, 5, 5]
    assert everybody.weeks[-1].organizations == 1


async def test_a_week_begins_on_monday_in_amsterdam(people, five) -> None:
    """At 23.30 UTC on Sunday it is half past midnight on Monday there."""
    monday = noon(WEEK).replace(hour=0)
    await store(made(people.organization_id, five, monday - timedelta(minutes=30)))
    await store(made(people.organization_id, five, monday - timedelta(minutes=90)))
    await counting.run()
    found = await look(people.admin)
    assert [week.reports for week in found.weeks[-2:]] == [5, 5]


async def test_weeks_that_nobody_counted_are_counted_later(people, five, wall_clock) -> None:
    looking = [await people.admin.current(), await people.platform_admin.current()]
    await counting.run()
    for week in range(1, 4):
        await store(made(people.organization_id, five, noon(WEEK, 7 * week)))
    wall_clock.advance(days=21)
    await counting.run()
    for user in looking:
        assert [week.reports for week in (await look(user, 4)).weeks] == [None, 5, 5, 5]


async def test_one_organization_that_fails_stops_no_other(people, five, monkeypatch) -> None:
    await store(made(people.organization_id, five, noon(WEEK)))
    count = counting._count

    async def fails(organization_id, *more):
        if organization_id == people.other_organization_id:
            raise RuntimeError
        await count(organization_id, *more)

    monkeypatch.setattr(counting, "_count", fails)
    await counting.run()
    assert (await look(people.admin)).total("reports") == 5
    assert (await look(people.platform_admin)).total("reports") is None  # not half of it
    monkeypatch.undo()
    await counting.run()
    assert (await look(people.platform_admin)).total("reports") == 5


async def test_how_engines_did(people, five) -> None:
    rows = []
    for one in five:
        own = {"organization_id": people.organization_id, "user_id": one, "created_at": noon(WEEK)}
        rows += [step(own, 1.9, step="report", attempts=1), step(own, 59, step="section", attempts=3)]
        rows += [step(own, step="report", outcome="failed"), step(own, step="report", outcome="refused")]
        rows.append(step(own, step="report", outcome="begun", ended_at=None))
    await store(rows)
    await counting.run()
    [engine] = (await look(people.admin)).engines
    assert (engine.done, engine.again, engine.failed, engine.refused) == (10, 5, 10, 5)
    assert (engine.half, engine.most) == (2, 60)
    assert (await look(people.platform_admin)).engines == (engine,)


async def test_the_weeks_of_an_organization_go_with_it(people, five) -> None:
    """What all did together stays as it was counted."""
    there = await cast.make_organization("Zorg aan huis", credits=0, created_at=noon(WEEK))
    await store(made(people.organization_id, five, noon(WEEK)))
    await counting.run()
    before = await look(people.platform_admin)
    async with database.transaction() as session:
        await session.exec(delete(Organization).where(col(Organization.id) == there))
        own = select(UsageWeek.id).where(UsageWeek.organization_id == there)
        assert (await session.exec(own)).all() == []
    await counting.run()
    assert await look(people.platform_admin) == before


async def test_old_weeks_go(people, five, wall_clock) -> None:
    await store(made(people.organization_id, five, noon(WEEK)))
    await counting.run()
    wall_clock.advance(days=7 * counting.KEPT)
    assert await database.run_in_transaction(counting.purge)
    assert await tables.rows(select(UsageWeek.id).where(UsageWeek.week == WEEK)) == []
    assert await tables.rows(select(EngineWeek.id)) == []


@pytest.mark.parametrize(
    ("weeks", "columns", "said"),
    [
        (8, {"current_credits": 100}, "Er zijn nog 100 credits. In dit tempo is dat genoeg tot ongeveer 20 juli."),
        (
            3,
            {"current_credits": 10},
            "Er zijn nog 10 credits. Er zijn nog te weinig weken om te zeggen hoe lang dat reikt.",
        ),
        (8, {"unlimited": True}, "Jullie credits zijn onbeperkt."),
        (8, {"current_credits": 5000}, "Er zijn nog 5000 credits. In dit tempo is dat genoeg voor meer dan een jaar."),
    ],
)
async def test_until_when_the_credits_last(people, five, weeks: int, columns: dict, said: str) -> None:
    here = people.organization_id
    for back in range(weeks):
        await store(made(here, five, noon(WEEK, -7 * back)))
    await tables.run(update(Organization).where(col(Organization.id) == here).values(**columns))
    await counting.run()
    assert (await look(people.admin, 4)).credits == said


async def test_a_quick_and_a_slow_week_give_a_span(people, five) -> None:
    here = people.organization_id
    for back in range(8):
        await store(made(here, five * (1 + back % 2), noon(WEEK, -7 * back)))
    await counting.run()
    said = (await look(people.admin)).credits
    assert said.endswith("genoeg tot ongeveer 11 maart (tussen 8 maart en 16 maart).")


async def test_s24_the_file_is_inert_in_a_spreadsheet_and_recorded(people, five) -> None:
    here = people.organization_id
    await store([*made(here, five, noon(WEEK)), *made(here, five[:1], noon(WEEK, -7))])
    own = [{"organization_id": here, "user_id": one, "created_at": noon(WEEK)} for one in five]
    await store(step(one, step="report", engine='=HYPERLINK("http://x";"y")') for one in own)
    await counting.run()
    admin = await people.admin.current()
    name, content = await table.of(admin, 4, "weeks")
    assert name == "inzicht-Zorggroep_De_Linde-02-03-2026.csv"
    *_, before, last, end = content.decode("utf-8-sig").split("\r\n")
    assert (last, end) == ('"9";"23-02-2026";"01-03-2026";"5";"5";"150";"5";"5";""', "")
    assert before.endswith('"";"";"";"";"";"leeg: minder dan 5 collega\'s"')
    _, content = await table.of(admin, 4, "engines")
    assert """"'=HYPERLINK(""http://x"";""y"")";"tekst";"5\"""" in content.decode()
    query = select(AuditLog.action).where(AuditLog.resource == "insight", AuditLog.user_id == admin.id)
    assert await tables.rows(query) == ["export", "export"]


async def test_s101_no_name_address_or_id_is_in_what_is_answered(people, five) -> None:
    await store(made(people.organization_id, five, noon(WEEK)))
    await counting.run()
    for person in (people.admin, people.platform_admin):
        told = repr(await look(person, 52)) + (await table.of(await person.current(), 52, "weeks"))[1].decode()
        for one in (*five, people.admin.id, people.client_id, "Lega", "Ursula", "@"):
            assert str(one) not in told
