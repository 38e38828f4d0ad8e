"""Name lookups: the TXT records of a domain, and the addresses of a host.

TXT records are read from ``DNS_SERVER`` when it is set, else from this machine's own resolvers. Functions import the
library: a start should not wait for it.
"""

import asyncio
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dns.asyncresolver import Resolver

from ..config import settings

TIMEOUT = 5.0  # seconds for one lookup, its retries included
_MAX_RECORDS = 200  # of one name; a domain of a large organization has some dozens


class LookupFailed(Exception):
    """No resolver answered, or the answer was not usable."""


async def txt(name: str) -> list[str]:
    """Return the TXT records of a name; none for a name without. Raises ``LookupFailed``."""
    import dns.exception
    import dns.resolver

    try:
        answer = await _resolver().resolve(f"{name}.", "TXT", lifetime=TIMEOUT, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError, ValueError) as error:
        raise LookupFailed(type(error).__name__) from None
    return [b"".join(record.strings).decode("utf-8", "replace") for record in list(answer)[:_MAX_RECORDS]]


async def addresses(host: str) -> list[str]:
    """Return the IP addresses of a host, as this machine resolves them; an address is its own. Raises ``OSError``."""
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def _resolver() -> "Resolver":
    from dns.asyncresolver import Resolver

    server = settings().name_server()
    if server is None:
        return Resolver()
    resolver = Resolver(configure=False)
    resolver.nameservers, resolver.port = [server[0]], server[1]
    return resolver
