"""SQLite statements in one turn of their connection's thread each.

SQLAlchemy's adapter of aiosqlite takes four (make a cursor, execute, fetch, close), and one more to roll back whatever
returns to the pool, in a transaction or not. A point query takes microseconds; a turn, there and back through the event
loop, takes many times that. This extends the adapter's internals: the versions are pinned.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_cursor
from sqlalchemy.util import EMPTY_DICT

Parameters = Sequence[Any]


@dataclass(slots=True)
class _Outcome:
    """What a statement leaves behind: the cursor itself was closed in its thread."""

    description: Any = None
    rowcount: int = -1
    lastrowid: int | None = None
    rows: Sequence[Any] = ()
    arraysize: int = 1

    def close(self) -> None:
        """Do nothing; SQLAlchemy closes every cursor."""


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    """A cursor whose rows are all read when it executes."""

    __slots__ = ()
    _awaitable_cursor_close = False

    def __init__(self, adapt_connection: AsyncAdapt_aiosqlite_connection) -> None:
        self._adapt_connection = adapt_connection
        self._connection = adapt_connection._connection
        self._cursor: Any = _Outcome()
        self._soft_closed_memoized = EMPTY_DICT
        self._rows = deque()

    async def _execute_async(self, operation: str, parameters: Parameters | None) -> None:
        await self._run(_execute, operation, parameters or ())

    async def _executemany_async(self, operation: str, seq_of_parameters: Sequence[Parameters]) -> None:
        await self._run(_execute_many, operation, seq_of_parameters)

    async def _run(self, work: Callable[..., _Outcome], operation: str, parameters: Sequence[Any]) -> None:
        driver: Any = self._connection
        self._cursor = await driver._execute(work, driver._conn, operation, parameters)
        self._rows, self._cursor.rows = deque(self._cursor.rows), ()


def _execute(connection: sqlite3.Connection, operation: str, parameters: Parameters) -> _Outcome:
    with closing(connection.cursor()) as cursor:
        cursor.execute(operation, parameters)
        rows = cursor.fetchall() if cursor.description else ()
        return _Outcome(cursor.description, cursor.rowcount, cursor.lastrowid, rows)


def _execute_many(connection: sqlite3.Connection, operation: str, parameters: Sequence[Parameters]) -> _Outcome:
    with closing(connection.cursor()) as cursor:
        cursor.executemany(operation, parameters)
        return _Outcome(cursor.description, cursor.rowcount, cursor.lastrowid)


class Connection(AsyncAdapt_aiosqlite_connection):
    """A connection whose statements take one turn each, and a rollback of nothing none."""

    __slots__ = ()
    _cursor_cls = _Cursor

    def rollback(self) -> None:
        driver: Any = self._connection
        if driver._connection and driver.in_transaction:
            super().rollback()
