"""Reports per person and per month, as the administrator sees them."""

import uuid
from datetime import UTC, date, datetime

import pytest

from tests.support import people as cast
from voice_report.db.models import ReportUsage
from voice_report.errors import NotAllowed
from voice_report.services.organizations import usage


async def reports(db, organization_id: uuid.UUID, user_id: uuid.UUID | None, *moments: datetime) -> None:
    async with db.transaction() as session:
        session.add_all(ReportUsage(organization_id=organization_id, user_id=user_id, created_at=at) for at in moments)


async def by_month(db, person: cast.Person, months: int = 6) -> usage.TeamUsage:
    user = await person.current()
    return await db.run_in_transaction(usage.by_month, user, months)


@pytest.mark.parametrize("who", ["user", "outsider", "platform_admin"])
async def test_s01_only_the_administrator_sees_the_usage(db, people, who: str) -> None:
    with pytest.raises(NotAllowed):
        await by_month(db, getattr(people, who))


async def test_nothing_was_made_yet(db, wall_clock, people) -> None:
    found = await by_month(db, people.admin)
    assert found.months == [
        date(2025, 10, 1),
        date(2025, 11, 1),
        date(2025, 12, 1),
        *(date(2026, m, 1) for m in (1, 2, 3)),
    ]
    assert (found.people, found.totals) == ([], [0] * 6)


async def test_reports_are_counted_per_person_and_per_month(db, wall_clock, people) -> None:
    here, user, admin = people.organization_id, people.user.id, people.admin.id
    await reports(db, here, user, *(datetime(2026, 3, 1, hour, tzinfo=UTC) for hour in range(3)))
    await reports(db, here, user, datetime(2026, 1, 15, tzinfo=UTC), datetime(2025, 9, 30, 12, tzinfo=UTC))
    await reports(db, here, admin, datetime(2026, 2, 10, tzinfo=UTC))
    found = await by_month(db, people.admin)
    assert [(one.name, one.reports, one.total) for one in found.people] == [
        ("Ursula Verzorger", [0, 0, 0, 1, 0, 3], 4),
        ("Anna Beheerder", [0, 0, 0, 0, 1, 0], 1),
    ]
    assert found.totals == [0, 0, 0, 1, 1, 3]


async def test_a_month_begins_on_the_dutch_wall(db, wall_clock, people) -> None:
    """At 22.30 UTC on 30 September it is half past midnight in Amsterdam: October."""
    await reports(db, people.organization_id, people.user.id, datetime(2025, 9, 30, 22, 30, tzinfo=UTC))
    await reports(db, people.organization_id, people.user.id, datetime(2025, 9, 30, 21, 30, tzinfo=UTC))
    assert (await by_month(db, people.admin)).totals == [1, 0, 0, 0, 0, 0]


async def test_s02_other_organizations_and_those_who_left_have_no_name_here(db, wall_clock, people) -> None:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    await reports(db, people.other_organization_id, people.outsider.id, now)
    await reports(db, people.organization_id, people.outsider.id, now)
    await reports(db, people.organization_id, None, now)
    found = await by_month(db, people.admin)
    assert [(one.name, one.total) for one in found.people] == [("Voormalige gebruikers", 2)]
