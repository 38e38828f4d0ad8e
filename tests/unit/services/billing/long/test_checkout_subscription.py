"""S16: the subscription follows what Stripe says now."""

import asyncio
import time

import pytest

from tests.support import people as cast
from tests.unit.services.billing.buying import deliver, fake_stripe, ledger, organization, paid, payments
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import AuditLog
from voice_report.errors import Conflict, Unavailable
from voice_report.services.billing import checkout, subscriptions
from voice_report.services.platform import deletion

__all__ = ["fake_stripe"]


@pytest.fixture
async def subscribed(db, fake_stripe):
    """Return (organization's id, subscription's id) of a ZZP customer with 10 credits who took Unlimited."""
    there = await cast.make_organization("Abonnee", plan="zzp", monthly_credits=4)
    await paid(fake_stripe, await cast.make_user(there), "unlimited")
    return there, fake_stripe.state.all("subscription")[0]["id"]


async def shown(there) -> tuple:
    row = await organization(there)
    return row.plan, row.unlimited, row.subscription_status, row.current_credits


async def test_s16_active_is_unlimited_and_the_bought_credits_wait(subscribed, fake_stripe):
    there, subscription_id = subscribed
    assert await shown(there) == ("unlimited", True, "active", 10)
    row = await organization(there)
    assert (row.stripe_subscription_id, row.plan_before_subscription) == (subscription_id, "zzp")
    assert row.subscription_current_period_end is not None
    assert row.subscription_current_period_end > clock.now()
    assert [(one.package_id, one.amount_cents, one.status, one.credits) for one in await payments()] == [
        ("unlimited", 9900, "paid", 0)
    ]
    assert await ledger(there) == []


async def test_s16_a_stale_event_changes_nothing(subscribed, fake_stripe):
    there, subscription_id = subscribed
    early = list(fake_stripe.state.events)
    fake_stripe.state.change_subscription(subscription_id, status="canceled")
    await deliver(*reversed(fake_stripe.state.events))
    assert await shown(there) == ("zzp", False, "canceled", 10)
    for event in early:  # the same news under another id
        await deliver({**event, "id": f"{event['id']}-again"})
    assert await shown(there) == ("zzp", False, "canceled", 10)


async def test_s16_cancelled_keeps_until_the_period_ends_and_deleted_ends_it(people, subscribed, fake_stripe):
    there, subscription_id = subscribed
    admin = await people.platform_admin.current()
    await checkout.cancel_subscription(admin, there)
    assert await shown(there) == ("unlimited", True, "canceling", 10)
    with pytest.raises(Conflict, match="geen actief abonnement"):
        await checkout.cancel_subscription(admin, there)
    await deliver(*fake_stripe.state.events)
    assert await shown(there) == ("unlimited", True, "canceling", 10)
    fake_stripe.state.change_subscription(subscription_id, status="canceled")
    await deliver(*fake_stripe.state.events)
    assert await shown(there) == ("zzp", False, "canceled", 10)
    async with database.reading() as session:
        trail = await session.exec(AuditLog.__table__.select().where(AuditLog.organization_id == there))  # pyright: ignore
        assert [(row.action, row.resource) for row in trail] == [("cancel", "subscription")]


async def test_s16_a_package_bought_meanwhile_is_there_when_it_ends(subscribed, fake_stripe):
    there, subscription_id = subscribed
    await paid(fake_stripe, await cast.make_user(there, "Uwe"), "mkb")
    assert await shown(there) == ("unlimited", True, "active", 110)
    fake_stripe.state.change_subscription(subscription_id, status="canceled")
    await deliver(*fake_stripe.state.events)
    assert await shown(there) == ("mkb", False, "canceled", 110)


@pytest.mark.parametrize(
    ("status", "plan"), [("past_due", "unlimited"), ("unpaid", "zzp"), ("paused", "zzp"), ("incomplete", "zzp")]
)
async def test_s16_a_failed_renewal_gives_access_for_as_long_as_stripe_tries(subscribed, fake_stripe, status, plan):
    there, subscription_id = subscribed
    fake_stripe.state.bill(subscription_id, paid=False)
    fake_stripe.state.change_subscription(subscription_id, status=status)
    await deliver(*fake_stripe.state.events)
    assert (await shown(there))[:3] == (plan, plan == "unlimited", status)
    assert sorted(one.status for one in await payments()) == ["paid", "pending"]
    fake_stripe.state.change_subscription(subscription_id, status="active")
    await deliver(*fake_stripe.state.events)
    assert await shown(there) == ("unlimited", True, "active", 10)


async def test_s16_an_older_reading_never_replaces_a_newer_one(subscribed, fake_stripe, monkeypatch):
    """Two events are handled at once; the one that read Stripe first writes last."""
    there, subscription_id = subscribed
    customer, has_read, may_go_on = (
        (await organization(there)).stripe_customer_id or "",
        asyncio.Event(),
        asyncio.Event(),
    )
    read = subscriptions.payments.subscriptions
    slow = True

    async def reading(*arguments):
        nonlocal slow
        mine, slow = slow, False
        found = await read(*arguments)
        if mine:
            has_read.set()
            await may_go_on.wait()
        return found

    monkeypatch.setattr(subscriptions.payments, "subscriptions", reading)
    late = asyncio.create_task(subscriptions.sync(customer))
    await has_read.wait()
    fake_stripe.state.change_subscription(subscription_id, status="canceled")
    await subscriptions.sync(customer)
    may_go_on.set()
    await late
    assert await shown(there) == ("zzp", False, "canceled", 10)


async def test_s16_a_lost_event_is_found_after_the_period(subscribed, fake_stripe, wall_clock):
    there, subscription_id = subscribed
    fake_stripe.state.change_subscription(subscription_id, status="canceled")
    wall_clock.set(clock.datetime.fromtimestamp(time.time(), clock.UTC))
    assert await subscriptions.sync_overdue() == 0
    wall_clock.advance(days=31)
    assert await subscriptions.sync_overdue() == 1
    assert await shown(there) == ("zzp", False, "canceled", 10)


async def test_stopping_that_stripe_refuses_is_a_clear_sentence(people, subscribed, fake_stripe):
    there, _ = subscribed
    fake_stripe.fail(500, 3)
    with pytest.raises(Unavailable, match=r"Kon abonnement niet annuleren\."):
        await checkout.cancel_subscription(await people.platform_admin.current(), there)
    assert (await shown(there))[2] == "active"


async def test_an_organization_is_not_deleted_while_it_goes_on_paying(people, subscribed, fake_stripe):
    """What was cancelled may go; should it be active again, it is ended, so that nobody pays for nothing."""
    there, subscription_id = subscribed
    admin = await people.platform_admin.current()
    with pytest.raises(Conflict, match="Stop eerst het abonnement"):
        await deletion.delete_organization(admin, there)
    await checkout.cancel_subscription(admin, there)
    await deletion.delete_organization(admin, there)
    await deliver(*fake_stripe.state.events, fake_stripe.state.events[-1] | {"id": "evt_again"})
    assert fake_stripe.state.get(subscription_id)["status"] == "canceled"
    assert [one.organization_name for one in await payments()] == ["Abonnee"]
