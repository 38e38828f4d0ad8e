"""SQLite statements where they cost least: short ones on the event loop, the others in one turn of a thread.

A point query takes microseconds; a turn of its connection's thread, there and back through the event loop, takes many
times that, and more when the interpreter is busy. SQLAlchemy's adapter of aiosqlite takes four turns for every
statement (make a cursor, execute, fetch, close), and one more to roll back whatever returns to the pool, in a
transaction or not. This extends the adapter's internals: the versions are pinned.

On the loop run a query until it has taken ``SHORT``, then it is stopped and repeated in the thread; the insertion of a
row; the change of a row by its key, whatever else must hold for it; the beginning of a transaction, and the end of one
that wrote nothing. Between two statements others have their turn once a transaction kept the loop for ``TURN``. What
must wait (for another process's lock; a commit, for the disk) and what may be long (DELETE, changes of many rows) runs
in the thread.
"""

import asyncio
import re
import sqlite3
import time
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_cursor
from sqlalchemy.util import EMPTY_DICT
from sqlalchemy.util.concurrency import await_

Parameters = Sequence[Any]

#: Seconds of the processor that a query may keep the event loop. Not on the clock: on a busy machine this process waits
#: for its own turn, and the more so the more threads it uses.
SHORT = 0.01
#: Seconds of the processor after which a transaction lets others have a turn of the event loop.
TURN = 0.002
_WAIT = 0.03  # seconds on the clock that a query may: for a disk that is slow
_STEPS = 200  # of SQLite's virtual machine between two looks at the clock: some ten rows
#: What may take long within one step: our own functions, and looking through a text.
_LOOKS_THROUGH = re.compile(r"\b(?:holds_all|lower)\(|\bLIKE\b")
_OF_ONE_ROW = re.compile(r"UPDATE (?P<table>\w+) SET .* WHERE (.* AND )?(?P=table)\.id = \?( AND .*)?", re.DOTALL)
_INNERMOST = re.compile(r"\([^()]*\)")
_OF_MORE = re.compile(r"\b(?:SELECT|FROM|CASE)\b")
_VALUES = 100  # of a statement: more are several rows
_REMEMBERED = 200
_NO_PATIENCE = "PRAGMA busy_timeout=0"
_TO_WRITE = "BEGIN IMMEDIATE"
#: Queries that were stopped: they start in the thread from then on.
_long: set[str] = set()


@dataclass(slots=True)
class _Outcome:
    """What a statement leaves behind: the cursor itself was closed where it ran."""

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
        connection: Any = self._adapt_connection
        if connection.should_give_way(operation):
            await connection.give_way()
        outcome = connection.execute_here(operation, parameters or ())
        self._take(outcome or await connection.in_thread(_execute, operation, parameters or ()))

    async def _executemany_async(self, operation: str, seq_of_parameters: Sequence[Parameters]) -> None:
        connection: Any = self._adapt_connection
        self._take(await connection.in_thread(_execute_many, operation, seq_of_parameters))

    def _take(self, outcome: _Outcome) -> None:
        self._rows, outcome.rows = deque(outcome.rows), ()
        self._cursor = outcome


