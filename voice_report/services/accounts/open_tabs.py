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
from ...runtime import per_process
from . import sessions

#: Counted from a tab's last connection. A page can stay connected for as long as its session lasts, and its state is
#: kept for 12 hours after its last event (rxconfig.py); usually ``drop`` is called long before.
_KEPT = sessions.ABSOLUTE + timedelta(hours=12)
_TIMEOUT = 2.0  # seconds for one call to Redis
_SESSIONS = "open-tabs"  # key of the set of all sessions that have tabs


@per_process
def _in_memory() -> dict[str, set[str]]:
    """Return the tabs of every session, where Redis is not set up."""
    return {}


async def note(session_hash: str, tab: str) -> None:
    """Record that this tab may hold data of this session. Raises ``Unavailable`` when Redis does not answer."""
    redis = _store()
    if redis is None:
        _in_memory().setdefault(session_hash, set()).add(tab)
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
    return set(_in_memory()) if redis is None else await _texts(redis.smembers(_SESSIONS))


async def of(session_hash: str) -> set[str]:
    """Return the tabs of a session."""
    if (redis := _store()) is None:
        return set(_in_memory().get(session_hash, ()))
    return await _texts(redis.smembers(_key(session_hash)))


async def drop(session_hash: str) -> None:
    """Remove a session whose tabs no longer hold its data."""
    redis = _store()
    if redis is None:
        _in_memory().pop(session_hash, None)
        return
    async with redis.pipeline(transaction=False) as pipeline:
        pipeline.delete(_key(session_hash))
        pipeline.srem(_SESSIONS, session_hash)
        await pipeline.execute()


def _key(session_hash: str) -> str:
    return f"{_SESSIONS}:{session_hash}"


async def _texts(members: Awaitable[set[bytes]] | set[Any]) -> set[str]:
    found = await members if isinstance(members, Awaitable) else members
    return {one.decode() for one in found}


@per_process
def _store() -> Redis | None:
    url = settings().redis_url
    return Redis.from_url(url, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT) if url else None
