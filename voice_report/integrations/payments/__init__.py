"""Stripe: what we ask it, what it tells us, and plain pictures of what it has."""

from .asking import (
    CURRENCY,
    NoSuchCustomer,
    create_customer,
    every_purchase,
    find,
    is_set_up,
    open_checkout,
    read,
    receipt,
    refund_since,
    stop_at_period_end,
    stop_now,
    subscription,
    subscriptions,
)
from .connection import FAILED, NOT_SET_UP, close
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
    "close",
    "create_customer",
    "every_purchase",
    "find",
    "is_set_up",
    "open_checkout",
    "read",
    "receipt",
    "refund_since",
    "stop_at_period_end",
    "stop_now",
    "subscription",
    "subscriptions",
    "verified",
]
