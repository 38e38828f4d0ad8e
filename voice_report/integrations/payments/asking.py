"""Asking Stripe, through its own library: for checkout pages, what was paid, and subscriptions.

What comes back are plain pictures of what Stripe says now. Every failure of Stripe's is ``Unavailable``; its messages
are logged nowhere, only their kind. Amounts are in cents.
"""

import hashlib
import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import stripe

from ... import clock
from ...config import settings
from ...errors import Unavailable
from . import pictures
from .pictures import Order, Purchase, Subscription, id_of

log = logging.getLogger(__name__)
stripe.enable_telemetry = False
logging.getLogger("stripe").setLevel(logging.WARNING)

NOT_SET_UP = "Online betalen staat op deze installatie nog niet aan."
FAILED = "Kon geen checkout sessie starten. Probeer het opnieuw."
CURRENCY = "eur"
TIMEOUT = 20  # seconds for one answer

#: A double click within this time leads to one checkout page. Longer would not do: for as long as a key is the same,
#: Stripe answers the same, a failure of its own too.
_SAME_CLICK = 15  # seconds
_METHODS: list[Any] = ["card", "ideal", "bancontact"]
_NO_ANSWER = "Kon de bon niet ophalen. Probeer het later opnieuw."
_OF_STRIPE = re.compile(r"https://([a-z0-9-]+\.)+stripe\.com/[^\s\\]*")


class NoSuchCustomer(Exception):
    """The customer was deleted in Stripe's dashboard, or made with other keys (those for testing)."""


def is_set_up() -> bool:
    """Tell whether this installation can take payments."""
    return bool(settings().stripe_secret_key)


async def create_customer(organization_id: str, name: str) -> str:
    """Make an organisation's customer and return its id; asked twice at once, it is made once. It names no person."""
    wanted: Any = {"name": name, "metadata": {"organization": organization_id}}
    async with _stripe() as api:
        made = await api.customers.create_async(
            wanted,
            {"idempotency_key": _key("customer", wanted)},
        )
    return made.id


async def open_checkout(order: Order, customer: str, success_url: str, cancel_url: str) -> str:
    """Make a page to pay on and return its address. Raises ``Unavailable``, ``NoSuchCustomer``."""
    price: Any = {
        "currency": CURRENCY,
        "unit_amount": order.price_cents,
        "product_data": {"name": f"{settings().app_name} {order.label}"},
    }
    told = {
        "organization": order.organization_id,
        "organization_name": order.organization_name,
        "user": order.user_id,
        "package": order.package_id,
        "credits": str(order.credits),
        "price": str(order.price_cents),
    }
    wanted: Any = {
        "customer": customer,
        "client_reference_id": order.organization_id,
        "line_items": [{"price_data": price, "quantity": 1}],
        "metadata": told,
        "success_url": success_url,
        "cancel_url": cancel_url,
        "locale": "nl",
    }
    if order.subscription:
        price["recurring"] = {"interval": "month"}
        wanted |= {"mode": "subscription", "subscription_data": {"metadata": told}}
    else:
        wanted |= {"mode": "payment", "payment_method_types": _METHODS, "payment_intent_data": {"metadata": told}}
    async with _stripe() as api:
        try:
            made = await api.checkout.sessions.create_async(wanted, {"idempotency_key": _key("checkout", wanted)})
        except stripe.InvalidRequestError as error:
            if _misses_customer(error):
                raise NoSuchCustomer from None
            raise
    url = made.to_dict().get("url") or ""
    if not url.startswith(("https://", "http://")):
        raise Unavailable("Geen checkout URL ontvangen", code="payment_unavailable")
    return url


async def read(stripe_id: str, sentence: str = FAILED) -> Purchase | None:
    """Return a checkout session (``cs_``) or an invoice (``in_``) as it is now; ``None`` when there is none.

    Raises ``Unavailable`` with this sentence.
    """
    async with _stripe(sentence) as api:
        try:
            if stripe_id.startswith("in_"):
                told = (await api.invoices.retrieve_async(stripe_id, {"expand": ["payments"]})).to_dict()
            else:
                told = (await api.checkout.sessions.retrieve_async(stripe_id)).to_dict()
        except stripe.InvalidRequestError as error:
            if error.http_status == 404:
                return None
            raise
        intent: dict[str, Any] | None = None
        disputes: list[dict[str, Any]] = []
        if intent_id := pictures.intent_of(told):
            found = await api.payment_intents.retrieve_async(intent_id, {"expand": ["latest_charge"]})
            intent = found.to_dict()
        if intent and pictures.charge_of(intent).get("disputed"):
            disputes = (await api.disputes.list_async({"payment_intent": intent_id})).to_dict()["data"]
    return pictures.purchase(told, intent, disputes)


