"""Which sales in a shared Stripe account belong to this installation (decisions/0007).

Every sale carries two marks in Stripe's metadata: the installation, which is the host in ``APP_URL``, and the
organization. Both must match. A copy of the database at another address has the same organizations but another host;
another product has neither. Sales made before installations were marked have only the organization, and belong to this
installation when its database contains that organization.

An organization that is not in this database proves nothing: it may be newer than a restored backup. An organization
counts as deleted only when the audit trail records its deletion.
"""

import logging
import uuid
from datetime import datetime
from enum import Enum

from sqlmodel import select

from ...config import settings
from ...db.models import AuditLog, Organization, Payment
from ...db.session import ReadSession
from ...integrations.payments import CURRENCY, Purchase, Subscription
from . import plans

logger = logging.getLogger(__name__)


REQUESTED = "requested "  # followed by the timestamp: the reason in the audit row of a deleted organization


class Buyer(Enum):
    """The state in this database of the organization that a sale was made to."""

    KNOWN = "known"
    DELETED = "deleted"
    UNKNOWN = "unknown"


def name() -> str:
    """Return the mark of this installation."""
    return settings().installations()[0]


def is_foreign(installation: str, organization_id: str) -> bool:
    """Return whether these marks are another installation's, or there is no organization mark."""
    return uuid_of(organization_id) is None or (bool(installation) and installation not in settings().installations())


def is_ours(thing: Purchase | Subscription, organization_id: uuid.UUID) -> bool:
    """Return whether this installation sold this to that organization."""
    mine = uuid_of(thing.organization_id) == organization_id
    return mine and not is_foreign(thing.installation, thing.organization_id)


def is_of_catalogue(subscription: Subscription) -> bool:
    """Return whether a subscription is in our catalogue, at the price and interval it was sold for.

    The price is the one stored on it at the time of sale: a change of the catalogue does not affect existing
    subscriptions, and a subscription created by hand for another amount grants nothing.
    """
    plan = plans.known(subscription.package_id)
    paid = (subscription.amount_cents, subscription.currency, subscription.interval)
    return (
        plan is not None
        and plan.subscription
        and subscription.price_cents > 0
        and paid == (subscription.price_cents, CURRENCY, plan.interval)
    )


async def buyer(session: ReadSession, organization_id: uuid.UUID) -> Buyer:
    """Return the state of an organization in this database."""
    if (await session.exec(select(Organization.id).where(Organization.id == organization_id))).first() is not None:
        return Buyer.KNOWN
    deletion = select(AuditLog.id).where(
        AuditLog.organization_id == organization_id,
        AuditLog.action == "delete",
        AuditLog.resource == "organization",
        AuditLog.resource_id == str(organization_id),
    )
    return Buyer.UNKNOWN if (await session.exec(deletion.limit(1))).first() is None else Buyer.DELETED


async def deleted_since(session: ReadSession, organization_id: uuid.UUID) -> datetime | None:
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


async def sold(session: ReadSession, purchase: Purchase) -> bool:
    """Return whether this installation made this sale: it is booked, or is a catalogue sale to a known organization."""
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
    """Parse one of our ids from Stripe's metadata; ``None`` when it is absent or malformed."""
    try:
        return uuid.UUID(value)
    except ValueError:
        return None
