"""The books of one organization, for its own administrators and platform admins: purchases, payments, use, balance.

Opening them, downloading the ledger and opening a receipt are recorded in the audit trail.
"""

import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from ... import clock
from ...core import texts
from ...db.models import CreditEntry, Organization, Payment, User
from ...db.session import AuditedSession, ReadSession, reading, run_in_transaction, run_reading, transaction
from ...errors import NotFound, or_not_found
from ...integrations import payments
from ..audit import trail
from ..shared import pagination, rate_limits, step_up_reasons
from ..shared.export import csv_line
from ..shared.identity import (
    ADMIN,
    ORGANIZATION_NOT_FOUND,
    PLATFORM_ADMIN,
    CurrentUser,
    OrganizationView,
    parse_id,
    require,
    require_step_up,
)
from . import credits, plans

NO_PAYMENT = "Betaling niet gevonden"
NO_RECEIPT = "Stripe heeft geen bon of factuur van deze betaling."

#: Rows per batch of an export; each batch is read in its own transaction.
_EXPORTED_AT_ONCE = 1000
_COLUMNS = ("Moment", "Wat", "Wie", "Bij", "Af", "Saldo", "Kwam tekort")

#: Dutch labels of the reasons in the ledger.
_DEEDS = {
    "purchase": "Pakket gekocht",
    "refund": "Betaling teruggekregen",
    "dispute": "Betaling teruggehaald via de bank",
    "refund undone": "Terugbetaling ging niet door",
    "report": "Rapportage gemaakt",
    "monthly_refill": "Maandelijkse aanvulling",
    "set by hand": "Met de hand ingesteld",
    "gift": "Credits gegeven",
    "trial": "Credits om te proberen",
    "demo": "Credits voor de demo",
}
_ANOTHER_DEED = "Saldo gewijzigd"


@dataclass(frozen=True, slots=True)
class Summary:
    """The present state of an organization; ``subscription`` is the status as we store it, ``None`` without one."""

    organization: OrganizationView
    subscription: str | None
    period_end: datetime | None


