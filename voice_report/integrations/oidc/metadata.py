"""What a provider publishes of itself: its endpoints (OpenID Connect Discovery 1.0) and its keys, kept for an hour.

Keys are fetched again when a token names an unknown one, which is how providers change keys, once a minute at most:
tokens come from outside, and must not make us ask others at will.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from ...core.process import process_singleton
from . import client
from .refusal import UNREACHABLE, ProviderError, misconfigured

KEPT = 60 * 60.0  # seconds
KEYS_AGAIN = 60.0  # seconds between two looks at the keys for the sake of an unknown one
_MOST = 1_000  # issuers of which something is kept
_MOST_KEYS = 100

#: Replaced in tests.
clock: Callable[[], float] = time.monotonic

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Metadata:
    """The endpoints of a provider; optional ones are '' when it has none.

    ``takes_claims`` is false only for a provider that says so: others ignore the parameter.
    """

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    end_session_endpoint: str = ""
    names_itself: bool = False
    takes_secret_in_header: bool = True
    takes_claims: bool = True


@dataclass(slots=True)
class _Kept(Generic[T]):
    """A value and when it was read; ``lock``: one request at a time; all waiting calls get its outcome."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    value: T | None = None
    read_at: float = 0.0

    async def get(self, read: Callable[[], Awaitable[T]], *, not_older: float = KEPT) -> T:
        try:
            async with asyncio.timeout(2 * client.TIMEOUT), self.lock:
                if self.value is None or clock() - self.read_at > not_older:
                    self.value = await read()
                    self.read_at = clock()
                return self.value
        except TimeoutError:
            raise ProviderError(UNREACHABLE, "time-out") from None


class _Store:
    """What this process has read of providers, by address."""

    def __init__(self) -> None:
        self.metadata: dict[str, _Kept[Metadata]] = {}
        self.keys: dict[str, _Kept[list[dict[str, Any]]]] = {}


_store = process_singleton(_Store)


async def discover(issuer: str, *, refresh: bool = False) -> Metadata:
    """Return what an issuer publishes; ``refresh``: as it is now. Raises ``ProviderError``."""
    kept = _of(_store().metadata, issuer)
    return await kept.get(lambda: _read_metadata(issuer), not_older=0 if refresh else KEPT)


async def keys(provider: Metadata, *, unknown: bool = False) -> list[dict[str, Any]]:
    """Return the provider's public keys (JWK); ``unknown``: a token was signed with a key that is not among them.

    Raises ``ProviderError``.
    """
    kept = _of(_store().keys, provider.jwks_uri)
    return await kept.get(lambda: _read_keys(provider.jwks_uri), not_older=KEYS_AGAIN if unknown else KEPT)


async def _read_metadata(issuer: str) -> Metadata:
    if not client.is_address(issuer) or urlsplit(issuer).query:
        raise misconfigured("no https address")
    found = await client.get_json(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
    if found.get("issuer") != issuer:
        raise misconfigured("another issuer")
    methods = found.get("token_endpoint_auth_methods_supported")
    return Metadata(
        issuer,
        _endpoint(found, "authorization_endpoint"),
        _endpoint(found, "token_endpoint"),
        _endpoint(found, "jwks_uri"),
        _endpoint(found, "userinfo_endpoint", needed=False),
        _endpoint(found, "end_session_endpoint", needed=False),
        found.get("authorization_response_iss_parameter_supported") is True,
        not isinstance(methods, list) or "client_secret_basic" in methods,
        found.get("claims_parameter_supported") is not False,
    )


def _endpoint(found: dict[str, Any], name: str, *, needed: bool = True) -> str:
    url = found.get(name)
    if url is None and not needed:
        return ""
    if not client.is_address(url):
        raise misconfigured(f"no {name.replace('_', ' ')}")
    return str(url)


async def _read_keys(address: str) -> list[dict[str, Any]]:
    found = (await client.get_json(address)).get("keys")
    if not isinstance(found, list) or len(found) > _MOST_KEYS:
        raise misconfigured("no keys")
    return [key for key in found if isinstance(key, dict)]


def _of(kept: dict[str, _Kept[T]], address: str) -> _Kept[T]:
    if address not in kept and len(kept) >= _MOST:
        kept.clear()
    return kept.setdefault(address, _Kept())
