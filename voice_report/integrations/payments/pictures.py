"""What Stripe has, as plain pictures: purchases and subscriptions as they are now. Amounts are in cents."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

State = Literal["open", "pending", "paid", "failed"]

_SETTLED_DISPUTES = ("won", "lost", "warning_closed", "prevented")


@dataclass(frozen=True, slots=True)
class Order:
    """What is bought, for whom, as it was when the button was pressed."""

    organization_id: str
    organization_name: str
    user_id: str
    package_id: str
    label: str
    credits: int
    price_cents: int
    subscription: bool


@dataclass(frozen=True, slots=True)
class Purchase:
    """A checkout session or an invoice as Stripe has it now.

    ``organization_id`` and the like are what we wrote on it; empty on what was not made by us. ``refunded_cents`` is
    all that was given back, ``lost_cents`` what lost disputes took.
    """

    stripe_id: str
    state: State
    amount_cents: int
    currency: str
    customer: str | None = None
    payment_intent: str | None = None
    subscription: bool = False
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


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription as Stripe has it now; ``stopping`` ends it when the period that was paid for is over."""

    id: str
    customer: str
    status: str
    stopping: bool
    period_end: datetime | None
    created: int

    @property
    def live(self) -> bool:
        """Tell whether it gives access; a late payment does, for as long as Stripe keeps trying."""
        return self.status in ("active", "trialing", "past_due")


def purchase(found: dict[str, Any], intent: dict[str, Any] | None, disputes: list[dict[str, Any]]) -> Purchase:
    """Picture a session or an invoice, with what was given back of it."""
    invoice = found["object"] == "invoice"
    if invoice:
        parent = (found.get("parent") or {}).get("subscription_details") or {}
        told, amount = parent.get("metadata") or {}, found.get("amount_paid") or found.get("amount_due")
    else:
        told, amount = found.get("metadata") or {}, found["amount_total"]
    charge = charge_of(intent)
    return Purchase(
        stripe_id=found["id"],
        state=_invoice_state(found) if invoice else _session_state(found, intent),
        amount_cents=amount or 0,
        currency=found["currency"] or "",
        customer=id_of(found.get("customer")),
        payment_intent=id_of(intent),
        subscription=invoice or found["mode"] == "subscription",
        organization_id=told.get("organization", ""),
        organization_name=told.get("organization_name", ""),
        user_id=told.get("user", ""),
        package_id=told.get("package", ""),
        credits=0 if invoice else _number(told.get("credits")),
        price_cents=_number(told.get("price")),
        refunded_cents=charge.get("amount_refunded") or 0,
        lost_cents=sum(one["amount"] for one in disputes if one["status"] == "lost"),
        disputed=any(one["status"] not in _SETTLED_DISPUTES for one in disputes),
        receipt_url=found.get("hosted_invoice_url") if invoice else charge.get("receipt_url"),
    )


def intent_of(found: dict[str, Any]) -> str | None:
    """Return the payment intent a session or an invoice was paid with, ``None`` before there is one."""
    if found["object"] != "invoice":
        return id_of(found.get("payment_intent"))
    paid_with = [one["payment"].get("payment_intent") for one in (found.get("payments") or {}).get("data", [])]
    return next((id_of(one) for one in paid_with if one), None)


def charge_of(intent: dict[str, Any] | None) -> dict[str, Any]:
    """Return the charge that counts of a payment intent; empty before there is one."""
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
    """Picture a subscription; its period stands with its items (with itself in older versions of the API)."""
    items = (found.get("items") or {}).get("data") or [found]
    end = max((one.get("current_period_end") or 0 for one in items), default=0)
    return Subscription(
        id=found["id"],
        customer=id_of(found["customer"]) or "",
        status=found["status"],
        stopping=bool(found.get("cancel_at_period_end") or found.get("cancel_at")),
        period_end=datetime.fromtimestamp(end, UTC) if end else None,
        created=found["created"],
    )


def _number(text: Any) -> int:
    """Read what we wrote on it; somebody may have written something else on it in Stripe's dashboard."""
    return int(text) if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10 else 0


def id_of(thing: Any) -> str | None:
    """Return the id of something that may have been sent whole."""
    return thing.get("id") if isinstance(thing, dict) else thing
