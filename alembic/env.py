"""Run Alembic on the application's own engine: one history for SQLite and PostgreSQL.

A migration has the database to itself, and begins with that: were it to take table by table, it and people at work
would wait for each other. It gives up long before people or the server do (PostgreSQL looks for deadlocks after a
second), so that it is the one that begins again (``schema.migrate``). SQLite has one writer at a time.
"""

import asyncio

from sqlalchemy import Connection, text
from sqlmodel import SQLModel

from alembic import context
from voice_report.config import settings
from voice_report.db import engine as database_engine
from voice_report.db import models  # noqa: F401  importing the models fills the metadata
from voice_report.db.migrate import ONE_AT_A_TIME

_PATIENCE = 500  # milliseconds for all tables together: everybody else waits as long

#: In the order in which most actions meet them, the rest in between (``services.shared.locks``).
_FIRST, _LAST = ("sessions", "users", "organizations", "clients"), ("audit_logs",)
_OURS = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND pg_has_role(tableowner, 'USAGE')"


def _take_all_tables(connection: Connection) -> None:
    connection.execute(text(ONE_AT_A_TIME))
    there = set(connection.scalars(text(_OURS)))
    between = sorted(there - {*_FIRST, *_LAST})
    names = [name for name in (*_FIRST, *between, *_LAST) if name in there]
    if names:
        quoted = map(connection.dialect.identifier_preparer.quote, names)
        connection.execute(text(f"SET LOCAL statement_timeout = {_PATIENCE}"))
        connection.execute(text(f"LOCK TABLE {', '.join(quoted)} IN ACCESS EXCLUSIVE MODE"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))


def _run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            _take_all_tables(connection)
        context.run_migrations()


async def _migrate() -> None:
    engine = database_engine.make(settings().database_owner_url or settings().database_url, limits=False)
    try:
        async with engine.execution_options(writes=True).connect() as connection:
            await connection.run_sync(_run)
            await connection.commit()
    finally:
        await engine.dispose()


if context.is_offline_mode():
    raise SystemExit("Offline migrations are not supported: run against a database.")
asyncio.run(_migrate())
