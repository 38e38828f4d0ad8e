"""Looks at care data and accounts: read-only work whose audit rows are stored before its answer leaves (S27).

A transaction of its own for each look would put the looks of an organization in a queue, because the chain of its rows
is written by one at a time (``trail``). So the looks that arrive while rows are being written wait together, and the
next transaction writes the rows of all of them (decisions/0019). None is answered before its rows are committed.
"""

import asyncio
import contextvars
import copy
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

from ...db import session as database
from ...db.session import AuditedSession
from ...errors import Unavailable
from . import trail

P = ParamSpec("P")
T = TypeVar("T")

_ROWS_AT_ONCE = 200  # in one transaction, or those of one look


@dataclass(frozen=True, slots=True)
class _Look:
    """The rows of a look, and the future of the call that waits for them."""

    rows: list[trail.Noted]
    done: asyncio.Future[None]


#: The looks that wait, by chain; each chain in here has a task that writes them.
_waiting: dict[str, list[_Look]] = {}
_tasks: set[asyncio.Task[None]] = set()


@asynccontextmanager
async def audited_read() -> AsyncIterator[AuditedSession]:
    """Open a read-only session; what ``trail.record`` gets through it is stored when the block ends.

    The rows are committed before the block is left, and nothing is stored when it raises. Raises ``Unavailable`` when
    the rows cannot be stored. So show what was read after the block, not in it.
    """
    async with database.reading(AuditedSession) as session:
        yield session
        rows = trail.noted(session)
    if rows:  # the session has returned its connection: waiting for a row must not hold one
        await _stored(rows)


async def run_audited(
    work: Callable[Concatenate[AuditedSession, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return ``await work(session, ...)``, run in an ``audited_read()`` of its own."""
    async with audited_read() as session:
        found = await work(session, *args, **kwargs)
    return found  # after the block, which stores the rows


async def _stored(rows: list[trail.Noted]) -> None:
    """Wait until these rows are committed."""
    chain = rows[0].entry.chain
    look = _Look(rows, asyncio.get_running_loop().create_future())
    if chain in _waiting:
        _waiting[chain].append(look)
    else:
        _waiting[chain] = [look]
        # Without this call's context: the task writes for others too, and its log lines are not this request's.
        task = asyncio.create_task(_write(chain), context=contextvars.Context())
        _tasks.add(task)
        task.add_done_callback(lambda ended: _forget(chain, ended))
    await look.done


def _forget(chain: str, task: asyncio.Task[None]) -> None:
    """Forget a task that ended. When it failed or was cancelled, perhaps before its first step, let no call wait."""
    _tasks.discard(task)
    if task.cancelled() or task.exception() is not None:
        for look in _waiting.pop(chain):
            look.done.cancel()


async def _write(chain: str) -> None:
    """Write what waits for a chain, until nothing does."""
    queue = _waiting[chain]
    while queue:
        looks = _first(queue)
        try:
            await _append(looks)
        except Unavailable as error:
            looks = list(queue)  # who came meanwhile need not wait for another time-out
            _settle(looks, error)
        except Exception as error:  # noqa: BLE001  its caller gets it
            if len(looks) == 1:
                _settle(looks, error)
            else:
                looks = await _one_by_one(looks)
        else:
            _settle(looks)
        del queue[: len(looks)]
    del _waiting[chain]


def _first(queue: list[_Look]) -> list[_Look]:
    """Return the looks that are next: together ``_ROWS_AT_ONCE`` rows, or one."""
    total = 0
    for count, look in enumerate(queue):
        total += len(look.rows)
        if count and total > _ROWS_AT_ONCE:
            return queue[:count]
    return list(queue)


async def _one_by_one(looks: list[_Look]) -> list[_Look]:
    """Write each look's rows alone: one that no database takes must not take the others with it."""
    for look in looks:
        try:
            await _append([look])
        except Exception as error:  # noqa: BLE001  its caller gets it
            _settle([look], error)
        else:
            _settle([look])
    return looks


async def _append(looks: list[_Look]) -> None:
    await database.run_in_transaction(trail.append, [row for look in looks for row in look.rows])


def _settle(looks: list[_Look], error: Exception | None = None) -> None:
    for look in looks:
        if look.done.done():  # its caller has gone
            continue
        if error is None:
            look.done.set_result(None)
        else:  # each its own: raising one extends its traceback
            look.done.set_exception(copy.copy(error) if isinstance(error, Unavailable) else error)
