"""Whom a request comes from: the address the last trusted proxy saw (security.md S08, S33).

Every proxy in front appends the address it was called from to ``X-Forwarded-For``: in the same line, or as a line of
its own (HAProxy). RFC 9110, 5.3 makes several lines of one header one list, in their order. Its end was written by our
proxies and is believed; what comes before it was written by the caller.
"""

import ipaddress

from ..config import settings
from .asgi import Scope

_HEADER = b"x-forwarded-for"


def of_caller(scope: Scope) -> str:
    """Return the caller's address; the direct neighbour's where no proxy is trusted, or what it wrote is no address."""
    client = scope.get("client")
    neighbour = client[0] if client else ""
    hops = settings().trusted_proxy_hops
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == _HEADER]
    forwarded = [part.strip() for part in ",".join(lines).split(",") if part.strip()]
    if not hops or len(forwarded) < hops:
        return neighbour
    return parsed(forwarded[-hops]) or neighbour


def parsed(written: str) -> str:
    """Return the address in an entry of the header, or an empty text when there is none ('unknown', RFC 7239).

    Some proxies add a port: '192.0.2.1:4711', '[2001:db8::1]:443'.
    """
    written = written.strip().strip('"')
    if written.startswith("["):
        written = written[1:].partition("]")[0]
    elif written.count(":") == 1:
        written = written.partition(":")[0]
    try:
        found = ipaddress.ip_address(written.partition("%")[0])
    except ValueError:
        return ""
    return str(getattr(found, "ipv4_mapped", None) or found)
