"""Verification of the events Stripe sends: their signature and their age (security.md S12)."""

import json
import re
from dataclasses import dataclass
from datetime import timedelta

from ... import clock
from ...config import settings
from .models import id_of, mark_of

AGE = timedelta(seconds=300)  # how old, or how far ahead of our clock, an event may be

#: An id or a type of Stripe's. A column takes no NUL and no more than this, and an id becomes part of a URL.
_ID = re.compile(r"[A-Za-z0-9_.-]{1,255}")


class SignatureError(Exception):
    """Not an event from Stripe, or not recent. The text is a reason of our own."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened at Stripe; ``object_id`` is the object it happened to, empty for an object without an id.

    ``installation`` and ``organization_id`` are what we wrote on the object, ``None`` where it does not carry them.
    """

    id: str
    type: str
    object_id: str
    payment_intent: str | None
    customer: str | None
    installation: str | None = None
    organization_id: str | None = None


def verified(payload: bytes, signature: str) -> Event:
    """Return the event in a genuine, fresh message. Raises ``SignatureError`` (security.md S12).

    The library only rejects events that are too old by the machine's clock; events from the future are rejected here.
    """
    import stripe

    try:
        stripe.WebhookSignature.verify_header(payload, signature, settings().stripe_webhook_secret, tolerance=None)
    except (stripe.SignatureVerificationError, ValueError):
        raise SignatureError("signature") from None
    sent = re.search(r"(?:^|,)t=(\d{1,12})", signature)
    if sent is None or abs(clock.now().timestamp() - int(sent[1])) > AGE.total_seconds():
        raise SignatureError("age")
    try:
        told = json.loads(payload)
        about = told["data"]["object"]
        mark = mark_of(about)
        given = (
            told["id"],
            told["type"],
            about.get("id"),
            id_of(about.get("payment_intent")),
            id_of(about.get("customer")),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SignatureError("shape") from None
    if None in given[:2] or not all(isinstance(one, str) and _ID.fullmatch(one) for one in given if one is not None):
        raise SignatureError("shape")
    event_id, kind, object_id, *rest = given
    marks = () if mark is None else (_text(mark.get("installation")), _text(mark.get("organization")))
    return Event(event_id, kind, object_id or "", *rest, *marks)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
