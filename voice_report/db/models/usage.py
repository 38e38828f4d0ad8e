"""Counts of whole weeks: of use and of engines, of an organization and of all together (security.md S101)."""

import uuid
from datetime import date
from typing import Any

from sqlalchemy import BigInteger, Index, text
from sqlmodel import Field

from .base import Table


def _once(name: str, *columns: str) -> tuple[Any, ...]:
    """Return the unique indexes of a count: of each organization, and of the installation, whose rows have none."""
    only = text("organization_id IS NULL")
    return (
        Index(f"{name}_once_each", "organization_id", *columns, unique=True),
        Index(f"{name}_once", *columns, unique=True, sqlite_where=only, postgresql_where=only),
        Index(f"ix_{name}_week", "week"),
    )


class UsageWeek(Table, table=True):
    """The use of an organization in a past week; without ``organization_id`` the sum of all organizations.

    ``week`` is its Monday (ISO 8601, Amsterdam). ``people`` made the ``reports``, ``speakers`` spoke the ``seconds``,
    ``archivers`` archived ``archived`` reports, of which ``checked`` were signed off. ``organizations`` is of the sum:
    how many of them made a report. The row is written once and not changed.
    """

    __tablename__ = "usage_weeks"
    __table_args__ = _once("usage_weeks", "week")

    organization_id: uuid.UUID | None = Field(default=None, foreign_key="organizations.id", ondelete="CASCADE")
    week: date
    reports: int = 0
    people: int = 0
    seconds: int = Field(default=0, sa_type=BigInteger)
    speakers: int = 0
    archived: int = 0
    checked: int = 0
    archivers: int = 0
    organizations: int = 0


class EngineWeek(Table, table=True):
    """What an engine did in such a week, for ``people``; ``work`` is 'speech' (dictations) or 'text' (reports, parts).

    ``done`` counts what succeeded, ``again`` the part of it that took more than one request (texts), ``failed`` what
    failed, ``refused`` what was not sent or not accepted.
    ``within_2`` to ``within_60`` are how many of ``done`` took that many seconds at most; 0 for speech, which has no
    time of its own in ``processing_steps``.
    """

    __tablename__ = "engine_weeks"
    __table_args__ = _once("engine_weeks", "week", "engine", "work")

    organization_id: uuid.UUID | None = Field(default=None, foreign_key="organizations.id", ondelete="CASCADE")
    week: date
    engine: str = Field(max_length=200)
    work: str = Field(max_length=10)
    people: int = 0
    done: int = 0
    again: int = 0
    failed: int = 0
    refused: int = 0
    within_2: int = 0
    within_5: int = 0
    within_10: int = 0
    within_20: int = 0
    within_60: int = 0
