"""The monthly payments of a subscription, and refunding a month."""

import logging
from dataclasses import dataclass
from typing import Any

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
        """Return whether the two periods overlap."""
        return self.start < other.end and other.start < self.end


async def bills(subscription_id: str) -> list[Bill]:
    """Return the paid invoices of a subscription, newest first. Raises ``Unavailable``."""
    import stripe

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
    """Refund an invoice, once; false when Stripe refuses (disputed, too old). Raises ``Unavailable``."""
    import stripe

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
    """Build a bill. Its period is that of its lines: the invoice's own is the previous one, which we do not sell."""
    periods = [one["period"] for one in (invoice.get("lines") or {}).get("data", []) if one.get("period")]
    return Bill(
        id=invoice["id"],
        payment_intent=payment_intent,
        start=min((one["start"] for one in periods), default=0),
        end=max((one["end"] for one in periods), default=0),
        created=invoice["created"],
        paid_at=(invoice.get("status_transitions") or {}).get("paid_at") or invoice["created"],
    )
