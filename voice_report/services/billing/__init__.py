"""Plans, credits and payments (decisions.md, Plans and payment)."""

__all__ = [
    "checkout",
    "credits",
    "ledger",
    "plans",
    "reconciliation",
    "statements",
    "stripe_account",
    "subscriptions",
    "webhooks",
]
