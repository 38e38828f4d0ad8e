"""Which tabs hold data of a session, so that the end of a session affects only these tabs (security.md S06, S29), and
which of an account, and the large ones of an organization, so that none of them fills the store of tabs (S56).

Stored in Redis when ``REDIS_URL`` is set, where the framework keeps the state of the tabs: any process can then clear
the tabs of every other. In memory otherwise.
"""

from collections.abc import Awaitable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from ... import clock
from ...config import settings
from ...core.process import process_singleton
from ...core.shares import LARGE_TABS, TABS, Holder
from ...errors import Unavailable
from . import sessions

#: Counted from a tab's last connection. A page can stay connected for as long as its session lasts, and its state is
#: kept for 12 hours after its last event (rxconfig.py); usually ``drop`` is called long before.
_KEPT = sessions.ABSOLUTE + timedelta(hours=12)
_TIMEOUT = 2.0  # seconds for one call to Redis
_AT_ONCE = 200  # tabs whose state is forgotten together
_SESSIONS = "open-tabs"  # key of the set of all sessions that have tabs


#: Seconds for which the state of a tab is kept that its page closed, and that was not opened again since.
CLOSED = 60.0
_OVER = 0.0  # the time at which the oldest tab of an account that has too many was closed
_OVER_AT = "open-tabs:closed"  # sorted set: tabs that are closed, by the time of it
_WHOSE = "open-tabs:whose"  # hash: the account of each tab
_LARGE = "open-tabs:large"  # sorted set of each organization: tabs, by the time they changed


@dataclass(frozen=True, slots=True)
class _Tabs:
    """What is noted where Redis is not set up."""

    sessions: dict[str, set[str]] = field(default_factory=dict)
    accounts: dict[str, dict[str, None]] = field(default_factory=dict)  # the tabs, last connected last
    whose: dict[str, str] = field(default_factory=dict)  # the account of each tab
    closed: dict[str, float] = field(default_factory=dict)  # tabs, by the time of it
    large: dict[str, dict[str, None]] = field(default_factory=dict)  # by organization, last changed last


@process_singleton
def _in_memory() -> _Tabs:
    return _Tabs()


async def note(session_hash: str, tab: str, account: str) -> None:
    """Record that this tab of this account may hold data of this session, as it connects.

    Of more tabs than an account may have (``shares.TABS``), the state of those that connected longest ago is over.
    Raises ``Unavailable`` when Redis does not answer.
    """
    redis = _store()
    if redis is None:
        noted = _in_memory()
        noted.sessions.setdefault(session_hash, set()).add(tab)
        noted.closed.pop(tab, None)
        noted.whose[tab] = account
        own = noted.accounts.setdefault(account, {})
        own.pop(tab, None)
        own[tab] = None
        for old in list(own)[:-TABS]:
            del own[old]
            noted.closed[old] = _OVER
        return
    own = _account_key(account)
    try:
        async with redis.pipeline(transaction=False) as pipeline:
            pipeline.sadd(_key(session_hash), tab)
            pipeline.expire(_key(session_hash), _KEPT)
            pipeline.sadd(_SESSIONS, session_hash)
            pipeline.zrem(_OVER_AT, tab)
            pipeline.hset(_WHOSE, tab, account)
            pipeline.zadd(own, {tab: clock.now().timestamp()})
            pipeline.expire(own, _KEPT)
            pipeline.zrange(own, 0, -TABS - 1)
            old = (await pipeline.execute())[-1]
        if old:
            await redis.zrem(own, *old)
            await redis.zadd(_OVER_AT, dict.fromkeys(old, _OVER))
    except RedisError as error:
        raise Unavailable("De verbinding komt nu niet tot stand. Probeer het zo opnieuw.") from error


