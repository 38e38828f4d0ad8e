"""Stripe's events: stored before handling, and retried until handled (architecture.md "Webhooks")."""

import asyncio
import logging
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, or_, select, update

from ... import clock
from ...config import settings
from ...db.models import StripeEvent
from ...db.session import WriteSession, reading, transaction
from ...errors import DomainError, Unavailable
from ...integrations import payments
from ...integrations.payments import SignatureError
from ..shared import moments
from . import _double_sales, _fulfilment, stripe_account, subscriptions

logger = logging.getLogger(__name__)

KEPT = timedelta(days=90)
_FIRST_WAIT = timedelta(seconds=30)  # longer than handling an event right away takes
_LEASE = timedelta(minutes=2)  # longer than handling an event takes with every retry
_LONGEST_WAIT = timedelta(hours=6)
_LOOK_EVERY = 30.0  # seconds
_AT_ONCE = 500  # events that are read

_SESSIONS = {
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
}
_PAYMENTS = {
    "charge.refunded",
    "charge.refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
}
_SUBSCRIPTIONS = {
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted",
}
_INVOICES = {"invoice.paid", "invoice.payment_failed"}

#: The event types we handle: select these for the endpoint in Stripe's dashboard.
TYPES = _SESSIONS | _PAYMENTS | _SUBSCRIPTIONS | _INVOICES


_NOT_STRIPE = "Dit bericht komt niet van Stripe."


class InvalidSignature(DomainError):
    """Not signed by Stripe, or signed too long ago (400)."""

    status = 400
    code = "not_genuine"


@dataclass(frozen=True, slots=True)
class FailingEvent:
    """An event that could not be handled so far; it is tried again by itself, every six hours at last."""

    id: uuid.UUID
    type: str
    at: datetime
    attempts: int
    reason: str


async def receive(payload: bytes, signature: str) -> None:
    """Store an event and handle it; ignores duplicates, other event types and sales of other installations.

    Once an event is stored, ``run`` retries it after a failure, not Stripe. Raises ``InvalidSignature``, or
    ``Unavailable`` when payment is not set up.
    """
    if not settings().stripe_webhook_secret:
        raise Unavailable(payments.NOT_SET_UP, code="payment_not_set_up")
    try:
        event = payments.verified(payload, signature)
    except SignatureError as error:
        logger.warning("an event was refused: %s", error)
        raise InvalidSignature(_NOT_STRIPE) from None
    if event.type not in TYPES:
        return
    if not event.object_id:
        logger.warning("an event was refused: no object")
        raise InvalidSignature(_NOT_STRIPE)
    if event.organization_id is not None and stripe_account.is_foreign(event.installation or "", event.organization_id):
        return
    row = StripeEvent(
        event_id=event.id,
        type=event.type,
        object_id=event.object_id,
        payment_intent=event.payment_intent,
        customer=event.customer,
        next_attempt_at=clock.now() + _FIRST_WAIT,
        created_at=clock.now(),
    )
    try:
        async with transaction() as session:
            session.add(row)
    except IntegrityError:  # stored before; the request that stored it handles it
        return
    await handle(row.id)


async def handle(event_id: uuid.UUID) -> bool:
    """Handle a stored event, once; return whether it is done. A failure is stored and retried later."""
    async with reading() as session:
        event = await session.get(StripeEvent, event_id)
    if event is None or event.handled_at is not None:
        return True
    mine = update(StripeEvent).where(col(StripeEvent.id) == event_id, col(StripeEvent.handled_at).is_(None))
    try:
        await _act(event)
    except Exception as error:
        reason = error.code if isinstance(error, DomainError) else type(error).__name__
        logger.log(
            logging.WARNING if isinstance(error, DomainError) else logging.ERROR,
            "event %s (%s), attempt %d: %s",
            *(event.event_id, event.type, event.attempts + 1, reason),
            exc_info=not isinstance(error, DomainError),
        )
        wait = min(_FIRST_WAIT * 2 ** min(event.attempts, 20), _LONGEST_WAIT)
        again = {"attempts": event.attempts + 1, "next_attempt_at": clock.now() + wait, "last_error": reason[:300]}
        async with transaction() as session:
            await session.execute(mine.values(**again))
        return False
    async with transaction() as session:
        await session.execute(mine.values(handled_at=clock.now(), last_error=None))
    return True


