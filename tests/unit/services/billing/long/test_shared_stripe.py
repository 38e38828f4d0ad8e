"""A Stripe account shared with other products, copies of the database and restored backups: nobody loses anything."""

import time

import pytest
from sqlalchemy import delete, update

from tests.support import environment, tables
from tests.support import people as cast
from tests.unit.services.billing.buying import (
    buy,
    deliver,
    fake_stripe,
    ledger,
    organization,
    paid,
    payments,
    signed,
    stored_events,
)
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import Organization, Payment
from voice_report.errors import Conflict
from voice_report.services.billing import checkout, reconciliation, subscriptions, webhooks
from voice_report.services.platform import deletion

__all__ = ["fake_stripe"]

ELSEWHERE = "https://staging.example"


@pytest.fixture
def at(monkeypatch):
    """Return ``at(url)``: from now on this is the installation at that address."""

    def move(url: str, former: str = "") -> None:
        environment.use(monkeypatch, APP_URL=url, FORMER_APP_URLS=former)

    return move


@pytest.fixture
async def subscribed(db, fake_stripe):
    """Return (organization's id, subscription) of a ZZP customer who took Unlimited, its events delivered."""
    there = await cast.make_organization("Abonnee", plan="zzp")
    await paid(fake_stripe, await cast.make_user(there, role="admin"), "unlimited")
    return there, fake_stripe.state.all("subscription")[0]


async def shown(there) -> tuple:
    row = await organization(there)
    return row.plan, row.unlimited, row.subscription_status


def statuses(fake) -> list[str]:
    return [one["status"] for one in fake.state.all("subscription")]


async def forget(there) -> None:
    """Put back a backup from before there was such an organization: no row, and no trace of a deletion."""
    async with database.transaction() as session:
        await session.execute(delete(Payment))
        await session.execute(delete(Organization).where(Organization.id == there))  # pyright: ignore


async def test_another_product_is_neither_counted_nor_touched(subscribed, fake_stripe):
    """Its customers, or even our customer's other subscription: nothing is ended, granted, booked or reported."""
    state = fake_stripe.state
    stranger = state.make("customer", "cus", name="Other product", metadata={})
    books, events = len(await payments()), len(await stored_events())
    for customer in (stranger["id"], (await organization(subscribed[0])).stripe_customer_id):
        other = state.subscribe(customer, 100, {"app": "other"})
        await deliver(state.happened("customer.subscription.created", other))
        state.bill(other["id"])
        state.refund(state.all("payment_intent")[0]["id"], 50)
        state.dispute(state.all("payment_intent")[0]["id"])
        await deliver(*state.events[-3:])
        await deliver(state.happened("customer.subscription.deleted", other))
    session = state.create_session(
        {
            "customer": stranger["id"],
            "mode": "payment",
            "line_items": {
                "0": {"price_data": {"currency": "eur", "unit_amount": "1000", "product_data": {"name": ""}}}
            },
            "success_url": "",
            "cancel_url": "",
            "metadata": {"package": "zzp", "credits": "25", "price": "1000"},
        }
    )
    state.pay(session["id"])
    await deliver(state.events[-1])
    assert statuses(fake_stripe) == ["active"] * 3
    assert await shown(subscribed[0]) == ("unlimited", True, "active")
    assert len(await payments()) == books
    assert {one.type for one in (await stored_events())[events:]} <= {"charge.refunded", "charge.dispute.created"}
    assert all(one.handled_at for one in await stored_events())
    assert await reconciliation.differences() == []


@pytest.mark.parametrize("changed", [{}, {"interval": "year"}, {"metadata": {}}])
async def test_a_subscription_by_hand_grants_nothing(subscribed, fake_stripe, changed):
    """For one euro, by the year, or without our marks; copying what we write on ours does not help."""
    there, ours = subscribed
    state = fake_stripe.state
    state.change_subscription(ours["id"], status="canceled")
    await deliver(*state.events)
    cents = 9900 if changed else 100
    metadata = changed.get("metadata", ours["metadata"])
    by_hand = state.subscribe(ours["customer"], cents, metadata, changed.get("interval", "month"))
    await deliver(state.happened("customer.subscription.created", by_hand))
    state.bill(by_hand["id"])
    await deliver(state.events[-1])
    await subscriptions.sync(ours["customer"])
    assert await shown(there) == ("zzp", False, "canceled")
    assert [one.amount_cents for one in await payments()] == [9900]  # the month of the one that was sold
    assert statuses(fake_stripe)[0] == "active"


