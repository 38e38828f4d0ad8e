"""User accounts: signing in, verifying the address, and the user's own data."""

__all__ = [
    "devices",
    "open_tabs",
    "password_reset",
    "passwords",
    "profile",
    "second_factor",
    "sessions",
    "signing_in",
    "users",
    "verification",
]
