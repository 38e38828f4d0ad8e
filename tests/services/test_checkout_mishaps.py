"""Buying and cancelling when Stripe, its keys or its dashboard did something in between."""

from datetime import UTC, datetime, timedelta

from tests import people as cast
from tests.services.buying import buy, deliver, fake_stripe, organization, paid
from voice_report import database
from voice_report.services import checkout, deletion, reconciliation, subscriptions

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


async def test_a_payment_for_an_organisation_that_is_gone_stands_out_until_it_is_paid_back(people, fake_stripe):
    session_id = await buy(fake_stripe, people.outsider)
    async with database.transaction() as session:
        await deletion.delete_organization(session, await people.platform_admin.current(), people.other_organization_id)
    fake_stripe.state.pay(session_id)
    await deliver(*fake_stripe.state.events)
    assert await reconciliation.differences() == [f"{session_id}: paid, and nothing was given, Thuiszorg Het Anker"]
    fake_stripe.state.refund(fake_stripe.state.get(session_id)["payment_intent"], 1000)
    await deliver(fake_stripe.state.events[-1])
    assert await reconciliation.differences() == []
