"""Common to the tests of payments: the fake Stripe, an organization that buys, and delivery of its events."""

import json
from collections.abc import Iterator

import pytest
import stripe
from sqlmodel import select

from tests.support import environment, tables
from tests.support import people as cast
from tests.support.fakes import stripe_server
from tests.support.fakes.stripe_server import FakeStripe
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import CreditEntry, Organization, Payment, StripeEvent
from voice_report.services.billing import checkout, credits, webhooks


@pytest.fixture
def fake_stripe(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeStripe]:
    """The fake Stripe, configured as ours; the library retries without waiting."""
    monkeypatch.setattr(stripe.HTTPXClient, "_sleep_time_seconds", lambda *_: 0.0)
    with FakeStripe() as fake:
        environment.use(
            monkeypatch,
            STRIPE_API_BASE=fake.url,
            STRIPE_SECRET_KEY="sk_test_only",
            STRIPE_WEBHOOK_SECRET=stripe_server.SECRET,
        )
        yield fake


def signed(event: dict, *, age: float = 0, secret: str = stripe_server.SECRET) -> tuple[bytes, str]:
    """Return an event's body and its signature, sent this many seconds ago by the application's clock."""
    payload = json.dumps(event).encode()
    return payload, stripe_server.signature(payload, clock.now().timestamp() - age, secret)


async def deliver(*events: dict) -> None:
    """Deliver these events, one after the other."""
    for event in events:
        await webhooks.receive(*signed(event))


async def buy(fake: FakeStripe, person: cast.Person, package: str = "zzp") -> str:
    """Open a checkout page and return the session's id."""
    url = await checkout.start(await person.current(), package)
    assert url.startswith(f"{fake.url}/pay/")
    return url.rpartition("/")[2]


async def paid(fake: FakeStripe, person: cast.Person, package: str = "zzp") -> dict:
    """Buy, pay and deliver all events; return the session."""
    before = len(fake.state.events)
    session = fake.state.pay(await buy(fake, person, package))
    await deliver(*fake.state.events[before:])
    return session


async def organization(organization_id) -> Organization:
    return await tables.get(Organization, organization_id)


async def ledger(organization_id) -> list[tuple[str, int, int]]:
    """Return (reason, change, missing) of every row; also checks that the books balance."""
    async with database.reading() as session:
        assert await credits.audit_balances(session) == []
        rows = await session.exec(select(CreditEntry).where(CreditEntry.organization_id == organization_id))
        found = [(row.reason, row.change, row.missing) for row in rows]
    return sorted(one for one in found if one[0] != "opening")


async def payments() -> list[Payment]:
    return await tables.rows(select(Payment))


async def stored_events() -> list[StripeEvent]:
    return await tables.rows(select(StripeEvent))
