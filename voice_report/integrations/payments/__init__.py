"""Stripe: the calls we make, the events it sends, and plain data transfer objects for its objects."""

from .client import (
    CURRENCY,
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
    subscription,
    subscriptions,
)
from .connection import FAILED, NOT_SET_UP, close
from .events import Event, SignatureError, verified
from .models import Order, Purchase, Subscription
from .refunds import Bill, bills, refund

__all__ = [
    "CURRENCY",
    "FAILED",
    "NOT_SET_UP",
    "Bill",
    "Event",
    "NoSuchCustomer",
    "Order",
    "Purchase",
    "SignatureError",
    "Subscription",
    "bills",
    "close",
    "create_customer",
    "every_purchase",
    "find",
    "is_set_up",
    "open_checkout",
    "read",
    "receipt",
    "refund",
    "stop_at_period_end",
    "stop_now",
    "subscription",
    "subscriptions",
    "verified",
]
