"""S33: what one person makes us ask Stripe is bounded, and a Stripe that does not answer ends in a sentence in time."""

import asyncio
import contextlib
import time

import httpx
import pytest
from sqlalchemy import update
from sqlmodel import col

from tests.support import environment, tables
from tests.support import people as cast
from tests.unit.services.billing.buying import buy, deliver, fake_stripe, organization, paid, payments
from voice_report import clock
from voice_report.db.models import Organization
from voice_report.errors import TooMany, Unavailable
from voice_report.integrations.payments import connection
from voice_report.services.billing import checkout, statements, subscriptions, webhooks
from voice_report.services.shared import rate_limits

__all__ = ["fake_stripe"]

TOO_MANY = "Te veel aanvragen"


@pytest.mark.one_database
async def test_s33_a_look_at_a_waiting_payment_is_one_call_and_forty_are_a_handful(people, fake_stripe):
    session_id = await buy(fake_stripe, people.user)
    fake_stripe.state.pay(session_id, late=True)
    user, before = await people.user.current(), len(fake_stripe.asked)
    assert (await checkout.status_of(user, session_id)).state == "waiting"
    assert fake_stripe.asked[before:] == [f"GET /v1/checkout/sessions/{session_id}"]
    looks = await asyncio.gather(*(checkout.status_of(user, session_id) for _ in range(40)), return_exceptions=True)
    assert len(fake_stripe.asked) - before <= 3
    refused = [one for one in looks if isinstance(one, TooMany)]
    assert len(refused) >= 33
    assert TOO_MANY in refused[0].message
    # A colleague has a limit of their own, and what is in the books costs nothing.
    assert (await checkout.status_of(await people.admin.current(), session_id)).state == "waiting"
    fake_stripe.state.settle(session_id, paid=True)
    await deliver(*fake_stripe.state.events)
    before = len(fake_stripe.asked)
    assert await checkout.status_of(user, session_id) == checkout.PurchaseStatus("arrived", 35)
    assert len(fake_stripe.asked) == before


@pytest.mark.one_database
async def test_s33_a_look_at_a_subscription_is_one_call_more_once(people, fake_stripe):
    session_id = await buy(fake_stripe, people.user, "unlimited")
    user = await people.user.current()
    costs = []
    for paid_by_now in (False, True, True):
        if paid_by_now:
            fake_stripe.state.pay(session_id)
        before = len(fake_stripe.asked)
        found = await checkout.status_of(user, session_id)
        costs.append((found.state, len(fake_stripe.asked) - before))
    assert costs == [("waiting", 1), ("arrived", 2), ("arrived", 1)]


@pytest.mark.one_database
async def test_s33_pages_to_pay_on_and_receipts_are_limited_per_person(people, fake_stripe):
    await paid(fake_stripe, people.user)
    (payment,) = await payments()
    admin = await people.admin.current()
    for name, attempt in (
        ("checkout", lambda: checkout.start(admin, "zzp")),
        ("receipt", lambda: statements.receipt(admin, payment.id)),
    ):
        for _ in range(rate_limits.LIMITS[name].amount):
            await attempt()
        before = len(fake_stripe.asked)
        with pytest.raises(TooMany, match=TOO_MANY) as refused:
            await attempt()
        assert refused.value.retry_after
        assert len(fake_stripe.asked) == before
    assert await checkout.start(await people.user.current(), "zzp")


@pytest.mark.one_database
async def test_one_client_and_its_connections_serve_the_whole_process_and_are_closed(people, fake_stripe, monkeypatch):
    made = []

    class Counted(httpx.AsyncClient):
        def __init__(self, **options) -> None:
            made.append(self)
            super().__init__(**options)

    monkeypatch.setattr(httpx, "AsyncClient", Counted)
    for person in (people.user, people.admin, people.outsider):
        await paid(fake_stripe, person)
    assert len(made) == 1
    await webhooks.close()
    assert made[0].is_closed
    await buy(fake_stripe, people.user)  # the next need opens another
    assert [one.is_closed for one in made] == [True, False]
    await webhooks.close()
    await webhooks.close()


@contextlib.asynccontextmanager
async def server(answer):
    """A Stripe that takes connections and does ``answer`` with them."""
    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        listening.close()


async def _silent(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    while await reader.read(4096):
        pass


async def _dripping(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send headers for as long as a user listens: no read ever takes long."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    with contextlib.suppress(ConnectionError):
        while True:
            writer.write(b"X-Slow: 1\r\n")
            await writer.drain()
            await asyncio.sleep(0.01)


@pytest.mark.one_database
@pytest.mark.parametrize("answer", [_silent, _dripping])
async def test_s33_a_stripe_that_does_not_answer_ends_in_a_sentence(people, fake_stripe, monkeypatch, answer):
    assert connection.TIMEOUT <= connection.DEADLINE <= 20
    assert connection.CONNECT_TIMEOUT <= 5
    session_id = await buy(fake_stripe, people.user)
    monkeypatch.setattr(connection, "TIMEOUT", 0.2)
    monkeypatch.setattr(connection, "CONNECT_TIMEOUT", 0.2)
    monkeypatch.setattr(connection, "DEADLINE", 1.0)
    user = await people.user.current()
    async with server(answer) as url:
        environment.use(monkeypatch, STRIPE_API_BASE=url)
        began = time.monotonic()
        for attempt in (checkout.start(user, "zzp"), checkout.status_of(user, session_id)):
            with pytest.raises(Unavailable, match="Probeer het opnieuw"):
                await attempt
        assert time.monotonic() - began < 60, "two deadlines of a second; an answer that drips has no end"
        await webhooks.close()


@pytest.fixture
def today(wall_clock) -> None:
    """Set the clock to the time of the fake Stripe. Request it before ``people``, whose sessions are of its time."""
    wall_clock.set(clock.datetime.fromtimestamp(time.time(), clock.UTC))


async def test_overdue_subscriptions_that_keep_failing_leave_the_others_a_turn(
    today, people, fake_stripe, wall_clock, monkeypatch
):
    """Two that always fail, and room for two at a time: the third has its turn within a few rounds."""
    monkeypatch.setattr(subscriptions, "_OVERDUE_AT_ONCE", 2)
    await paid(fake_stripe, people.outsider, "unlimited")
    await paid(fake_stripe, people.user, "unlimited")
    good = (await organization(people.organization_id)).stripe_customer_id
    theirs = await organization(people.other_organization_id)
    overdue = {
        "stripe_customer_id": "cus_gone",
        "plan_before_subscription": "zzp",
        "subscription_current_period_end": theirs.subscription_current_period_end,
    }
    third = update(Organization).where(col(Organization.id) == await cast.make_organization("Faalt"))
    await tables.run(third.values(**overdue))
    for one in fake_stripe.state.all("subscription"):
        fake_stripe.state.change_subscription(one["id"], status="canceled")
    wall_clock.advance(days=31)
    read, tried = subscriptions.payments.subscriptions, []

    async def failing(customer):
        tried.append(customer)
        if customer != good:
            raise Unavailable("plat")
        return await read(customer)

    monkeypatch.setattr(subscriptions.payments, "subscriptions", failing)
    for _ in range(60):
        if await subscriptions.sync_overdue():
            break
    assert good in tried
    assert not (await organization(people.organization_id)).unlimited