async def note_large(tab: str, holder: Holder) -> None:
    """Record that this tab was changed, and that its state is large.

    Of more such tabs than an organization may have (``shares.LARGE_TABS``), the state of those that changed longest ago
    is over. Raises ``RedisError``.
    """
    redis = _store()
    if redis is None:
        noted = _in_memory()
        own = noted.large.setdefault(holder.whole, {})
        own.pop(tab, None)
        own[tab] = None
        for old in list(own)[:-LARGE_TABS]:
            del own[old]
            noted.closed[old] = _OVER
        return
    key = f"{_LARGE}:{holder.whole}"
    async with redis.pipeline(transaction=False) as pipeline:
        pipeline.zadd(key, {tab: clock.now().timestamp()})
        pipeline.expire(key, _KEPT)
        pipeline.zrange(key, 0, -LARGE_TABS - 1)
        old = (await pipeline.execute())[-1]
    if old:
        await redis.zrem(key, *old)
        await redis.zadd(_OVER_AT, dict.fromkeys(old, _OVER))


async def closed(tab: str) -> None:
    """Record that the page closed this tab, which counts no more among those of its account.

    Raises ``Unavailable`` when Redis does not answer.
    """
    redis = _store()
    if redis is None:
        noted = _in_memory()
        noted.accounts.get(noted.whose.get(tab, ""), {}).pop(tab, None)
        noted.closed[tab] = clock.now().timestamp()
        return
    try:
        async with redis.pipeline(transaction=False) as pipeline:
            pipeline.zadd(_OVER_AT, {tab: clock.now().timestamp()})
            pipeline.hget(_WHOSE, tab)
            account = (await pipeline.execute())[-1]
        if account is not None:
            await redis.zrem(_account_key(account.decode()), tab)
    except RedisError as error:
        raise Unavailable("De verbinding komt nu niet tot stand. Probeer het zo opnieuw.") from error


async def over() -> list[str]:
    """Return the tabs whose state is over: closed for ``CLOSED`` seconds, or of an account that has too many."""
    redis = _store()
    until = clock.now().timestamp() - CLOSED
    if redis is None:
        return [tab for tab, at in _in_memory().closed.items() if at <= until]
    return sorted(await _texts(redis.zrangebyscore(_OVER_AT, "-inf", until, start=0, num=_AT_ONCE)))


async def forgotten(tab: str) -> None:
    """Record that the state of a tab that was over is gone."""
    redis = _store()
    if redis is None:
        noted = _in_memory()
        noted.closed.pop(tab, None)
        noted.whose.pop(tab, None)
        return
    async with redis.pipeline(transaction=False) as pipeline:
        pipeline.zrem(_OVER_AT, tab)
        pipeline.hdel(_WHOSE, tab)
        await pipeline.execute()


async def session_hashes() -> set[str]:
    """Return the hashes of all sessions that have tabs, in any process."""
    redis = _store()
    return set(_in_memory().sessions) if redis is None else await _texts(redis.smembers(_SESSIONS))


async def of(session_hash: str) -> set[str]:
    """Return the tabs of a session."""
    if (redis := _store()) is None:
        return set(_in_memory().sessions.get(session_hash, ()))
    return await _texts(redis.smembers(_key(session_hash)))


async def drop(session_hash: str) -> None:
    """Remove a session whose tabs no longer hold its data."""
    redis = _store()
    if redis is None:
        _in_memory().sessions.pop(session_hash, None)
        return
    async with redis.pipeline(transaction=False) as pipeline:
        pipeline.delete(_key(session_hash))
        pipeline.srem(_SESSIONS, session_hash)
        await pipeline.execute()


def _key(session_hash: str) -> str:
    return f"{_SESSIONS}:{session_hash}"


def _account_key(account: str) -> str:
    return f"{_SESSIONS}:account:{account}"


async def _texts(members: Awaitable[Any] | set[Any]) -> set[str]:
    found = await members if isinstance(members, Awaitable) else members
    return {one.decode() for one in found}


@process_singleton
def _store() -> Redis | None:
    url = settings().redis_url
    return Redis.from_url(url, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT) if url else None
