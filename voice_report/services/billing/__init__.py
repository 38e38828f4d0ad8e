"""Plans, credits and payments (decisions/0004)."""

__all__ = [
    "checkout",
    "credits",
    "forecast",
    "ledger",
    "plans",
    "reconciliation",
    "statements",
    "stripe_account",
    "subscriptions",
    "webhooks",
]
