"""The database schema: migration to the newest version, and no more rights on it for the product than it needs.

On PostgreSQL the owner of a table can disable the triggers that keep the audit trail append-only (S27). With
``DATABASE_OWNER_URL`` the schema belongs to another role than the one in ``DATABASE_URL``, and only the command
``migrate`` signs in as that role.
"""

import asyncio
import re
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from . import database_engine
from .config import settings

_ALEMBIC = Path(__file__).parent.parent / "alembic.ini"
_REVISION = re.compile(r'^revision = "(\w+)"', re.MULTILINE)
_FOLLOWS = re.compile(r'^down_revision = "(\w+)"', re.MULTILINE)

#: The rights of the product's role (:role), which can only sign in. Names and passwords are quoted by the database.
_GRANTS = (
    "SELECT set_config('product.role', :role, true), set_config('product.password', :password, true)",
    """
    DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = current_setting('product.role')) THEN
            EXECUTE format('CREATE ROLE %I', current_setting('product.role'));
        END IF;
        EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L',
            current_setting('product.role'), current_setting('product.password'));
    END $$
    """,
    *(
        f"DO $$ BEGIN EXECUTE format('{statement}', current_setting('product.role')); END $$"
        for statement in (
            "GRANT USAGE ON SCHEMA public TO %I",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %I",
            "REVOKE UPDATE, DELETE ON audit_logs FROM %I",
            "REVOKE INSERT, UPDATE, DELETE ON alembic_version FROM %I",
        )
    ),
)


def migrate() -> None:
    """Migrate the database to the newest schema. Blocks; call it outside the event loop."""
    if asyncio.run(_versions()) != _newest():
        from alembic.config import Config

        from alembic import command  # here, because a server that migrates nothing starts half a second sooner

        command.upgrade(Config(str(_ALEMBIC)), "head")
    if settings().database_owner_url:
        asyncio.run(_grant())


def _newest() -> set[str]:
    """Return the revisions that no other revision follows, as Alembic would find them by running every file."""
    files = [path.read_text() for path in (_ALEMBIC.parent / "alembic" / "versions").glob("*.py")]
    return {revision for file in files for revision in _REVISION.findall(file)} - {
        former for file in files for former in _FOLLOWS.findall(file)
    }


async def _versions() -> set[str]:
    """Return the revisions that the database is at: none when nothing was made in it yet."""
    engine = database_engine.make(settings().database_owner_url or settings().database_url, limits=False)
    try:
        async with engine.connect() as connection:
            return set(await connection.scalars(text("SELECT version_num FROM alembic_version")))
    except DBAPIError:  # no such table; whatever else is wrong, Alembic says it
        return set()
    finally:
        await engine.dispose()


async def _grant() -> None:
    """Create the product's role if it is missing, and set its current password and its rights on every table.

    Raises ``ValueError`` when both URLs name the same role: it would lose the rights that a migration needs.
    """
    product = make_url(settings().database_url)
    if product.username == make_url(settings().database_owner_url or "").username:
        raise ValueError("DATABASE_URL and DATABASE_OWNER_URL need different roles.")
    names = {"role": product.username or "", "password": str(product.password or "")}
    owner = database_engine.make(settings().database_owner_url or "", limits=False)
    async with owner.begin() as connection:
        for statement in _GRANTS:
            await connection.execute(text(statement), names if ":role" in statement else {})
    await owner.dispose()
