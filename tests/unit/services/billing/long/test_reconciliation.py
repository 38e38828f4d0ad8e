"""The reconciliation finds every difference between the books and Stripe, and none where there is none."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from tests.conftest import ROOT
from tests.support import tables
from tests.unit.services.billing.buying import buy, deliver, fake_stripe, paid
from voice_report.db import session as database
from voice_report.db.models import CreditEntry, Organization, Payment
from voice_report.services.billing import reconciliation

__all__ = ["fake_stripe"]


async def test_books_that_agree_have_no_differences(people, fake_stripe):
    for package in ("zzp", "unlimited", "mkb"):
        await paid(fake_stripe, people.user, package)
    late = await buy(fake_stripe, people.outsider)
    fake_stripe.state.pay(late, late=True)
    fake_stripe.state.refund(fake_stripe.state.all("charge")[0]["payment_intent"], 700)
    await deliver(*fake_stripe.state.events)
    await buy(fake_stripe, people.admin)  # a page nobody paid on
    assert await reconciliation.differences() == []


async def change(statement) -> None:
    await tables.run(statement)


async def balance(_fake, _people) -> None:
    await change(update(Organization).values(current_credits=1))


async def ledger_row(_fake, _people) -> None:
    await change(update(CreditEntry).where(col(CreditEntry.reason) == "purchase").values(key="purchase:cs_other"))


async def payment_gone(_fake, _people) -> None:
    async with database.transaction() as session:
        await session.delete((await session.exec(select(Payment))).one())


async def never_told(fake, people) -> None:
    fake.state.pay(await buy(fake, people.admin, "starter"))


async def refund_not_told(fake, _people) -> None:
    fake.state.refund(fake.state.all("payment_intent")[0]["id"], 500)


async def stripe_forgot(fake, _people) -> None:
    fake.state.objects = {key: one for key, one in fake.state.objects.items() if one["object"] != "checkout.session"}


async def subscription_not_told(fake, people) -> None:
    fake.state.pay(await buy(fake, people.user, "unlimited"))


async def two_subscriptions(fake, people) -> None:
    sessions = [await buy(fake, one, "unlimited") for one in (people.user, people.admin)]
    for session_id in sessions:
        fake.state.pay(session_id)


async def an_event_that_waits(fake, people) -> None:
    fake.state.pay(await buy(fake, people.admin, "starter"))
    fake.fail(500, 3)
    await deliver(fake.state.events[-1])


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (balance, "balance 1, ledger 35"),
        (ledger_row, "25 credits paid for, 0 in the ledger"),
        (ledger_row, "purchase:cs_other: in the ledger without a payment"),
        (payment_gone, "paid at Stripe, unknown here"),
        (never_told, "paid at Stripe, unknown here"),
        (refund_not_told, "refunded 0 here, 500 at Stripe"),
        (stripe_forgot, "here, not at Stripe"),
        (subscription_not_told, "subscription None, not active"),
        (two_subscriptions, "pays 2 subscriptions"),
        (an_event_that_waits, "not handled, payment_unavailable"),
    ],
)
async def test_a_difference_is_named(
    wall_clock, people, fake_stripe, spoil: Callable[..., Awaitable[None]], told: str
) -> None:
    await paid(fake_stripe, people.user)
    await spoil(fake_stripe, people)
    wall_clock.advance(timedelta(minutes=6))
    found = await reconciliation.differences()
    assert any(told in line for line in found), found


@pytest.mark.one_database
@pytest.mark.parametrize("spoiled", [False, True])
async def test_the_command_says_so_and_its_status_too(people, fake_stripe, spoiled):
    await paid(fake_stripe, people.user)
    if spoiled:
        await refund_not_told(fake_stripe, people)
    line = [sys.executable, "-m", "voice_report", "reconcile"]
    done = await asyncio.to_thread(subprocess.run, line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == int(spoiled), done.stderr
    assert ("refunded 0 here, 500 at Stripe" if spoiled else "Geen verschillen.") in done.stdout
