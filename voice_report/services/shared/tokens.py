"""Random tokens: given out once, kept only as a SHA-256 hash (architecture.md, habit 9)."""

import hashlib
import hmac
import secrets

from ...config import settings

_MAX_TOKEN_CHARACTERS = 200


def new() -> str:
    """Return a fresh token of 256 random bits, safe in URLs and cookies."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return what the database keeps of a token. Input that is no token hashes to something that never matches."""
    return hashlib.sha256(token[:_MAX_TOKEN_CHARACTERS].encode("utf-8", "surrogatepass")).hexdigest()


def signed(*parts: str) -> str:
    """Return a keyed digest of the parts; without ``SECRET_KEY`` nobody can compute or guess it."""
    message = "\x00".join(parts).encode()
    return hmac.new(settings().secret_key.encode(), message, hashlib.sha256).hexdigest()


def device_key(user_id: object) -> str:
    """Return what names a person's recordings on a device; it says nothing to who finds it there."""
    return signed("device", str(user_id))[:32]
