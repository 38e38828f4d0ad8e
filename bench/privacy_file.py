"""The privacy file of an organization with 100,000 reports, each with three rows of what its engines did: how long it
takes to build, with the reports spread over two years, and with all of them in the 90 days that are counted. On SQLite
and on PostgreSQL.
"""

import asyncio
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

from sqlalchemy import delete
from sqlmodel import SQLModel

from tests.support import people as cast
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import Organization, ProcessingStep, Report, ReportUsage
from voice_report.services.privacy import _file_facts, privacy_file

from .both import Database, fill, on_both
from .stage import say
from .table import Figure, show

REPORTS = 100_000
GOAL = 300.0  # milliseconds
_TIMES = 9


async def main() -> bool:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else REPORTS
    return show(f"The privacy file of {number:,} reports", await on_both(partial(_one, number)))


async def _one(number: int, there: Database) -> list[Figure]:
    people = await cast.make_people()
    figures = []
    for what, days in (("over two years", 730), ("in 90 days", 89)):
        await _fill(people, number, days)
        say(f"{there.kind}: filled, {what}")
        times = sorted([await _built(people) for _ in range(_TIMES)])
        goal = GOAL if days > 90 else None
        told = f"{times[0]:.0f} to {times[-1]:.0f} ms"
        figures.append(
            Figure(f"{there.kind}: {number:,} reports {what}, median", times[_TIMES // 2], " ms", goal, told)
        )
    return figures


async def _built(people: cast.People) -> float:
    async with database.reading() as session:
        organization = await session.get_one(Organization, people.organization_id)
        began = time.perf_counter()
        privacy_file._chapters(await _file_facts.gather(session, organization))
        return (time.perf_counter() - began) * 1000


async def _fill(people: cast.People, number: int, days: int) -> None:
    tables: tuple[type[SQLModel], ...] = (ProcessingStep, ReportUsage, Report)
    async with database.transaction() as session:
        for table in tables:
            await session.exec(delete(table))
    for table, rows in zip(tables[::-1], (_reports, _usage, _steps), strict=True):
        await fill(table, rows(people, number, days))


def _moments(number: int, days: int) -> Iterator[Any]:
    now = clock.now()
    return (now - timedelta(days=days) * at / number for at in range(number))


def _reports(people: cast.People, number: int, days: int) -> Iterator[dict[str, Any]]:
    own = {"user_id": people.user.id, "organization_id": people.organization_id, "client_id": people.client_id}
    for moment in _moments(number, days):
        yield {**own, "transcript": "Rustig.", "structured_report": "Rustig.", "created_at": moment}


def _usage(people: cast.People, number: int, days: int) -> Iterator[dict[str, Any]]:
    for moment in _moments(number, days):
        yield {"user_id": people.user.id, "organization_id": people.organization_id, "created_at": moment}


def _steps(people: cast.People, number: int, days: int) -> Iterator[dict[str, Any]]:
    own = {"organization_id": people.organization_id, "user_id": people.user.id, "config_hash": "0" * 16}
    outside = {**own, "engine": "taal", "party": "Taaldienst", "country": "Duitsland", "region": "eu", "attempts": 1}
    here = {**own, "engine": "regels", "region": "local", "form": "here", "input_unit": "characters", "outcome": "done"}
    for moment in _moments(number, days):
        at = {"created_at": moment, "began_at": moment}
        yield {**outside, **at, "step": "speech", "form": "audio", "input_unit": "seconds", "outcome": "done"}
        yield {
            **outside,
            **at,
            "step": "report",
            "form": "pseudonymised",
            "input_unit": "characters",
            "outcome": "done",
        }
        yield {**here, **at, "party": "", "country": "", "attempts": 0, "step": "section"}


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
