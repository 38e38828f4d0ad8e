"""Looks at care data and accounts: read-only work whose audit rows are stored before its answer leaves (S27).

A transaction of its own for each look would put the looks of an organization in a queue, because the chain of its rows
is written by one at a time (``trail``). So the looks that arrive while rows are being written wait together, and the
next transaction writes the rows of all of them (group commit). None is answered before its rows are committed.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias

from ... import database
from ...database import AuditedSession
from ...errors import Unavailable
from . import trail

_Waiting: TypeAlias = tuple[list[trail.Noted], asyncio.Future[None]]

_AT_ONCE = 200  # looks in one transaction
#: The looks that wait, by chain; a task writes those of each chain in here.
_waiting: dict[str, list[_Waiting]] = {}
_tasks: set[asyncio.Task[None]] = set()


@asynccontextmanager
async def looking() -> AsyncIterator[AuditedSession]:
    """Open a read-only session; what ``trail.record`` gets through it is stored when the block ends.

    The rows are committed before the block is left, and nothing is stored when it raises. Raises ``Unavailable`` when
    the rows cannot be stored: the caller then shows nothing of what it read.
    """
    async with database.reading(AuditedSession) as session:
        yield session
        noted = trail.noted(session)
    if noted:  # the session has given its connection back: who waits for a row must not hold one
        await _stored(noted)


async def _stored(noted: list[trail.Noted]) -> None:
    """Wait until these rows are committed."""
    chain = noted[0].entry.chain
    done = asyncio.get_running_loop().create_future()
    if chain in _waiting:
        _waiting[chain].append((noted, done))
    else:
        _waiting[chain] = [(noted, done)]
        task = asyncio.create_task(_write(chain))
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)
    await done


async def _write(chain: str) -> None:
    """Write what waits for a chain, until nothing does."""
    queue = _waiting[chain]
    looks: list[_Waiting] = []
    try:
        while queue:
            looks = queue[:_AT_ONCE]
            del queue[:_AT_ONCE]
            await _write_together(looks)
    finally:
        del _waiting[chain]
        for _, done in [*looks, *queue]:  # none is left unless this was cancelled
            done.cancel()


async def _write_together(looks: list[_Waiting]) -> None:
    try:
        await database.run_in_transaction(trail.append, [one for noted, _ in looks for one in noted])
    except Exception as error:  # noqa: BLE001  each caller gets it
        if len(looks) > 1 and not isinstance(error, Unavailable):
            for look in looks:  # one that cannot be stored must not take the others with it
                await _write_together([look])
            return
        for _, done in looks:
            if not done.done():
                done.set_exception(error)
        return
    for _, done in looks:
        if not done.done():  # its caller may have gone
            done.set_result(None)
