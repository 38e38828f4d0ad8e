"""Balances, the ledger, reservations and the monthly refill (decisions/0003)."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from tests.support import people as cast
from tests.support import tables
from voice_report.db.models import ConceptJob, CreditEntry, Organization, ReportUsage, User
from voice_report.errors import Conflict, OutOfCredits
from voice_report.services.billing import credits
from voice_report.services.billing.ledger import locked
from voice_report.services.organizations import organizations

LEASE = timedelta(minutes=3)


async def pay(db, user, key="k") -> credits.ReservedCredit:
    """Reserve and settle one report."""
    claim = await db.run_in_transaction(credits.reserve, user, key, LEASE)
    await db.run_in_transaction(credits.settle, claim, "verslag")
    return claim


async def balances(db, person: cast.Person) -> tuple[int | None, int]:
    """Return what a person can spend of their own, and of the organization's."""
    user = await tables.get(User, person.id)
    organization = await tables.get(Organization, person.organization_id)
    return credits.personal_balance(user), credits.organization_balance(organization)


async def change_row(db, model, row_id, **values) -> None:
    await tables.run(update(model).where(model.id == row_id).values(**values))


async def assert_books_are_right(db) -> None:
    assert await db.run_reading(credits.audit_balances) == []


async def test_a_grant_is_a_ledger_row_and_counts_once(db, people):
    order = {"reason": "purchase", "key": "order-1", "organization_id": people.organization_id}
    first = await db.run_in_transaction(credits.grant, 25, **order)
    again = await db.run_in_transaction(credits.grant, 25, **order)
    assert (first.change, first.balance_after, first.reason) == (25, 35, "purchase")
    assert again.id == first.id
    assert await balances(db, people.user) == (None, 35)
    await assert_books_are_right(db)


async def test_a_personal_grant_opens_a_personal_balance(db, people):
    async with db.transaction() as session:
        await credits.grant(session, 3, reason="gift", key="gift-1", user_id=people.user.id, actor_id=people.admin.id)
    assert await balances(db, people.user) == (3, 10)
    assert await balances(db, people.admin) == (None, 10)
    await assert_books_are_right(db)


@pytest.mark.parametrize("amount", [0, -1])
async def test_a_grant_that_gives_nothing_is_a_mistake_of_ours(db, people, amount):
    with pytest.raises(ValueError, match="positive"):
        await db.run_in_transaction(credits.grant, amount, reason="x", key="x", organization_id=people.organization_id)


async def test_personal_credits_go_first_then_the_organizations(db):
    organization_id = await cast.make_organization(credits=2)
    person = await cast.make_user(organization_id, personal_credits=1)
    user = await person.current()

    assert (await pay(db, user, "one")).source == "personal"
    assert await balances(db, person) == (0, 2)
    assert (await pay(db, user, "two")).source == "organization"
    assert await balances(db, person) == (0, 1)
    await pay(db, user, "three")
    with pytest.raises(OutOfCredits, match=r"Onvoldoende credits\. Koop credits om verder te gaan\."):
        await pay(db, user, "four")
    assert await balances(db, person) == (0, 0)
    await assert_books_are_right(db)


async def test_a_reservation_leaves_the_balance_alone_and_holds_its_credit(db):
    organization_id = await cast.make_organization(credits=1)
    person = await cast.make_user(organization_id)
    user = await person.current()
    claim = await db.run_in_transaction(credits.reserve, user, "one", LEASE)
    assert await balances(db, person) == (None, 1)
    with pytest.raises(OutOfCredits):
        await db.run_in_transaction(credits.reserve, user, "two", LEASE)

    await db.run_in_transaction(credits.release, claim)
    assert (await db.run_in_transaction(credits.reserve, user, "two", LEASE)).status == "reserved"