class Connection(AsyncAdapt_aiosqlite_connection):
    """A connection of whose statements only the long ones take a turn of the thread, and a rollback of nothing none.

    The driver's connection must accept calls from any thread (``check_same_thread=False``); never two at a time.
    """

    __slots__ = ("_in_thread", "_may_be_busy", "_patience", "_since", "_writes")
    _cursor_cls = _Cursor

    def __init__(self, dbapi: Any, connection: Any, patience: float) -> None:
        """``patience``: seconds that the thread waits for another process's lock. The event loop never waits."""
        super().__init__(dbapi, connection)
        self._patience = f"PRAGMA busy_timeout={patience * 1000:.0f}"
        self._since = 0.0  # when this transaction got its turn of the event loop; 0 after a turn of the thread
        self._writes = False  # this connection has the write lock
        self._in_thread = False  # a statement of this transaction ran in the thread
        self._may_be_busy = False  # a statement was given up on: the thread may still be at it

    def should_give_way(self, operation: str) -> bool:
        """Return whether others should have a turn of the event loop before this statement; BEGIN starts anew."""
        now = time.thread_time()
        if operation.startswith("BEGIN"):  # whatever became of the last transaction: SQLite itself may have ended it
            self._since, self._in_thread, self._writes = now, False, False
        self._since = self._since or now
        return now >= self._since + TURN

    async def give_way(self) -> None:
        """Let others have a turn of the event loop."""
        await asyncio.sleep(0)
        self._since = time.thread_time()

    def execute_here(self, operation: str, parameters: Parameters) -> _Outcome | None:
        """Run a short statement on the event loop. Returns ``None`` when it belongs in the thread."""
        driver: Any = self._connection
        if not driver._running or self._may_be_busy or not _is_short(operation, parameters):
            return None
        connection: sqlite3.Connection = driver._conn
        if not self._writes:
            connection.execute(_NO_PATIENCE)
        try:
            outcome = (_read_a_while if operation.startswith("SELECT") else _execute)(connection, operation, parameters)
        except sqlite3.OperationalError as failure:
            if failure.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:  # of whatever kind
                raise
            return None
        finally:
            if not self._writes:
                connection.execute(self._patience)
        self._writes = self._writes or operation == _TO_WRITE
        return outcome

    async def in_thread(self, work: Callable[..., _Outcome], operation: str, parameters: Sequence[Any]) -> _Outcome:
        """Run a statement in the connection's thread."""
        outcome = await self._turn(work, operation, parameters)
        self._writes = self._writes or operation == _TO_WRITE
        return outcome

    async def _turn(self, work: Callable[..., Any], *args: Any) -> Any:
        driver: Any = self._connection
        self._in_thread = True
        try:
            outcome = await driver._execute(work, driver._conn, *args)
        except CancelledError:
            self._may_be_busy = True
            raise
        self._since = 0.0
        return outcome

    def commit(self) -> None:
        driver: Any = self._connection
        try:
            if self._writes or self._in_thread:
                await_(self._turn(sqlite3.Connection.commit))
            else:
                driver._conn.commit()
        except Exception as error:  # noqa: BLE001  as the adapter's own methods do
            self._handle_exception(error)
        finally:
            self._writes = False

    def rollback(self) -> None:
        driver: Any = self._connection
        self._writes = False
        if not driver._connection or not (driver.in_transaction or self._may_be_busy):
            return
        if self._in_thread:
            super().rollback()  # after whatever the thread still does
            self._may_be_busy = False
        else:
            driver._conn.rollback()


def _read_a_while(connection: sqlite3.Connection, operation: str, parameters: Parameters) -> _Outcome | None:
    """Run a query; stop it after ``SHORT`` of the processor, or ``_WAIT`` in all, and return ``None``."""
    until, latest = time.thread_time() + SHORT, time.perf_counter() + _WAIT
    connection.set_progress_handler(lambda: time.thread_time() > until or time.perf_counter() > latest, _STEPS)
    try:
        return _execute(connection, operation, parameters)
    except sqlite3.OperationalError as failure:
        if failure.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        if time.thread_time() > until:
            _remember(operation)
        return None
    finally:
        connection.set_progress_handler(None, 0)


def _remember(operation: str) -> None:
    if len(_long) >= _REMEMBERED:
        _long.clear()
    _long.add(operation)


def _is_short(operation: str, parameters: Parameters) -> bool:
    return _may_be_short(operation) and operation not in _long and len(parameters) <= _VALUES


@lru_cache(maxsize=1_000)
def _may_be_short(operation: str) -> bool:
    if operation.startswith("SELECT"):
        return "WHERE" in operation and not _LOOKS_THROUGH.search(operation)
    if operation.startswith("UPDATE"):
        return _changes_one_row(operation)
    return operation.startswith("BEGIN") or (operation.startswith("INSERT") and "SELECT" not in operation)


def _changes_one_row(update: str) -> bool:
    """Return whether an UPDATE finds its row by its key; an OR outside of brackets would find others too."""
    if _OF_MORE.search(update) or _LOOKS_THROUGH.search(update):
        return False
    plain = update
    while (simpler := _INNERMOST.sub("?", plain)) != plain:
        plain = simpler
    return _OF_ONE_ROW.fullmatch(plain) is not None and " OR " not in plain


def _execute(connection: sqlite3.Connection, operation: str, parameters: Parameters) -> _Outcome:
    with closing(connection.cursor()) as cursor:
        cursor.execute(operation, parameters)
        rows = cursor.fetchall() if cursor.description else ()
        return _Outcome(cursor.description, cursor.rowcount, cursor.lastrowid, rows)


def _execute_many(connection: sqlite3.Connection, operation: str, parameters: Sequence[Parameters]) -> _Outcome:
    with closing(connection.cursor()) as cursor:
        cursor.executemany(operation, parameters)
        return _Outcome(cursor.description, cursor.rowcount, cursor.lastrowid)
