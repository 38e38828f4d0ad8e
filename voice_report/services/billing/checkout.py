"""Buying a package (decisions/0004), checking its arrival, and cancelling a subscription."""

import asyncio
import contextlib
import re
import uuid
from dataclasses import dataclass

from ...config import settings
from ...db.models import Organization
from ...db.session import reading, run_in_transaction, run_reading, transaction
from ...errors import Conflict, DomainError, NotFound, Unavailable, or_not_found
from ...integrations import payments
from ..audit import trail
from ..shared import rate_limits, step_up_reasons
from ..shared.identity import ORGANIZATION_NOT_FOUND, PLATFORM_ADMIN, CurrentUser, parse_id, require, require_step_up
from . import _fulfilment, credits, plans, stripe_account, subscriptions
from .ledger import locked

NOT_SET_UP = payments.NOT_SET_UP
FAILED = payments.FAILED
is_set_up = payments.is_set_up
_NO_PAYMENT = "Betaling niet gevonden"
_NOT_CANCELLED = "Kon abonnement niet annuleren."
_SESSION = re.compile(r"cs_[A-Za-z0-9_]{1,250}")

#: The reads of Stripe in progress in this process, by checkout session.
_looks: dict[str, asyncio.Task[payments.Purchase | None]] = {}


@dataclass(frozen=True, slots=True)
class PurchaseStatus:
    """The outcome of a purchase: "arrived" with the new balance (-1 is unlimited), "waiting" or "failed"."""

    state: str
    balance: int = 0


async def start(user: CurrentUser, package_id: str) -> str:
    """Return the URL of the page where the user pays for the package for the organization, at the catalogue price.

    Raises ``Invalid`` for a package that is not for sale, ``NotAllowed`` without an organization, ``Conflict`` for a
    second subscription, ``StepUpNeeded``, ``TooMany``, ``Unavailable`` when payment is not set up or Stripe does not
    answer.
    """
    package = plans.package(package_id)
    organization_id = user.organization_id
    require_step_up(user, step_up_reasons.PURCHASE)
    if not payments.is_set_up():
        raise Unavailable(NOT_SET_UP, code="payment_not_set_up")
    await rate_limits.hit("checkout", str(user.id))
    async with reading() as session:
        organization = await session.get(Organization, organization_id)
    if organization is None:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    if package.subscription and organization.unlimited:
        raise Conflict("Je organisatie heeft al onbeperkte credits.", code="already_unlimited")
    customer = organization.stripe_customer_id or await _new_customer(organization)
    order = payments.Order(
        installation=stripe_account.name(),
        organization_id=str(organization.id),
        organization_name=organization.name,
        user_id=str(user.id),
        package_id=package.id,
        label=package.label,
        credits=max(0, package.credits),
        price_cents=package.price_cents,
        interval=package.interval,
    )
    back = f"{settings().app_url}/payment-success?session_id={{CHECKOUT_SESSION_ID}}"
    away = f"{settings().app_url}/prijzen"
    try:
        return await payments.open_checkout(order, customer, back, away)
    except payments.NoSuchCustomer:
        return await payments.open_checkout(order, await _new_customer(organization), back, away)


async def status_of(user: CurrentUser, session_id: str) -> PurchaseStatus:
    """Return whether the organization's purchase has arrived; reads it from Stripe when the event is late.

    Makes one call to Stripe, and another when a subscription began. Raises ``NotFound`` for a purchase that is not the
    organization's, ``TooMany``, ``Unavailable`` when Stripe does not answer.
    """
    organization_id = user.organization_id
    if not _SESSION.fullmatch(session_id):
        raise NotFound(_NO_PAYMENT)
    if (balance := await _credits_left(organization_id, session_id)) is not None:
        return PurchaseStatus("arrived", balance)
    await rate_limits.hit("arrival", str(user.id))
    # Concurrent calls in this process share one read of Stripe.
    look = _looks.get(session_id)
    if look is None:
        look = _looks[session_id] = asyncio.create_task(_fulfilment.fulfil(session_id))
        look.add_done_callback(lambda done: _finish(session_id, done))
    purchase = await asyncio.shield(look)  # leaving the page must not cancel the read for the others
    if purchase is None or purchase.organization_id != str(organization_id):
        raise NotFound(_NO_PAYMENT)
    if not purchase.subscription:
        balance = await _credits_left(organization_id, session_id)
    elif purchase.state == "paid" and purchase.customer:
        balance = await _unlimited(organization_id, purchase)
    if balance is not None:
        return PurchaseStatus("arrived", balance)
    return PurchaseStatus("failed" if purchase.state == "failed" else "waiting")


def _finish(session_id: str, look: asyncio.Task[payments.Purchase | None]) -> None:
    _looks.pop(session_id, None)
    if not look.cancelled():
        look.exception()  # retrieved here, because all waiters may have left


async def _credits_left(organization_id: uuid.UUID, session_id: str) -> int | None:
    return await run_reading(_fulfilment.credits_left, organization_id, session_id)


async def _unlimited(organization_id: uuid.UUID, purchase: payments.Purchase) -> int | None:
    """Return the balance under the subscription just bought, ``None`` when it gives no access (yet)."""
    for known in (True, False):
        async with reading() as session:
            organization = await session.get(Organization, organization_id)
        if organization is None:
            raise NotFound(ORGANIZATION_NOT_FOUND)
        if organization.unlimited and (not known or organization.stripe_subscription_id == purchase.subscription_id):
            return credits.organization_balance(organization)
        if known:
            await subscriptions.sync(purchase.customer or "")
    return None


async def cancel_subscription(user: CurrentUser, organization_id: uuid.UUID | str) -> None:
    """Cancel an organization's active subscription; it lasts until the end of the paid period.

    For platform admins. Raises ``NotFound``, ``Conflict`` when there is none to cancel or another installation sold it
    (a copy of the database contains it too), ``Unavailable`` when payment is not set up or Stripe does not answer.
    Opens its own transactions: none is open during a call to Stripe.
    """
    require(user, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.SUBSCRIPTION)
    async with reading() as session:
        organization = await session.get(Organization, parse_id(organization_id, ORGANIZATION_NOT_FOUND))
    if organization is None:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    if not organization.stripe_subscription_id or organization.subscription_status != "active":
        raise Conflict("Deze organisatie heeft geen actief abonnement.", code="no_subscription")
    found = await payments.subscription(organization.stripe_subscription_id, _NOT_CANCELLED)
    if found is None or not stripe_account.is_ours(found, organization.id):
        raise Conflict("Dit abonnement is niet op deze installatie afgesloten; stop het bij Stripe.", code="not_ours")
    await payments.stop_at_period_end(organization.stripe_subscription_id)
    subject = ("cancel", "subscription", organization.stripe_subscription_id)
    await run_in_transaction(trail.record, user, *subject, organization_id=organization.id)
    if organization.stripe_customer_id:
        with contextlib.suppress(DomainError):  # it is cancelled already; the event updates what the page shows
            await subscriptions.sync(organization.stripe_customer_id)


async def _new_customer(organization: Organization) -> str:
    """Create the organization's customer at Stripe, replacing the former one; concurrent calls return the same one."""
    customer = await payments.create_customer(stripe_account.name(), str(organization.id), organization.name)
    async with transaction() as session:
        mine = or_not_found(await locked(session, Organization, organization.id), ORGANIZATION_NOT_FOUND)
        if mine.stripe_customer_id == organization.stripe_customer_id:
            mine.stripe_customer_id = customer
        return mine.stripe_customer_id or customer
