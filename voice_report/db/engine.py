"""The engine for either database, with time limits, so that no statement waits forever.

PostgreSQL enforces its own statement and lock time-outs; a frozen server enforces nothing, so our side closes a
connection that stays silent for longer. SQLite waits equally long for another process's lock.
"""

import asyncio
import fcntl
import os
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..dutch import folding

#: Seconds. ``SILENCE`` exceeds the server's own limits, so that the server's error arrives first; ``PING`` bounds the
#: ping of a connection from the pool, ``IDLE`` a transaction whose process stopped halfway. A connection that was used
#: within ``FRESH`` is taken to be alive.
CONNECT, LOCK, STATEMENT, SILENCE, PING, IDLE, FRESH = 3, 5, 12, 15, 3, 60, 1

#: Connections to PostgreSQL that a process keeps open at most.
CONNECTIONS = 24
#: Connections to SQLite's file that are kept open, and that may be in use at once. One takes 0.6 to 1 MB, with the
#: statements it knows; another is opened in a millisecond, and closed after its use.
KEPT, _AT_ONCE = 8, 32

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def async_url(url: str) -> str:
    """Return the URL with our async driver: aiosqlite for SQLite, psycopg 3 for PostgreSQL."""
    parsed = make_url(url)
    name = parsed.get_backend_name()
    return parsed.set(drivername=_DRIVERS.get(name, parsed.drivername)).render_as_string(hide_password=False)


def file_of(database_url: str | URL) -> Path | None:
    """Return the file of a SQLite database; ``None`` of one in memory and of PostgreSQL."""
    url = make_url(database_url)
    is_file = url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:"
    return Path(url.database or "") if is_file else None


def only_process(database: Path) -> int | None:
    """Lock a SQLite database's file for this process and those that inherit the lock; ``None`` when another has it.

    The system releases it when what is returned is closed, by the last process that has it.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(f"{database}-process", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def make(database_url: str, *, limits: bool = True) -> AsyncEngine:
    """Create an engine. A migration runs without ``limits``: it may wait and run for as long as it needs."""
    url = make_url(async_url(database_url))
    return _sqlite(url, limits) if url.get_backend_name() == "sqlite" else _postgresql(url, limits)


class _Connection(psycopg.AsyncConnection):
    """Closes the connection when the server accepts it and then does not answer.

    Cancelling is not enough: psycopg asks the server to cancel and waits for that answer too. Every layer above
    handles a closed socket.
    """

    patience: float | None = None

    async def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        if self.patience is None:
            return await super().wait(gen, *args, **kwargs)
        alarm = asyncio.get_running_loop().call_later(self.patience, self._hang_up)
        try:
            return await super().wait(gen, *args, **kwargs)
        finally:
            alarm.cancel()

    def _hang_up(self) -> None:
        if self.closed:
            return
        with socket.socket(fileno=os.dup(self.pgconn.socket)) as same:
            same.shutdown(socket.SHUT_RDWR)


def _postgresql(url: URL, limits: bool) -> AsyncEngine:
    settings = {"lock_timeout": LOCK, "statement_timeout": STATEMENT, "idle_in_transaction_session_timeout": IDLE}
    options = " ".join(f"-c {name}={seconds * 1000:.0f}" for name, seconds in settings.items()) if limits else ""
    connecting: dict[str, Any] = {
        "connect_timeout": CONNECT,
        "application_name": "spraakrapport",
        "keepalives_idle": 10,
        "keepalives_interval": 3,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    }
    connecting = {name: value for name, value in connecting.items() if name not in url.query}
    connecting["options"] = f"{options} {url.query.get('options', '')}".strip()  # the last option wins
    connecting["async_creator_fn"] = _Connection.connect
    engine = create_async_engine(
        url,
        connect_args=connecting,
        pool_size=CONNECTIONS,
        max_overflow=0,  # an overflow connection would be closed after each use
        pool_use_lifo=True,
        pool_timeout=LOCK,
        hide_parameters=True,
    )
    _ping_after_idling(engine)
    if limits:
        _limit_silence(engine)
    return engine


def _ping_after_idling(target: AsyncEngine) -> None:
    """Ping a connection from the pool, and replace it when it is dead, unless it was in use within ``FRESH``.

    SQLAlchemy's own ping precedes every action: a round trip more, where a request makes two or three.
    """

    @event.listens_for(target.sync_engine, "checkin")
    def _note(_connection, record) -> None:
        record.info["used_at"] = time.monotonic()

    @event.listens_for(target.sync_engine, "checkout")
    def _ping(connection, record, _proxy) -> None:
        if time.monotonic() - record.info.get("used_at", time.monotonic()) < FRESH:
            return
        try:
            target.dialect.do_ping(connection)
        except psycopg.Error as error:
            raise InvalidatePoolError from error


def _limit_silence(target: AsyncEngine) -> None:
    """Set a connection's time-outs: short for the ping on checkout from the pool, longer for work."""

    @event.listens_for(target.sync_engine, "connect")
    @event.listens_for(target.sync_engine, "checkout")
    def _for_work(connection, *_) -> None:
        connection.driver_connection.patience = SILENCE

    @event.listens_for(target.sync_engine, "checkin")
    def _for_ping(connection, _record) -> None:
        if connection is not None:
            connection.driver_connection.patience = PING


#: With ``synchronous=FULL`` a commit is on the disk when it is answered: a power cut takes nothing of it back.
#: ``secure_delete`` overwrites deleted content with zeros, whatever SQLite was compiled with (security.md S10, S29).
#: ``cache_size`` is in KiB for each connection: the system keeps the file in memory as well.
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",
    "cache_size=-256",
)


class _ClosesCleanly(sqlite3.Connection):
    """Rolls back before it closes.

    An action cancelled halfway (the user left the page) leaves statements behind in its traceback; SQLite then keeps
    the closed connection, and with it the write lock, until Python garbage-collects them.
    """

    def close(self) -> None:
        if self.in_transaction:
            self.rollback()
        super().close()


def _sqlite(url: URL, limits: bool) -> AsyncEngine:
    if (file := file_of(url)) is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    patience = LOCK if limits else 60
    engine = create_async_engine(
        url,
        connect_args={"timeout": patience, "factory": _ClosesCleanly},
        pool_size=KEPT,
        max_overflow=_AT_ONCE - KEPT,
        pool_use_lifo=True,
        pool_timeout=LOCK,
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def _pragmas(connection, _record) -> None:
        connection.isolation_level = None  # we send BEGIN ourselves, below
        connection.create_function("lower", 1, _lower, deterministic=True)  # SQLite's own does not know É
        connection.create_function("holds_all", -1, folding.holds_all, deterministic=True)
        cursor = connection.cursor()
        waiting = f"busy_timeout={patience * 1000:.0f}"
        for pragma in (waiting, *_PRAGMAS):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection) -> None:
        options = connection.get_execution_options()
        if not options.get("autocommit", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")

    return engine


def at_once(database_url: str) -> Engine | None:
    """Create the engine with which the event loop itself reads a row of SQLite's file: it waits for no lock.

    A reader meets one only while SQLite recovers its write-ahead log after a crash.
    """
    if file_of(database_url) is None:
        return None
    url = make_url(database_url).set(drivername="sqlite+pysqlite")
    engine = create_engine(
        url, connect_args={"timeout": 0}, isolation_level="AUTOCOMMIT", pool_reset_on_return=None, hide_parameters=True
    )
    event.listen(engine, "connect", lambda connection, _record: connection.execute("PRAGMA query_only=ON"))
    return engine


def _lower(text: str | None) -> str | None:
    return text.lower() if isinstance(text, str) else text
