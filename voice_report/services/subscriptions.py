"""The Unlimited subscription: an organisation's plan follows what Stripe says of it now (decisions.md "Plans").

Whatever event arrives, all subscriptions of the customer are read and the books brought in line, so no order of events
matters. Who read before somebody else finished reads again.
"""

import logging
import uuid
from datetime import timedelta

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from .. import clock
from ..database import reading, transaction
from ..errors import Conflict, DomainError
from ..integrations import payments
from ..integrations.payments import Subscription
from ..models import Organization
from .ledger import locked

logger = logging.getLogger(__name__)

#: An active subscription that ends with the period that was paid for: ours, Stripe keeps calling it active.
STOPPING = "canceling"

_READINGS = 8
_GRACE = timedelta(hours=2)  # Stripe closes an invoice about an hour after the period's end


async def sync(customer: str) -> None:
    """Bring an organisation in line with its customer's subscriptions.

    A subscription whose organisation was deleted is ended, so that nobody pays for nothing. Raises ``Unavailable`` or
    ``Conflict``.
    """
    for _ in range(_READINGS):
        theirs = select(Organization.id, Organization.subscription_readings)
        async with reading() as session:
            row = (await session.exec(theirs.where(Organization.stripe_customer_id == customer))).first()
        found = await payments.subscriptions(customer)
        if row is None:
            await _end_all(found)
            return
        async with transaction() as session:
            organization = await locked(session, Organization, row[0])
            if organization is not None and organization.subscription_readings == row[1]:
                _apply(session, organization, chosen(found))
                return
    raise Conflict("Dit abonnement wordt al bijgewerkt.")


def chosen(found: list[Subscription]) -> Subscription | None:
    """Return the one that counts: one that gives access before one that does not, then the newest."""
    return max(found, key=lambda one: (one.live, one.created, one.id), default=None)


def status_of(subscription: Subscription) -> str:
    """Return the status as we keep it: Stripe's word, or that it was cancelled and lasts until its period ends."""
    return STOPPING if subscription.status == "active" and subscription.stopping else subscription.status[:30]


async def sync_overdue() -> int:
    """Read again what should have ended or been renewed (the hourly work): a lost event is found here.

    Returns how many were read.
    """
    overdue = select(Organization.stripe_customer_id).where(
        col(Organization.plan_before_subscription).is_not(None),
        col(Organization.stripe_customer_id).is_not(None),
        col(Organization.subscription_current_period_end) < clock.now() - _GRACE,
    )
    async with reading() as session:
        customers = (await session.exec(overdue.limit(200))).all()
    done = 0
    for customer in customers:
        try:
            await sync(customer or "")
            done += 1
        except DomainError as failure:  # one that fails leaves the others their turn
            logger.warning("subscription of %s could not be read: %s", customer, failure.code)
    return done


async def of(session: AsyncSession, organization_id: uuid.UUID) -> str | None:
    """Return the status of an organisation's subscription, ``None`` when it has none."""
    wanted = select(Organization.subscription_status).where(Organization.id == organization_id)
    return (await session.exec(wanted)).first()


def _apply(session: AsyncSession, organization: Organization, subscription: Subscription | None) -> None:
    organization.subscription_readings += 1
    session.add(organization)
    before = (organization.plan, organization.subscription_status)
    organization.stripe_subscription_id = subscription.id if subscription else None
    organization.subscription_status = status_of(subscription) if subscription else None
    organization.subscription_current_period_end = subscription.period_end if subscription else None
    live, was_live = bool(subscription and subscription.live), organization.plan_before_subscription is not None
    if live and not was_live:
        organization.plan_before_subscription = organization.plan
        organization.plan, organization.unlimited = "unlimited", True
    elif was_live and not live:
        if organization.plan == "unlimited":  # a platform admin may have chosen another meanwhile
            organization.plan = organization.plan_before_subscription or "trial"
            organization.unlimited = organization.plan == "unlimited"
        organization.plan_before_subscription = None
    if before != (organization.plan, organization.subscription_status):
        organization.version += 1
        organization.updated_at = clock.now()


async def _end_all(found: list[Subscription]) -> None:
    for one in found:
        if one.live:
            logger.warning("subscription %s belongs to no organisation any more; it is ended", one.id)
            await payments.stop_now(one.id)
