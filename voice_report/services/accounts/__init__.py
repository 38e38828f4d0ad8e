"""User accounts: signing in, verifying the address, and the user's own data."""

__all__ = [
    "devices",
    "factor_reset",
    "linked_identities",
    "linking",
    "open_tabs",
    "passkey_sign_in",
    "passkeys",
    "password_reset",
    "passwords",
    "profile",
    "proof",
    "remembered",
    "requirement",
    "second_factor",
    "sessions",
    "setting_up",
    "signing_in",
    "users",
    "verification",
]
