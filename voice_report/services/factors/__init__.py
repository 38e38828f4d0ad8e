"""What proves a user's identity: passwords, codes, passkeys and recovery codes."""

__all__ = [
    "assertions",
    "challenges",
    "factor_reset",
    "one_time_codes",
    "passkeys",
    "passwords",
    "proof",
    "second_factor",
    "webauthn",
]
