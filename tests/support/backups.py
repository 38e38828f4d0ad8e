"""Backups as an operator makes and puts them back."""

import os
import subprocess
import sys
import uuid
from pathlib import Path

from tests.support import postgres
from voice_report.services.backups import making

KEY = "a key of backups, made by a machine"
_ROOT = Path(__file__).parent.parent.parent


def make(directory: Path) -> Path:
    """Make a backup of this test's database; return its path. Blocks."""
    path = directory / f"{uuid.uuid4().hex}.backup"
    making.make(path, KEY)
    return path


def put_back(db_kind: str, backup: Path) -> str:
    """Return the DATABASE_URL of a fresh database with what a backup has. Blocks."""
    name = f"restored_{uuid.uuid4().hex}"
    if db_kind == "sqlite":
        url = f"sqlite:///{backup.parent}/{name}.db"
    else:
        postgres.execute(postgres.cluster(), f'CREATE DATABASE "{name}"')
        url = postgres.url(postgres.cluster(), name)
    done = subprocess.run(
        [sys.executable, "-m", "voice_report", "restore", str(backup)],
        cwd=_ROOT,
        env={**os.environ, "DATABASE_URL": url, "BACKUP_KEY": KEY},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Teruggezet" in done.stdout, (done.returncode, done.stdout, done.stderr)
    return url
