"""The database: one lazily made async engine, ``transaction()`` to write and ``reading()`` to look.

Services take an open session and never commit; the edge (a route, an event handler, a job) opens one transaction per
action. SQLite write transactions start with BEGIN IMMEDIATE, so two writers queue on the busy timeout instead of one of
them failing halfway; readers never wait (WAL).
"""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from .config import settings

_engine: AsyncEngine | None = None

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


async def dispose() -> None:
    """Close every connection (shutdown, and between tests)."""
    global _engine
    if _engine is not None:
        await _engine.dispose()
        _engine = None
