"""Database sessions: ``transaction()`` to write, ``reading()`` to read, ``run_in_transaction()`` for repeatable work;
``first_row()`` and ``all_rows()`` for what every event asks.

Services take an open session and never commit; the edge (a route, an event handler, a job) opens one transaction per
action. SQLite write transactions start with BEGIN IMMEDIATE, so two writers queue instead of one of them failing
halfway; readers never wait (WAL). The organizations that write in this process take turns, so that a long job made of
many short transactions (an import) lets other writers in between (decisions/0018).

Failures of the database itself leave these functions as ``errors.Unavailable`` (``db.failures``). So does a schema that
lacks a migration of this code: its version is read at first use, and again after the database was unreachable or a
statement failed on a missing table or column. On such a schema nothing is read or written, by pages, API, background
tasks and commands alike.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Engine, Select, event
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel import Session
from sqlmodel.ext.asyncio.session import AsyncSession

from ..config import settings
from ..core.background import to_the_end
from ..core.fair_lock import FairLock
from . import engine as database_engine
from . import failures, schema
from .engine import async_url
from .failures import Contended, busy, translated
from .schema import Schema

__all__ = [
    "AuditedSession",
    "ReadSession",
    "WriteSession",
    "all_rows",
    "async_url",
    "dispose",
    "empty_journal",
    "engine",
    "first_row",
    "is_behind",
    "look_again",
    "reading",
    "require_schema",
    "run_in_transaction",
    "run_reading",
    "transaction",
    "without_limits",
]

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", bound="ReadSession")

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Known:
    """The schema as it was last seen, and whether it has to be looked at before the next use."""

    schema: Schema | None = None
    is_doubted: bool = True


@dataclass(frozen=True, slots=True)
class _Opened:
    """This process's engine, the same with the options of ``transaction()``, of ``reading()`` and of ``first_row()``;
    for SQLite also the engine of ``first_row()`` that is not asynchronous, and the lock of the current writer (waiting
    organizations get it in turns)."""

    engine: AsyncEngine
    writing: AsyncEngine
    reading: AsyncEngine
    autocommit: AsyncEngine
    at_once: Engine | None
    writers: FairLock | None
    known: _Known = field(default_factory=_Known)


_opened: _Opened | None = None


class _LookingOnly(Session):
    """The synchronous session behind ``ReadSession``: refuses to write.

    A write would be rolled back silently on SQLite, and committed at once on PostgreSQL.
    """


class ReadSession(AsyncSession):
    """A read-only session. A write through it raises, an audit trail row too."""

    sync_session_class = _LookingOnly


class AuditedSession(ReadSession):
    """A session through which audit rows can be recorded: read-only, of
    ``services.audit.audited_reads.audited_read()``, or a ``WriteSession``."""


class WriteSession(AuditedSession):
    """The session of ``transaction()``: its writes are committed when the transaction ends."""

    sync_session_class = Session


@event.listens_for(_LookingOnly, "before_flush")
def _refuse_flush(session, _context, _instances) -> None:
    if session.new or session.deleted or any(session.is_modified(row) for row in session.dirty):
        raise TypeError("This session only looks: a write needs transaction().")


@event.listens_for(_LookingOnly, "do_orm_execute")
def _refuse_statement(state) -> None:
    if not (state.is_select or str(state.statement).startswith(("SELECT ", "WITH RECURSIVE "))):
        raise TypeError("This session only looks: a write needs transaction().")


def engine() -> AsyncEngine:
    """Return this process's engine, created at first use (never before a fork)."""
    return _now().engine


def forget_statements() -> None:
    """Forget the compiled statements: each keeps the values that it was first compiled with."""
    if _opened is not None:
        for one in (_opened.engine.sync_engine, _opened.at_once):  # the others share the cache of the first
            if one is not None:
                one.clear_compiled_cache()


def without_limits() -> None:
    """Remove the time limits in this process: for commands, which read whole tables and block no user.

    Call it before the engine is first used.
    """
    _open(limits=False)


def _now() -> _Opened:
    return _opened or _open(limits=True)


def _open(*, limits: bool) -> _Opened:
    global _opened
    url = settings().database_url
    made = database_engine.make(url, limits=limits)
    writing = made.execution_options(writes=True)
    if made.dialect.name == "sqlite":
        autocommit = made.execution_options(autocommit=True)
        _opened = _Opened(made, writing, made, autocommit, database_engine.at_once(url), FairLock())
    else:
        autocommit = made.execution_options(isolation_level="AUTOCOMMIT")
        _opened = _Opened(made, writing, autocommit, autocommit, None, None)
    return _opened


@asynccontextmanager
async def transaction() -> AsyncIterator[WriteSession]:
    """Open a session that may write; commit when the block ends, roll back when it raises.

    The next writer's turn comes after the commit: closing the session takes another turn of the event loop.
    """
    opened = _now()
    async with (
        _usable(opened),
        WriteSession(opened.writing, expire_on_commit=False) as session,
        _turn(opened.writers),
        _Begun(session),
    ):
        yield session


class _Begun:
    """A transaction whose end, a commit or a rollback, is not torn when its task is cancelled meanwhile."""

    def __init__(self, session: WriteSession) -> None:
        self._begun = session.begin()

    async def __aenter__(self) -> None:
        await self._begun.start()

    async def __aexit__(self, *raised: Any) -> None:
        await to_the_end(self._begun.__aexit__(*raised))


