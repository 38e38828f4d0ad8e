"""A server's clock that was ahead for an hour stops nothing and deletes nothing, and what it left behind is named."""

import logging
from datetime import timedelta

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.factors.factors import set_up
from voice_report import clock
from voice_report.db.models import ConceptJob, CreditEntry, LoginSession, Organization, OutboxMail, TotpFactor, User
from voice_report.errors import Conflict
from voice_report.services.billing import credits
from voice_report.services.factors import one_time_codes
from voice_report.services.mail import outbox
from voice_report.services.mail.templates import Email
from voice_report.services.organizations import month_mail
from voice_report.services.platform import clocks
from voice_report.services.sessions import sessions
from voice_report.services.shared import leases
from voice_report.services.sign_in import signing_in

AHEAD = [timedelta(hours=5), timedelta(days=33), timedelta(days=3_653)]


@pytest.fixture
def steady(monkeypatch) -> list[float]:
    """The clock that nobody sets, which this test does."""
    ticks = [1_000.0]
    monkeypatch.setattr(clocks, "steady", lambda: ticks[0])
    monkeypatch.setattr(clocks, "_believed", lambda believed=clocks._Believed(): believed)  # noqa: B008
    return ticks


def passes(wall_clock, steady: list[float], **parts: float) -> None:
    step = timedelta(**parts)
    wall_clock.advance(step)
    steady[0] += step.total_seconds()


async def test_a_clock_that_runs_evenly_is_believed(db, wall_clock, steady, people) -> None:
    for _ in range(100):
        assert await clocks.may_delete()
        passes(wall_clock, steady, hours=1)


@pytest.mark.parametrize("ahead", AHEAD)
async def test_nothing_is_deleted_by_a_clock_that_is_suddenly_ahead(db, wall_clock, steady, caplog, ahead) -> None:
    assert await clocks.may_delete()
    wall_clock.advance(ahead)
    for _ in range(20):
        passes(wall_clock, steady, hours=1)
        assert not await clocks.may_delete()
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    wall_clock.advance(-ahead)
    assert await clocks.may_delete(), "it is right again"
    wall_clock.advance(ahead)
    assert not await clocks.may_delete()
    passes(wall_clock, steady, hours=25)
    assert await clocks.may_delete(), "it was wrong before, and is right now"


async def test_a_process_that_starts_with_a_wrong_clock_deletes_nothing(db, wall_clock, steady, people) -> None:
    await signing_in.log_in(people.user.email, people.user.password)
    wall_clock.advance(days=40)
    assert not await clocks.may_delete()
    wall_clock.advance(days=-40)
    assert await clocks.may_delete()


@pytest.mark.parametrize("ahead", AHEAD[1:])
async def test_credits_come_every_month_after_a_clock_that_was_ahead(db, wall_clock, ahead) -> None:
    """Once a month, and not twice in the month in which it was set right."""
    organization_id = await cast.make_organization(credits=2, monthly_credits=10)
    before = wall_clock.now

    async def spent_and_refilled() -> int:
        async with db.transaction() as session:
            owner = await session.get_one(Organization, organization_id)
            owner.current_credits -= 3
            entry = {"organization_id": organization_id, "reason": "report", "key": f"{wall_clock.now}{id(owner)}"}
            session.add(CreditEntry(change=-3, balance_after=owner.current_credits, **entry))
        while await db.run_in_transaction(credits.refill_due):
            pass
        assert await db.run_reading(credits.audit_balances) == []
        return (await tables.get(Organization, organization_id)).current_credits

    while await db.run_in_transaction(credits.refill_due):
        pass
    wall_clock.set(before + ahead)
    assert await spent_and_refilled() == 10
    wall_clock.set(before)
    assert await spent_and_refilled() == 7, "this month's were there already"
    balances = []
    for _ in range(3):
        wall_clock.advance(days=31)
        balances.append(await spent_and_refilled())
    early = ahead < timedelta(days=60)  # the next month's came in the wrong one
    assert balances == ([4, 10, 10] if early else [10, 10, 10])


@pytest.mark.parametrize("ahead", AHEAD)
async def test_a_lease_of_a_clock_that_was_ahead_is_over(db, wall_clock, ahead) -> None:
    wall_clock.advance(ahead)
    async with db.transaction() as session:
        outbox.write(session, "ursula@zorg.example", Email("Onderwerp", "tekst", "<p>tekst</p>"))
    assert await db.run_in_transaction(leases.take, OutboxMail, outbox.LEASE)
    wall_clock.advance(-ahead)
    async with db.transaction() as session:
        assert await leases.take(session, OutboxMail, outbox.LEASE)
        assert not await leases.take(session, OutboxMail, outbox.LEASE)


