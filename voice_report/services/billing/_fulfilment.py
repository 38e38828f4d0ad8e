"""Fulfilment: a payment adds credits and a refund takes them back, exactly once, with events in any order.

An event only signals that something changed. The action follows from the purchase's present state at Stripe, compared
with what was done for it before (its ``Payment`` row); so events may come twice, late, in any order or in parallel. A
caller whose reading of Stripe is outdated by a concurrent write reads again (optimistic locking on
``Payment.readings``). No transaction is open during a call to Stripe.
"""

import uuid

from sqlmodel import col, select

from ... import clock
from ...db.models import Organization, Payment
from ...db.session import ReadSession, WriteSession, reading, transaction
from ...errors import Conflict
from ...integrations import payments
from ...integrations.payments import Purchase
from . import credits, plans, stripe_account
from .ledger import locked

_READINGS = 8


async def fulfil(stripe_id: str) -> Purchase | None:
    """Bring our books in line with a checkout session or an invoice.

    Returns the purchase as Stripe has it. Returns ``None``, without any change, when Stripe does not know it or this
    installation did not sell it.

    Raises ``Unavailable`` when Stripe does not answer, ``Conflict`` when concurrent changes to the purchase continue.
    """
    for _ in range(_READINGS):
        async with reading() as session:
            seen = (await session.exec(select(Payment.readings).where(Payment.stripe_id == stripe_id))).first() or 0
        purchase = await payments.read(stripe_id)
        if purchase is None:
            return None
        async with reading() as session:
            if not await stripe_account.sold(session, purchase):
                return None
        if purchase.state == "open" or (purchase.subscription and stripe_id.startswith("cs_")):
            return purchase
        async with transaction() as session:
            if await _apply(session, purchase, seen):
                return purchase
    raise Conflict("Deze betaling wordt al verwerkt.")


async def fulfil_payment(payment_intent: str) -> None:
    """Do the same for the purchase paid with this payment intent; does nothing when it was not sold by us."""
    async with reading() as session:
        known = select(Payment.stripe_id).where(Payment.payment_intent == payment_intent)
        stripe_id = (await session.exec(known)).first()
    stripe_id = stripe_id or await payments.find(payment_intent)
    if stripe_id:
        await fulfil(stripe_id)


async def _apply(session: WriteSession, purchase: Purchase, seen: int) -> bool:
    """Store the changes; returns false when another process stored some since ``seen`` was read."""
    organization = await locked(session, Organization, stripe_account.uuid_of(purchase.organization_id))
    mine = select(Payment).where(Payment.stripe_id == purchase.stripe_id).with_for_update()
    payment = (await session.exec(mine.execution_options(populate_existing=True))).first()
    if (payment.readings if payment else 0) != seen:
        return False
    if payment is None:
        payment = Payment(
            stripe_id=purchase.stripe_id,
            organization_id=uuid.UUID(purchase.organization_id),
            organization_name=(organization.name if organization else purchase.organization_name)[:200],
            package_id=purchase.package_id[:30],
            amount_cents=purchase.amount_cents,
            currency=purchase.currency,
            status="pending",
            created_at=clock.now(),
        )
    else:
        payment.readings += 1
    payment.payment_intent = purchase.payment_intent
    payment.receipt_url = purchase.receipt_url
    payment.refunded_cents, payment.lost_cents = purchase.refunded_cents, purchase.lost_cents
    payment.status = status_of(purchase)
    if purchase.state == "paid" and payment.paid_at is None:
        payment.paid_at = clock.now()
    session.add(payment)
    await session.flush()
    if payment.status not in ("pending", "failed", "mismatch"):
        await _give(session, payment, purchase, organization)
        await _reverse(session, payment, organization)
    session.add(payment)
    await session.flush()
    return True


def status_of(purchase: Purchase) -> str:
    """Return a payment's status as one word."""
    if purchase.state != "paid":
        return "failed" if purchase.state == "failed" else "pending"
    if not purchase.subscription and (purchase.amount_cents, purchase.currency) != (
        purchase.price_cents,
        payments.CURRENCY,
    ):
        return "mismatch"
    if purchase.disputed:
        return "disputed"
    if purchase.lost_cents:
        return "lost"
    if purchase.refunded_cents:
        return "refunded" if purchase.refunded_cents >= purchase.amount_cents else "partly_refunded"
    return "paid"


async def _give(session: WriteSession, payment: Payment, purchase: Purchase, organization: Organization | None) -> None:
    """Add the credits and set the plan, once. A payment for a deleted organization is only booked."""
    if payment.credits or not purchase.credits or organization is None:
        return
    await credits.grant(
        session,
        purchase.credits,
        reason="purchase",
        key=f"purchase:{payment.stripe_id}",
        organization_id=organization.id,
        actor_id=stripe_account.uuid_of(purchase.user_id),
    )
    payment.credits = purchase.credits
    bought = plans.known(purchase.package_id)
    if bought is None:
        return
    # Under a subscription, upgrade the plan that the organization returns to afterwards.
    column = "plan_before_subscription" if organization.plan_before_subscription else "plan"
    present = getattr(organization, column)
    if (plan := plans.after_buying(present, bought)) != present:
        setattr(organization, column, plan)
        organization.version += 1
        organization.updated_at = clock.now()


async def _reverse(session: WriteSession, payment: Payment, organization: Organization | None) -> None:
    """Take back the credits for the refunded part of the payment; Stripe's amounts are cumulative.

    Rounding favours the buyer: a fraction of a credit is not taken. A refund that failed later restores the credits.
    """
    if not payment.amount_cents:
        return
    back = min(payment.amount_cents, payment.refunded_cents + payment.lost_cents)
    target = payment.credits * back // payment.amount_cents
    change, payment.credits_reversed = target - payment.credits_reversed, target
    key = f"{payment.stripe_id}:{payment.readings}"
    if change > 0 and organization is None:
        payment.credits_missing += change
    elif change > 0 and organization is not None:
        reason = "dispute" if payment.lost_cents else "refund"
        payment.credits_missing += await credits.revoke(
            session, change, organization, reason=reason, key=f"refund:{key}"
        )
    elif change < 0:
        never_taken = min(-change, payment.credits_missing)
        payment.credits_missing -= never_taken
        if organization is not None and (returned := -change - never_taken):
            await credits.grant(
                session, returned, reason="refund undone", key=f"undone:{key}", organization_id=organization.id
            )


async def credits_left(session: ReadSession, organization_id: uuid.UUID, stripe_id: str) -> int | None:
    """Return an organization's balance once its purchase has been credited; ``None`` before that."""
    paid = select(Payment.id).where(
        Payment.stripe_id == stripe_id, Payment.organization_id == organization_id, col(Payment.credits) > 0
    )
    organization = await session.get(Organization, organization_id)
    if organization is None or (await session.exec(paid)).first() is None:
        return None
    return credits.organization_balance(organization)
