"""The client's address: the one the last trusted proxy saw (security.md S08, S33).

Every proxy in front appends the address that connected to it to ``X-Forwarded-For``: on the same line, or as a line of
its own (HAProxy). Under RFC 9110, 5.3 several lines of one header form one list, in order. The end of that list was
written by our proxies and is trusted; anything before it was written by the client.
"""

import ipaddress
from functools import lru_cache

from ...config import settings
from .asgi import Scope

_HEADER = b"x-forwarded-for"
_LONGEST = 45  # characters of an address (an IPv6 address that ends as an IPv4 address)


def of_caller(scope: Scope) -> str:
    """Return the client's address; the direct peer's where no proxy is trusted, or the header entry is no address."""
    client = scope.get("client")
    neighbour = client[0] if client else ""
    neighbour = parsed(neighbour) or neighbour  # one over IPv4 comes as ::ffff:192.0.2.1 where we listen on both
    hops = settings().trusted_proxy_hops
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == _HEADER]
    forwarded = [part.strip() for part in ",".join(lines).split(",") if part.strip()]
    if not hops or len(forwarded) < hops:
        return neighbour
    return parsed(forwarded[-hops]) or neighbour


def parsed(written: str) -> str:
    """Return the address in an entry of the header, or an empty string when there is none ('unknown', RFC 7239).

    Some proxies add a port: '192.0.2.1:4711', '[2001:db8::1]:443'.
    """
    written = written.strip().strip('"')
    if written.startswith("["):
        written = written[1:].partition("]")[0]
    elif written.count(":") == 1:
        written = written.partition(":")[0]
    address = written.partition("%")[0]
    return _one_way(address) if len(address) <= _LONGEST else ""


@lru_cache(1024)
def _one_way(address: str) -> str:
    """Return the address as all others write it, or an empty string when it is none."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    return str(getattr(found, "ipv4_mapped", None) or found)
