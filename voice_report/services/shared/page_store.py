"""The Redis that stores the state of open pages: whether it is reachable, according to this process's last check.

The framework reads and writes it; ``web.reflex.store_watch`` checks once a second whether it answers,
and ``edge`` refuses new connections while it does not.
"""

import asyncio
import logging

import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.driver_info import DriverInfo

from ...config import settings

logger = logging.getLogger(__name__)

ANSWERS_WITHIN = 0.8  # seconds
#: With this code the websockets of pages are closed, and refused, while Redis does not answer.
AWAY = 4503
_CONNECTED_WITHIN = 2  # seconds, for the framework's clients
#: A refused connection counts at once; late answers count from this many on, because this process may have been busy.
_LATE_ANSWERS = 3

#: What our connections to Redis say of themselves. Without it each of them looks for the client's version, which takes
#: the event loop milliseconds, in all folders that Python imports from.
DRIVER = DriverInfo()

_client: redis.asyncio.Redis | None = None
_late = 0
_away = False


def url_with_limits(url: str | None) -> str | None:
    """Return the URL for the framework's own clients, with a connection timeout of a few seconds."""
    if url is None:
        return None
    return f"{url}{'&' if '?' in url else '?'}socket_connect_timeout={_CONNECTED_WITHIN}"


def is_away() -> bool:
    """Return whether Redis was unreachable at the last ``look``; False where Redis is not used."""
    return _away


async def look() -> bool:
    """Ping Redis and store the outcome for ``is_away``; return whether Redis counts as reachable."""
    global _late, _away
    before = _away
    try:
        await _ping()
    except TimeoutError:
        _late += 1
        _away = _away or _late >= _LATE_ANSWERS
    except Exception:  # noqa: BLE001  uvloop raises RuntimeError for a connection that was just lost
        _away = True
    else:
        _late, _away = 0, False
    if _away != before:
        logger.warning("redis: %s", "does not answer, open pages wait for it" if _away else "answers again")
    return not _away


async def answers() -> bool:
    """Return whether Redis answers right now (``/readyz``), within ``ANSWERS_WITHIN``."""
    try:
        await _ping()
    except Exception:  # noqa: BLE001  any error means that Redis does not answer
        return False
    return True


async def close() -> None:
    """Close the connection and reset the outcome (shutdown, and between tests)."""
    global _client, _late, _away
    if _client is not None:
        await _client.aclose()
    _client, _late, _away = None, 0, False


async def _ping() -> None:
    """Raises ``TimeoutError`` when the answer is late, and another exception when there is no connection."""
    global _client
    if _client is None:
        _client = redis.asyncio.Redis.from_url(
            settings().redis_url or "", retry=Retry(NoBackoff(), 1), driver_info=DRIVER
        )
    async with asyncio.timeout(ANSWERS_WITHIN):
        await _client.ping()  # pyright: ignore[reportGeneralTypeIssues]  the type also covers the blocking client
