"""Secrets that are stored to be used again, encrypted: a copy of the database alone gives none of them away.

AES-256-GCM with a key derived from ``SECRET_KEY`` (HKDF-SHA256, RFC 5869). What is stored begins with the version of
this format and the id of the key, so that secrets can be moved to another key one by one. It is bound to its owner:
copied into another row it does not decrypt.
"""

import base64
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ...config import settings
from ...runtime import per_process

_VERSION = "1"
_NONCE = 12  # bytes; NIST SP 800-38D, 8.2.2: random
_KEY_ID = 4  # bytes


class UnreadableError(Exception):
    """What was stored was encrypted with another key, belongs to another owner, or was changed."""


def encrypted(secret: str, owner: str) -> str:
    """Return what to store of a secret; ``owner`` names its kind and its row's owner."""
    key_id, key = _key()
    nonce = os.urandom(_NONCE)
    sealed = nonce + key.encrypt(nonce, secret.encode(), owner.encode())
    return f"{_VERSION}.{key_id}.{base64.urlsafe_b64encode(sealed).decode()}"


def decrypted(stored: str, owner: str) -> str:
    """Return the secret. Raises ``UnreadableError``."""
    key_id, key = _key()
    named, _, sealed = stored.rpartition(".")
    if named != f"{_VERSION}.{key_id}":
        raise UnreadableError("encrypted with another key")
    try:
        raw = base64.urlsafe_b64decode(sealed)
        return key.decrypt(raw[:_NONCE], raw[_NONCE:], owner.encode()).decode()
    except (ValueError, InvalidTag):
        raise UnreadableError("changed, or another owner's") from None


@per_process
def _key() -> tuple[str, AESGCM]:
    """Return the key, and its id: both derived, so that the id says nothing about the key."""
    whole = HKDF(SHA256(), length=32 + _KEY_ID, salt=None, info=b"voice_report secrets at rest").derive(
        settings().secret_key.encode()
    )
    return whole[32:].hex(), AESGCM(whole[:32])
