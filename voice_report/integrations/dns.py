"""Name lookups: the TXT records of a domain, and the addresses of a host.

TXT records are read from ``DNS_SERVER`` when it is set, else from this machine's own resolvers. Functions import the
library: a start should not wait for it.
"""

import asyncio
import socket
from typing import TYPE_CHECKING, Any

from ..config import settings
from . import egress

if TYPE_CHECKING:
    from dns.asyncresolver import Resolver

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
    """Return a resolver whose queries are counted, each time and with each server that it asks."""
    import dns.asyncresolver
    import dns.nameserver

    class Counted(dns.nameserver.Do53Nameserver):
        async def async_query(self, request: Any, *arguments: Any, **options: Any) -> Any:
            await egress.count("name_server", self.address, len(request.to_wire()))
            return await super().async_query(request, *arguments, **options)

    server = settings().name_server()
    resolver = dns.asyncresolver.Resolver(configure=server is None)
    servers = [server] if server else [(str(one), resolver.port) for one in resolver.nameservers]
    resolver.nameservers = [Counted(*one) for one in servers]
    return resolver
