"""Calls to Stripe, through its own library: for checkout pages, purchases and subscriptions.

They return plain data transfer objects with Stripe's current state. Every failure of Stripe's is ``Unavailable``.
Amounts are in cents. Functions import the library: a start should not wait for it.
"""

import hashlib
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from ... import clock
from ...config import settings
from ...errors import Unavailable
from . import models
from .connection import FAILED, connected
from .models import Order, Purchase, Subscription, id_of

if TYPE_CHECKING:
    import stripe

CURRENCY = "eur"

#: A double click within this time leads to one checkout page. It cannot be longer: for as long as the key is the same,
#: Stripe repeats the same response, even a failure of its own.
_SAME_CLICK = 15  # seconds
_METHODS: list[Any] = ["card", "ideal", "bancontact"]
_NO_ANSWER = "Kon de bon niet ophalen. Probeer het later opnieuw."
_NOT_CANCELLED = "Kon abonnement niet annuleren."
_OF_STRIPE = re.compile(r"https://([a-z0-9-]+\.)+stripe\.com/[^\s\\]*")

#: Expanded in the same call. Stripe expands four levels at most, so an invoice's charge takes a call of its own.
_WITH_SESSION: list[Any] = ["payment_intent.latest_charge"]
_WITH_INVOICE: list[Any] = ["payments", "parent.subscription_details.subscription"]
_INVOICE_LIST: list[Any] = [f"data.{one}" for one in _WITH_INVOICE]


class NoSuchCustomer(Exception):
    """The customer was deleted in Stripe's dashboard, or created with other keys (the test keys)."""


def is_set_up() -> bool:
    """Return whether this installation can take payments."""
    return bool(settings().stripe_secret_key)


async def create_customer(installation: str, organization_id: str, name: str) -> str:
    """Create an organization's customer and return its id; concurrent calls create one. It names no person."""
    wanted: Any = {"name": name, "metadata": {"installation": installation, "organization": organization_id}}
    async with connected() as api:
        made = await api.customers.create_async(
            wanted,
            {"idempotency_key": _key("customer", wanted)},
        )
    return made.id


async def open_checkout(order: Order, customer: str, success_url: str, cancel_url: str) -> str:
    """Create a checkout page and return its URL. Raises ``Unavailable``, ``NoSuchCustomer``."""
    import stripe

    price: Any = {
        "currency": CURRENCY,
        "unit_amount": order.price_cents,
        "product_data": {"name": f"{settings().app_name} {order.label}"},
    }
    mark = {
        "installation": order.installation,
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
        "metadata": mark,
        "success_url": success_url,
        "cancel_url": cancel_url,
        "locale": "nl",
    }
    if order.interval:
        price["recurring"] = {"interval": order.interval}
        wanted |= {"mode": "subscription", "subscription_data": {"metadata": mark}}
    else:
        wanted |= {"mode": "payment", "payment_method_types": _METHODS, "payment_intent_data": {"metadata": mark}}
    async with connected() as api:
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
    """Return a checkout session (``cs_``) or an invoice (``in_``) in its current state; ``None`` when there is none.

    One call for a session, two for an invoice, one more where there is a dispute. Raises ``Unavailable`` with
    ``sentence``.
    """
    import stripe

    async with connected(sentence) as api:
        try:
            if stripe_id.startswith("in_"):
                found = (await api.invoices.retrieve_async(stripe_id, {"expand": _WITH_INVOICE})).to_dict()
            else:
                found = (await api.checkout.sessions.retrieve_async(stripe_id, {"expand": _WITH_SESSION})).to_dict()
        except stripe.InvalidRequestError as error:
            if error.http_status == 404:
                return None
            raise
        return await _complete(api, found)


async def receipt(stripe_id: str) -> str | None:
    """Return the current URL of a receipt or an invoice at Stripe; ``None`` when there is none.

    Only URLs of Stripe's own pages are returned. Raises ``Unavailable``.
    """
    found = await read(stripe_id, _NO_ANSWER)
    address = (found.receipt_url if found else None) or ""
    base = settings().stripe_api_base
    is_theirs = _OF_STRIPE.fullmatch(address) or (base and address.startswith(f"{base.rstrip('/')}/"))
    return address if is_theirs else None


