"""What of a Stripe account is this installation's (decisions.md "A shared Stripe account").

Whatever is sold carries two marks in Stripe's metadata: the installation, which is the host in ``APP_URL``, and the
organization. Both must be right. A copy of the database at another address knows the organizations and has another
host; another product has neither. What was sold before installations were marked has the organization alone, and is
this installation's where the database knows that organization.

An organization this database does not know proves nothing: it may be newer than a backup that was put back. That one
was deleted is only believed when the audit trail says so.
"""

import logging
import uuid
from datetime import datetime
from enum import Enum

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from ...config import settings
from ...integrations.payments import CURRENCY, Purchase, Subscription
from ...models import AuditLog, Organization, Payment
from . import plans

logger = logging.getLogger(__name__)


REQUESTED = "requested "  # and the moment: the reason in the audit row of a deleted organization


class Buyer(Enum):
    """What this database knows of the organization that something was sold to."""

    KNOWN = "known"
    DELETED = "deleted"
    UNKNOWN = "unknown"


def name() -> str:
    """Return the mark of this installation."""
    return settings().installations()[0]


def is_foreign(installation: str, organization_id: str) -> bool:
    """Tell whether these marks are another's: another installation's, or none at all."""
    return uuid_of(organization_id) is None or (bool(installation) and installation not in settings().installations())


def is_ours(thing: Purchase | Subscription, organization_id: uuid.UUID) -> bool:
    """Tell whether this was sold to that organization by this installation."""
    mine = uuid_of(thing.organization_id) == organization_id
    return mine and not is_foreign(thing.installation, thing.organization_id)


def is_of_catalogue(subscription: Subscription) -> bool:
    """Tell whether a subscription is of our catalogue, at the price and interval it was sold for.

    The price is the one written on it when it was sold: a change of the catalogue leaves those who subscribed before
    as they are, and a subscription made by hand for another amount grants nothing.
    """
    plan = plans.known(subscription.package_id)
    paid = (subscription.amount_cents, subscription.currency, subscription.interval)
    return (
        plan is not None
        and plan.subscription
        and subscription.price_cents > 0
        and paid == (subscription.price_cents, CURRENCY, plan.interval)
    )


async def buyer(session: AsyncSession, organization_id: uuid.UUID) -> Buyer:
    """Return what this database knows of an organization."""
    if (await session.exec(select(Organization.id).where(Organization.id == organization_id))).first() is not None:
        return Buyer.KNOWN
    deletion = select(AuditLog.id).where(
        AuditLog.organization_id == organization_id,
        AuditLog.action == "delete",
        AuditLog.resource == "organization",
        AuditLog.resource_id == str(organization_id),
    )
    return Buyer.UNKNOWN if (await session.exec(deletion.limit(1))).first() is None else Buyer.DELETED


async def deleted_since(session: AsyncSession, organization_id: uuid.UUID) -> datetime | None:
    """Return when the deletion of an organization was requested, ``None`` when it was not deleted here."""
    deletion = select(AuditLog.error_message, AuditLog.created_at).where(
        AuditLog.organization_id == organization_id,
        AuditLog.action == "delete",
        AuditLog.resource == "organization",
        AuditLog.resource_id == str(organization_id),
    )
    found = (await session.exec(deletion.limit(1))).first()
    if found is None:
        return None
    requested = (found[0] or "").removeprefix(REQUESTED)
    return datetime.fromisoformat(requested) if requested else found[1]


async def sold(session: AsyncSession, purchase: Purchase) -> bool:
    """Tell whether this installation sold this: it is in the books, or an organization bought it from the catalogue."""
    organization_id = uuid_of(purchase.organization_id)
    if organization_id is None or is_foreign(purchase.installation, purchase.organization_id):
        return False
    booked = select(Payment.id).where(Payment.stripe_id == purchase.stripe_id)
    if (await session.exec(booked)).first() is not None:
        return True
    if not _is_offered(purchase):
        return False
    if await buyer(session, organization_id) is Buyer.UNKNOWN:
        logger.warning("%s names an organization that is not in this database; left alone", purchase.stripe_id)
        return False
    return True


def _is_offered(purchase: Purchase) -> bool:
    if purchase.stripe_id.startswith("in_"):
        return purchase.of is not None and is_of_catalogue(purchase.of)
    plan = plans.known(purchase.package_id)
    return plan is not None and plan.subscription == purchase.subscription


def uuid_of(value: str) -> uuid.UUID | None:
    """Read an id of ours as it was written at Stripe; ``None`` where there is none."""
    try:
        return uuid.UUID(value)
    except ValueError:
        return None
