"""Do our books say what Stripe says? Compares balances, ledger, payments and subscriptions; changes nothing."""

from collections import defaultdict
from datetime import timedelta

from sqlalchemy import func
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from .. import clock
from ..database import reading
from ..integrations import payments
from ..integrations.payments import Purchase, Subscription
from ..models import CreditEntry, Organization, Payment, StripeEvent
from . import credits, fulfilment, subscriptions

_MAY_WAIT = timedelta(minutes=5)


async def differences() -> list[str]:
    """Return one line per difference; none is the proof. Raises ``Unavailable`` when Stripe does not answer.

    Where no Stripe is set up, our own books are compared with each other.
    """
    async with reading() as session:
        found = [
            f"{one.account}: balance {one.balance}, ledger {one.ledger}"
            for one in await credits.audit_balances(session)
        ]
        found += await _payments_without_ledger(session)
        found += await _waiting_events(session)
    if not payments.is_set_up():
        return found
    return [*found, *await _purchases(), *await _subscriptions()]


async def _payments_without_ledger(session: AsyncSession) -> list[str]:
    """Every credit given for a payment is one ledger row, and every such row has its payment."""
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
        .where(CreditEntry.reason == "purchase", col(Payment.id).is_(None))
    )
    found += [f"{key}: in the ledger without a payment" for key in await session.exec(unpaid)]
    lost = select(Payment.stripe_id, Payment.organization_name).where(Payment.status == "mismatch")
    found += [f"{row[0]}: paid another amount than asked, {row[1]}" for row in await session.exec(lost)]
    nothing = select(Payment.stripe_id, Payment.organization_name).where(
        Payment.status == "paid", Payment.package_id != "unlimited", Payment.credits == 0
    )
    return found + [f"{row[0]}: paid, and nothing was given, {row[1]}" for row in await session.exec(nothing)]


async def _waiting_events(session: AsyncSession) -> list[str]:
    waiting = select(StripeEvent).where(
        col(StripeEvent.handled_at).is_(None), StripeEvent.created_at < clock.now() - _MAY_WAIT
    )
    return [f"{one.event_id} ({one.type}): not handled, {one.last_error}" for one in await session.exec(waiting)]


async def _purchases() -> list[str]:
    """Everything that was paid, refunded or lost at Stripe stands the same in our payments, and nothing else does."""
    async with reading() as session:
        ours = {one.stripe_id: one for one in await session.exec(select(Payment))}
        names = set(await session.exec(select(Organization.stripe_customer_id)))
    found, seen = [], set()
    async for purchase in payments.every_purchase():
        seen.add(purchase.stripe_id)
        known = ours.get(purchase.stripe_id)
        if known is not None:
            found += _different(known, purchase)
        elif purchase.state in ("paid", "pending") and (purchase.organization_id or purchase.customer in names):
            found.append(f"{purchase.stripe_id}: {purchase.state} at Stripe, unknown here")
    return found + [f"{one}: here, not at Stripe" for one in ours if one not in seen]


def _different(known: Payment, purchase: Purchase) -> list[str]:
    pairs = (
        ("status", known.status, fulfilment.status_of(purchase)),
        ("refunded", known.refunded_cents, purchase.refunded_cents),
        ("lost", known.lost_cents, purchase.lost_cents),
    )
    return [f"{known.stripe_id}: {what} {here} here, {there} at Stripe" for what, here, there in pairs if here != there]


async def _subscriptions() -> list[str]:
    """Every organisation has the status of its subscription, and nobody pays twice or for nothing."""
    by_customer: dict[str, list[Subscription]] = defaultdict(list)
    for one in await payments.subscriptions():
        by_customer[one.customer].append(one)
    async with reading() as session:
        subscribed = select(Organization).where(col(Organization.stripe_customer_id).is_not(None))
        ours = {one.stripe_customer_id or "": one for one in await session.exec(subscribed)}
    found = []
    for customer, organization in ours.items():
        chosen = subscriptions.chosen(by_customer[customer])
        there = subscriptions.status_of(chosen) if chosen else None
        if organization.subscription_status != there:
            found.append(
                f"organizations:{organization.id}: subscription {organization.subscription_status}, not {there}"
            )
    for customer, several in by_customer.items():
        live = sum(one.live for one in several)
        if live > 1:
            found.append(f"{customer}: pays {live} subscriptions")
        if live and customer not in ours:
            found.append(f"{customer}: pays a subscription, and is no organisation of ours")
    return found
