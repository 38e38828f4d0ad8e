"""Stripe: what we ask it, what it tells us, and plain pictures of what it has."""

from .asking import (
    CURRENCY,
    FAILED,
    NOT_SET_UP,
    NoSuchCustomer,
    create_customer,
    every_purchase,
    find,
    is_set_up,
    open_checkout,
    read,
    receipt,
    stop_at_period_end,
    stop_now,
    subscriptions,
)
from .events import Event, Forged, verified
from .pictures import Order, Purchase, Subscription

__all__ = [
    "CURRENCY",
    "FAILED",
    "NOT_SET_UP",
    "Event",
    "Forged",
    "NoSuchCustomer",
    "Order",
    "Purchase",
    "Subscription",
    "create_customer",
    "every_purchase",
    "find",
    "is_set_up",
    "open_checkout",
    "read",
    "receipt",
    "stop_at_period_end",
    "stop_now",
    "subscriptions",
    "verified",
]
