"""Helpers that all service packages use and that belong to none of them."""

__all__ = [
    "ai_disclosure",
    "beside_loop",
    "constant_time",
    "dates",
    "existing",
    "export",
    "identity",
    "inserts",
    "leases",
    "locks",
    "moments",
    "other_process",
    "page_store",
    "pagination",
    "rate_limits",
    "secrets_at_rest",
    "step_up_reasons",
    "text",
    "tokens",
]
