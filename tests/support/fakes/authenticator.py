"""An authenticator (FIDO2, ES256) with one credential per account, and the browser's part around it.

What a test wants wrong is an argument or an attribute: the origin, the relying party, the flags, the counter.
"""

import base64
import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

ORIGIN = "http://localhost:8000"
HOST = "localhost"
PRESENT, VERIFIED, MAY_SYNC, SYNCED, ATTESTED = 0x01, 0x04, 0x08, 0x10, 0x40
USUAL = PRESENT | VERIFIED


def text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def raw(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


@dataclass
class Authenticator:
    """``step`` is by how much each signature raises ``counter``; 0 for one that does not count."""

    counter: int = 0
    step: int = 1
    origin: str = ORIGIN
    host: str = HOST
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: os.urandom(32))
    handle: str = ""

    def make(self, options: dict[str, Any], *, flags: int = USUAL, **wrong: Any) -> dict[str, Any]:
        """Answer ``navigator.credentials.create``. ``wrong``: members of the attestation object or the client data."""
        assert options["authenticatorSelection"]["residentKey"] == "required"
        assert options["authenticatorSelection"]["userVerification"] == "required"
        self.handle = options["user"]["id"]
        credential = bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id + self.public_key()
        data = self._data(flags | ATTESTED) + credential
        attestation = {"fmt": "none", "attStmt": {}, "authData": data} | wrong.pop("attestation", {})
        response = {
            "clientDataJSON": self._client_data("webauthn.create", options["challenge"], wrong),
            "attestationObject": text(cbor2.dumps(attestation)),
            "transports": ["internal", "hybrid"],
        }
        return self._credential(response)

    def sign(self, options: dict[str, Any], *, flags: int = USUAL, **wrong: Any) -> dict[str, Any]:
        """Answer ``navigator.credentials.get``. ``wrong``: members of the client data."""
        assert options["userVerification"] == "required"
        self.counter += self.step
        data = self._data(flags)
        client = self._client_data("webauthn.get", options["challenge"], wrong)
        signature = self.key.sign(data + hashlib.sha256(raw(client)).digest(), ec.ECDSA(SHA256()))
        response = {"clientDataJSON": client, "authenticatorData": text(data), "signature": text(signature)}
        return self._credential(response | {"userHandle": self.handle or None})

    def public_key(self) -> bytes:
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str, wrong: dict[str, Any]) -> str:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False} | wrong
        return text(json.dumps(said).encode())

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        name = text(self.credential_id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
