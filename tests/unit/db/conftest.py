"""An empty database, to migrate."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import environment, postgres


@pytest.fixture
def url(db_kind: str, _migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of an empty database, which is the DATABASE_URL."""
    name = f"moved_{uuid.uuid4().hex}"
    address = f"sqlite:///{tmp_path}/moved.db" if db_kind == "sqlite" else postgres.url(_migrated, name)
    environment.use(monkeypatch, DATABASE_URL=address)
    if db_kind == "sqlite":
        yield address
        return
    postgres.execute(_migrated, f'CREATE DATABASE "{name}"')
    yield address
    postgres.execute(_migrated, f'DROP DATABASE "{name}" WITH (FORCE)')
