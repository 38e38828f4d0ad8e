"""Weeks of use, as the rows that services write have them."""

import uuid
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.support import people as cast
from voice_report.db import session as database
from voice_report.db.models import ProcessingStep, Report, ReportUsage, Table

#: The last week that is over when the test clock begins.
WEEK = date(2026, 2, 23)


def noon(week: date, day: int = 0) -> datetime:
    return datetime(week.year, week.month, week.day, 12, tzinfo=UTC) + timedelta(days=day)


def made(organization: uuid.UUID, who: Iterable[uuid.UUID], at: datetime, *, checked: bool = True) -> list[Table]:
    """Return the rows of a report of each: 30 seconds of speech, a text in 4 seconds, archived and signed off."""
    rows: list[Table] = []
    for one in who:
        own = {"organization_id": organization, "user_id": one, "created_at": at}
        rows.append(ReportUsage(**own))
        rows.append(Report(**own, client_id=None, transcript="", is_draft=False, reviewed_at=at if checked else None))
        rows.append(step(own, step="speech", input_amount=30, input_unit="seconds"))
        rows.append(step(own, step="report", attempts=1))
    return rows


def step(own: dict, seconds: float = 4, **columns) -> ProcessingStep:
    begun = own["created_at"]
    rest: dict[str, Any] = {
        "engine": "model",
        "region": "eu",
        "config_hash": "x",
        "form": "plain",
        "input_unit": "characters",
    }
    ended: dict[str, Any] = {"began_at": begun, "ended_at": begun + timedelta(seconds=seconds), "outcome": "done"}
    return ProcessingStep(**own, **(rest | ended | columns))


async def store(rows: Iterable[Table]) -> None:
    async with database.transaction() as session:
        session.add_all(rows)


async def colleagues(organization: uuid.UUID, number: int) -> list[uuid.UUID]:
    return [(await cast.make_user(organization, "Col", f"Lega{at}")).id for at in range(number)]
