"""Which tabs hold data of a session, so that the end of a session affects only these tabs (security.md S06, S29).

Stored in Redis when ``REDIS_URL`` is set, where the framework keeps the state of the tabs: any process can then clear
the tabs of every other. In memory otherwise.
"""

from collections.abc import Awaitable
from datetime import timedelta
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from ...config import settings
from ...errors import Unavailable
from . import sessions

#: Counted from a tab's last connection. A page can stay connected for as long as its session lasts, and its state is
#: kept for 12 hours after its last event (rxconfig.py); usually ``drop`` is called long before.
_KEPT = sessions.ABSOLUTE + timedelta(hours=12)
_TIMEOUT = 2.0  # seconds for one call to Redis
_SESSIONS = "open-tabs"  # key of the set of all sessions that have tabs

_tabs: dict[str, set[str]] = {}
_redis: Redis | None = None


async def note(session_hash: str, tab: str) -> None:
    """Record that this tab may hold data of this session. Raises ``Unavailable`` when Redis does not answer."""
    redis = _store()
    if redis is None:
        _tabs.setdefault(session_hash, set()).add(tab)
        return
    try:
        async with redis.pipeline(transaction=False) as pipeline:
            pipeline.sadd(_key(session_hash), tab)
            pipeline.expire(_key(session_hash), _KEPT)
            pipeline.sadd(_SESSIONS, session_hash)
            await pipeline.execute()
    except RedisError as error:
        raise Unavailable("De verbinding komt nu niet tot stand. Probeer het zo opnieuw.") from error


async def session_hashes() -> set[str]:
    """Return the hashes of all sessions that have tabs, in any process."""
    redis = _store()
    return set(_tabs) if redis is None else await _texts(redis.smembers(_SESSIONS))


async def of(session_hash: str) -> set[str]:
    """Return the tabs of a session."""
    redis = _store()
    return set(_tabs.get(session_hash, ())) if redis is None else await _texts(redis.smembers(_key(session_hash)))


async def drop(session_hash: str) -> None:
    """Remove a session whose tabs no longer hold its data."""
    redis = _store()
    if redis is None:
        _tabs.pop(session_hash, None)
        return
    async with redis.pipeline(transaction=False) as pipeline:
        pipeline.delete(_key(session_hash))
        pipeline.srem(_SESSIONS, session_hash)
        await pipeline.execute()


def reset() -> None:
    """Drop the connection and all tabs in memory (tests)."""
    global _redis
    _redis = None
    _tabs.clear()


def _key(session_hash: str) -> str:
    return f"{_SESSIONS}:{session_hash}"


async def _texts(members: Awaitable[set[bytes]] | set[Any]) -> set[str]:
    found = await members if isinstance(members, Awaitable) else members
    return {one.decode() for one in found}


def _store() -> Redis | None:
    global _redis
    url = settings().redis_url
    if url and _redis is None:
        _redis = Redis.from_url(url, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT)
    return _redis if url else None
