"""How often something may be asked, per account and per address (security.md S08, S33).

Counters live in Redis when ``REDIS_URL`` is set, so that all workers share them, and in memory otherwise.
"""

import logging
import time
from typing import Any

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.storage import storage_from_string

from ..config import settings
from ..errors import TooMany

logger = logging.getLogger(__name__)

SENTENCE = "Te veel aanvragen. Probeer het over enkele ogenblikken opnieuw."

#: What is limited, and how often per key. An address may be a whole care home behind one router.
LIMITS: dict[str, RateLimitItem] = {
    "login_address": parse("60 per 15 minutes"),  # failed attempts from one address
    "login_account": parse("20 per 15 minutes"),  # failed attempts on one account from devices it does not know
    "login_device": parse("20 per 15 minutes"),  # failed attempts on one account from one known device
    "login_requests": parse("300 per 5 minutes"),  # all sign-ins from one address: hashing costs processor time
    "register": parse("100 per hour"),  # registrations from one address: each hashes a password
    "mail_address": parse("100 per hour"),  # mails asked for from one address: a reset, a verification
    "mail_account": parse("10 per hour"),  # mails asked for to one account: nobody's mailbox is filled through us
    "token": parse("300 per 15 minutes"),  # mailed tokens tried from one address
    "password": parse("20 per 15 minutes"),  # the current password asked of somebody who is signed in
    "invite": parse("60 per hour"),  # invitations sent by one person
    "import": parse("120 per hour"),  # files of clients read for one person: a preview and a save each
    "stt": parse("120 per minute"),  # segments per account: a backlog after an outage comes in a burst
    "structure": parse("20 per minute"),  # concepts per account
    "checkout": parse("20 per 10 minutes"),  # pages to pay on for one person; each asks Stripe
    "arrival": parse("8 per minute"),  # looks at Stripe for one person who comes back from paying
    "receipt": parse("30 per 10 minutes"),  # receipts opened by one person; each asks Stripe
    "socket": parse("600 per minute"),  # websocket connections per address
    "api": parse("1200 per minute"),  # API calls per address
}

_limiter: SlidingWindowCounterRateLimiter | None = None
_fallback: SlidingWindowCounterRateLimiter | None = None


async def check(name: str, key: str) -> None:
    """Count one use of ``name`` by ``key``. Raises ``TooMany`` with the seconds to wait when it is one too many."""
    if settings().rate_limits == "on" and not await _ask("hit", name, key):
        await _refuse(name, key)


async def check_only(name: str, key: str) -> None:
    """Raise ``TooMany`` when the limit is used up, without counting (for limits on failures)."""
    if settings().rate_limits == "on" and not await _ask("test", name, key):
        await _refuse(name, key)


async def count(name: str, key: str) -> None:
    """Count one use without refusing it."""
    if settings().rate_limits == "on":
        await _ask("hit", name, key)


async def is_reachable() -> bool:
    """Tell whether the counters' storage answers (``/readyz``)."""
    storage: Any = _storage()
    return await storage.check()


def reset() -> None:
    """Forget the connection and, in memory, every counter (tests)."""
    global _limiter, _fallback
    _limiter = _fallback = None


async def _ask(question: str, name: str, key: str) -> Any:
    global _limiter, _fallback
    if _limiter is None:
        _limiter = SlidingWindowCounterRateLimiter(_storage())
    try:
        return await getattr(_limiter, question)(LIMITS[name], name, key)
    except Exception:
        logger.exception("rate limits: shared counters unreachable, counting in this process")
    if _fallback is None:
        _fallback = SlidingWindowCounterRateLimiter(MemoryStorage())
    return await getattr(_fallback, question)(LIMITS[name], name, key)


async def _refuse(name: str, key: str) -> None:
    stats = await _ask("get_window_stats", name, key)
    raise TooMany(SENTENCE, retry_after=max(1, int(stats.reset_time - time.time()) + 1))


def _storage():
    url = settings().redis_url
    return storage_from_string(f"async+{url}", implementation="redispy") if url else MemoryStorage()
