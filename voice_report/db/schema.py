"""Which schema a database has, next to the one of this code: the one place that compares them (decisions/0009)."""

import re
from collections.abc import Set
from enum import Enum
from functools import cache
from pathlib import Path

from sqlalchemy import column, select, table

ALEMBIC = Path(__file__).parents[2] / "alembic.ini"
_REVISION = re.compile(r'^revision = "(\w+)"', re.MULTILINE)
_FOLLOWS = re.compile(r'^down_revision = "(\w+)"', re.MULTILINE)

VERSIONS = select(column("version_num")).select_from(table("alembic_version"))


class Schema(Enum):
    """``BEHIND`` lacks a migration of this code, which then does nothing on it. ``AHEAD`` was migrated by newer code,
    with which this code works: halfway an upgrade, and after going back."""

    CURRENT, BEHIND, AHEAD = "current", "behind", "ahead"


def of(versions: Set[str]) -> Schema:
    """Return the schema of a database at these revisions: none when nothing was made in it yet."""
    known, newest = history()
    if not versions <= known:
        return Schema.AHEAD
    return Schema.CURRENT if versions >= newest else Schema.BEHIND


def newest() -> str:
    """Return the revision of this code."""
    return max(history()[1])


def missing(versions: Set[str]) -> int:
    """Return how many migrations a database at these revisions lacks; their names are in their order."""
    return sum(one > max(versions, default="") for one in history()[0])


@cache
def history() -> tuple[set[str], set[str]]:
    """Return all revisions, and those that no other follows, as Alembic would find them by running every file."""
    files = [path.read_text() for path in (ALEMBIC.parent / "alembic" / "versions").glob("*.py")]
    known = {revision for file in files for revision in _REVISION.findall(file)}
    return known, known - {former for file in files for former in _FOLLOWS.findall(file)}
