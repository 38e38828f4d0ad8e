"""Plans, credits and what is paid for them (decisions.md, Plans and payment)."""

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
