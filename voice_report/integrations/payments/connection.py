"""The connection to Stripe: one client and one pool of connections per process, with bounded time and retries.

Every failure becomes ``Unavailable``; Stripe's own messages are logged nowhere, only their kind.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...config import settings
from ...errors import Unavailable
from .. import egress

if TYPE_CHECKING:
    import httpx
    import stripe

log = logging.getLogger(__name__)
logging.getLogger("stripe").setLevel(logging.WARNING)

NOT_SET_UP = "Online betalen staat op deze installatie nog niet aan."
FAILED = "Kon geen checkout sessie starten. Probeer het opnieuw."

#: Seconds. One attempt ends after these (connecting after the latter); one action, its retries included, after
#: ``DEADLINE``: a server that sends a byte now and then never triggers the former.
TIMEOUT, CONNECT_TIMEOUT = 8.0, 3.0
DEADLINE = 20.0
_RETRIES = 2


@dataclass(frozen=True, slots=True)
class _Connection:
    """A client, its connections, and the settings and event loop they belong to."""

    client: "stripe.StripeClient"
    http: "stripe.HTTPXClient"
    made_for: tuple[str, str | None, asyncio.AbstractEventLoop]


_connection: _Connection | None = None


@asynccontextmanager
async def connected(sentence: str = FAILED, *, bounded: bool = True) -> AsyncIterator[Any]:
    """Yield Stripe's API, bounded by ``DEADLINE`` seconds unless the work goes through long lists.

    Raises ``Unavailable``: not set up, or ``sentence`` for any failure of Stripe and for a missing response.
    """
    if not (key := settings().stripe_secret_key):
        raise Unavailable(NOT_SET_UP, code="payment_not_set_up")
    import stripe

    try:
        async with asyncio.timeout(DEADLINE if bounded else None):
            yield _client(key).v1
    except stripe.StripeError as error:
        log.warning("stripe: %s, status %s, code %s", type(error).__name__, error.http_status, error.code)
        raise Unavailable(sentence, code="payment_unavailable", retry_after=5) from None
    except TimeoutError:
        log.warning("stripe: no answer within %s seconds", DEADLINE)
        raise Unavailable(sentence, code="payment_unavailable", retry_after=5) from None


async def close() -> None:
    """Close the connections of this process (shutdown)."""
    global _connection
    closing, _connection = _connection, None
    if closing is not None and closing.made_for[2] is asyncio.get_running_loop():
        await closing.http.close_async()


def _client(key: str) -> "stripe.StripeClient":
    """Return the process's client, created at first use and again for other settings or another event loop (tests)."""
    global _connection
    import httpx
    import stripe

    wanted = (key, settings().stripe_api_base, asyncio.get_running_loop())
    if _connection is None or _connection.made_for != wanted:
        stripe.enable_telemetry = False
        timeouts = httpx.Timeout(TIMEOUT, connect=CONNECT_TIMEOUT)
        http, base = stripe.HTTPXClient(timeout=timeouts), wanted[1]
        # Of each request, each retry too: the library has no other place to look at one before it leaves.
        http._client_async.event_hooks = {"request": [_count]}
        addresses: Any = {"api": base.rstrip("/")} if base else None
        client = stripe.StripeClient(key, http_client=http, max_network_retries=_RETRIES, base_addresses=addresses)
        _connection = _Connection(client, http, wanted)
    return _connection.client


async def _count(request: "httpx.Request") -> None:
    """Count a request that is about to leave. Raises ``egress.NotCounted``."""
    await egress.count("payment", request.url.host, int(request.headers.get("content-length", 0)))
