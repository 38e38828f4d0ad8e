"""Reconciliation with Stripe: compares balances, ledger, payments and subscriptions; changes nothing."""

import uuid
from collections import Counter, defaultdict
from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import col, select

from ... import clock
from ...db.models import CreditEntry, Organization, Payment, StripeEvent
from ...db.session import ReadSession, reading
from ...integrations import payments
from ...integrations.payments import Purchase, Subscription
from . import _double_sales, _fulfilment, credits, plans, stripe_account, subscriptions
from .stripe_account import Buyer

_MAY_WAIT = timedelta(minutes=5)
_KEPT_YEARS = 7  # the law's, after the year of the payment


def kept_since() -> datetime:
    """Return the moment from which on payments are kept: seven whole years after the year in which they were made."""
    return datetime(clock.local_now().year - _KEPT_YEARS, 1, 1, tzinfo=clock.AMSTERDAM)


async def differences() -> list[str]:
    """Return one line per difference; an empty list is the proof. Raises ``Unavailable`` when Stripe does not answer.

    Where Stripe is not set up, only our own books are compared with each other.
    """
    async with reading() as session:
        found = [
            f"{one.account}: balance {one.balance}, ledger {one.ledger}"
            for one in await credits.audit_balances(session)
        ]
        found += await _payments_without_ledger(session)
        found += await _waiting_events(session)
        found += await _paid_after_deletion(session)
    if not payments.is_set_up():
        return found
    return [*found, *await _purchases(), *await _subscriptions(), *await _double_sales.left()]


async def _payments_without_ledger(session: ReadSession) -> list[str]:
    """Check that every payment's credits are in one ledger row, and that every such row has its payment."""
    given = (col(CreditEntry.key) == "purchase:" + col(Payment.stripe_id),)
    missing = (
        select(Payment.stripe_id, Payment.credits, func.coalesce(CreditEntry.change, 0))
        .join(Organization, col(Organization.id) == Payment.organization_id)
        .outerjoin(CreditEntry, *given)
        .where(Payment.credits != func.coalesce(CreditEntry.change, 0))
    )
    found = [f"{row[0]}: {row[1]} credits paid for, {row[2]} in the ledger" for row in await session.exec(missing)]
    unpaid = (
        select(CreditEntry.key)
        .outerjoin(Payment, *given)
        .where(CreditEntry.reason == "purchase", col(Payment.id).is_(None), col(CreditEntry.created_at) >= kept_since())
    )
    found += [f"{key}: in the ledger without a payment" for key in await session.exec(unpaid)]
    lost = select(Payment.stripe_id, Payment.organization_name).where(Payment.status == "mismatch")
    found += [f"{row[0]}: paid another amount than asked, {row[1]}" for row in await session.exec(lost)]
    nothing = select(Payment.stripe_id, Payment.organization_name).where(
        Payment.status == "paid", col(Payment.package_id).not_in(plans.SUBSCRIPTIONS), Payment.credits == 0
    )
    return found + [f"{row[0]}: paid, and nothing was given, {row[1]}" for row in await session.exec(nothing)]


async def _paid_after_deletion(session: ReadSession) -> list[str]:
    """Return the months of a subscription paid after the organization was deleted, and not refunded."""
    orphans = (
        select(Payment)
        .outerjoin(Organization, col(Organization.id) == Payment.organization_id)
        .where(
            col(Organization.id).is_(None),
            col(Payment.package_id).in_(plans.SUBSCRIPTIONS),
            col(Payment.paid_at).is_not(None),
            Payment.refunded_cents + Payment.lost_cents < Payment.amount_cents,
        )
    )
    found = []
    for one in (await session.exec(orphans)).all():
        since = await stripe_account.deleted_since(session, one.organization_id)
        if since is not None and one.created_at >= since:
            found.append(f"{one.stripe_id}: paid for an organization that was deleted, not given back")
    return found


async def _waiting_events(session: ReadSession) -> list[str]:
    waiting = select(StripeEvent).where(
        col(StripeEvent.handled_at).is_(None), StripeEvent.created_at < clock.now() - _MAY_WAIT
    )
    return [f"{one.event_id} ({one.type}): not handled, {one.last_error}" for one in await session.exec(waiting)]