async def test_what_was_sold_before_installations_were_marked_goes_on(subscribed, people, fake_stripe):
    there, ours = subscribed
    session_id = await buy(fake_stripe, people.user)
    for one in fake_stripe.state.objects.values():
        one.get("metadata", {}).pop("installation", None)
    fake_stripe.state.bill(ours["id"])
    fake_stripe.state.pay(session_id)
    fake_stripe.state.refund(fake_stripe.state.get(session_id)["payment_intent"], 400)
    await deliver(*fake_stripe.state.events)
    assert await shown(there) == ("unlimited", True, "active")
    assert await ledger(people.organization_id) == [("purchase", 25, 0), ("refund", -10, 0)]
    assert await reconciliation.differences() == []
    admin = await people.platform_admin.current()
    await checkout.cancel_subscription(admin, there)
    assert (await organization(there)).subscription_status == "canceling"
    await deletion.delete_organization(admin, there)
    await deliver(fake_stripe.state.change_subscription(ours["id"]) and fake_stripe.state.events[-1])
    assert statuses(fake_stripe) == ["active"]  # who sold it is not certain: a person decides


@pytest.fixture
def today(wall_clock) -> None:
    """Set the clock to the time of the fake Stripe. Request it before ``people``, whose sessions are of its time."""
    wall_clock.set(clock.datetime.fromtimestamp(time.time(), clock.UTC))


async def test_a_copy_at_another_address_takes_nothing_from_the_customers(
    today, subscribed, people, fake_stripe, at, wall_clock
):
    there, ours = subscribed
    session_id = await buy(fake_stripe, people.user)
    fake_stripe.state.pay(session_id)
    news = list(fake_stripe.state.events)
    at(ELSEWHERE)
    fake_stripe.state.change_subscription(ours["id"], status="past_due")
    await deliver(*[{**event, "id": f"{event['id']}c"} for event in (*news, fake_stripe.state.events[-1])])
    assert await ledger(people.organization_id) == []
    assert await shown(there) == ("unlimited", True, "active")  # as it was copied
    with pytest.raises(Conflict, match="niet op deze installatie"):
        await checkout.cancel_subscription(await people.platform_admin.current(), there)
    wall_clock.set(clock.datetime.fromtimestamp(time.time() + 40 * 86400, clock.UTC))
    await subscriptions.sync_overdue()
    assert await shown(there) == ("unlimited", True, "active")
    assert await reconciliation.differences() == [
        "1 payments here are of localhost:8000: if this installation was there before, FORMER_APP_URLS has to say so"
    ]
    wall_clock.set(clock.datetime.fromtimestamp(time.time(), clock.UTC))
    # What the copy sells is nothing to the one it was copied from.
    await deliver(*fake_stripe.state.events)
    copied = fake_stripe.state.pay(await buy(fake_stripe, people.admin, "unlimited"))
    at("")
    before = len(await payments())
    await deliver(*fake_stripe.state.events[-3:])
    await subscriptions.sync(copied["customer"])
    assert not (await organization(people.organization_id)).unlimited
    assert len(await payments()) == before
    assert sorted(statuses(fake_stripe)) == ["active", "past_due"]


async def test_an_installation_that_moved_says_where_it_was(subscribed, people, fake_stripe, at):
    there, ours = subscribed
    session_id = await buy(fake_stripe, people.user)
    at("https://nieuw.example", "https://oud.example, http://localhost:8000")
    fake_stripe.state.pay(session_id)
    fake_stripe.state.bill(ours["id"])
    fake_stripe.state.change_subscription(ours["id"], status="past_due")
    await deliver(*fake_stripe.state.events)
    assert await ledger(people.organization_id) == [("purchase", 25, 0)]
    assert await shown(there) == ("unlimited", True, "past_due")
    assert await reconciliation.differences() == []