async def test_a_reservation_nobody_settles_ends_by_itself(db, wall_clock):
    organization_id = await cast.make_organization(credits=1)
    user = await (await cast.make_user(organization_id)).current()
    dead = await db.run_in_transaction(credits.reserve, user, "one", LEASE)
    wall_clock.advance(LEASE)
    again = await db.run_in_transaction(credits.reserve, user, "one", LEASE)
    assert (again.status, again.job_id) == ("reserved", dead.job_id)
    assert again.attempt != dead.attempt

    with pytest.raises(Conflict):  # the first attempt turns out to be alive after all
        await db.run_in_transaction(credits.settle, dead, "te laat")
    await db.run_in_transaction(credits.settle, again, "op tijd")
    await assert_books_are_right(db)


async def test_settling_after_the_lease_needs_a_credit_nobody_else_was_promised(db, wall_clock):
    organization_id = await cast.make_organization(credits=1)
    person = await cast.make_user(organization_id)
    user = await person.current()
    late = await db.run_in_transaction(credits.reserve, user, "late", LEASE)
    wall_clock.advance(LEASE)
    other = await db.run_in_transaction(credits.reserve, user, "other", LEASE)
    with pytest.raises(OutOfCredits):
        await db.run_in_transaction(credits.settle, late, "verslag")
    await db.run_in_transaction(credits.settle, other, "verslag")
    assert await balances(db, person) == (None, 0)
    await assert_books_are_right(db)


async def test_the_same_key_is_running_and_then_settled(db, people):
    user = await people.user.current()
    first = await db.run_in_transaction(credits.reserve, user, "same", LEASE)
    assert (await db.run_in_transaction(credits.reserve, user, "same", LEASE)).status == "running"
    await db.run_in_transaction(credits.settle, first, "verslag")
    again = await db.run_in_transaction(credits.reserve, user, "same", LEASE)
    assert (again.status, again.report) == ("settled", "verslag")
    with pytest.raises(Conflict):
        await db.run_in_transaction(credits.settle, first, "nog eens")
    assert await balances(db, people.user) == (None, 9)
    await assert_books_are_right(db)


@pytest.mark.parametrize("whose", ["organization", "personal"])
async def test_unlimited_pays_nothing_and_is_counted(db, whose):
    organization_id = await cast.make_organization(credits=4, unlimited=whose == "organization")
    person = await cast.make_user(organization_id, personal_unlimited=whose == "personal")
    user = await person.current()
    for number in range(6):
        assert (await pay(db, user, f"report-{number}")).source == whose
    organization = await tables.get(Organization, organization_id)
    assert organization.current_credits == 4  # what was bought before is there again when the subscription ends
    assert len(await tables.rows(select(ReportUsage))) == 6
    assert (await db.run_reading(organizations.view, organization_id)).current_credits == (
        -1 if whose == "organization" else 4
    )
    assert await balances(db, person) == ((None, -1) if whose == "organization" else (-1, 4))
    await assert_books_are_right(db)


async def test_the_monthly_refill_tops_up_once_a_dutch_calendar_month(db, wall_clock):
    wall_clock.set(datetime(2026, 3, 31, 21, 30, tzinfo=UTC))  # 23:30 in Amsterdam, still March
    organization_id = await cast.make_organization(credits=3, monthly_credits=10)
    person = await cast.make_user(organization_id)
    user = await person.current()

    assert await balances(db, person) == (None, 10)  # what the next use will make of it
    await pay(db, user, "march-1")
    assert await balances(db, person) == (None, 9)
    await pay(db, user, "march-2")
    assert await balances(db, person) == (None, 8)

    wall_clock.set(datetime(2026, 3, 31, 22, 30, tzinfo=UTC))  # 00:30 in Amsterdam, April
    await pay(db, user, "april-1")
    assert await balances(db, person) == (None, 9)
    query = select(CreditEntry.change, CreditEntry.key).where(CreditEntry.reason == "monthly_refill")
    refills = await tables.rows(query)
    assert sorted((change, key[-7:]) for change, key in refills) == [(2, "2026-04"), (7, "2026-03")]
    await assert_books_are_right(db)


