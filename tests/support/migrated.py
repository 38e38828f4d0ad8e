"""The newest schema, made once per run: a SQLite file, and a database in the PostgreSQL cluster, to copy from."""

import os
import subprocess
import sys
from pathlib import Path

from alembic.config import Config

from alembic import command
from tests.support import postgres

ROOT = Path(__file__).resolve().parents[2]


def file() -> Path:
    """Return the migrated SQLite file of this run."""
    template = postgres.run_directory() / "template.db"
    with postgres.one_at_a_time("sqlite"):
        if not template.exists():
            migrate(f"sqlite:///{template}.new")
            Path(f"{template}.new").rename(template)
    return template


def cluster() -> Path:
    """Return the cluster's socket directory; ``postgres.copy`` copies its migrated database."""
    home = postgres.cluster()
    with postgres.one_at_a_time("postgres-template"):
        done = home.parent / "postgres-migrated"
        if not done.exists():
            postgres.execute(home, f'CREATE DATABASE "{postgres.TEMPLATE}"')
            migrate(postgres.url(home, postgres.TEMPLATE))
            done.touch()
    return home


def migrate(url: str) -> None:
    """Bring a database to the newest schema, in a process of its own."""
    environment = {**os.environ, "DATABASE_URL": url, "APP_ENV": "development", "SECRET_KEY": "only-for-tests"}
    done = subprocess.run(
        [sys.executable, "-m", "alembic", "upgrade", "head"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def upgrade(version: str) -> None:
    """Bring the database of ``DATABASE_URL`` to a version that is not the newest, or to the newest: ``head``."""
    command.upgrade(Config(str(ROOT / "alembic.ini")), version)


def downgrade(version: str) -> None:
    """Bring the database of ``DATABASE_URL`` back to a version."""
    command.downgrade(Config(str(ROOT / "alembic.ini")), version)
