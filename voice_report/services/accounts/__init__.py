"""A person's account: signing in, proving who one is, and one's own data."""

__all__ = [
    "devices",
    "open_tabs",
    "password_reset",
    "passwords",
    "profile",
    "sessions",
    "users",
    "verification",
]
