"""Double sales: an organization bought a subscription twice at once. The second is ended and its payment refunded.

Only a true double sale is undone automatically: the second was sold while the first was paid for. Two that are
live for another reason (one recovered after its payment failed, or its cancellation was undone) were both bought and
used honestly; a person decides about those, and ``reconciliation`` reports them.
"""

import logging
import uuid
from datetime import timedelta

from sqlmodel import col, select

from ...db.models import AuditLog, Organization, Payment, User
from ...db.session import WriteSession, reading, run_in_transaction
from ...errors import Conflict
from ...integrations import payments
from ...integrations.payments import Purchase, Subscription
from ..audit import trail
from ..mail import outbox, templates
from ..shared.identity import ADMIN
from .ledger import locked

logger = logging.getLogger(__name__)

RESOURCE = "second subscription"  # in the audit trail
_AT_ONCE = 86400  # seconds within which the payment of a first subscription arrives


async def undo(kept: Subscription, others: list[Subscription], organization_id: uuid.UUID) -> None:
    """End the second subscription and refund what was paid twice. Raises ``Unavailable``, ``Conflict``.

    ``others`` are all live and not stopping. A subscription without an installation mark is left to a person: a copy of
    the database cannot determine its owner. So is a subscription that is older than the kept one.
    """
    newer = [one for one in others if one.installation and (one.created, one.id) > (kept.created, kept.id)]
    if not newer:
        return
    paid = await payments.bills(kept.id)
    for one in newer:
        if not any(bill.start <= one.created < bill.end and bill.paid_at <= one.created + _AT_ONCE for bill in paid):
            logger.warning("%s goes on beside %s; left to a person", one.id, kept.id)
            continue
        # Refund first: after a crash in between, the subscription is still there and the next run does the rest.
        twice = [bill for bill in await payments.bills(one.id) if any(bill.overlaps(other) for other in paid)]
        given_back = [await payments.refund(bill) for bill in twice]
        await run_in_transaction(_tell_once, organization_id, one, refused=not all(given_back))
        await payments.stop_now(one.id)


async def refund_late(invoice: Purchase) -> None:
    """Refund an invoice of a second subscription that was paid after it was ended. Raises ``Unavailable``."""
    async with reading() as session:
        ended = select(AuditLog.created_at).where(
            AuditLog.resource == RESOURCE, AuditLog.resource_id == invoice.subscription_id
        )
        moment = (await session.exec(ended.order_by(col(AuditLog.created_at)).limit(1))).first()
    if moment is None or not invoice.subscription_id:
        return
    for bill in await payments.bills(invoice.subscription_id):
        if bill.id == invoice.stripe_id and bill.paid_at >= (moment - timedelta(hours=1)).timestamp():
            await payments.refund(bill)


async def left() -> list[str]:
    """Return a line for each month of a second subscription that was paid and not refunded.

    No transaction is open during a call to Stripe. Raises ``Unavailable``.
    """
    ended = select(AuditLog.resource_id).where(AuditLog.resource == RESOURCE).distinct()
    async with reading() as session:
        subscriptions = (await session.exec(ended)).all()
    found = []
    for subscription_id in subscriptions:
        ids = [bill.id for bill in await payments.bills(subscription_id or "")]
        kept = select(Payment.stripe_id).where(
            col(Payment.stripe_id).in_(ids), Payment.refunded_cents + Payment.lost_cents < Payment.amount_cents
        )
        async with reading() as session:
            paid = (await session.exec(kept)).all()
        found += [f"{one}: paid for the second subscription {subscription_id}, not given back" for one in paid]
    return found


async def _tell_once(
    session: WriteSession, organization_id: uuid.UUID, subscription: Subscription, *, refused: bool
) -> None:
    """Record it in the audit trail, and mail the administrators unless Stripe refused a refund: then a person does."""
    organization = await locked(session, Organization, organization_id)
    if organization is None:
        raise Conflict("Deze organisatie wordt verwijderd.")
    before = select(AuditLog.id).where(
        AuditLog.organization_id == organization_id,
        AuditLog.resource == RESOURCE,
        AuditLog.resource_id == subscription.id,
    )
    if (await session.exec(before.limit(1))).first() is not None:
        return
    logger.warning("%s is a second subscription of one organization; it is ended", subscription.id)
    mishap = "refund refused" if refused else None
    await trail.record(
        session, None, "cancel", RESOURCE, subscription.id, organization_id=organization_id, error_message=mishap
    )
    if refused:
        return
    administrators = select(User).where(
        User.organization_id == organization_id, User.role == ADMIN, col(User.is_active), col(User.is_email_verified)
    )
    for person in (await session.exec(administrators)).all():
        outbox.write(session, person.email, templates.second_subscription(person.first_name, organization.name))
