"""What every package uses and nothing of which belongs to one of them."""

__all__ = [
    "ai_disclosure",
    "constant_time",
    "existing",
    "export",
    "identity",
    "locks",
    "page_store",
    "pagination",
    "rate_limits",
    "text",
    "tokens",
]
