"""Buying: the page to pay on, and what becomes of a payment."""

import asyncio

import pytest

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.billing.buying import buy, deliver, fake_stripe, ledger, organization, paid, payments
from voice_report.db.models import Organization
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound, Unavailable
from voice_report.services.billing import checkout, plans
from voice_report.services.platform import deletion

__all__ = ["fake_stripe"]


async def test_a_package_is_offered_at_the_price_of_the_catalogue_with_every_way_to_pay(people, fake_stripe):
    session = fake_stripe.state.get(await buy(fake_stripe, people.user))
    assert (session["mode"], session["amount_total"], session["currency"]) == ("payment", 1000, "eur")
    assert session["methods"] == ["card", "ideal", "bancontact"]
    assert session["metadata"] == {
        "installation": "localhost:8000",
        "organization": str(people.organization_id),
        "organization_name": "Zorggroep De Linde",
        "user": str(people.user.id),
        "package": "zzp",
        "credits": "25",
        "price": "1000",
    }
    assert session["success_url"] == "http://localhost:8000/payment-success?session_id={CHECKOUT_SESSION_ID}"
    customer = fake_stripe.state.get(session["customer"])
    marks = {"installation": "localhost:8000", "organization": str(people.organization_id)}
    assert customer["metadata"] == marks
    assert (await organization(people.organization_id)).stripe_customer_id == customer["id"]


async def test_unlimited_is_a_subscription(people, fake_stripe):
    session = fake_stripe.state.get(await buy(fake_stripe, people.user, "unlimited"))
    assert (session["mode"], session["amount_total"]) == ("subscription", 9900)
    assert session["subscription_metadata"]["organization"] == str(people.organization_id)


async def test_a_double_click_by_two_people_makes_one_customer_and_one_page_each(people, fake_stripe, wall_clock):
    who = (people.user, people.user, people.admin)
    pages = await asyncio.gather(*(buy(fake_stripe, one) for one in who))
    assert (len(set(pages)), pages[0] == pages[1]) == (2, True)
    assert len(fake_stripe.state.all("customer")) == 1
    wall_clock.advance(minutes=1)
    assert await buy(fake_stripe, people.user) not in pages


@pytest.mark.parametrize("package", [plan.id for plan in plans.for_sale() if not plan.subscription])
async def test_a_paid_package_adds_its_credits_once_and_is_in_the_books(people, fake_stripe, package):
    session = await paid(fake_stripe, people.user, package)
    await deliver(*fake_stripe.state.events, *fake_stripe.state.events)
    amount = plans.plan(package).credits
    assert await ledger(people.organization_id) == [("purchase", amount, 0)]
    assert (await organization(people.organization_id)).current_credits == 10 + amount
    (payment,) = await payments()
    assert (payment.stripe_id, payment.status, payment.credits) == (session["id"], "paid", amount)
    assert (payment.amount_cents, payment.organization_name) == (plans.plan(package).price_cents, "Zorggroep De Linde")
    assert payment.receipt_url == f"{fake_stripe.url}/receipts/1"


@pytest.mark.parametrize(
    ("present", "bought", "after"),
    [
        ("trial", "starter", "starter"),
        ("zzp", "starter", "zzp"),
        ("zzp", "mkb", "mkb"),
        ("enterprise", "mkb", "enterprise"),
        ("pro", "mkb", "pro"),
    ],
)
async def test_the_plan_grows_and_the_allowance_stays(db, fake_stripe, present, bought, after):
    there = await cast.make_organization(plan=present, monthly_credits=3)
    await paid(fake_stripe, await cast.make_user(there), bought)
    row = await organization(there)
    assert (row.plan, row.monthly_credits, row.save_reports_to_archive) == (after, 3, False)


async def test_who_returns_from_paying_sees_the_balance_before_the_event_is_there(people, fake_stripe):
    user, session_id = await people.user.current(), await buy(fake_stripe, people.user)
    assert (await checkout.status_of(user, session_id)).state == "waiting"
    fake_stripe.state.pay(session_id)
    assert await checkout.status_of(user, session_id) == checkout.PurchaseStatus("arrived", 35)
    await deliver(*fake_stripe.state.events)
    assert await checkout.status_of(user, session_id) == checkout.PurchaseStatus("arrived", 35)
    for person, wanted in ((people.outsider, session_id), (people.user, "cs_test_x"), (people.user, "in_1")):
        with pytest.raises(NotFound):
            await checkout.status_of(await person.current(), wanted)


async def test_a_failing_stripe_is_a_clear_sentence_and_a_second_try_is_one_purchase(people, fake_stripe):
    for status, times in ((429, 1), (500, 3), (401, 1), (402, 1)):
        fake_stripe.fail(status, times)
        with pytest.raises(Unavailable, match=r"Kon geen checkout sessie starten\. Probeer het opnieuw\."):
            await buy(fake_stripe, people.user)
    fake_stripe.fail(500, 2)  # a passing hiccup is not noticed
    await buy(fake_stripe, people.user)
    assert len(fake_stripe.state.all("customer")) == len(fake_stripe.state.all("checkout.session")) == 1


async def test_nothing_to_pay_on_without_an_address(people, fake_stripe, monkeypatch):
    monkeypatch.setattr(fake_stripe.state, "create_session", lambda *_: {"id": "cs_1", "object": "checkout.session"})
    with pytest.raises(Unavailable):
        await buy(fake_stripe, people.user)


async def test_bad_orders_are_refused_before_stripe_hears_of_them(people, fake_stripe):
    for package in ("trial", "", "gratis", "zzp ", "unlimited\x00"):
        with pytest.raises(Invalid):
            await buy(fake_stripe, people.user, package)
    with pytest.raises(NotAllowed, match="Je account hoort niet bij een organisatie"):
        await buy(fake_stripe, people.platform_admin)
    await tables.change(Organization, people.organization_id, unlimited=True)
    with pytest.raises(Conflict, match="Je organisatie heeft al onbeperkte credits"):
        await buy(fake_stripe, people.user, "unlimited")
    assert fake_stripe.asked == []


async def test_a_payment_with_another_amount_gives_nothing_and_stands_out(people, fake_stripe):
    session_id = await buy(fake_stripe, people.user)
    fake_stripe.state.get(session_id)["amount_total"] = 1
    fake_stripe.state.pay(session_id)
    await deliver(*fake_stripe.state.events)
    assert await ledger(people.organization_id) == []
    assert [(one.status, one.credits) for one in await payments()] == [("mismatch", 0)]


async def test_a_payment_for_an_organization_or_person_that_is_gone(people, fake_stripe):
    """The person's credits go to the organization; the organization's payment stays in the books under its old name."""
    admin = await people.platform_admin.current()
    first, second = await buy(fake_stripe, people.user), await buy(fake_stripe, people.outsider)
    await deletion.delete_user(admin, people.user.id)
    await deletion.delete_organization(admin, people.other_organization_id)
    for session_id in (first, second):
        fake_stripe.state.pay(session_id)
        fake_stripe.state.refund(fake_stripe.state.get(session_id)["payment_intent"], 200)
    await deliver(*fake_stripe.state.events)
    assert await ledger(people.organization_id) == [("purchase", 25, 0), ("refund", -5, 0)]
    told = {one.organization_name: (one.status, one.credits) for one in await payments()}
    assert told == {"Zorggroep De Linde": ("partly_refunded", 25), "Thuiszorg Het Anker": ("partly_refunded", 0)}
