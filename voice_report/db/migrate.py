"""The database schema: migration to the newest version, and no more rights on it for the product than it needs.

On PostgreSQL the owner of a table can disable the triggers that keep the audit trail append-only (S27). With
``DATABASE_OWNER_URL`` the schema belongs to another role than the one in ``DATABASE_URL``, and only the command
``migrate`` signs in as that role.
"""

import asyncio
import time

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError

from ..config import settings
from ..core.progress import Progress, untold
from ..errors import Unavailable
from . import engine as database_engine
from . import schema
from .failures import misses_table, translated
from .schema import Schema

#: How often a migration asks for the tables, and how many seconds it leaves them to others in between.
_ATTEMPTS, _PAUSE = 30, 2.0

#: Held until the end of the transaction: another ``migrate`` waits here.
ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('migrate'))"

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


def migrate(progress: Progress = untold) -> None:
    """Migrate the database to the newest schema, also while people work. Blocks; call it outside the event loop.

    Each migration is a transaction of its own (``alembic/env.py``), so one that does not get its tables changed
    nothing; it asks again a while later. Raises ``Unavailable`` when it got them never, or the database is away.
    """
    attempts = taken = 0
    while True:
        try:
            versions = asyncio.run(_versions())
            if schema.of(versions) is not Schema.BEHIND:
                break
            progress("Migraties", taken, taken + schema.missing(versions))
            _take_a_step()
            taken += 1
        except DBAPIError as error:
            failure = translated(error)
            attempts += 1
            if failure is None:
                raise
            if failure.code not in ("busy", "contended"):
                raise failure from error
            if attempts >= _ATTEMPTS:
                raise Unavailable(_IN_USE, code="busy") from error
            time.sleep(_PAUSE)
    if settings().database_owner_url:
        asyncio.run(_grant())


_IN_USE = (
    "De migratie kreeg de tabellen niet: er loopt een back-up of een andere migratie, of het is te druk. "
    "Er is niets half gewijzigd; start migrate straks opnieuw."
)


def needs_migration() -> bool:
    """Return whether the database is there and older than this code. Blocks; call it outside the event loop.

    Raises ``Unavailable`` for one that is damaged.
    """
    try:
        return schema.of(asyncio.run(_versions())) is Schema.BEHIND
    except (DBAPIError, OSError) as error:
        failure = translated(error)
        if failure is not None and failure.code == "database_damaged":
            raise failure from error
        return False  # whether it can be reached, ``/readyz`` says


def _take_a_step() -> None:
    """Apply the first migration that the database lacks; none when another process did it meanwhile."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory  # here, because a server that migrates nothing starts sooner

    config = Config(str(schema.ALEMBIC))
    script = ScriptDirectory.from_config(config)
    with EnvironmentContext(config, script, fn=lambda version, _context: script._upgrade_revs("head", version)[:1]):
        script.run_env()


async def _versions() -> set[str]:
    """Return the revisions that the database is at: none when nothing was made in it yet."""
    engine = database_engine.make(settings().database_owner_url or settings().database_url, limits=False)
    try:
        async with engine.connect() as connection:
            return set(await connection.scalars(schema.VERSIONS))
    except (ProgrammingError, OperationalError) as error:
        if misses_table(error):
            return set()
        raise
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
        await connection.execute(text(ONE_AT_A_TIME))
        for statement in _GRANTS:
            await connection.execute(text(statement), names if ":role" in statement else {})
    await owner.dispose()
