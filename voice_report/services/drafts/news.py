"""News: that drafts of a person changed, sent to the pages of that person that follow them, in every process (S87).

It says whose, never what: a page reads what changed itself, as the person it belongs to. A process tells its own pages
at once after the commit, and the others by a channel of Redis where there is one. A message may be lost (Redis is away,
a statement changed rows without telling), so who follows also looks by itself, every ``LOOK`` seconds.
"""

import asyncio
import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError
from sqlalchemy import event

from ...config import settings
from ...core.process import process_singleton
from ...db.session import ReadSession
from ..shared import page_store

logger = logging.getLogger(__name__)

LOOK = 5.0  # seconds
_CHANNEL = "drafts-news"
_TIMEOUT = 2.0  # seconds for one call to Redis
_READ = 15.0  # seconds of silence after which the connection that listens is tried
_AGAIN = 1.0  # seconds before the next attempt to listen


class Follower:
    """Waits for news of one person."""

    def __init__(self) -> None:
        self._news = asyncio.Event()

    async def wait(self, seconds: float = LOOK) -> None:
        """Return at the next news, at once when some came since the last ``wait``, or after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()

    def tell(self) -> None:
        """Let ``wait`` return."""
        self._news.set()


@process_singleton
def _followers() -> dict[uuid.UUID, set[Follower]]:
    return {}


@contextmanager
def following(user_id: uuid.UUID) -> Iterator[Follower]:
    """Yield a follower of the news of this person, for as long as the block runs."""
    follower = Follower()
    _followers().setdefault(user_id, set()).add(follower)
    try:
        yield follower
    finally:
        own = _followers().get(user_id, set())
        own.discard(follower)
        if not own:
            _followers().pop(user_id, None)


def publish(session: ReadSession, user_id: uuid.UUID) -> None:
    """Tell who follows this person that drafts changed, after this transaction commits; never if it rolls back."""
    event.listen(session.sync_session, "after_commit", partial(_tell, user_id), once=True)


async def run() -> None:
    """Pass on the news of other processes until this one stops (a lifespan task); without Redis there are none."""
    while settings().redis_url:
        try:
            await _listen()
        except Exception as error:  # noqa: BLE001  uvloop raises RuntimeError for a connection that was just lost
            logger.info("news of other processes: %s, tried again", type(error).__name__)
        await asyncio.sleep(_AGAIN)


async def _listen() -> None:
    async with _client(_READ) as redis, redis.pubsub(ignore_subscribe_messages=True) as channel:
        await channel.subscribe(_CHANNEL)
        while True:
            message = await channel.get_message(timeout=_READ)
            if message is None:
                await channel.ping()
                continue
            with suppress(ValueError):
                _tell_here(uuid.UUID(bytes=message["data"]))


def _tell(user_id: uuid.UUID, _session: Any) -> None:
    _tell_here(user_id)
    if settings().redis_url and not page_store.is_away():
        task = asyncio.get_running_loop().create_task(_tell_others(user_id))
        _telling().add(task)
        task.add_done_callback(_telling().discard)


def _tell_here(user_id: uuid.UUID) -> None:
    for follower in _followers().get(user_id, ()):
        follower.tell()


async def _tell_others(user_id: uuid.UUID) -> None:
    with suppress(RedisError, OSError, RuntimeError):  # they look by themselves
        await _publisher().publish(_CHANNEL, user_id.bytes)


@process_singleton
def _telling() -> set[asyncio.Task[None]]:
    return set()


@process_singleton
def _publisher() -> Redis:
    return _client(_TIMEOUT)


def _client(timeout: float) -> Redis:
    return Redis.from_url(
        settings().redis_url or "",
        socket_timeout=timeout,
        socket_connect_timeout=_TIMEOUT,
        driver_info=page_store.DRIVER,
    )