async def _purchases() -> list[str]:
    """Check that every sale paid, refunded or lost at Stripe has the same state in our payments."""
    async with reading() as session:
        ours = {one.stripe_id: one for one in await session.exec(select(Payment))}
    found, seen, elsewhere = [], set(), Counter[str]()
    async for purchase in payments.every_purchase(lambda one: one.stripe_id in ours or _is_marked(one)):
        seen.add(purchase.stripe_id)
        known = ours.get(purchase.stripe_id)
        if known is not None and purchase.installation and not _is_marked(purchase):
            elsewhere[purchase.installation] += 1
        elif known is not None and not _is_marked(purchase):
            found.append(f"{known.stripe_id}: here, and not sold by this installation")
        elif known is not None:
            found += _different(known, purchase)
        elif purchase.state in ("paid", "pending") and (stands_out := await _unknown(purchase)):
            found.append(stands_out)
    found += [
        f"{number} payments here are of {host}: if this installation was there before, FORMER_APP_URLS has to say so"
        for host, number in elsewhere.items()
    ]
    return found + [f"{one}: here, not at Stripe" for one in ours if one not in seen]


def _is_marked(thing: Purchase | Subscription) -> bool:
    return not stripe_account.is_foreign(thing.installation, thing.organization_id)


async def _unknown(purchase: Purchase) -> str | None:
    """Return the line about a purchase missing from our payments; ``None`` when it need not be there."""
    if purchase.subscription and purchase.stripe_id.startswith("cs_"):
        return None
    if purchase.created and purchase.created < kept_since().timestamp():
        return None  # its payment was erased after its term
    async with reading() as session:
        if await stripe_account.sold(session, purchase):
            return f"{purchase.stripe_id}: {purchase.state} at Stripe, unknown here"
        return await _newer(session, purchase, f"{purchase.state} at Stripe")


async def _newer(session: ReadSession, thing: Purchase | Subscription, what: str) -> str | None:
    """Return a line for a sale with our own mark to an organization that may be newer than a restored backup."""
    organization_id = stripe_account.uuid_of(thing.organization_id)
    if not thing.installation or organization_id is None:
        return None
    if await stripe_account.buyer(session, organization_id) is not Buyer.UNKNOWN:
        return None
    name = thing.stripe_id if isinstance(thing, Purchase) else thing.id
    return f"{name}: {what}, of organization {organization_id}, which is not in this database"


def _different(known: Payment, purchase: Purchase) -> list[str]:
    pairs = (
        ("status", known.status, _fulfilment.status_of(purchase)),
        ("refunded", known.refunded_cents, purchase.refunded_cents),
        ("lost", known.lost_cents, purchase.lost_cents),
    )
    return [f"{known.stripe_id}: {what} {here} here, {there} at Stripe" for what, here, there in pairs if here != there]


async def _subscriptions() -> list[str]:
    """Check that every organization has the status of its subscription, and that none pays twice or for nothing."""
    theirs: dict[uuid.UUID, list[Subscription]] = defaultdict(list)
    elsewhere: set[str] = set()
    for one in await payments.subscriptions():
        if _is_marked(one):
            theirs[uuid.UUID(one.organization_id)].append(one)
        elif one.installation:
            elsewhere.add(one.id)
    found = []
    async with reading() as session:
        for organization in await session.exec(select(Organization)):
            several = theirs.pop(organization.id, [])
            if organization.stripe_subscription_id not in elsewhere:
                found += _of_one(organization, several)
        for organization_id, several in theirs.items():
            buyer = await stripe_account.buyer(session, organization_id)
            for one in several:
                if not one.live:
                    continue
                if buyer is Buyer.DELETED:
                    found.append(f"{one.id}: paid for organization {organization_id}, which was deleted")
                elif line := await _newer(session, one, "a live subscription"):
                    found.append(line)
    return found


def _of_one(organization: Organization, several: list[Subscription]) -> list[str]:
    name, found = f"organizations:{organization.id}", []
    ours = subscriptions.counted(several, organization.id, organization.stripe_subscription_id)
    there = subscriptions.status_of(ours[0]) if ours else None
    if organization.subscription_status != there:
        found.append(f"{name}: subscription {organization.subscription_status}, not {there}")
    if (live := sum(one.live and not one.stopping for one in ours)) > 1:
        found.append(f"{name}: pays {live} subscriptions")
    for one in several:
        if one.live and not stripe_account.is_of_catalogue(one):
            found.append(f"{one.id}: live, and not at the price it was sold for")
    return found
