"""Who somebody is: signing in, sessions, second factors, devices and linked work accounts."""

__all__ = [
    "devices",
    "factor_reset",
    "linked_identities",
    "linking",
    "mailed_links",
    "open_tabs",
    "opening",
    "passkey_sign_in",
    "passkeys",
    "passwords",
    "proof",
    "remembered",
    "requirement",
    "second_factor",
    "sessions",
    "setting_up",
    "signing_in",
    "single_sign_on_required",
    "users",
]