@dataclass(frozen=True, slots=True)
class Purchase:
    """A purchase or a month of the subscription; amounts in cents, credits -1 for unlimited.

    ``status`` comes from ``_fulfilment.status_of``; ``returned_cents`` were refunded, ``credits_reversed`` taken back.
    """

    id: uuid.UUID
    at: datetime
    package: str
    amount_cents: int
    currency: str
    returned_cents: int
    credits: int
    credits_reversed: int
    status: str
    is_invoice: bool
    has_receipt: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A balance change in readable form; ``missing`` credits should have been taken but were already spent."""

    id: uuid.UUID
    at: datetime
    what: str
    person: str
    change: int
    balance_after: int
    missing: int


async def summary(
    session: AuditedSession, user: CurrentUser, organization_id: uuid.UUID | str | None = None
) -> Summary:
    """Return the plan and the balance, and record in the audit trail that the books were opened.

    ``organization_id`` defaults to an administrator's own organization; a platform admin must give it. Raises
    ``NotAllowed`` for other users, ``NotFound`` for an organization that is not the caller's or no longer exists.
    """
    row = or_not_found(await session.get(Organization, _whose(user, organization_id)), ORGANIZATION_NOT_FOUND)
    await trail.record(session, user, "view", "payments", organization_id=row.id)
    return Summary(credits.organization_view(row), row.subscription_status, row.subscription_current_period_end)


async def purchases(
    session: ReadSession,
    user: CurrentUser,
    organization_id: uuid.UUID | str | None = None,
    *,
    after: str | None = None,
    limit: int = 20,
) -> pagination.Page[Purchase]:
    """Return a page of purchases, newest first. Raises as ``summary``, ``Invalid`` for a malformed ``after``."""
    query = select(Payment).where(Payment.organization_id == _whose(user, organization_id))
    order = pagination.newest_first(col(Payment.created_at), col(Payment.id))
    return (await pagination.fetch(session, query, order, after=after, limit=limit)).map(_bought)


async def ledger(
    session: ReadSession,
    user: CurrentUser,
    organization_id: uuid.UUID | str | None = None,
    *,
    after: str | None = None,
    limit: int = 20,
) -> pagination.Page[Entry]:
    """Return a page of the organization's ledger, newest first; personal credits are not included.

    Raises as ``purchases``.
    """
    query = select(CreditEntry).where(CreditEntry.organization_id == _whose(user, organization_id))
    order = pagination.newest_first(col(CreditEntry.created_at), col(CreditEntry.id))
    page = await pagination.fetch(session, query, order, after=after, limit=limit)
    people = {row.actor_id for row in page.items if row.actor_id}
    known = await session.exec(select(User).where(col(User.id).in_(people)))
    names = {person.id: f"{person.first_name} {person.last_name}" for person in known}
    return page.map(lambda row: _entry(row, names))


async def export(user: CurrentUser, organization_id: uuid.UUID | str | None = None) -> AsyncIterator[str]:
    """Yield the whole ledger as the lines of a CSV file, newest first.

    Raises ``StepUpNeeded``, and as ``summary``, before the first line.
    """
    whose = _whose(user, organization_id)
    require_step_up(user, step_up_reasons.LEDGER)
    async with transaction() as session:
        if await session.get(Organization, whose) is None:
            raise NotFound(ORGANIZATION_NOT_FOUND)
        await trail.record(session, user, "export", "ledger", organization_id=whose)
    yield "\ufeff" + csv_line(_COLUMNS)
    after: str | None = None
    while True:
        page = await run_reading(ledger, user, whose, after=after, limit=_EXPORTED_AT_ONCE)
        for entry in page.items:
            yield csv_line(_cells(entry))
        if page.next is None:
            return
        after = page.next


async def receipt(user: CurrentUser, payment_id: uuid.UUID | str) -> str:
    """Return the URL of a payment's receipt or invoice at Stripe, and record in the audit trail that it was opened.

    Fetched from Stripe each time, because its URLs expire after some weeks. Raises ``NotAllowed``, ``StepUpNeeded``,
    ``NotFound`` for a payment of another organization or without a receipt, ``TooMany``, ``Unavailable`` when payment
    is not set up or Stripe does not answer. Opens its own transactions: none is open during a call to Stripe.
    """
    require(user, ADMIN, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.RECEIPT)
    async with reading() as session:
        payment = await session.get(Payment, parse_id(payment_id, NO_PAYMENT))
    if payment is None or (user.role != PLATFORM_ADMIN and payment.organization_id != user.organization_id):
        raise NotFound(NO_PAYMENT)
    await rate_limits.hit("receipt", str(user.id))
    address = or_not_found(await payments.receipt(payment.stripe_id), NO_RECEIPT)
    subject = ("view", "receipt", payment.id)
    await run_in_transaction(trail.record, user, *subject, organization_id=payment.organization_id)
    return address


def _whose(user: CurrentUser, organization_id: uuid.UUID | str | None) -> uuid.UUID:
    """Return the id of the organization to show. Raises ``NotAllowed`` and ``NotFound``."""
    require(user, ADMIN, PLATFORM_ADMIN)
    if user.role == PLATFORM_ADMIN:
        return parse_id(organization_id, ORGANIZATION_NOT_FOUND)
    own = user.organization_id
    if organization_id and parse_id(organization_id, ORGANIZATION_NOT_FOUND) != own:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    return own


def _bought(row: Payment) -> Purchase:
    plan = next((one for one in plans.PLANS if one.id == row.package_id), None)
    return Purchase(
        id=row.id,
        at=row.created_at,
        package=plan.label if plan else row.package_id,
        amount_cents=row.amount_cents,
        currency=row.currency,
        returned_cents=min(row.amount_cents, row.refunded_cents + row.lost_cents),
        credits=plans.UNLIMITED if plan and plan.subscription else row.credits,
        credits_reversed=row.credits_reversed,
        status=row.status,
        is_invoice=row.stripe_id.startswith("in_"),
        has_receipt=row.receipt_url is not None,
    )


def _entry(row: CreditEntry, names: dict[uuid.UUID, str]) -> Entry:
    return Entry(
        id=row.id,
        at=row.created_at,
        what=": ".join(filter(None, (_DEEDS.get(row.reason, _ANOTHER_DEED), row.note))),
        person=names.get(row.actor_id, "Verwijderd account") if row.actor_id else "Automatisch",
        change=row.change,
        balance_after=row.balance_after,
        missing=row.missing,
    )


def _cells(entry: Entry) -> tuple[str, ...]:
    """Return the cells of a row. No number has a sign, so that a spreadsheet can sum additions and deductions."""
    return (
        texts.dutch_moment(entry.at),
        entry.what,
        entry.person,
        str(max(0, entry.change)),
        str(max(0, -entry.change)),
        str(entry.balance_after),
        str(entry.missing),
    )


def file_name() -> str:
    return f"credits-{texts.dutch_date(clock.now())}.csv"
