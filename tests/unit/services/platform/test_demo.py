"""The demo data of a first start: everybody signs in with what is printed, and one account shows the second factor."""

import pytest
from pyotp.totp import TOTP
from sqlmodel import col, func, select

from tests.support import tables
from voice_report import clock, lifespan
from voice_report.db.models import Organization, Report, UsageWeek, User
from voice_report.services.insight.figures import FEWEST
from voice_report.services.platform import _demo_use as demo_use
from voice_report.services.platform import demo
from voice_report.services.shared.identity import PASSWORD, TWO_FACTOR
from voice_report.services.sign_in import signing_in

pytestmark = pytest.mark.one_database


async def test_everybody_signs_in_with_what_is_printed(db, capsys) -> None:
    made = await demo.fill_when_empty()
    lifespan.print_demo(made)
    printed = capsys.readouterr().out
    assert {one.role for one in made} == {"admin", "user", "platform_admin"}
    with_app = [one for one in made if one.app_secret]
    for one in made:
        assert one.email in printed
        assert one.password in printed
        if one not in with_app:
            assert (await signing_in.log_in(one.email, one.password)).user.level == PASSWORD
    [one] = with_app
    assert one.app_secret in printed
    given = [TOTP(one.app_secret).at(clock.now()), *(code for code in one.recovery_codes if code in printed)]
    assert len(given) == 4
    for code in given:
        with pytest.raises(signing_in.CodeNeeded) as needed:
            await signing_in.log_in(one.email, one.password)
        assert (await signing_in.finish(needed.value.token, code)).user.level == TWO_FACTOR


async def test_it_fills_an_empty_database_once(db) -> None:
    assert await demo.fill_when_empty()
    assert await demo.fill_when_empty() == []
    async with db.reading() as session:
        organizations, users, archived = [
            (await session.exec(select(func.count()).select_from(table).where(*only))).one()
            for table, only in ((Organization, ()), (User, ()), (Report, (~col(Report.is_draft),)))
        ]
    assert (organizations, users) == (2, 11)
    assert archived


async def test_it_has_twelve_weeks_of_use(db) -> None:
    """'Inzicht' of the larger organization is full; of the other, with two people, nothing is given."""
    await demo.fill_when_empty()
    query = select(User.email, UsageWeek).join(Organization, col(Organization.id) == col(User.organization_id))
    query = query.join(UsageWeek, col(UsageWeek.organization_id) == col(Organization.id)).where(User.role == "admin")
    found = await tables.rows(query)
    full = [week for email, week in found if email == "anna.beheer@linde.example"]
    small = [week for email, week in found if email == "bas.beheer@anker.example"]
    assert len([week for week in full if min(week.people, week.speakers, week.archivers) >= FEWEST]) == demo_use.WEEKS
    assert small
    assert not any(week.people for week in small)