async def find(payment_intent: str) -> str | None:
    """Return the checkout session or invoice this payment intent paid; ``None`` when it paid something else."""
    async with connected() as api:
        sessions = await api.checkout.sessions.list_async({"payment_intent": payment_intent})
        if sessions.data:
            return sessions.data[0].id
        wanted: Any = {"payment": {"type": "payment_intent", "payment_intent": payment_intent}}
        invoices = (await api.invoice_payments.list_async(wanted)).to_dict()["data"]
    return id_of(invoices[0]["invoice"]) if invoices else None


async def every_purchase(concerns: Callable[[Purchase], bool]) -> AsyncIterator[Purchase]:
    """Yield all finished checkout sessions for packages and all invoices for which ``concerns`` is true, newest first.

    Payments are read only for those: the Stripe account may be shared with much that is not ours.
    """
    async with connected(bounded=False) as api:
        sessions = await api.checkout.sessions.list_async({"status": "complete", "limit": 100})
        async for one in sessions.auto_paging_iter():
            if one.mode != "payment" or not concerns(models.purchase(one.to_dict(), None, [])):
                continue
            if found := await read(one.id):
                yield found
        async for one in (await api.invoices.list_async({"limit": 100, "expand": _INVOICE_LIST})).auto_paging_iter():
            invoice = one.to_dict()
            if invoice.get("id") and concerns(models.purchase(invoice, None, [])):
                yield await _complete(api, invoice)


async def subscriptions(customer: str | None = None) -> list[Subscription]:
    """Return all subscriptions, ended ones too, of one customer or of all; none for an unknown customer."""
    import stripe

    wanted: Any = {"status": "all", "limit": 100} | ({"customer": customer} if customer else {})
    async with connected(bounded=customer is not None) as api:
        try:
            found = await api.subscriptions.list_async(wanted)
        except stripe.InvalidRequestError as error:
            if _misses_customer(error):
                return []
            raise
        return [models.subscription(one.to_dict()) async for one in found.auto_paging_iter()]


async def subscription(subscription_id: str, sentence: str = FAILED) -> Subscription | None:
    """Return a subscription's current state, ``None`` when there is none. Raises ``Unavailable`` with ``sentence``."""
    import stripe

    async with connected(sentence) as api:
        try:
            return models.subscription((await api.subscriptions.retrieve_async(subscription_id)).to_dict())
        except stripe.InvalidRequestError as error:
            if error.http_status == 404:
                return None
            raise


async def stop_at_period_end(subscription_id: str) -> None:
    """Let a subscription end when the paid period is over. Raises ``Unavailable``."""
    async with connected(_NOT_CANCELLED) as api:
        await api.subscriptions.update_async(subscription_id, {"cancel_at_period_end": True})


async def stop_now(subscription_id: str) -> None:
    """End a subscription at once; a subscription that has ended is left alone."""
    import stripe

    async with connected(_NOT_CANCELLED) as api:
        try:
            await api.subscriptions.cancel_async(subscription_id)
        except stripe.InvalidRequestError as error:
            if error.code != "resource_missing":
                raise


async def _complete(api: Any, found: dict[str, Any]) -> Purchase:
    """Build the purchase of a session or an invoice with its refunds, fetching what was not expanded."""
    intent_id, intent = models.intent_of(found), found.get("payment_intent")
    disputes: list[dict[str, Any]] = []
    if intent_id and not isinstance(intent, dict):
        intent = (await api.payment_intents.retrieve_async(intent_id, {"expand": ["latest_charge"]})).to_dict()
    if isinstance(intent, dict) and models.charge_of(intent).get("disputed"):
        disputes = (await api.disputes.list_async({"payment_intent": intent_id})).to_dict()["data"]
    return models.purchase(found, intent if isinstance(intent, dict) else None, disputes)


def _key(kind: str, wanted: dict[str, Any]) -> str:
    """Return an idempotency key: the same request at the same moment gives the same key."""
    window = int(clock.now().timestamp()) // _SAME_CLICK
    return hashlib.sha256(json.dumps([kind, window, wanted], sort_keys=True).encode()).hexdigest()


def _misses_customer(error: "stripe.InvalidRequestError") -> bool:
    return (error.code, error.param) == ("resource_missing", "customer")
