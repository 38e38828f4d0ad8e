"""S14 and S15: late payments give nothing early, and what is paid back is taken back exactly."""

import asyncio
from datetime import timedelta

import pytest

from tests.unit.services.billing.buying import buy, deliver, fake_stripe, ledger, organization, paid, payments
from voice_report.db import session as database
from voice_report.services.billing import _fulfilment, credits

__all__ = ["fake_stripe"]


async def spend(person, amount: int) -> None:
    for number in range(amount):
        async with database.transaction() as session:
            claim = await credits.reserve(
                session, await person.current(), f"{person.id}:{number}", timedelta(minutes=3)
            )
            await credits.settle(session, claim, "verslag")


@pytest.mark.parametrize("succeeds", [True, False])
async def test_s14_a_late_payment_gives_nothing_before_it_succeeded(people, fake_stripe, succeeds):
    session_id = await buy(fake_stripe, people.user)
    fake_stripe.state.pay(session_id, late=True)
    await deliver(*fake_stripe.state.events)
    assert await ledger(people.organization_id) == []
    assert [one.status for one in await payments()] == ["pending"]
    fake_stripe.state.settle(session_id, paid=succeeds)
    await deliver(*fake_stripe.state.events, *fake_stripe.state.events)
    assert await ledger(people.organization_id) == ([("purchase", 25, 0)] if succeeds else [])
    (payment,) = await payments()
    assert (payment.status, payment.paid_at is not None) == (("paid", True) if succeeds else ("failed", False))


async def test_s15_partial_refunds_are_cumulative_and_end_at_nothing(people, fake_stripe):
    intent = (await paid(fake_stripe, people.user))["payment_intent"]
    balances = []
    for cents in (100, 250, 250, 400, 400):  # 10 euro for 25 credits: 40 cents each, a part of one stays
        fake_stripe.state.refund(intent, cents)
        await deliver(fake_stripe.state.events[-1])
        balances.append((await organization(people.organization_id)).current_credits)
    assert balances == [33, 27, 20, 10, 10]
    (payment,) = await payments()
    assert (payment.status, payment.refunded_cents, payment.credits_reversed) == ("refunded", 1000, 25)
    assert sum(change for _, change, _ in await ledger(people.organization_id)) == 0


async def test_s15_refunds_that_arrive_in_the_wrong_order_take_no_more_than_was_paid_back(people, fake_stripe):
    intent = (await paid(fake_stripe, people.user))["payment_intent"]
    for cents in (200, 200):
        fake_stripe.state.refund(intent, cents)
    await deliver(*reversed(fake_stripe.state.events))
    assert await ledger(people.organization_id) == [("purchase", 25, 0), ("refund", -10, 0)]


@pytest.mark.parametrize(("outcome", "status", "left"), [("won", "paid", 35), ("lost", "lost", 10)])
async def test_s15_a_dispute_takes_the_credits_only_when_it_is_lost(people, fake_stripe, outcome, status, left):
    intent = (await paid(fake_stripe, people.user))["payment_intent"]
    dispute = fake_stripe.state.dispute(intent)
    await deliver(fake_stripe.state.events[-1])
    assert (await payments())[0].status == "disputed"
    assert (await organization(people.organization_id)).current_credits == 35
    fake_stripe.state.decide(dispute["id"], outcome)
    await deliver(*fake_stripe.state.events)
    assert (await payments())[0].status == status
    assert (await organization(people.organization_id)).current_credits == left


async def test_s15_spent_credits_are_missing_in_the_ledger_and_the_balance_stays_a_number(people, fake_stripe):
    intent = (await paid(fake_stripe, people.user))["payment_intent"]
    await spend(people.user, 20)
    fake_stripe.state.refund(intent, 1000)
    await deliver(fake_stripe.state.events[-1])
    row = await organization(people.organization_id)
    assert (row.current_credits, row.unlimited, credits.organization_balance(row)) == (0, False, 0)
    assert [one for one in await ledger(people.organization_id) if one[0] == "refund"] == [("refund", -15, 10)]
    assert (await payments())[0].credits_missing == 10


