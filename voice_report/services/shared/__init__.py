"""Helpers that all service packages use and that belong to none of them."""

__all__ = [
    "dates",
    "export",
    "identity",
    "inserts",
    "leases",
    "locks",
    "moments",
    "page_store",
    "pagination",
    "rate_limits",
    "secrets_at_rest",
    "step_up_reasons",
    "text",
    "tokens",
]
