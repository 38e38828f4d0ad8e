"""User accounts: signing in, verifying the address, and the user's own data."""

__all__ = [
    "password_reset",
    "profile",
    "verification",
]
