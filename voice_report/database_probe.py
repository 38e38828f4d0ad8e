"""Whether the database takes a write now (``/readyz``), asked over a connection of its own.

It takes no connection from people when the database hangs, and it is short whatever the engine's own limits are.
"""

import asyncio
import os
import socket
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

from .config import settings

_ANSWERS_WITHIN = 0.8  # seconds


async def takes_a_write() -> bool:
    """Tell whether the database takes a write; answers within twice ``_ANSWERS_WITHIN``."""
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
        await connection.execute("SELECT pg_current_xact_id()")  # a standby gives none
        await connection.execute("UPDATE outbox SET attempts = attempts WHERE false")  # refused where all is read-only
        await connection.rollback()
    finally:
        hanging_up.cancel()
        await connection.close()


def _hang_up(connection: psycopg.AsyncConnection) -> None:
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
