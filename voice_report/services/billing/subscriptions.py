"""The subscriptions: an organization's plan follows its present state at Stripe (decisions/0004).

On every event all subscriptions of the customer are read and the books synced, so the order of events does not matter.
A caller whose reading is outdated by a concurrent write reads again. Only what this installation sold at a catalogue
price counts (``stripe_account``); of two live subscriptions the second may be ended (``_double_sales``).
"""

import logging
import uuid
from datetime import timedelta

from sqlalchemy import func
from sqlmodel import col, select

from ... import clock
from ...db.models import Organization
from ...db.session import ReadSession, reading, run_reading, transaction
from ...errors import Conflict, DomainError
from ...integrations import payments
from ...integrations.payments import Subscription
from . import _double_sales, plans, stripe_account
from .ledger import locked
from .stripe_account import Buyer

logger = logging.getLogger(__name__)

#: An active subscription that ends with the paid period. This status is ours; for Stripe it is still active.
STOPPING = "canceling"

_READINGS = 8
_GRACE = timedelta(hours=2)  # Stripe closes an invoice about an hour after the period's end
_OVERDUE_AT_ONCE = 200


async def sync(customer: str) -> None:
    """Sync the organization of a customer with its subscriptions.

    A subscription of an organization that was deleted here is ended, so that no customer pays for nothing. A
    subscription of an organization that is not in this database is left unchanged. Raises ``Unavailable`` or
    ``Conflict``.
    """
    theirs = select(Organization.id).where(Organization.stripe_customer_id == customer)
    async with reading() as session:
        known = set((await session.exec(theirs)).all())
    if known:
        for organization_id in known:
            await _sync_organization(organization_id, customer)
        return
    # A customer of a deleted organization, or one created after the restored backup.
    found = await payments.subscriptions(customer)
    for organization_id in {one for each in found if (one := _whose(each))}:
        await _sync_organization(organization_id, customer)


async def sync_overdue() -> int:
    """Sync the subscriptions that should have ended or been renewed (hourly job), to recover from lost events.

    In random order, so that customers that fail each time do not block the others. Returns how many were synced.
    """
    overdue = select(Organization.stripe_customer_id).where(
        col(Organization.plan_before_subscription).is_not(None),
        col(Organization.stripe_customer_id).is_not(None),
        col(Organization.subscription_current_period_end) < clock.now() - _GRACE,
    )
    async with reading() as session:
        customers = (await session.exec(overdue.order_by(func.random()).limit(_OVERDUE_AT_ONCE))).all()
    done = 0
    for customer in customers:
        try:
            await sync(customer or "")
            done += 1
        except DomainError as failure:  # a failure must not block the others
            logger.warning("subscription of %s could not be read: %s", customer, failure.code)
    return done


def counted(found: list[Subscription], organization_id: uuid.UUID, booked: str | None) -> list[Subscription]:
    """Return the subscriptions that count for an organization; the first one decides its plan.

    Among live subscriptions that is the one in the books: another that becomes live again does not replace it.
    """
    ours = [
        one for one in found if stripe_account.is_ours(one, organization_id) and stripe_account.is_of_catalogue(one)
    ]
    return sorted(ours, key=lambda one: _worth(one, booked))


def status_of(subscription: Subscription) -> str:
    """Return the status as we store it: Stripe's status, or ``STOPPING`` when it ends with its period."""
    return STOPPING if subscription.status == "active" and subscription.stopping else subscription.status[:30]


def _worth(one: Subscription, booked: str | None) -> tuple:
    """Return a sort key: subscriptions that give access first, paid before overdue, continuing before stopping.

    Then the one in the books, then the oldest; those that no longer give access come newest first.
    """
    if one.live:
        return False, one.status == "past_due", one.stopping, one.id != booked, one.created, one.id
    return True, False, False, False, -one.created, one.id


def _whose(subscription: Subscription) -> uuid.UUID | None:
    if stripe_account.is_foreign(subscription.installation, subscription.organization_id):
        return None
    return stripe_account.uuid_of(subscription.organization_id)


