"""Sessions: whose they are, what an organization requires of them, and what ends them."""

__all__ = [
    "devices",
    "levels",
    "mailed_links",
    "open_tabs",
    "opening",
    "owned_factors",
    "remembered",
    "requirement",
    "sessions",
    "single_sign_on_required",
    "users",
]
