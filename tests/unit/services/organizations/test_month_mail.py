"""The monthly mail: who gets it, once, and what it says."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.organizations.test_usage import reports
from voice_report.db.models import Organization, OutboxMail, User
from voice_report.errors import NotAllowed
from voice_report.services.organizations import month_mail

MARCH = datetime(2026, 3, 10, 12, tzinfo=UTC)
APRIL = datetime(2026, 4, 1, 5, 30, tzinfo=UTC)  # 07.30 in Amsterdam


async def choose(db, user, *, wanted: bool = True) -> None:
    await db.run_in_transaction(month_mail.choose, user, wanted=wanted)


async def sent(db) -> list[OutboxMail]:
    """Run the hourly task; return the mails so far."""
    await db.run_in_transaction(month_mail.send_due)
    return await tables.rows(select(OutboxMail).order_by(OutboxMail.recipient))


@pytest.fixture
async def asked(db, people, wall_clock):
    """The administrator asked for the mail in March; a colleague's organization did not."""
    admin = await people.admin.current()
    wall_clock.set(MARCH)
    await choose(db, admin)
    return admin


async def test_it_comes_once_a_month_from_the_first_morning_on(db, wall_clock, asked):
    for moment in (MARCH, APRIL - timedelta(hours=1)):
        wall_clock.set(moment)
        assert await sent(db) == []
    for moment, count in ((APRIL, 1), (APRIL + timedelta(days=3), 1), (APRIL + timedelta(days=33), 2)):
        wall_clock.set(moment)
        mails = await sent(db)
        assert [mail.recipient for mail in mails] == [asked.email] * count


@pytest.mark.parametrize(
    ("made", "credits", "allowance", "says"),
    [
        (0, 5, 0, "zijn er bij Zorg geen verslagen gemaakt. Er zijn nog 5 credits."),
        (
            1,
            1,
            0,
            "is er bij Zorg 1 verslag gemaakt. Er is nog 1 credit. In dit tempo is dat genoeg tot ongeveer 2 mei.",
        ),
        (31, 10, 0, "31 verslagen gemaakt. Er zijn nog 10 credits. In dit tempo is dat genoeg tot ongeveer 11 april."),
        (2, 10, 5, "Er zijn nog 10 credits. In dit tempo is dat genoeg voor meer dan een jaar."),
        (2, 0, 0, "2 verslagen gemaakt. Er zijn geen credits meer."),
        (2, -1, 0, "2 verslagen gemaakt. Jullie kunnen onbeperkt rapporteren."),
    ],
)
async def test_it_says_what_was_made_what_is_left_and_until_when(
    db, people, wall_clock, asked, made, credits, allowance, says
):
    async with db.transaction() as session:
        home = await session.get_one(Organization, people.organization_id)
        home.name, home.current_credits, home.monthly_credits = "Zorg", max(credits, 0), allowance
        home.last_credit_refill, home.unlimited = APRIL, credits < 0
        session.add(home)
    await reports(db, people.organization_id, None, *[MARCH] * made, APRIL, datetime(2026, 2, 28, tzinfo=UTC))
    await reports(db, people.other_organization_id, None, MARCH)
    wall_clock.set(APRIL)
    (mail,) = await sent(db)
    assert mail.subject.startswith("Maart in ")
    assert says in f"{mail.text}. "


async def test_who_stops_it_or_is_no_administrator_any_more_gets_none(db, people, wall_clock, asked):
    await choose(db, asked, wanted=False)
    wall_clock.set(APRIL)
    assert await sent(db) == []
    wall_clock.set(MARCH)
    await choose(db, asked)
    async with db.transaction() as session:
        person = await session.get_one(User, asked.id)
        person.role = "user"
        session.add(person)
    wall_clock.set(APRIL)
    assert await sent(db) == []


@pytest.mark.parametrize("who", ["user", "platform_admin"])
async def test_s01_it_is_for_administrators(db, people, who):
    with pytest.raises(NotAllowed):
        await choose(db, await getattr(people, who).current())
    async with db.reading() as session:
        with pytest.raises(NotAllowed):
            await month_mail.is_wanted(session, await getattr(people, who).current())


async def test_many_administrators_take_no_more_statements_than_one(db, wall_clock, asked, people):
    """Their rows are locked meanwhile, and on SQLite everybody waits."""
    colleagues = [await cast.make_user(people.organization_id, f"Anna{number}", role="admin") for number in range(20)]
    for colleague in colleagues:
        await choose(db, await colleague.current())
    wall_clock.set(APRIL)
    asked_for: list[str] = []

    def note(_connection, _cursor, statement, *_) -> None:
        asked_for.append(statement)

    event.listen(db.engine().sync_engine, "before_cursor_execute", note)
    try:
        assert len(await sent(db)) == 21
    finally:
        event.remove(db.engine().sync_engine, "before_cursor_execute", note)
    assert len([statement for statement in asked_for if statement.startswith("SELECT")]) <= 5
