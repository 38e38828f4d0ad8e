"""What a provider signed: ID tokens (OpenID Connect Core 3.1.3.7) and logout tokens (Back-Channel Logout 1.0, 2.6).

Only asymmetric algorithms, and only keys that the provider publishes for them: a public key is never taken as a shared
secret, and 'none' is no signature. Functions import the library: a start should not wait for it.
"""

import base64
import hashlib
import hmac
import math
from typing import Any

from ... import clock
from . import metadata
from .metadata import Metadata
from .refusal import rejected

LEEWAY = 60  # seconds by which the provider's clock may differ
FRESH = 10 * 60  # seconds for which a token may be used after it was made
MAX_CHARACTERS = 20_000  # of a token
_MAX_CLAIM = 255  # characters; OpenID Connect Core, 2: of a subject
_LOGOUT = "http://schemas.openid.net/event/backchannel-logout"

#: The kind of key and the hash of each algorithm that is accepted (RFC 7518, RFC 8037, RFC 9864).
ALGORITHMS = {
    **{f"{family}{bits}": (kind, f"sha{bits}") for family, kind in (("RS", "RSA"), ("PS", "RSA"), ("ES", "EC"))
       for bits in (256, 384, 512)},
    "EdDSA": ("OKP", "sha512"),
    "Ed25519": ("OKP", "sha512"),
}  # fmt: skip
_MIN_RSA = 2048  # bits


async def id_token(
    raw: str, provider: Metadata, *, client_id: str, nonce: str, access_token: str = ""
) -> dict[str, Any]:
    """Check an ID token and return its claims. Raises ``ProviderError``."""
    header, claims = await _verified(raw, provider)
    if str(header.get("typ", "JWT")).lower() != "jwt":
        raise rejected("wrong type")
    _check_parties(claims, provider, client_id)
    _check_times(claims)
    if not hmac.compare_digest(str(claims.get("nonce")).encode("utf-8", "replace"), nonce.encode()):
        raise rejected("wrong nonce")
    if access_token and "at_hash" in claims and claims["at_hash"] != _half_hash(access_token, header["alg"]):
        raise rejected("wrong at_hash")
    return claims


async def logout_token(raw: str, provider: Metadata, *, client_id: str) -> dict[str, Any]:
    """Check a logout token and return its claims: ``jti``, and ``sub`` or ``sid`` or both. Raises ``ProviderError``."""
    header, claims = await _verified(raw, provider)
    if str(header.get("typ", "logout+jwt")).lower() not in ("logout+jwt", "jwt"):
        raise rejected("wrong type")
    _check_parties(claims, provider, client_id, needs_subject=False)
    _check_times(claims)
    events = claims.get("events")
    if not isinstance(events, dict) or not isinstance(events.get(_LOGOUT), dict):
        raise rejected("no logout event")
    if "nonce" in claims:
        raise rejected("nonce in a logout token")
    if not text(claims, "jti") or not (text(claims, "sub") or text(claims, "sid")):
        raise rejected("nobody to log out")
    return claims


def text(claims: dict[str, Any], name: str) -> str:
    """Return a claim that is a text of a sensible length, else ''."""
    value = claims.get(name)
    fits = isinstance(value, str) and 0 < len(value) <= _MAX_CLAIM and value.isprintable()
    return value if fits and isinstance(value, str) else ""


def texts(claims: dict[str, Any], name: str) -> set[str]:
    """Return a claim that is a text, or a list of texts."""
    value = claims.get(name)
    return {one for one in (value if isinstance(value, list) else [value])[:50] if isinstance(one, str)}


def moment(claims: dict[str, Any], name: str) -> float | None:
    """Return a claim that is a time, in seconds since 1970, else ``None``."""
    value = claims.get(name)
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e12
    return float(value) if is_number and isinstance(value, int | float) and math.isfinite(value) else None


async def _verified(raw: str, provider: Metadata) -> tuple[dict[str, Any], dict[str, Any]]:
    """Check the signature; return header and claims."""
    from joserfc import jwk, jws, jwt
    from joserfc.errors import JoseError

    if len(raw) > MAX_CHARACTERS or not raw.isascii() or raw.count(".") != 2:
        raise rejected("no signed token")
    try:
        header = jws.extract_compact(raw.encode()).headers()
    except (JoseError, ValueError):
        raise rejected("no signed token") from None
    algorithm = header.get("alg")
    if algorithm not in ALGORITHMS or "crit" in header:
        raise rejected("algorithm")
    key = _fitting(await metadata.keys(provider), header)
    key = key or _fitting(await metadata.keys(provider, unknown=True), header)
    if key is None:
        raise rejected("unknown key")
    try:
        registry = jws.JWSRegistry(algorithms=[algorithm], strict_check_header=False)
        token = jwt.decode(raw, jwk.import_key(key), algorithms=[algorithm], registry=registry)
    except (JoseError, ValueError, TypeError, KeyError):
        raise rejected("signature") from None
    return dict(header), token.claims


def _fitting(keys: list[dict[str, Any]], header: dict[str, Any]) -> dict[str, Any] | None:
    """Return the one public key for this algorithm and key id, reduced to its public part."""
    kind, _ = ALGORITHMS[header["alg"]]
    found = [key for key in keys if key.get("kty") == kind and key.get("use", "sig") == "sig"]
    found = [key for key in found if key.get("alg", header["alg"]) == header["alg"] or kind == "OKP"]
    if "kid" in header:
        found = [key for key in found if key.get("kid") == header["kid"]]
    if len(found) != 1 or (kind == "RSA" and _bits(found[0].get("n")) < _MIN_RSA):
        return None
    return {name: found[0][name] for name in ("kty", "n", "e", "crv", "x", "y") if name in found[0]}


def _bits(number: object) -> int:
    """Return the length of a number in base64url, or 0."""
    if not isinstance(number, str):
        return 0
    try:
        return int.from_bytes(base64.urlsafe_b64decode(number + "=" * (-len(number) % 4)), "big").bit_length()
    except ValueError:
        return 0


def _check_parties(claims: dict[str, Any], provider: Metadata, client_id: str, *, needs_subject: bool = True) -> None:
    if claims.get("iss") != provider.issuer:
        raise rejected("wrong issuer")
    if needs_subject and not text(claims, "sub"):
        raise rejected("no subject")
    audience = claims.get("aud")
    several = isinstance(audience, list) and len(audience) > 1
    if client_id not in texts(claims, "aud") or claims.get("azp", client_id) != client_id:
        raise rejected("wrong audience")
    if several and "azp" not in claims:
        raise rejected("wrong audience")


def _check_times(claims: dict[str, Any]) -> None:
    now = clock.now().timestamp()
    expires, issued, begins = (moment(claims, name) for name in ("exp", "iat", "nbf"))
    if expires is None or expires <= now - LEEWAY:
        raise rejected("expired")
    if issued is None or issued > now + LEEWAY or ("nbf" in claims and (begins is None or begins > now + LEEWAY)):
        raise rejected("not yet valid")
    if issued < now - FRESH:
        raise rejected("expired")


def _half_hash(access_token: str, algorithm: str) -> str:
    """Return the left half of the hash of an access token (OpenID Connect Core, 3.1.3.6)."""
    digest = hashlib.new(ALGORITHMS[algorithm][1], access_token.encode()).digest()
    return base64.urlsafe_b64encode(digest[: len(digest) // 2]).rstrip(b"=").decode()
