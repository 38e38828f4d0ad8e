"""What was paid for a subscription, month by month, and giving a month back."""

import logging
from dataclasses import dataclass
from typing import Any

import stripe

from . import models
from .connection import FAILED, connected

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Bill:
    """A paid invoice: the period it is for, when it was made and when it was paid (Unix seconds)."""

    id: str
    payment_intent: str
    start: int
    end: int
    created: int
    paid_at: int

    def overlaps(self, other: "Bill") -> bool:
        """Tell whether both are for a same moment."""
        return self.start < other.end and other.start < self.end


async def bills(subscription_id: str) -> list[Bill]:
    """Return what was paid for a subscription, newest first. Raises ``Unavailable``."""
    wanted: Any = {"subscription": subscription_id, "status": "paid", "limit": 100, "expand": ["data.payments"]}
    async with connected(FAILED) as api:
        try:
            found = (await api.invoices.list_async(wanted)).to_dict()["data"]
        except stripe.InvalidRequestError as error:
            if error.code == "resource_missing":  # bought with other keys
                return []
            raise
    return [_bill(one, intent) for one in found if (intent := models.intent_of(one))]


async def refund(bill: Bill) -> bool:
    """Give back what was paid, once; false when Stripe refuses (disputed, too old). Raises ``Unavailable``."""
    wanted: Any = {"payment_intent": bill.payment_intent, "reason": "duplicate"}
    async with connected(FAILED) as api:
        try:
            await api.refunds.create_async(wanted, {"idempotency_key": f"second-subscription:{bill.id}"})
        except stripe.InvalidRequestError as error:
            if error.code != "charge_already_refunded":
                log.error("invoice %s is not refunded: %s", bill.id, error.code)
                return False
    return True


def _bill(invoice: dict[str, Any], payment_intent: str) -> Bill:
    """Picture an invoice. Its period is that of its lines: its own is the one before, for which we sell nothing."""
    periods = [one["period"] for one in (invoice.get("lines") or {}).get("data", []) if one.get("period")]
    return Bill(
        id=invoice["id"],
        payment_intent=payment_intent,
        start=min((one["start"] for one in periods), default=0),
        end=max((one["end"] for one in periods), default=0),
        created=invoice["created"],
        paid_at=(invoice.get("status_transitions") or {}).get("paid_at") or invoice["created"],
    )
