"""Secrets that are stored to be used again, encrypted: a copy of the database alone gives none of them away.

AES-256-GCM with a key derived from ``SECRET_KEY`` (HKDF-SHA256, RFC 5869). What is stored begins with the version of
this format and the id of the key: what was encrypted with a former key is read, and replaced one by one
(``python -m voice_report rotate-secrets``). It is bound to its owner: copied into another row it does not decrypt.
"""

import base64
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ...config import settings
from ...core.process import process_singleton

_VERSION = "1"
_NONCE = 12  # bytes; NIST SP 800-38D, 8.2.2: random
_KEY_ID = 4  # bytes


class UnreadableError(Exception):
    """What was stored was encrypted with an unknown key, belongs to another owner, or was changed."""


def encrypted(secret: str, owner: str) -> str:
    """Return what to store of a secret; ``owner`` names its kind and its row's owner."""
    prefix, key = next(iter(_keys().items()))
    nonce = os.urandom(_NONCE)
    sealed = nonce + key.encrypt(nonce, secret.encode(), owner.encode())
    return f"{prefix}{base64.urlsafe_b64encode(sealed).decode()}"


def decrypted(stored: str, owner: str) -> str:
    """Return the secret. Raises ``UnreadableError``."""
    prefix, dot, sealed = stored.rpartition(".")
    key = _keys().get(prefix + dot)
    if key is None:
        raise UnreadableError("encrypted with an unknown key")
    try:
        raw = base64.urlsafe_b64decode(sealed)
        return key.decrypt(raw[:_NONCE], raw[_NONCE:], owner.encode()).decode()
    except (ValueError, InvalidTag):
        raise UnreadableError("changed, or another owner's") from None


def current_prefix() -> str:
    """Return how everything begins that is encrypted with the present key."""
    return next(iter(_keys()))


def age_of(prefix: str) -> int | None:
    """Return which key a prefix is of, 0 for the present one; ``None`` for an unknown one."""
    known = list(_keys())
    return known.index(prefix) if prefix in known else None


@process_singleton
def _keys() -> dict[str, AESGCM]:
    """Return the keys, newest first, by the prefix of what they encrypt: an id that is derived, and tells nothing."""
    return dict(map(_derived, settings().secret_keys()))


def _derived(secret_key: str) -> tuple[str, AESGCM]:
    derivation = HKDF(SHA256(), length=32 + _KEY_ID, salt=None, info=b"voice_report secrets at rest")
    whole = derivation.derive(secret_key.encode())
    return f"{_VERSION}.{whole[32:].hex()}.", AESGCM(whole[:32])