@pytest.mark.parametrize("ahead", AHEAD[1:])
async def test_a_mail_of_a_clock_that_was_ahead_goes_out_and_is_never_deleted_unsent(db, wall_clock, ahead) -> None:
    async with db.transaction() as session:
        outbox.write(session, "anna@zorg.example", Email("Eerder", "tekst", "<p>tekst</p>"))
    wall_clock.advance(ahead)
    async with db.transaction() as session:
        outbox.write(session, "ursula@zorg.example", Email("Onderwerp", "tekst", "<p>tekst</p>"))
    assert await db.run_in_transaction(outbox.purge) == 0
    wall_clock.advance(-ahead)
    assert await outbox.deliver_due() == 2
    wall_clock.advance(ahead + outbox.KEPT)
    assert await db.run_in_transaction(outbox.purge) == 2


@pytest.mark.parametrize("ahead", AHEAD)
async def test_a_reservation_of_a_clock_that_was_ahead_holds_nobody_up(db, wall_clock, people, ahead) -> None:
    user = await people.user.current()
    lease = timedelta(minutes=3)
    wall_clock.advance(ahead)
    lost = await db.run_in_transaction(credits.reserve, user, "key", lease)
    wall_clock.advance(-ahead)
    async with db.transaction() as session:
        again = await credits.reserve(session, user, "key", lease)
        assert again.status == "reserved"
        await credits.settle(session, again, "verslag")
    with pytest.raises(Conflict):
        await db.run_in_transaction(credits.settle, lost, "verslag")
    assert await tables.rows(select(ConceptJob.status)) == ["settled"]


async def test_nobody_is_locked_out_or_let_in_until_a_wrong_clocks_moment(db, wall_clock, people) -> None:
    far = wall_clock.now + timedelta(days=3_653)
    async with db.transaction() as session:
        user = await session.get_one(User, people.user.id)
        user.locked_until = user.codes_locked_until = far
        opened = LoginSession(user_id=people.admin.id, token_hash="h", expires_at=far, stepped_up_at=far)
        session.add(opened)
    assert await signing_in.log_in(people.user.email, people.user.password)
    assert await sessions.resolve("h") is None
    assert await sessions.expired_among(["h"]) == {"h"}


async def test_codes_are_right_again_after_a_clock_that_was_ahead_and_each_works_once(db, wall_clock, people) -> None:
    app, _ = await set_up(people.user)
    wall_clock.advance(days=3_653)
    assert await used(db, people, app)
    wall_clock.advance(days=-3_653)
    assert await used(db, people, app)
    assert not await used(db, people, app)


async def used(db, people, app) -> bool:
    """Return whether the code of the app at this moment is right."""
    async with db.transaction() as session:
        own = await session.get_one(User, people.user.id)
        factor = (await session.exec(select(TotpFactor))).one()
        outcome = await one_time_codes.use(session, own, factor, app.at(clock.now()))
    return outcome.refusal is None


async def test_what_a_clock_that_was_ahead_left_is_named(db, wall_clock, people) -> None:
    assert await clocks.from_the_future() == []
    wall_clock.advance(days=3_653)
    await cast.make_organization(last_credit_refill=wall_clock.now)
    wall_clock.advance(days=-3_653)
    found = await clocks.from_the_future()
    assert [line.split(":")[0] for line in found] == [
        "organizations.created_at",
        "organizations.last_credit_refill",
        "organizations.updated_at",
        "credit_ledger.created_at",
    ]
    assert "1 keer" in found[0]
    assert "2036" in found[0]


async def test_the_monthly_mail_goes_on(db, wall_clock, people) -> None:
    await tables.change(User, people.admin.id, month_mail_at=wall_clock.now + timedelta(days=3_653))
    assert await db.run_in_transaction(month_mail.send_due) == 1
    assert await db.run_in_transaction(month_mail.send_due) == 0


@pytest.mark.parametrize("hours", [0, 5])
async def test_rows_of_a_clock_that_is_ahead_convince_no_process_that_starts(db, wall_clock, steady, people, hours):
    await signing_in.log_in(people.user.email, people.user.password)
    wall_clock.advance(days=40)
    await signing_in.log_in(people.user.email, people.user.password)  # a row of the future
    passes(wall_clock, steady, hours=hours)
    assert not await clocks.may_delete()
    passes(wall_clock, steady, hours=25)
    assert await clocks.may_delete(), "it has been so for a day"


async def test_rows_of_a_clock_that_was_ahead_once_convince_nobody(db, wall_clock, steady, people):
    await signing_in.log_in(people.user.email, people.user.password)
    wall_clock.advance(days=400)
    await signing_in.log_in(people.user.email, people.user.password)
    wall_clock.advance(days=-200)  # ahead again, by less
    assert not await clocks.may_delete()
    wall_clock.advance(days=-200)
    assert await clocks.may_delete()


@pytest.mark.parametrize(("idle", "is_believed"), [({"hours": 62}, True), ({"days": 5}, False)])
async def test_a_weekend_is_believed_at_the_start(db, wall_clock, steady, people, idle, is_believed):
    await signing_in.log_in(people.user.email, people.user.password)
    wall_clock.advance(**idle)
    await signing_in.log_in(people.user.email, people.user.password)
    passes(wall_clock, steady, hours=1)
    assert await clocks.may_delete() == is_believed