async def test_the_refill_never_lowers_what_was_bought(db):
    organization_id = await cast.make_organization(credits=40, monthly_credits=10)
    person = await cast.make_user(organization_id, personal_credits=5, personal_monthly_credits=3)
    assert await db.run_in_transaction(credits.refill_due) == 2
    assert await balances(db, person) == (5, 40)
    await assert_books_are_right(db)


async def test_what_is_bought_or_paid_back_before_the_refill_of_the_month_counts_beside_it(db):
    """In the first hour of a month, or after a night without servers, the top-up is still to come."""
    organization_id = await cast.make_organization(credits=4, monthly_credits=10)
    person = await cast.make_user(organization_id, personal_monthly_credits=3)
    async with db.transaction() as session:
        await credits.grant(session, 25, reason="purchase", key="cs_1", organization_id=organization_id)
        await credits.grant(session, 2, reason="gift", key="gift", user_id=person.id)
    assert await balances(db, person) == (5, 35)
    other = await cast.make_organization(credits=4, monthly_credits=10)
    async with db.transaction() as session:
        theirs = await locked(session, Organization, other)
        assert theirs is not None
        assert await credits.revoke(session, 6, theirs, reason="refund", key="refund") == 0
        assert await credits.refill_due(session) == 0
    assert await balances(db, await cast.make_user(other)) == (None, 4)
    await assert_books_are_right(db)


async def test_the_daily_refill_does_everyone_once(db, wall_clock):
    first = await cast.make_organization(credits=0, monthly_credits=10)
    await cast.make_organization(credits=7, monthly_credits=0)
    await cast.make_organization(credits=0, monthly_credits=10, unlimited=True)
    person = await cast.make_user(first, personal_monthly_credits=2)
    for expected in (2, 0):
        assert await db.run_in_transaction(credits.refill_due) == expected
    assert await balances(db, person) == (2, 10)
    wall_clock.advance(days=31)
    assert await db.run_in_transaction(credits.refill_due, limit=1) == 2  # one person, one organization
    await assert_books_are_right(db)


async def test_the_books_show_a_balance_that_was_changed_behind_the_ledger(db, people):
    await change_row(db, Organization, people.organization_id, current_credits=11)
    await change_row(db, User, people.user.id, personal_current_credits=1)
    found = await db.run_reading(credits.audit_balances)
    assert {(wrong.account, wrong.balance, wrong.ledger) for wrong in found} == {
        (f"organizations:{people.organization_id}", 11, 10),
        (f"users:{people.user.id}", 1, 0),
    }


async def test_s17_forty_reservations_at_once_get_the_ten_that_are_there(db, people):
    user = await people.user.current()

    async def one(number: int) -> bool:
        try:
            await pay(db, user, f"report-{number}")
        except OutOfCredits:
            return False
        return True

    assert sum(await asyncio.gather(*[one(number) for number in range(40)])) == 10
    assert await balances(db, people.user) == (None, 0)
    async with db.reading() as session:
        spent = (await session.exec(select(CreditEntry.change).where(CreditEntry.reason == "report"))).all()
        open_jobs = await session.exec(select(ConceptJob).where(col(ConceptJob.status) != "settled"))
        assert list(spent) == [-1] * 10
        assert open_jobs.all() == []
    await assert_books_are_right(db)


async def test_a_job_that_is_gone_is_not_charged(db, people):
    user = await people.user.current()
    claim = await db.run_in_transaction(credits.reserve, user, "gone", LEASE)
    async with db.transaction() as session:
        await session.delete(await session.get_one(ConceptJob, claim.job_id))
    with pytest.raises(Conflict):
        await db.run_in_transaction(credits.settle, claim, "verslag")
    assert await balances(db, people.user) == (None, 10)
