"""Two pages to pay on were open at once: the second subscription is ended and paid back, once, and a user is told."""

import asyncio
from typing import Any

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.unit.services.billing.buying import buy, deliver, fake_stripe, ledger, organization, payments, stored_events
from voice_report.db import session as database
from voice_report.db.models import AuditLog, OutboxMail
from voice_report.services.billing import checkout, reconciliation, subscriptions, webhooks

__all__ = ["fake_stripe"]


@pytest.fixture
async def twice(people, fake_stripe) -> list[dict]:
    """The two subscriptions of one organization, paid at once; no event has arrived."""
    for session_id in [await buy(fake_stripe, one, "unlimited") for one in (people.user, people.admin)]:
        fake_stripe.state.pay(session_id)
    return list(reversed(fake_stripe.state.all("subscription")))


async def trail(there) -> list[tuple[str, str, str | None]]:
    async with database.reading() as session:
        rows = await session.exec(select(AuditLog).where(AuditLog.organization_id == there))
        return [(row.action, row.resource, row.resource_id) for row in rows if row.resource == "second subscription"]


async def mails() -> list[tuple[str, str]]:
    async with database.reading() as session:
        return [(row.recipient, row.subject) for row in await session.exec(select(OutboxMail))]


def refunded(fake) -> list[int]:
    return sorted(one["amount_refunded"] for one in fake.state.all("charge"))


async def outcome(people, fake, twice) -> dict[str, Any]:
    """Let everything arrive, twice and at once; return what Stripe, the books and the administrator say then."""
    await asyncio.gather(*(deliver(event) for event in [*reversed(fake.state.events)] * 2))
    await deliver(*fake.state.events)
    await webhooks.handle_waiting(all_of_them=True)
    there = people.organization_id
    row = await organization(there)
    return {
        "subscriptions": [fake.state.get(one["id"])["status"] for one in twice],
        "refunded": refunded(fake),
        "plan": (row.plan, row.unlimited, row.stripe_subscription_id),
        "trail": await trail(there),
        "mails": await mails(),
        "payments": sorted(one.status for one in await payments()),
        "ledger": await ledger(there),
        "differences": await reconciliation.differences(),
    }


def ended_and_paid_back_once(people, twice) -> dict[str, Any]:
    return {
        "subscriptions": ["active", "canceled"],
        "refunded": [0, 9900],
        "plan": ("unlimited", True, twice[0]["id"]),
        "trail": [("cancel", "second subscription", twice[1]["id"])],
        "mails": [(people.admin.email, "Dubbel abonnement teruggedraaid")],
        "payments": ["paid", "refunded"],
        "ledger": [],
        "differences": [],
    }


async def test_the_second_is_ended_and_paid_back_once(people, fake_stripe, twice):
    assert await outcome(people, fake_stripe, twice) == ended_and_paid_back_once(people, twice)


async def test_a_stripe_that_fails_halfway_is_asked_again(people, fake_stripe, twice):
    """Whichever of the calls fails, or is done just before the process is killed."""
    asked = fake_stripe.on_asked
    for broken in ("POST /v1/refunds", f"DELETE /v1/subscriptions/{twice[1]['id']}"):
        fake_stripe.on_asked = lambda now, broken=broken: fake_stripe.fail(500) if now == broken else None
        await deliver(*fake_stripe.state.events)
        assert fake_stripe.state.get(twice[1]["id"])["status"] == "active"
        assert any(one.handled_at is None for one in await stored_events())
    fake_stripe.on_asked = asked
    assert await outcome(people, fake_stripe, twice) == ended_and_paid_back_once(people, twice)


async def test_one_that_is_stopping_ends_by_itself(people, fake_stripe, twice):
    for one in fake_stripe.state.all("subscription")[:1]:
        fake_stripe.state.change_subscription(one["id"], cancel_at_period_end=True)
    await deliver(*fake_stripe.state.events)
    assert refunded(fake_stripe) == [0, 0]
    assert [one["status"] for one in twice] == ["active", "active"]
    assert await mails() == []
    assert await reconciliation.differences() == []


