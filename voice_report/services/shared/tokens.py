"""Random tokens: issued once, stored only as a SHA-256 hash (architecture.md "Tokens")."""

import hashlib
import hmac
import secrets

from ...config import settings

_MAX_TOKEN_CHARACTERS = 200


def new() -> str:
    """Return a fresh token of 256 random bits, safe in URLs and cookies."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return the hash that the database stores. Input that is not a token hashes to a value that never matches."""
    return hashlib.sha256(token[:_MAX_TOKEN_CHARACTERS].encode("utf-8", "surrogatepass")).hexdigest()


def signed(*parts: str, age: int = 0) -> str:
    """Return a keyed digest of the parts; without ``SECRET_KEY`` it cannot be computed or guessed.

    ``age`` counts back through the keys of this installation: 1 is the key that the present one replaced.
    """
    message = "\x00".join(parts).encode()
    return hmac.new(settings().secret_keys()[age].encode(), message, hashlib.sha256).hexdigest()


def device_key(user_id: object) -> str:
    """Return the key under which a device stores a user's recordings; it does not reveal the user's identity.

    It stays the same when ``SECRET_KEY`` is replaced: recordings that were not sent yet are found again.
    """
    return signed("device", str(user_id), age=-1)[:32]
