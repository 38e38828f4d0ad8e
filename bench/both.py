"""An empty, migrated database of each kind, one after the other, for benches that run on both."""

import os
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import insert
from sqlmodel import SQLModel

from tests.support import postgres
from voice_report.config import settings
from voice_report.db import session as database

from .table import Figure

_CHUNK = 5_000


@dataclass(frozen=True, slots=True)
class Database:
    """``kind`` is its name in a figure, ``directory`` is of the bench's own."""

    kind: str
    url: str
    directory: Path


async def on_both(work: Callable[[Database], Awaitable[list[Figure]]]) -> list[Figure]:
    """Return the figures on SQLite and on PostgreSQL, whose files wait for the disk; this process uses each in turn."""
    found = []
    postgres.begin_run(durable=True)
    try:
        with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
            home, fresh = postgres.cluster(), f"bench_{uuid.uuid4().hex}"
            postgres.execute(home, f"CREATE DATABASE {fresh}")
            for kind, url in (("SQLite", f"sqlite:///{name}/app.db"), ("PostgreSQL", postgres.url(home, fresh))):
                own = Path(tempfile.mkdtemp(dir=name))
                told = {"DATABASE_URL": url, "SECRET_KEY": "only-for-tests-" + "x" * 32}
                os.environ.update(told, AUDIT_ANCHOR=str(own / "anchor.json"))
                settings.cache_clear()
                subprocess.run([sys.executable, "-m", "voice_report", "migrate"], check=True)  # noqa: ASYNC221
                found += await work(Database(kind, url, own))
                await database.dispose()
    finally:
        postgres.end_run()
    return found


async def fill(table: type[SQLModel], rows: Iterable[dict[str, Any]]) -> None:
    """Insert many rows, some thousands in a transaction."""
    left = iter(rows)
    while chunk := list(islice(left, _CHUNK)):
        async with database.transaction() as session:
            await session.exec(insert(table), params=chunk)
