"""Check whether the database accepts a write now, and which schema it has (``/readyz``), over a connection of its own.

When the database hangs, it occupies none of the users' connections; it is brief whatever the engine's own limits are.
"""

import asyncio
import os
import socket
import sqlite3
from contextlib import closing, suppress
from enum import Enum
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

from ..config import settings
from . import failures, schema
from .schema import Schema

_ANSWERS_WITHIN = 0.8  # seconds
_VERSIONS = str(schema.VERSIONS)


class Database(Enum):
    """Why no one can work with the database: ``AWAY`` accepts no write; in ``DAMAGED`` some of it cannot be read."""

    AWAY, DAMAGED = range(2)


async def look() -> Schema | Database:
    """Return the schema of a database that accepts a write, or why it cannot be used; answers within twice
    ``_ANSWERS_WITHIN``."""
    try:
        versions = await _written()
    except Exception as error:  # noqa: BLE001  any other failure means the same to the caller: not ready
        damage = getattr(error, "sqlite_errorname", "").startswith(failures.SQLITE_DAMAGED)
        return Database.DAMAGED if damage or failures.met_damage() else Database.AWAY
    if failures.met_damage():
        return Database.DAMAGED
    return schema.of(versions)


async def refusal() -> str:
    """Return in the database's own words why it accepts no write, for who installs it; empty when it does."""
    try:
        await _written()
    except Exception as error:  # noqa: BLE001  whatever it is, it is what has to be told
        return next(iter(str(error).splitlines()), "") or type(error).__name__
    return ""


async def _written() -> set[str]:
    """Write, and return the versions of the schema."""
    url = make_url(settings().database_url)
    if url.get_backend_name() == "sqlite":
        return await asyncio.to_thread(_write_to_sqlite, url.database or "")
    return await _write_to_postgres(url.set(drivername="postgresql").render_as_string(hide_password=False))


async def damage() -> list[str]:
    """Read the whole file of SQLite, and return what is wrong in it; PostgreSQL is read whole by its backup."""
    url = make_url(settings().database_url)
    if url.get_backend_name() != "sqlite":
        return []
    try:
        return await asyncio.to_thread(_read_all_of_sqlite, url.database or "")
    except sqlite3.DatabaseError as error:
        return [str(error)]


def _read_all_of_sqlite(path: str) -> list[str]:
    with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as connection:
        found = [line for (line,) in connection.execute("PRAGMA integrity_check(10)")]
    return [] if found == ["ok"] else found


def _write_to_sqlite(path: str) -> set[str]:
    """Rewrite the page that holds the file's version, unchanged: a rolled-back write would never reach a full disk."""
    existing = f"{Path(path).absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(existing, uri=True, timeout=_ANSWERS_WITHIN, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        [version] = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version:d}")
        connection.execute("COMMIT")
        made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        return {name for (name,) in connection.execute(_VERSIONS)} if made else set()


async def _write_to_postgres(conninfo: str) -> set[str]:
    async with asyncio.timeout(_ANSWERS_WITHIN):
        connection = await psycopg.AsyncConnection.connect(conninfo)
    # A cancelled query waits for the server's reply, which a silent server never sends. Closing the connection ends
    # that wait too.
    hanging_up = asyncio.get_running_loop().call_later(_ANSWERS_WITHIN, _hang_up, connection)
    try:
        made = await connection.execute("SELECT to_regclass('alembic_version'), pg_current_xact_id()")  # no standby
        if (await made.fetchone() or (None,))[0] is None:
            return set()
        await connection.execute("UPDATE outbox SET attempts = attempts WHERE false")  # refused on a read-only server
        found = await connection.execute(_VERSIONS.encode())
        return {name for (name,) in await found.fetchall()}
    finally:
        hanging_up.cancel()
        await connection.close()


def _hang_up(connection: psycopg.AsyncConnection) -> None:
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
