"""Handle an outage of Redis, which stores the state of open pages: they show it, and recover when Redis is back.

The framework does not answer an event whose state it cannot read: a page that is loading would hang forever, and a
click would be lost. So this pings Redis every second. While it does not answer, connections are closed and new ones
refused (``edge``): the page shows 'Geen verbinding', queues its events and retries. A page that lost an event while
Redis answers others is notified: it connects again, which reads everything again and, after a press, says so.
So is a page whose event took longer than it may keep its tab's state from others (ten seconds, the framework's
``redis_lock_expiration``): what it changed is on the screen and not in the store.

The framework reads without a timeout, because its subscriptions wait for hours for a message. Hanging reads are ended
here, by closing their connections to Redis.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import redis.asyncio
import reflex as rx
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from reflex.app import EventNamespace
from reflex.istate.manager.redis import StateManagerRedis, enable_keyspace_notifications
from reflex.utils.token_manager import RedisTokenManager
from reflex_base.constants import RouteVar
from reflex_base.event.context import EventContext
from reflex_base.utils.exceptions import LockExpiredError

from ...core import background
from ...services.shared import page_store

logger = logging.getLogger(__name__)

_LOOK_EVERY = 1.0  # seconds
_CLOSED_WITHIN = 5.0  # seconds
#: The framework's own retry waits up to ten seconds between attempts; pages would hang that long after Redis is back.
_RETRY_AFTER, _RETRIES = 0.3, 2

#: The event that a page receives when its own was lost (rxconfig.py).
EVENT = "event_lost"

_LOST = (redis.ConnectionError, redis.TimeoutError, LockExpiredError)

_lost: set[tuple[str, str]] = set()  # of each event its tab's token and its connection, where it knows that


def beside(app: rx.App, end_connections: Callable[[], None]):
    """Return the lifespan task that watches Redis for as long as the process runs; it does nothing without Redis."""

    @asynccontextmanager
    async def run() -> AsyncIterator[None]:
        store = app.state_manager
        if not isinstance(store, StateManagerRedis):
            yield
            return
        clients = [store.redis]
        namespace = app.event_namespace
        if namespace is None:
            raise RuntimeError("an app with states has a websocket")
        if isinstance(tokens := namespace._token_manager, RedisTokenManager):
            clients.append(tokens.redis)
        for client in clients:
            client.set_retry(Retry(ConstantBackoff(_RETRY_AFTER), _RETRIES))
            client.get_connection_kwargs()["driver_info"] = page_store.DRIVER
        try:
            async with background.running(_go_on(namespace, clients, end_connections)):
                yield
        finally:
            await page_store.close()

    return run


def event_lost(error: Exception) -> bool:
    """Record that an event failed because Redis did not answer, or did not take what it changed: it came too late.

    Returns False when the failure has another cause.
    """
    # uvloop raises a RuntimeError for a closed connection, which the Redis client passes on.
    is_closed = isinstance(error, RuntimeError) and "handler is closed" in str(error)
    if not (page_store.is_away() or is_closed or isinstance(error, _LOST)):
        return False
    event = EventContext.get()
    _lost.add((event.token, event.router_data.get(RouteVar.SESSION_ID, "")))
    return True


async def _go_on(
    namespace: EventNamespace, clients: list[redis.asyncio.Redis], end_connections: Callable[[], None]
) -> None:
    while True:
        was_away = page_store.is_away()
        there = await page_store.look()
        try:
            if not there:
                _lost.clear()
                end_connections()
                await _end_what_hangs(clients)
            else:
                if was_away:
                    await enable_keyspace_notifications(clients[0])  # a restarted Redis has lost this setting
                await _tell(namespace)
        except Exception as error:  # noqa: BLE001  the next ping shows whether the problem remains
            logger.warning("redis: %s while reconnecting", type(error).__name__)
        await asyncio.sleep(_LOOK_EVERY)


async def _tell(namespace: EventNamespace) -> None:
    while _lost:
        token, connection = _lost.pop()
        if to := connection or namespace.token_to_sid.get(token):
            await namespace.emit(EVENT, to=to)


async def _end_what_hangs(clients: list[redis.asyncio.Redis]) -> None:
    async with asyncio.timeout(_CLOSED_WITHIN):
        for client in clients:
            await client.connection_pool.disconnect(inuse_connections=True)
