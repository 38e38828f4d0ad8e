"""Signing in: with a password, a code, a passkey, a remembered device or a linked work account."""

__all__ = [
    "constant_time",
    "linked_identities",
    "linking",
    "passkey_sign_in",
    "setting_up",
    "signing_in",
]
