"""The newest schema, made once per run: a SQLite file, and a database in the PostgreSQL cluster, to copy from."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from alembic.config import Config
from sqlmodel import Session, create_engine

from alembic import command
from tests.support import postgres
from voice_report.db.models import User

ROOT = Path(__file__).resolve().parents[2]


def file() -> Path:
    """Return the migrated SQLite file of this run."""
    template = postgres.run_directory() / "template.db"
    with postgres.one_at_a_time("sqlite"):
        if not template.exists():
            migrate(f"sqlite:///{template}.new")
            Path(f"{template}.new").rename(template)
    return template


def inhabited() -> Path:
    """Return a copy of that file with a user who can do nothing: a server makes demo data where there is nobody."""
    copy = postgres.run_directory() / "inhabited.db"
    empty = file()
    with postgres.one_at_a_time("sqlite"):
        if not copy.exists():
            shutil.copyfile(empty, f"{copy}.new")
            engine = create_engine(f"sqlite:///{copy}.new")
            with Session(engine) as session:
                session.add(User(email="", password_hash="", first_name="", last_name="", is_active=False))
                session.commit()
            engine.dispose()
            Path(f"{copy}.new").rename(copy)
    return copy


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
