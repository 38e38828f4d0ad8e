"""Run Alembic on the application's own engine: one history for SQLite and PostgreSQL."""

import asyncio

from sqlmodel import SQLModel

from alembic import context
from voice_report import database_engine, models  # noqa: F401  importing the models fills the metadata
from voice_report.config import settings


def _run(connection) -> None:
    context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


async def _migrate() -> None:
    engine = database_engine.make(settings().database_owner_url or settings().database_url, limits=False)
    async with engine.execution_options(writes=True).connect() as connection:
        await connection.run_sync(_run)
        await connection.commit()
    await engine.dispose()


if context.is_offline_mode():
    raise SystemExit("Offline migrations are not supported: run against a database.")
asyncio.run(_migrate())