async def _sync_organization(organization_id: uuid.UUID, customer: str) -> None:
    """Sync one organization with the subscriptions of this customer and of its own customer. Raises as ``sync``."""
    for _ in range(_READINGS):
        async with reading() as session:
            row = await session.get(Organization, organization_id)
            buyer = await stripe_account.buyer(session, organization_id)
        if row is None:
            await _end_all(buyer, await payments.subscriptions(customer), organization_id)
            return
        if row.deleting_at is not None:  # its live subscriptions are ended after the deletion
            raise Conflict("Deze organisatie wordt verwijderd.")
        found = await _read(row, customer)
        if any(one.id == row.stripe_subscription_id and _is_elsewhere(one) for one in found):
            # A copy of the database, or an installation that moved without FORMER_APP_URLS: change nothing.
            logger.warning("%s belongs to another installation; left as it is", row.stripe_subscription_id)
            return
        ours = counted(found, organization_id, row.stripe_subscription_id)
        async with transaction() as session:
            organization = await locked(session, Organization, organization_id)
            if organization is None or organization.subscription_readings != row.subscription_readings:
                continue
            _apply(organization, ours[0] if ours else None)
            if ours and ours[0].live and organization.stripe_customer_id not in {one.customer for one in ours}:
                organization.stripe_customer_id = ours[0].customer  # a backup may be older than the customer
        if going_on := [one for one in ours if one.live and not one.stopping]:
            await _double_sales.undo(going_on[0], going_on[1:], organization_id)
        return
    raise Conflict("Dit abonnement wordt al bijgewerkt.")


async def _read(organization: Organization, customer: str) -> list[Subscription]:
    """Read the subscriptions of this customer, of the organization's own, and the one in the books."""
    found = await payments.subscriptions(customer)
    if organization.stripe_customer_id and organization.stripe_customer_id != customer:
        found += await payments.subscriptions(organization.stripe_customer_id)
    booked = organization.stripe_subscription_id
    if booked and booked not in {one.id for one in found} and (one := await payments.subscription(booked)):
        found.append(one)
    return found


def _is_elsewhere(subscription: Subscription) -> bool:
    return bool(subscription.installation) and stripe_account.is_foreign(
        subscription.installation, subscription.organization_id
    )


async def of(session: ReadSession, organization_id: uuid.UUID) -> str | None:
    """Return the status of an organization's subscription, ``None`` when it has none."""
    wanted = select(Organization.subscription_status).where(Organization.id == organization_id)
    return (await session.exec(wanted)).first()


def _apply(organization: Organization, subscription: Subscription | None) -> None:
    organization.subscription_readings += 1
    before = (organization.plan, organization.subscription_status)
    organization.stripe_subscription_id = subscription.id if subscription else None
    organization.subscription_status = status_of(subscription) if subscription else None
    organization.subscription_current_period_end = subscription.period_end if subscription else None
    former, under_one = organization.plan_before_subscription, organization.plan in plans.SUBSCRIPTIONS
    if subscription and subscription.live:
        if former is None:
            organization.plan_before_subscription = organization.plan
        if former is None or under_one:  # a platform admin may have chosen another plan meanwhile
            organization.plan, organization.unlimited = subscription.package_id, True
    elif former is not None:
        if under_one:
            organization.plan, organization.unlimited = former, former in plans.SUBSCRIPTIONS
        organization.plan_before_subscription = None
    if before != (organization.plan, organization.subscription_status):
        organization.version += 1
        organization.updated_at = clock.now()


async def _end_all(buyer: Buyer, found: list[Subscription], organization_id: uuid.UUID) -> None:
    """End the live subscriptions of an organization that was deleted here; only those with our own mark.

    Payments made since the deletion was requested are refunded.
    """
    for one in found:
        if not (one.live and stripe_account.is_ours(one, organization_id)):
            continue
        if buyer is Buyer.DELETED and one.installation:
            logger.warning("subscription %s belongs to an organization that was deleted; it is ended", one.id)
            since = await run_reading(stripe_account.deleted_since, organization_id)
            for bill in await payments.bills(one.id):
                if since is not None and bill.created >= int(since.timestamp()):
                    await payments.refund(bill)  # reconciliation reports what Stripe refuses
            await payments.stop_now(one.id)
        else:
            logger.warning("subscription %s names an organization that is not in this database; left alone", one.id)