async def handle_waiting(*, all_of_them: bool = False) -> int:
    """Handle the events that are due, or all that no other process claimed; return how many succeeded.

    Among all are those that just came in: the process that received them may have been killed. Without Redis no other
    process claims.
    """
    at = col(StripeEvent.next_attempt_at)
    waiting = select(StripeEvent.id, at).where(col(StripeEvent.handled_at).is_(None))
    if not all_of_them:
        waiting = waiting.where(moments.is_over(at, _LONGEST_WAIT))
    elif settings().redis_url:
        waiting = waiting.where(or_(at <= clock.now() + _FIRST_WAIT, at > clock.now() + _LEASE))
    async with reading() as session:
        found = (await session.exec(waiting.order_by(at).limit(_AT_ONCE))).all()
    return sum([await handle(event_id) for event_id, seen in found if await _claim(event_id, seen)])


async def _claim(event_id: uuid.UUID, seen: datetime) -> bool:
    """Put an event's next attempt off for as long as handling takes, unless another process did since it was seen."""
    this = (col(StripeEvent.id) == event_id, col(StripeEvent.next_attempt_at) == seen)
    unhandled = update(StripeEvent).where(*this, col(StripeEvent.handled_at).is_(None))
    async with transaction() as session:
        taken = await session.execute(unhandled.values(next_attempt_at=clock.now() + _LEASE))
    return taken.rowcount == 1  # pyright: ignore[reportAttributeAccessIssue]


async def failing() -> list[FailingEvent]:
    """Return the events that failed and are not handled yet, the oldest first."""
    query = select(StripeEvent).where(col(StripeEvent.handled_at).is_(None), col(StripeEvent.attempts) > 0)
    async with reading() as session:
        rows = (await session.exec(query.order_by(col(StripeEvent.created_at)).limit(_AT_ONCE))).all()
    return [FailingEvent(one.id, one.type, one.created_at, one.attempts, one.last_error or "") for one in rows]


async def try_again(event_id: uuid.UUID) -> bool:
    """Handle an event that failed now, unless another process does; return whether it is done."""
    async with reading() as session:
        event = await session.get(StripeEvent, event_id)
    if event is None or event.handled_at is not None:
        return True
    return await _claim(event_id, event.next_attempt_at) and await handle(event_id)


async def run() -> None:
    """Handle events left by a crash or a failing external service, until the process stops (a lifespan task)."""
    all_of_them = True  # after a restart, events do not wait for their retry time
    while payments.is_set_up():
        try:
            await handle_waiting(all_of_them=all_of_them)
            all_of_them = False
        except Unavailable:  # of the database, which is logged where it is met
            pass
        except Exception:
            logger.exception("waiting events could not be handled")
        await asyncio.sleep(_LOOK_EVERY)


async def close() -> None:
    """Close this process's connections to Stripe (shutdown)."""
    await payments.close()


async def purge(session: WriteSession) -> int:
    """Delete events handled more than ``KEPT`` ago (hourly job); return how many."""
    old = delete(StripeEvent).where(col(StripeEvent.handled_at) <= clock.now() - KEPT)
    return (await session.execute(old)).rowcount  # pyright: ignore[reportAttributeAccessIssue]


async def _act(event: StripeEvent) -> None:
    if event.type in _SESSIONS:
        purchase = await _fulfilment.fulfil(event.object_id)
        if purchase is not None and purchase.subscription and purchase.customer:
            await subscriptions.sync(purchase.customer)
    elif event.type in _PAYMENTS:
        if event.payment_intent:
            await _fulfilment.fulfil_payment(event.payment_intent)
    else:
        invoice = await _fulfilment.fulfil(event.object_id) if event.type in _INVOICES else None
        if event.type == "invoice.paid" and invoice is not None:
            await _double_sales.refund_late(invoice)
        if (invoice is not None or event.type not in _INVOICES) and event.customer:
            await subscriptions.sync(event.customer)