async def receipt(stripe_id: str) -> str | None:
    """Return the address of a receipt or an invoice as Stripe gives it now; ``None`` when there is none.

    Nothing but a page of Stripe's own is returned. Raises ``Unavailable``.
    """
    found = await read(stripe_id, _NO_ANSWER)
    address = (found.receipt_url if found else None) or ""
    base = settings().stripe_api_base
    is_theirs = _OF_STRIPE.fullmatch(address) or (base and address.startswith(f"{base.rstrip('/')}/"))
    return address if is_theirs else None


async def find(payment_intent: str) -> str | None:
    """Return the checkout session or invoice that was paid so; ``None`` when it was something else."""
    async with _stripe() as api:
        sessions = await api.checkout.sessions.list_async({"payment_intent": payment_intent})
        if sessions.data:
            return sessions.data[0].id
        wanted: Any = {"payment": {"type": "payment_intent", "payment_intent": payment_intent}}
        invoices = (await api.invoice_payments.list_async(wanted)).to_dict()["data"]
    return id_of(invoices[0]["invoice"]) if invoices else None


async def every_purchase() -> AsyncIterator[Purchase]:
    """Go through all finished checkout sessions for packages and all invoices, newest first."""
    async with _stripe() as api:
        sessions = await api.checkout.sessions.list_async({"status": "complete", "limit": 100})
        async for one in sessions.auto_paging_iter():
            if one.mode == "payment" and (found := await read(one.id)):
                yield found
        async for one in (await api.invoices.list_async({"limit": 100})).auto_paging_iter():
            if one.id and (found := await read(one.id)):
                yield found


async def subscriptions(customer: str | None = None) -> list[Subscription]:
    """Return all subscriptions there are or were, of one customer or of everybody; none of a customer there is not."""
    wanted: Any = {"status": "all", "limit": 100} | ({"customer": customer} if customer else {})
    async with _stripe() as api:
        try:
            found = await api.subscriptions.list_async(wanted)
        except stripe.InvalidRequestError as error:
            if _misses_customer(error):
                return []
            raise
        return [pictures.subscription(one.to_dict()) async for one in found.auto_paging_iter()]


async def stop_at_period_end(subscription_id: str) -> None:
    """Let a subscription end when the period that was paid for is over. Raises ``Unavailable``."""
    async with _stripe("Kon abonnement niet annuleren.") as api:
        await api.subscriptions.update_async(subscription_id, {"cancel_at_period_end": True})


async def stop_now(subscription_id: str) -> None:
    """End a subscription that nobody has any more."""
    async with _stripe("Kon abonnement niet annuleren.") as api:
        await api.subscriptions.cancel_async(subscription_id)


@asynccontextmanager
async def _stripe(sentence: str = FAILED) -> AsyncIterator[Any]:
    """Open a line to Stripe. Raises ``Unavailable``: not set up, or ``sentence`` for whatever Stripe answers."""
    if not (key := settings().stripe_secret_key):
        raise Unavailable(NOT_SET_UP, code="payment_not_set_up")
    line = stripe.HTTPXClient(timeout=TIMEOUT)
    base = settings().stripe_api_base
    client = stripe.StripeClient(
        key, http_client=line, max_network_retries=2, base_addresses={"api": base.rstrip("/")} if base else None
    )
    try:
        yield client.v1
    except stripe.StripeError as error:
        log.warning("stripe: %s, status %s, code %s", type(error).__name__, error.http_status, error.code)
        raise Unavailable(sentence, code="payment_unavailable", retry_after=5) from None
    finally:
        await line.close_async()


def _key(kind: str, wanted: dict[str, Any]) -> str:
    """Return an idempotency key: the same wish at the same moment is the same key."""
    window = int(clock.now().timestamp()) // _SAME_CLICK
    return hashlib.sha256(json.dumps([kind, window, wanted], sort_keys=True).encode()).hexdigest()


def _misses_customer(error: stripe.InvalidRequestError) -> bool:
    return (error.code, error.param) == ("resource_missing", "customer")
