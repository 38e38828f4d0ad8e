"""The database: one lazily made async engine, ``transaction()`` to write and ``reading()`` to look.

Services take an open session and never commit; the edge (a route, an event handler, a job) opens one transaction per
action. SQLite write transactions start with BEGIN IMMEDIATE, so two writers queue on the busy timeout instead of one of
them failing halfway; readers never wait (WAL).
"""

import asyncio
import os
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import psycopg
from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from .config import settings

_engine: AsyncEngine | None = None

_ANSWERS_WITHIN = 0.8  # seconds for the question whether the database takes a write

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def async_url(url: str) -> str:
    """Return the URL with our async driver: aiosqlite for SQLite, psycopg 3 for PostgreSQL."""
    parsed = make_url(url)
    name = parsed.get_backend_name()
    return parsed.set(drivername=_DRIVERS.get(name, parsed.drivername)).render_as_string(hide_password=False)


class _ClosesCleanly(sqlite3.Connection):
    """Rolls back before it closes.

    An action that is cancelled halfway (a page that is left) leaves statements behind in its traceback; SQLite then
    keeps the closed connection, and with it the write lock, until Python has collected them.
    """

    def close(self) -> None:
        if self.in_transaction:
            self.rollback()
        super().close()


def engine() -> AsyncEngine:
    """Return this process's engine, made at first use (never before a fork)."""
    global _engine
    if _engine is None:
        url = make_url(async_url(settings().database_url))
        if url.get_backend_name() == "sqlite":
            if url.database and url.database != ":memory:":
                Path(url.database).parent.mkdir(parents=True, exist_ok=True)
            connecting = {"timeout": 30, "factory": _ClosesCleanly}
            _engine = create_async_engine(
                url, connect_args=connecting, pool_size=8, max_overflow=24, hide_parameters=True
            )
            _prepare_sqlite(_engine)
        else:
            _engine = create_async_engine(url, pool_size=8, max_overflow=16, pool_pre_ping=True, hide_parameters=True)
    return _engine


def _lower(text: str | None) -> str | None:
    return text.lower() if isinstance(text, str) else text


def _prepare_sqlite(target: AsyncEngine) -> None:
    @event.listens_for(target.sync_engine, "connect")
    def _pragmas(connection, _record) -> None:
        connection.isolation_level = None  # we send BEGIN ourselves, below
        connection.create_function("lower", 1, _lower, deterministic=True)  # its own knows no É
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=30000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(target.sync_engine, "begin")
    def _begin(connection) -> None:
        options = connection.get_execution_options()
        if not options.get("alone", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")


@asynccontextmanager
async def transaction() -> AsyncIterator[AsyncSession]:
    """Open a session that may write; commit when the block ends, roll back when it raises."""
    bind = engine().execution_options(writes=True)
    async with AsyncSession(bind, expire_on_commit=False) as session, session.begin():
        yield session


@asynccontextmanager
async def reading() -> AsyncIterator[AsyncSession]:
    """Open a session for looking only; whatever happens in it is rolled back."""
    async with AsyncSession(engine(), expire_on_commit=False) as session:
        try:
            yield session
        finally:
            session.expunge_all()  # a rollback would empty what the reader still holds
            await session.rollback()


@asynccontextmanager
async def asking() -> AsyncIterator[AsyncSession]:
    """Open a session for a single question, without a transaction around it: what every event asks is to be cheap."""
    on_sqlite = engine().dialect.name == "sqlite"
    bind = engine().execution_options(**({"alone": True} if on_sqlite else {"isolation_level": "AUTOCOMMIT"}))
    async with AsyncSession(bind, expire_on_commit=False) as session:
        yield session
        session.expunge_all()  # closing would empty what the reader still holds


async def takes_a_write() -> bool:
    """Tell whether the database takes a write now; answers within ``_ANSWERS_WITHIN`` (``/readyz``).

    The question has a connection of its own: it takes none from people when the database hangs.
    """
    url = make_url(settings().database_url)
    try:
        if url.get_backend_name() == "sqlite":
            await asyncio.to_thread(_write_to_sqlite, url.database or "")
        else:
            await _write_to_postgres(url.set(drivername="postgresql").render_as_string(hide_password=False))
    except Exception:  # noqa: BLE001  any failure means the same to the caller: not ready
        return False
    return True


def _write_to_sqlite(path: str) -> None:
    """Write the page with the file's version, as it is: rolled back, a write would never reach a full disk."""
    existing = f"{Path(path).absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(existing, uri=True, timeout=_ANSWERS_WITHIN, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        [version] = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version:d}")
        connection.execute("COMMIT")


async def _write_to_postgres(conninfo: str) -> None:
    async with asyncio.timeout(_ANSWERS_WITHIN):
        connection = await psycopg.AsyncConnection.connect(conninfo)
    # A cancelled query waits for the server's word about it, which a silent server never gives. The end of the
    # connection is an answer too.
    hanging_up = asyncio.get_running_loop().call_later(_ANSWERS_WITHIN, _hang_up, connection)
    try:
        await connection.execute("UPDATE alembic_version SET version_num = version_num")
        await connection.rollback()
    finally:
        hanging_up.cancel()
        await connection.close()


def _hang_up(connection: psycopg.AsyncConnection) -> None:
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


async def dispose() -> None:
    """Close every connection (shutdown, and between tests)."""
    global _engine
    if _engine is not None:
        await _engine.dispose()
        _engine = None