async def test_s15_a_credit_that_is_promised_to_a_report_under_way_stays(people, fake_stripe):
    intent = (await paid(fake_stripe, people.user))["payment_intent"]
    await spend(people.user, 12)
    async with database.transaction() as session:
        claim = await credits.reserve(session, await people.user.current(), "onderweg", timedelta(minutes=3))
    fake_stripe.state.refund(intent, 1000)
    await deliver(fake_stripe.state.events[-1])
    await database.run_in_transaction(credits.settle, claim, "verslag")
    assert (await organization(people.organization_id)).current_credits == 0
    assert (await payments())[0].credits_missing == 3


async def test_s15_a_refund_that_failed_after_all_gives_back_what_it_took(people, fake_stripe):
    intent = (await paid(fake_stripe, people.user))["payment_intent"]
    await spend(people.user, 20)
    fake_stripe.state.refund(intent, 1000)
    await deliver(fake_stripe.state.events[-1])
    charge = fake_stripe.state.all("charge")[0]
    charge["amount_refunded"] = 0
    await deliver(fake_stripe.state.happened("charge.refund.updated", charge))
    assert (await organization(people.organization_id)).current_credits == 15
    (payment,) = await payments()
    assert (payment.status, payment.credits_reversed, payment.credits_missing) == ("paid", 0, 0)


async def test_s13_duplicated_permuted_and_parallel_events_are_the_same_ledger(people, fake_stripe):
    session_id = await buy(fake_stripe, people.user)
    fake_stripe.state.pay(session_id, late=True)
    fake_stripe.state.settle(session_id, paid=True)
    intent = fake_stripe.state.get(session_id)["payment_intent"]
    fake_stripe.state.refund(intent, 400)
    events = list(reversed(fake_stripe.state.events)) * 3
    await asyncio.gather(*(deliver(event) for event in events))
    assert await ledger(people.organization_id) == [("purchase", 25, 0), ("refund", -10, 0)]
    assert len(await payments()) == 1


async def test_s13_an_older_reading_of_a_payment_never_replaces_a_newer_one(people, fake_stripe, monkeypatch):
    """Two events are handled at once; the one that read Stripe before the refund writes last."""
    session = await paid(fake_stripe, people.user)
    has_read, may_go_on, read = asyncio.Event(), asyncio.Event(), _fulfilment.payments.read
    slow = True

    async def reading(stripe_id):
        nonlocal slow
        mine, slow = slow, False
        found = await read(stripe_id)
        if mine:
            has_read.set()
            await may_go_on.wait()
        return found

    monkeypatch.setattr(_fulfilment.payments, "read", reading)
    late = asyncio.create_task(_fulfilment.fulfil(session["id"]))
    await has_read.wait()
    fake_stripe.state.refund(session["payment_intent"], 1000)
    await _fulfilment.fulfil(session["id"])
    may_go_on.set()
    await late
    assert await ledger(people.organization_id) == [("purchase", 25, 0), ("refund", -25, 0)]
    assert [one.status for one in await payments()] == ["refunded"]


@pytest.mark.parametrize("written", ["", "veel", "-5", "1" * 40, "²"])
async def test_what_somebody_wrote_on_a_payment_in_the_dashboard_gives_nothing(people, fake_stripe, written):
    session_id = await buy(fake_stripe, people.user)
    fake_stripe.state.get(session_id)["metadata"] |= {"credits": written, "price": written}
    fake_stripe.state.pay(session_id)
    await deliver(*fake_stripe.state.events)
    assert [(one.status, one.credits) for one in await payments()] == [("mismatch", 0)]


async def test_a_payment_that_is_not_ours_is_left_alone(people, fake_stripe):
    charge = {"id": "ch_x", "object": "charge", "payment_intent": "pi_x", "customer": None}
    await deliver(fake_stripe.state.happened("charge.refunded", charge))
    invoice = fake_stripe.state.make("invoice", "in", status="paid", currency="eur", customer="cus_x", amount_paid=5)
    await deliver(fake_stripe.state.happened("invoice.paid", invoice))
    assert await payments() == []
