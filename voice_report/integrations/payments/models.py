"""Data transfer objects for Stripe's purchases and subscriptions in their current state. Amounts are in cents."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

State = Literal["open", "pending", "paid", "failed"]

_SETTLED_DISPUTES = ("won", "lost", "warning_closed", "prevented")


@dataclass(frozen=True, slots=True)
class Order:
    """An order as it was when the button was pressed: what and for whom; ``interval`` is that of a subscription."""

    installation: str
    organization_id: str
    organization_name: str
    user_id: str
    package_id: str
    label: str
    credits: int
    price_cents: int
    interval: str | None = None


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription in its current state at Stripe; ``stopping`` ends it when the paid period is over.

    ``installation``, ``organization_id``, ``package_id`` and ``price_cents`` are what we wrote on it when it was sold;
    empty on a subscription that is not ours. ``amount_cents``, ``currency`` and ``interval`` are what is really paid.
    """

    id: str
    customer: str
    status: str
    stopping: bool
    period_end: datetime | None
    created: int
    installation: str = ""
    organization_id: str = ""
    package_id: str = ""
    price_cents: int = 0
    amount_cents: int = 0
    currency: str = ""
    interval: str = ""

    @property
    def live(self) -> bool:
        """Whether it gives access; with a late payment it does, for as long as Stripe keeps trying."""
        return self.status in ("active", "trialing", "past_due")


@dataclass(frozen=True, slots=True)
class Purchase:
    """A checkout session or an invoice in its current state at Stripe.

    ``installation``, ``organization_id`` and the like are what we wrote on it; empty on an object not made by us.
    ``refunded_cents`` is the total refunded, ``lost_cents`` what lost disputes took. ``subscription`` is true for
    both the session that begins a subscription and its invoices; an invoice comes ``of`` a subscription. ``created`` is
    in seconds since 1970.
    """

    stripe_id: str
    state: State
    amount_cents: int
    currency: str
    customer: str | None = None
    payment_intent: str | None = None
    subscription: bool = False
    subscription_id: str | None = None
    of: Subscription | None = None
    installation: str = ""
    organization_id: str = ""
    organization_name: str = ""
    user_id: str = ""
    package_id: str = ""
    credits: int = 0
    price_cents: int = 0
    refunded_cents: int = 0
    lost_cents: int = 0
    disputed: bool = False
    receipt_url: str | None = None
    created: int = 0


def purchase(found: dict[str, Any], intent: dict[str, Any] | None, disputes: list[dict[str, Any]]) -> Purchase:
    """Build the purchase of a session or an invoice, with its refunds."""
    invoice = found["object"] == "invoice"
    parent = _parent(found)
    mark = (parent if invoice else found).get("metadata") or {}
    amount = (found.get("amount_paid") or found.get("amount_due")) if invoice else found["amount_total"]
    origin = (parent if invoice else found).get("subscription")
    charge = charge_of(intent)
    return Purchase(
        stripe_id=found["id"],
        state=_invoice_state(found) if invoice else _session_state(found, intent),
        amount_cents=amount or 0,
        currency=found["currency"] or "",
        customer=id_of(found.get("customer")),
        payment_intent=id_of(intent),
        subscription=invoice or found["mode"] == "subscription",
        subscription_id=id_of(origin),
        of=subscription(origin) if isinstance(origin, dict) else None,
        installation=mark.get("installation", ""),
        organization_id=mark.get("organization", ""),
        organization_name=mark.get("organization_name", ""),
        user_id=mark.get("user", ""),
        package_id=mark.get("package", ""),
        credits=0 if invoice else _number(mark.get("credits")),
        price_cents=_number(mark.get("price")),
        refunded_cents=charge.get("amount_refunded") or 0,
        lost_cents=sum(one["amount"] for one in disputes if one["status"] == "lost"),
        disputed=any(one["status"] not in _SETTLED_DISPUTES for one in disputes),
        receipt_url=found.get("hosted_invoice_url") if invoice else charge.get("receipt_url"),
        created=found.get("created") or 0,
    )


def mark_of(about: dict[str, Any]) -> dict[str, Any] | None:
    """Return our metadata on an event's object; ``None`` where an object of its kind does not carry it itself."""
    if about.get("object") in ("checkout.session", "subscription"):
        return _dict(about.get("metadata"))
    if about.get("object") == "invoice" and "parent" in about:
        return _dict(_parent(about).get("metadata"))
    return None


def _parent(invoice: dict[str, Any]) -> dict[str, Any]:
    return _dict(_dict(invoice.get("parent")).get("subscription_details"))


def _dict(thing: Any) -> dict[str, Any]:
    return thing if isinstance(thing, dict) else {}


def intent_of(found: dict[str, Any]) -> str | None:
    """Return the payment intent that paid a session or an invoice, ``None`` before there is one."""
    if found["object"] != "invoice":
        return id_of(found.get("payment_intent"))
    paid_with = [one["payment"].get("payment_intent") for one in (found.get("payments") or {}).get("data", [])]
    return next((id_of(one) for one in paid_with if one), None)


def charge_of(intent: dict[str, Any] | None) -> dict[str, Any]:
    """Return a payment intent's decisive charge; empty before there is one."""
    return (intent or {}).get("latest_charge") or {}


def _session_state(found: dict[str, Any], intent: dict[str, Any] | None) -> State:
    if found["payment_status"] != "unpaid":
        return "paid"
    if found["status"] != "complete":
        return "open"
    return "failed" if (intent or {}).get("status") in ("requires_payment_method", "canceled") else "pending"


def _invoice_state(found: dict[str, Any]) -> State:
    if found["status"] == "paid":
        return "paid"
    if found["status"] in ("void", "uncollectible"):
        return "failed"
    return "pending" if found.get("attempted") else "open"


def subscription(found: dict[str, Any]) -> Subscription:
    """Build a subscription; its period is on its items (on the subscription itself in older API versions).

    A subscription with several items is not ours: it has no interval here.
    """
    items = (found.get("items") or {}).get("data") or [found]
    end = max((one.get("current_period_end") or 0 for one in items), default=0)
    price = items[0].get("price") or {}
    every = price.get("recurring") or {}
    plain = len(items) == 1 and every.get("interval_count", 1) == 1
    mark = found.get("metadata") or {}
    return Subscription(
        id=found["id"],
        customer=id_of(found["customer"]) or "",
        status=found["status"],
        stopping=bool(found.get("cancel_at_period_end") or found.get("cancel_at")),
        period_end=datetime.fromtimestamp(end, UTC) if end else None,
        created=found["created"],
        installation=mark.get("installation", ""),
        organization_id=mark.get("organization", ""),
        package_id=mark.get("package", ""),
        price_cents=_number(mark.get("price")),
        amount_cents=(price.get("unit_amount") or 0) * (items[0].get("quantity") or 0),
        currency=price.get("currency") or "",
        interval=(every.get("interval") or "") if plain else "",
    )


def _number(text: Any) -> int:
    """Parse our number in the metadata; it may have been changed in Stripe's dashboard."""
    return int(text) if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10 else 0


def id_of(thing: Any) -> str | None:
    """Return the id of an object that may have been expanded."""
    return thing.get("id") if isinstance(thing, dict) else thing