async def test_a_backup_that_knows_no_such_organization_ends_nothing(subscribed, people, fake_stripe):
    there, ours = subscribed
    session = await paid(fake_stripe, await cast.make_user(there))
    fake_stripe.state.refund(session["payment_intent"], 100)
    await forget(there)
    fake_stripe.state.bill(ours["id"])
    fake_stripe.state.change_subscription(ours["id"], status="active")
    await deliver(*[{**event, "id": f"{event['id']}r"} for event in fake_stripe.state.events])
    assert statuses(fake_stripe) == ["active"]
    assert await payments() == []
    told = await reconciliation.differences()
    assert len(told) == 4  # two months, a package and the subscription: a user has to look after them
    assert all(f"organization {there}, which is not in this database" in line for line in told)


async def test_a_backup_from_before_the_subscription_gives_it_back(subscribed, fake_stripe):
    """The organization is there, its customer at Stripe is not; the next event of the subscription is enough."""
    there, ours = subscribed
    for customer in (None, "cus_made_after_the_backup"):
        blank = {
            "stripe_customer_id": customer,
            "stripe_subscription_id": None,
            "subscription_status": None,
            "plan_before_subscription": None,
            "plan": "zzp",
            "unlimited": False,
        }
        await tables.run(update(Organization).values(**blank))
        fake_stripe.state.change_subscription(ours["id"], status="active")
        await deliver(fake_stripe.state.events[-1])
        assert await shown(there) == ("unlimited", True, "active")
        assert (await organization(there)).stripe_customer_id == ours["customer"]


async def test_what_a_deleted_organization_still_pays_is_ended(subscribed, people, fake_stripe):
    there, ours = subscribed
    admin = await people.platform_admin.current()
    await checkout.cancel_subscription(admin, there)
    await deletion.delete_organization(admin, there)
    stranger = fake_stripe.state.subscribe(ours["customer"], 500)
    fake_stripe.state.change_subscription(ours["id"], cancel_at_period_end=False)
    await deliver(fake_stripe.state.events[-1])
    assert fake_stripe.state.get(ours["id"])["status"] == "canceled"
    assert fake_stripe.state.get(stranger["id"])["status"] == "active"


async def test_events_of_others_cost_no_call_to_stripe(subscribed, fake_stripe, at):
    at(ELSEWHERE)
    asked = len(fake_stripe.asked)
    for number, event in enumerate(fake_stripe.state.events):
        await webhooks.receive(*signed({**event, "id": f"evt_again{number}"}))
    assert len(fake_stripe.asked) == asked


async def test_what_is_paid_while_an_organization_is_being_deleted_is_given_back(subscribed, people, fake_stripe):
    there, ours = subscribed
    ours["created"] -= 10 * 86400
    fake_stripe.state.all("invoice")[0]["created"] -= 10 * 86400  # what was used stays paid
    admin = await people.platform_admin.current()
    await checkout.cancel_subscription(admin, there)
    await database.run_in_transaction(deletion._mark_organization, admin, there)
    fake_stripe.state.change_subscription(ours["id"], cancel_at_period_end=False)
    fake_stripe.state.bill(ours["id"])["created"] += 1
    asked = len(fake_stripe.asked)
    with pytest.raises(Conflict, match="wordt verwijderd"):
        await subscriptions.sync(ours["customer"])
    assert len(fake_stripe.asked) == asked
    await deletion.resume()
    await deliver(fake_stripe.state.events[-1])
    assert statuses(fake_stripe) == ["canceled"]
    assert [one["amount_refunded"] for one in fake_stripe.state.all("charge")] == [9900, 0]
    late = fake_stripe.state.bill(ours["id"])
    late["created"] += 1
    await deliver(*fake_stripe.state.events)
    told = await reconciliation.differences()
    assert told == [f"{late['id']}: paid for an organization that was deleted, not given back"]