async def test_of_a_late_one_and_a_paid_one_the_paid_one_counts_and_a_person_decides(people, fake_stripe, twice):
    fake_stripe.state.change_subscription(twice[0]["id"], status="past_due")
    twice[1]["created"] += 40 * 86400
    await deliver(*fake_stripe.state.events)
    assert [one["status"] for one in twice] == ["past_due", "active"]
    assert refunded(fake_stripe) == [0, 0]
    assert (await organization(people.organization_id)).stripe_subscription_id == twice[1]["id"]


async def test_what_stripe_will_not_give_back_does_not_keep_the_second_alive(people, fake_stripe, twice, caplog):
    fake_stripe.state.dispute(fake_stripe.state.all("payment_intent")[0]["id"])
    await deliver(*fake_stripe.state.events)
    assert [one["status"] for one in twice] == ["active", "canceled"]
    assert "is not refunded: charge_disputed" in caplog.text
    assert await mails() == []  # nothing was given back
    left = fake_stripe.state.all("invoice")[0]["id"]
    told = await reconciliation.differences()
    assert told == [f"{left}: paid for the second subscription {twice[1]['id']}, not given back"]


async def test_who_comes_back_from_the_second_page_sees_that_the_credits_are_unlimited(people, fake_stripe, twice):
    session_id = fake_stripe.state.all("checkout.session")[0]["id"]
    for _ in range(2):
        assert await checkout.status_of(await people.admin.current(), session_id) == checkout.PurchaseStatus(
            "arrived", -1
        )
    assert await outcome(people, fake_stripe, twice) == ended_and_paid_back_once(people, twice)


async def test_only_administrators_who_can_read_it_are_told(people, fake_stripe, twice):
    other = await cast.make_user(people.other_organization_id, role="admin")
    await subscriptions.sync(twice[0]["customer"])
    assert [address for address, _ in await mails()] == [people.admin.email] != [other.email]


@pytest.mark.parametrize("away", [{"status": "unpaid"}, {"status": "paused"}, {"cancel_at_period_end": True}])
async def test_what_comes_back_takes_nothing_from_what_was_bought_meanwhile(people, fake_stripe, away):
    """The first gave no access any more, the second was bought and used for months: nothing is ended or paid back."""
    state = fake_stripe.state
    state.pay(await buy(fake_stripe, people.admin, "unlimited"))
    page = await buy(fake_stripe, people.user, "unlimited")
    first = state.all("subscription")[0]
    first["created"] -= 90 * 86400
    old = state.all("invoice")[0]
    old["lines"]["data"][0]["period"] = {"start": first["created"], "end": first["created"] + 30 * 86400}
    owed = state.bill(first["id"], paid=False)
    state.change_subscription(first["id"], **away)
    await deliver(*state.events)
    state.pay(page)
    bought = state.all("subscription")[0]
    state.bill(bought["id"], start=bought["created"] + 30 * 86400)
    await deliver(*state.events)
    state.collect(owed["id"])
    state.change_subscription(first["id"], status="active", cancel_at_period_end=False)
    await deliver(*state.events)
    assert [first["status"], bought["status"]] == ["active", "active"]
    assert set(refunded(fake_stripe)) == {0}
    assert await mails() == []
    there = people.organization_id
    assert (await organization(there)).stripe_subscription_id == bought["id"]
    assert await reconciliation.differences() == [f"organizations:{there}: pays 2 subscriptions"]


async def test_a_second_that_is_paid_after_it_was_ended_is_given_back_then(people, fake_stripe, twice):
    state = fake_stripe.state
    owed = state.bill(twice[1]["id"], paid=False)
    await deliver(*state.events)
    assert twice[1]["status"] == "canceled"
    state.collect(owed["id"])
    await deliver(*state.events)
    await deliver(*state.events)
    assert refunded(fake_stripe) == [0, 9900, 9900]
    assert await reconciliation.differences() == []
