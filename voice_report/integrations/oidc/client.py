"""Requests to identity providers, whose addresses organizations choose (security.md S45).

Only https, and only public addresses: a host is resolved once, every address is checked, and the connection goes to a
checked address, with the certificate of the host's name. So a name that resolves differently a moment later gains
nothing. Redirects are not followed; size and total time are bounded. ``SINGLE_SIGN_ON_LOOPBACK`` allows this machine,
in development only.
"""

import asyncio
import ipaddress
import json
import ssl
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import httpcore2
import httpx2

from ...config import settings
from ...core.process import process_singleton
from .. import dns, egress
from .refusal import UNREACHABLE, ProviderError, misconfigured

TIMEOUT = 8.0  # seconds for one request, from the lookup to the last byte: a slow drip ends too
MAX_BYTES = 256 * 1024
MAX_ADDRESS = 500  # characters of an address

_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")  # IPv4 addresses behind a translator (RFC 6052)
_EMBEDDING = tuple(
    ipaddress.IPv6Network(one)
    for one in ("2002::/16", "2001::/32", "64:ff9b:1::/48")  # 6to4, Teredo, local translators (RFC 8215)
)
_OF_HOSTS = frozenset(("168.63.129.16",))  # Azure's own services for a machine: an address that looks public


class PrivateAddressError(Exception):
    """The host has an address that is not public."""


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public internet, also when it embeds or maps another."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if any(ip in network for network in _EMBEDDING) or ip.is_site_local:
            return False
        mapped = ip.ipv4_mapped or (ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF) if ip in _TRANSLATED else None)
        ip = mapped or ip
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or str(ip) in _OF_HOSTS)


def is_address(url: object) -> bool:
    """Return whether this is an https address that we would ask or send a browser to; where it leads is not checked."""
    if not isinstance(url, str) or len(url) > MAX_ADDRESS or not url.isascii() or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        return bool(parts.scheme == "https" and parts.hostname and not parts.username and parts.port != 0) and (
            "\\" not in url and "@" not in parts.netloc and "#" not in url
        )
    except ValueError:
        return False


async def get_json(url: str, *, token: str = "") -> dict[str, Any]:
    """Return the JSON object at this address. Raises ``ProviderError``."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    status, body = await fetch("GET", url, headers)
    if status != 200:
        raise ProviderError(UNREACHABLE, f"status {status}") if status >= 500 else misconfigured(f"status {status}")
    return read_object(body)


def read_object(body: bytes) -> dict[str, Any]:
    """Parse a JSON object. Raises ``ProviderError``."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise misconfigured("broken answer") from None
    if not isinstance(found, dict):
        raise misconfigured("broken answer")
    return found


async def fetch(method: str, url: str, headers: dict[str, str], content: bytes = b"") -> tuple[int, bytes]:
    """Make one request and return its status and body. Raises ``ProviderError``."""
    if not is_address(url):
        raise misconfigured("no https address")
    headers = {"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "Spraakrapport", **headers}
    try:
        async with asyncio.timeout(TIMEOUT), _pool(len(content)) as pool:
            sent = [(b"Host", urlsplit(url).netloc.encode()), *((k.encode(), v.encode()) for k, v in headers.items())]
            async with pool.stream(method, url, headers=sent, content=content or None) as answer:
                if 300 <= answer.status < 400:
                    raise misconfigured("redirect")
                return answer.status, await _bounded(answer.aiter_stream())
    except PrivateAddressError:
        raise misconfigured("no public address") from None
    except (TimeoutError, httpcore2.TimeoutException):
        raise ProviderError(UNREACHABLE, "time-out") from None
    except (httpcore2.NetworkError, httpcore2.ProtocolError, OSError, ValueError, ssl.SSLError) as error:
        raise ProviderError(UNREACHABLE, f"connection: {type(error).__name__}") from None


async def _bounded(pieces: Any) -> bytes:
    body = bytearray()
    async for piece in pieces:
        body += piece
        if len(body) > MAX_BYTES:
            raise misconfigured("answer too large")
    return bytes(body)


async def _checked_addresses(host: str) -> list[str]:
    """Resolve a host. Raises ``PrivateAddressError`` unless all its addresses are public."""
    found = await dns.addresses(host)
    for one in found:
        is_own = settings().single_sign_on_loopback == "on" and ipaddress.ip_address(one.partition("%")[0]).is_loopback
        if not is_own and not is_public(one):
            raise PrivateAddressError
    return found


class _Pinned(httpcore2.AsyncNetworkBackend):
    """Connects to the checked addresses of a host, never to its name; each is counted, with what is to be sent."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._inner: Any = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  the signature of the library
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to the first checked address that answers. Raises ``PrivateAddressError`` or the library's errors."""
        failed: Exception = httpcore2.ConnectError("no address")
        for address in await _checked_addresses(host):
            await egress.count("sign_in", host, self._size)
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = error
        raise failed

    async def sleep(self, seconds: float) -> None:
        """Wait, for the library's retries."""
        await self._inner.sleep(seconds)


@process_singleton
def _certificates() -> ssl.SSLContext:
    return httpx2.create_ssl_context()  # honours SSL_CERT_FILE, for organizations with an authority of their own


def _pool(size: int) -> httpcore2.AsyncConnectionPool:
    """Return a pool for one request: these are rare, and a kept connection would outlive its check."""
    return httpcore2.AsyncConnectionPool(ssl_context=_certificates(), network_backend=_Pinned(size), max_connections=1)
