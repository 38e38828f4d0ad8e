"""What Stripe tells us by itself: is it genuine, and from now? (security.md S12)."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import stripe

from ... import clock
from ...config import settings
from .pictures import id_of

AGE = timedelta(seconds=300)  # how old, or how far ahead of our clock, an event may be


class Forged(Exception):
    """Not an event from Stripe, or not from now. The text is a reason of ours."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened at Stripe; ``object_id`` is what it happened to."""

    id: str
    type: str
    object_id: str
    payment_intent: str | None
    customer: str | None


def verified(payload: bytes, signature: str) -> Event:
    """Return the event in a genuine, fresh message. Raises ``Forged`` (security.md S12).

    The library only refuses what is too old by the machine's clock; what comes from the future is refused here too.
    """
    try:
        stripe.WebhookSignature.verify_header(payload, signature, settings().stripe_webhook_secret, tolerance=None)
    except (stripe.SignatureVerificationError, ValueError):
        raise Forged("signature") from None
    sent = re.search(r"(?:^|,)t=(\d{1,12})", signature)
    if sent is None or abs(clock.now() - datetime.fromtimestamp(int(sent[1]), UTC)) > AGE:
        raise Forged("age")
    try:
        told = json.loads(payload)
        about = told["data"]["object"]
        given = (
            told["id"],
            told["type"],
            about["id"],
            id_of(about.get("payment_intent")),
            id_of(about.get("customer")),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Forged("shape") from None
    if not all(_is_id(one) for one in given if one is not None):
        raise Forged("shape")
    return Event(*given)


def _is_id(value: object) -> bool:
    """Tell whether this is what Stripe writes as an id or a type: printable ASCII that a column holds."""
    return isinstance(value, str) and 0 < len(value) <= 255 and value.isascii() and value.isprintable()
