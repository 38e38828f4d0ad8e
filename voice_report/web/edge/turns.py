"""Pace the start of calls and page connections, so that the burst of one client is spread (security.md S33, S56).

All requests take turns on one event loop, a few milliseconds each. A hundred that start together delay every other
user, at each of the dozen turns that an event takes. So each signed-in account has a pace of its own, and its
organization one for all its accounts; all visitors share one, in which their sites take turns. A request that can start
at this pace within ``_PATIENCE`` is not refused; the number of requests a minute is bounded in
``services.shared.rate_limits``.
"""

from ...core.shares import Holder
from ...errors import TooMany
from ...services.shared import rate_limits
from .asgi import Scope
from .token_buckets import OfOrganizations, SharedTokenBucket, TokenBucket

# Per second, and how many at once; each takes some 5 ms of the event loop. After an outage, the recorder offers what it
# kept one after the other, and a page calls a few times. A sign-in is two calls: 400 users can sign in within a minute.
_OF_AN_ACCOUNT = (5, 10)
_OF_VISITORS = (15, 10)
#: And more for each of its accounts: all of them open a page again after an outage.
_OF_AN_ORGANIZATION = ((5, 10), (1, 5))
_PATIENCE = 8.0  # seconds
_ACCOUNTS = 1000  # that are remembered

_accounts: dict[str, TokenBucket] = {}
_organizations = OfOrganizations(*_OF_AN_ORGANIZATION)
#: Separate, so that no one who signs in waits for all pages that connect again after a new version.
_visitors = {kind: SharedTokenBucket(*_OF_VISITORS) for kind in ("http", "websocket")}


async def turn(scope: Scope, holder: Holder | None) -> None:
    """Wait for the turn of the signed-in account and its organization, or of the visitors of an address.

    Raises ``TooMany``.
    """
    if holder:
        if len(_accounts) >= _ACCOUNTS:
            _accounts.clear()
        own = _accounts.setdefault(holder.account, TokenBucket(*_OF_AN_ACCOUNT))
        has_turn = await own.acquire(1, max_wait=_PATIENCE) and await _organizations.of(holder).acquire(
            1, max_wait=_PATIENCE
        )
    else:
        address = scope["client"][0]
        site = rate_limits.site(address) or rate_limits.address_key(address)
        has_turn = await _visitors[scope["type"]].acquire(site, 1, max_wait=_PATIENCE)
    if not has_turn:
        raise TooMany(rate_limits.SENTENCE, retry_after=int(_PATIENCE))
