"""WebAuthn as this product uses it: the options for a browser, and whether its answer is genuine (security.md S40).

User verification (finger, face, pin of the device) is required, so that a passkey is two factors by itself. Attestation
(the make of an authenticator) is not used. The library parses and verifies; functions import it, because that is slow.
"""

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ...config import settings
from ...core.process import process_singleton
from ...db.models import Passkey

TIMEOUT = 300_000  # milliseconds a browser may take; as long as a challenge is good (``challenges.VALID``)
_ATTESTED = ("none", "packed")  # what browsers send when no attestation was requested
_LONGEST = 1400  # characters of an id or a key as stored; an id has 1,023 bytes at most (WebAuthn level 3, 7.1)

Response = dict[str, Any]  # what a browser returned, as JSON (PublicKeyCredential.toJSON)


class NotGenuineError(Exception):
    """The answer of a browser is malformed, or proves nothing."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A new credential; ids and keys are base64url."""

    credential_id: str
    public_key: str
    sign_count: int
    may_sync: bool
    is_synced: bool


@dataclass(frozen=True, slots=True)
class Asserted:
    """What an authenticator says of itself in addition to its signature."""

    sign_count: int
    is_synced: bool


def creation_options(challenge: bytes, handle: str, email: str, name: str, known: Sequence[Passkey]) -> dict[str, Any]:
    """Return the options of ``navigator.credentials.create``; an authenticator with a ``known`` one makes no second."""
    import webauthn
    from webauthn.helpers import options_to_json_dict, structs

    options = webauthn.generate_registration_options(
        rp_id=host(),
        rp_name=settings().app_name,
        user_id=_bytes(handle),
        user_name=email,
        user_display_name=name,
        challenge=challenge,
        timeout=TIMEOUT,
        attestation=structs.AttestationConveyancePreference.NONE,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=_descriptors(known),
        supported_pub_key_algs=_algorithms(),
    )
    return options_to_json_dict(options)


def request_options(challenge: bytes, known: Sequence[Passkey] = ()) -> dict[str, Any]:
    """Return the options of ``navigator.credentials.get``: for these passkeys, or for any that the person chooses."""
    import webauthn
    from webauthn.helpers import options_to_json_dict, structs

    options = webauthn.generate_authentication_options(
        rp_id=host(),
        challenge=challenge,
        timeout=TIMEOUT,
        allow_credentials=_descriptors(known),
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(options)


def challenge_of(response: Response) -> bytes:
    """Return the challenge that was answered, or nothing when it cannot be read."""
    try:
        challenge = json.loads(_bytes(response["response"]["clientDataJSON"]))["challenge"]
        return _bytes(challenge) if isinstance(challenge, str) else b""
    except (ValueError, LookupError, TypeError, RecursionError):
        return b""


def registered(response: Response, challenge: bytes) -> Registered:
    """Verify a new credential. Raises ``NotGenuineError``."""
    import webauthn
    from webauthn.helpers import parse_attestation_object

    try:
        _refuse_another_frame(response)
        attested = parse_attestation_object(_bytes(response["response"]["attestationObject"]))
        if attested.fmt not in _ATTESTED or attested.att_stmt.x5c:
            raise NotGenuineError("an attestation that was not asked for")
        found = webauthn.verify_registration_response(
            credential=response,
            expected_challenge=challenge,
            expected_rp_id=host(),
            expected_origin=_origin(),
            require_user_verification=True,
            supported_pub_key_algs=_algorithms(),
        )
    except NotGenuineError:
        raise
    except Exception as error:  # the library lets many kinds through from what it parses
        raise NotGenuineError(str(error)) from error
    credential_id, public_key = _text(found.credential_id), _text(found.credential_public_key)
    if max(len(credential_id), len(public_key)) > _LONGEST:
        raise NotGenuineError("an id or a key that is too long")
    return Registered(
        credential_id=credential_id,
        public_key=public_key,
        sign_count=found.sign_count,
        may_sync=found.credential_device_type.value == "multi_device",
        is_synced=found.credential_backed_up,
    )


def asserted(response: Response, challenge: bytes, public_key: str | None) -> Asserted:
    """Verify an answer with the stored key. Without one the same work is done, and refused. Raises ``NotGenuineError``.

    The counter is the caller's to compare: only a genuine signature says something about it.
    """
    import webauthn

    try:
        _refuse_another_frame(response)
        found = webauthn.verify_authentication_response(
            credential=response,
            expected_challenge=challenge,
            expected_rp_id=host(),
            expected_origin=_origin(),
            credential_public_key=_bytes(public_key or _nobodys_key()),
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except NotGenuineError:
        raise
    except Exception as error:
        raise NotGenuineError(str(error)) from error
    if public_key is None:
        raise NotGenuineError("nobody's key")
    return Asserted(found.new_sign_count, found.credential_backed_up)


def _refuse_another_frame(response: Response) -> None:
    """Refuse what was signed in a frame of another site's page, which the library leaves to its caller."""
    said = json.loads(_bytes(response["response"]["clientDataJSON"]))
    if said.get("crossOrigin") or "topOrigin" in said:
        raise NotGenuineError("in another site's page")


def host() -> str:
    """Return the relying party's id: the host of ``APP_URL``, to which browsers bind a passkey."""
    return (urlsplit(settings().app_url).hostname or "").encode("idna").decode()


def _origin() -> str:
    """Return the only origin whose pages may use a passkey, as browsers write it."""
    parts = urlsplit(settings().app_url)
    port = "" if parts.port in (None, {"http": 80, "https": 443}[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{host()}{port}"


def _algorithms() -> list[Any]:
    from webauthn.helpers.cose import COSEAlgorithmIdentifier as Algorithm

    return [Algorithm.ECDSA_SHA_256, Algorithm.EDDSA, Algorithm.RSASSA_PKCS1_v1_5_SHA_256]


def _descriptors(known: Sequence[Passkey]) -> list[Any]:
    from webauthn.helpers import structs

    transports = {one.value: one for one in structs.AuthenticatorTransport}
    return [
        structs.PublicKeyCredentialDescriptor(
            id=_bytes(key.credential_id),
            transports=[transports[word] for word in key.transports.split(",") if word in transports],
        )
        for key in known
    ]


@process_singleton
def _nobodys_key() -> str:
    """Return a public key whose private half is thrown away."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from webauthn.helpers import encode_cbor

    point = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers()
    return _text(encode_cbor({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}))


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error


def _text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
