"""Buying and cancelling when Stripe, its keys or its dashboard did something in between."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.support import people as cast
from tests.unit.services.billing.buying import buy, deliver, fake_stripe, ledger, organization, paid
from voice_report.errors import Unavailable
from voice_report.services.billing import checkout, plans, reconciliation, subscriptions
from voice_report.services.platform import deletion

__all__ = ["fake_stripe"]


async def test_a_cancelled_subscription_that_cannot_be_read_back_is_cancelled_all_the_same(people, fake_stripe):
    await paid(fake_stripe, people.user, "unlimited")
    asked = len(fake_stripe.asked)
    subscription = fake_stripe.state.all("subscription")[0]
    change = fake_stripe.state.change_subscription

    def changed(*given, **fields):
        fake_stripe.fail(500, 3)  # right after this answer Stripe is down
        return change(*given, **fields)

    fake_stripe.state.change_subscription = changed
    await checkout.cancel_subscription(await people.platform_admin.current(), people.organization_id)
    assert subscription["cancel_at_period_end"] is True
    assert len(fake_stripe.asked) > asked + 1
    await deliver(*fake_stripe.state.events)
    assert (await organization(people.organization_id)).subscription_status == "canceling"


async def test_s16_a_subscription_that_cannot_be_read_leaves_the_others_their_turn(people, fake_stripe, wall_clock):
    other = await cast.make_organization("Tweede")
    for person in (people.user, await cast.make_user(other, "Tweede")):
        await paid(fake_stripe, person, "unlimited")
    for one in fake_stripe.state.all("subscription"):
        fake_stripe.state.change_subscription(one["id"], status="canceled")
    wall_clock.set(datetime.now(UTC) + timedelta(days=31))
    fake_stripe.fail(500, 3)  # whichever is read first
    assert await subscriptions.sync_overdue() == 1
    assert await subscriptions.sync_overdue() == 1
    for there in (people.organization_id, other):
        assert not (await organization(there)).unlimited


async def test_a_payment_for_an_organization_that_is_gone_stands_out_until_it_is_paid_back(people, fake_stripe):
    session_id = await buy(fake_stripe, people.outsider)
    await deletion.delete_organization(await people.platform_admin.current(), people.other_organization_id)
    fake_stripe.state.pay(session_id)
    await deliver(*fake_stripe.state.events)
    assert await reconciliation.differences() == [f"{session_id}: paid, and nothing was given, Thuiszorg Het Anker"]
    fake_stripe.state.refund(fake_stripe.state.get(session_id)["payment_intent"], 1000)
    await deliver(fake_stripe.state.events[-1])
    assert await reconciliation.differences() == []


async def test_a_failure_that_stripe_remembers_is_over_a_moment_later(people, fake_stripe, wall_clock):
    """Stripe gives the same answer to the same idempotency key for a day, its own failure too."""
    fake_stripe.remembers_failures = True
    for _ in range(2):  # at making the customer, and then the page
        fake_stripe.fail(500)
        with pytest.raises(Unavailable):
            await buy(fake_stripe, people.user)
        wall_clock.advance(seconds=20)
    await buy(fake_stripe, people.user)


async def test_a_customer_that_is_not_there_any_more_is_made_anew(people, fake_stripe):
    """Deleted in Stripe's dashboard, or from before the test keys were replaced by those for real money."""
    await paid(fake_stripe, people.user, "unlimited")
    before = (await organization(people.organization_id)).stripe_customer_id
    fake_stripe.state.objects.clear()
    fake_stripe.idempotent.clear()
    await subscriptions.sync(before or "")
    assert not (await organization(people.organization_id)).unlimited
    await paid(fake_stripe, people.user)
    after = (await organization(people.organization_id)).stripe_customer_id
    assert after != before
    assert [one["id"] for one in fake_stripe.state.all("customer")] == [after]
    assert await ledger(people.organization_id) == [("purchase", 25, 0)]


async def test_a_page_from_before_a_price_change_is_paid_as_promised_and_the_next_costs_the_new_price(
    people, fake_stripe, monkeypatch
):
    """The customer sees the price on Stripe's page, and gets what stood there; the request never names a price."""
    old = await buy(fake_stripe, people.user)
    dearer = replace(plans.plan("zzp"), price_cents=1200, credits=20)
    monkeypatch.setitem(plans._BY_ID, "zzp", dearer)
    monkeypatch.setattr(plans, "PLANS", tuple(dearer if one.id == "zzp" else one for one in plans.PLANS))
    new = await buy(fake_stripe, people.user)
    assert [fake_stripe.state.pay(one)["amount_total"] for one in (old, new)] == [1000, 1200]
    await deliver(*fake_stripe.state.events)
    assert await ledger(people.organization_id) == [("purchase", 20, 0), ("purchase", 25, 0)]
    assert await reconciliation.differences() == []