async def run_in_transaction(
    work: Callable[Concatenate[WriteSession, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return ``await work(session, ...)``, run in its own transaction; retried once after a deadlock.

    The whole of ``work`` is repeated after a rollback, so it must do nothing but use the database: mails wait in the
    outbox, and no service calls an external service inside a transaction. A lock time-out is not retried: the caller
    has waited already.
    """
    try:
        async with transaction() as session:
            return await work(session, *args, **kwargs)
    except Contended:
        async with transaction() as session:
            return await work(session, *args, **kwargs)


@asynccontextmanager
async def reading(kind: type[R] = ReadSession) -> AsyncIterator[R]:
    """Open a read-only session: no write, and no lock that lasts longer than its statement.

    On PostgreSQL each statement is a transaction: a BEGIN and a ROLLBACK would be two more messages to the server, and
    READ COMMITTED shows the statements of one transaction no common moment either.
    """
    opened = _now()
    # Closing it rolls back, whole when its task is cancelled meanwhile, and leaves the reader the objects it holds.
    async with _usable(opened), kind(opened.reading, expire_on_commit=False) as session:
        yield session


async def run_reading(
    work: Callable[Concatenate[ReadSession, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return ``await work(session, ...)``, run in a read-only session of its own."""
    async with reading() as session:
        return await work(session, *args, **kwargs)


async def first_row(query: Select, parameters: dict[str, Any]) -> Any | None:
    """Return the first of ``all_rows``, or ``None``."""
    return next(iter(await all_rows(query, parameters)), None)


async def all_rows(query: Select, parameters: dict[str, Any]) -> Sequence[Any]:
    """Return the rows of a query of columns, without a session or a transaction: for what every event asks.

    A row has the columns as attributes. The query is built once, and finds its few rows by an index. On SQLite it runs
    on the event loop: that takes less than a turn of a connection's thread, and waits for no writer (WAL). Each call
    sees what was committed before it.
    """
    opened = _now()
    async with _usable(opened):
        return await _rows(opened, query, parameters)


def is_behind() -> bool:
    """Return whether the schema lacked a migration when it was last looked at; it may have it by now
    (``require_schema``)."""
    return _opened is not None and _opened.known.schema is Schema.BEHIND


def look_again() -> None:
    """Look at the schema before the next use of the database."""
    if _opened is not None:
        _opened.known.is_doubted = True


async def require_schema() -> None:
    """Raise ``Unavailable`` when the database lacks a migration, or does not say."""
    async with _usable(_now()):
        pass


async def _look(opened: _Opened) -> None:
    """Note the schema that the database has. Raises ``Unavailable`` when this code cannot work with it."""
    try:
        versions = {row.version_num for row in await _rows(opened, schema.VERSIONS, {})}
    except DBAPIError as error:
        if not failures.misses_table(error):
            raise translated(error) or error from error
        versions = set()
    found, before = schema.of(versions), opened.known.schema
    opened.known.schema, opened.known.is_doubted = found, found is Schema.BEHIND
    if found is not before and (before, found) != (None, Schema.CURRENT):
        advice = ": run migrate" if found is Schema.BEHIND else ""
        level = logging.ERROR if advice else logging.WARNING
        logger.log(level, "database: the schema is %s%s", found.value, advice)
    if found is Schema.BEHIND:
        raise failures.behind()


async def _rows(opened: _Opened, query: Select, parameters: dict[str, Any]) -> Sequence[Any]:
    if opened.at_once is not None:
        with suppress(OperationalError), opened.at_once.connect() as connection:
            return connection.execute(query, parameters).all()
    try:
        return await _all(opened.autocommit, query, parameters)
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
    return await _all(opened.autocommit, query, parameters)  # a connection that died while it was not in use


async def _all(engine: AsyncEngine, query: Select, parameters: dict[str, Any]) -> Sequence[Any]:
    async with engine.connect() as connection:
        return (await connection.execute(query, parameters)).all()


async def empty_journal() -> bool:
    """Write SQLite's write-ahead log into the database file and empty it; return False when a reader or writer
    prevented it.

    Until then the log still contains the deleted text and tokens (security.md S10, S29). It does not wait for
    readers or writers: they are gone by the next call. PostgreSQL removes dead rows by itself (autovacuum).
    """
    if engine().dialect.name != "sqlite":
        return True
    async with _now().autocommit.connect() as connection:
        waits = (await connection.exec_driver_sql("PRAGMA busy_timeout")).scalar_one()
        await connection.exec_driver_sql("PRAGMA busy_timeout=0")
        try:
            in_the_way = (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).scalar_one()
        except OperationalError:  # another checkpoint is under way
            return False
        finally:
            if not connection.invalidated:  # as a cancellation leaves it: it is not used again
                await connection.exec_driver_sql(f"PRAGMA busy_timeout={waits:d}")
    return not in_the_way


async def dispose() -> None:
    """Close every connection (shutdown, and between tests)."""
    global _opened
    opened, _opened = _opened, None
    if opened is not None:
        await opened.engine.dispose()
        if opened.at_once is not None:
            opened.at_once.dispose()


@asynccontextmanager
async def _usable(opened: _Opened) -> AsyncIterator[None]:
    """Look at the schema first where that is needed; raise the database's own failures as ``Unavailable``."""
    try:
        if opened.known.is_doubted:
            await _look(opened)
        yield
    except Exception as error:
        failure = translated(error)
        if failure is None:
            if failures.misses_something(error):
                await _look(opened)
            raise
        if failure.code == "database_away":
            opened.known.is_doubted = True  # what comes back may be an older backup
        raise failure from error


@asynccontextmanager
async def _turn(writers: FairLock | None) -> AsyncIterator[None]:
    """Wait for the write lock on SQLite: SQLite's own waiting polls, and serves the last arrival first."""
    if writers is None:
        yield
        return
    try:
        async with asyncio.timeout(database_engine.LOCK):
            await writers.acquire()
    except TimeoutError:
        raise busy() from None
    try:
        yield
    finally:
        writers.release()
