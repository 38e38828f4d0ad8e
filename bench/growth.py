"""First pages of the lists that grow, at 1,000, 100,000 and 1,000,000 reports on PostgreSQL and 100,000 on SQLite.

One organization has half of all reports, one of its clients a twentieth, one of its care workers a tenth as drafts;
there is a user for every ten reports, one in twenty in that organization, an organization for every hundred, a change
of a balance for every report and a purchase for every ten, and a year of counted weeks of each organization. The timed
call is the service as a page calls it, including its row in the audit trail. The sizes alternate, so that other load on
the machine affects all of them.
"""

import asyncio
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert, text

from tests.support import people as cast
from tests.support import postgres
from voice_report import clock
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import (
    AuditLog,
    Client,
    CreditEntry,
    EngineWeek,
    Organization,
    Payment,
    Report,
    UsageWeek,
    User,
)
from voice_report.services.archive import archive, dossier
from voice_report.services.audit import viewer
from voice_report.services.billing import statements
from voice_report.services.drafts import listing
from voice_report.services.insight import counting, figures
from voice_report.services.organizations import members
from voice_report.services.platform import overview
from voice_report.services.shared.identity import CurrentUser

from .stage import say
from .table import Figure, show

SMALL, MIDDLE, LARGE = 1_000, 100_000, 1_000_000
GOAL = 1.5
TURNS, TIMES = 6, 5
WEEKS = 52
_CHUNK = 5_000
_WORDS = "Mevrouw was vanochtend vrolijk en heeft goed gegeten. De wond aan het linkerbeen ziet er rustig uit. " * 6
_NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5$bm9ib2R5bm9ib2R5bm9ib2R5bm9ib2R5"

COUNTS = "platform, counts"  # not a list: it counts every user each time

Look = Callable[[Any, dict[str, CurrentUser]], Awaitable[object]]

LISTS: dict[str, Look] = {
    "dashboard, latest clients": lambda session, who: dossier.recent_clients(session, who["user"]),
    "drafts": lambda session, who: listing.list_drafts(session, who["user"]),
    "dossier, clients": lambda session, who: dossier.list_clients(session, who["user"]),
    "dossier, reports of the largest client": lambda session, who: dossier.client_reports(session, who["user"], "C-0"),
    "dossier, all reports": lambda session, who: dossier.list_reports(session, who["user"]),
    "team": lambda session, who: members.list_users(session, who["admin"]),
    "platform, organizations": lambda session, who: overview.list_organizations(session, who["platform_admin"]),
    "platform, users": lambda session, who: overview.list_users(session, who["platform_admin"]),
    COUNTS: lambda session, who: overview.stats(session, who["platform_admin"]),
    "logbook": lambda session, who: viewer.read(session, who["admin"], viewer.AuditFilter()),
    "purchases": lambda session, who: statements.purchases(session, who["admin"]),
    "ledger": lambda session, who: statements.ledger(session, who["admin"]),
    "insight, a year": lambda session, who: figures.of_organization(session, who["admin"], WEEKS),
    "insight of all, a year": lambda session, who: figures.of_all(session, who["platform_admin"], WEEKS),
}


@dataclass
class Filled:
    """A database with this many reports. ``times`` are the milliseconds of each list's first page."""

    name: str
    url: str
    people: cast.People
    times: dict[str, list[float]]

    def median(self, wanted: str) -> float:
        return statistics.median(self.times[wanted])


async def main() -> bool:
    postgres.begin_run()
    try:
        with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as directory:
            filled = [await _fill(f"{size:,}", _postgres(size), size) for size in (SMALL, MIDDLE, LARGE)]
            filled.append(await _fill(f"SQLite {MIDDLE:,}", f"sqlite:///{directory}/app.db", MIDDLE))
            say("measuring")
            for _ in range(TURNS):
                for one in filled:
                    await _measure(one)
    finally:
        postgres.end_run()
    small, middle, large, sqlite = filled
    figures = []
    for name in LISTS:
        told = f"{small.median(name):.1f} / {middle.median(name):.1f} / {large.median(name):.1f} ms"
        told += f"; SQLite {sqlite.median(name):.1f} ms"
        goal = None if name == COUNTS else GOAL
        figures.append(Figure(name, large.median(name) / small.median(name), "x", goal, told))
    return show("First pages, 1,000,000 reports beside 1,000 (PostgreSQL; middle: 100,000)", figures)


def _postgres(size: int) -> str:
    home = postgres.cluster()
    postgres.execute(home, f"CREATE DATABASE growth_{size}")
    return postgres.url(home, f"growth_{size}")


async def _fill(name: str, url: str, size: int) -> Filled:
    began = time.monotonic()
    await _bind(url)
    migrate = [sys.executable, "-m", "voice_report", "migrate"]
    await asyncio.to_thread(subprocess.run, migrate, check=True, cwd=Path(__file__).parent.parent)
    people = await cast.make_people()
    homes = [uuid.uuid4() for _ in range(max(30, size // 100))]  # a full page at any size
    await _insert(Organization, ({"id": one, "name": f"Zorgorganisatie {at:06}"} for at, one in enumerate(homes)))
    await _insert(User, _users(people, homes, size))
    await _insert(Client, _clients(people, size // 100))
    await _insert(Report, _reports(people, size))
    await _insert(AuditLog, _audit(people, size // 2))
    await _insert(CreditEntry, _credits(people, size))
    await _insert(Payment, _payments(people, size // 10))
    whose = [None, people.organization_id, *homes]
    await _insert(UsageWeek, _weeks(whose, reports=60, people=9, seconds=9000, speakers=9, archived=50, archivers=9))
    await _insert(EngineWeek, _weeks(whose, engine="model", work="text", people=9, done=60, within_5=60))
    async with database.transaction() as session:
        wanted = [f"C-{number}" for number in range(size // 100)]
        for start in range(0, len(wanted), _CHUNK):
            await archive.recount(session, people.organization_id, wanted[start : start + _CHUNK])
        connection = await session.connection()
        await connection.execute(text("ANALYZE"))
    say(f"{name}: filled in {time.monotonic() - began:.0f} s")
    return Filled(name, url, people, {one: [] for one in LISTS})


async def _bind(url: str) -> None:
    await database.dispose()
    os.environ["DATABASE_URL"] = url
    settings.cache_clear()


async def _insert(model: type, rows: Iterator[dict[str, Any]]) -> None:
    while chunk := list(itertools.islice(rows, _CHUNK)):
        async with database.transaction() as session:
            await session.exec(insert(model), params=chunk)


def _users(people: cast.People, homes: list[uuid.UUID], size: int) -> Iterator[dict[str, Any]]:
    for number in range(size // 10):
        yield {
            "email": f"persoon{number}@zorg.example",
            "password_hash": _NOBODY,
            "first_name": "Proef",
            "last_name": f"Persoon {number:06}",
            # A full page of the team at any size.
            "organization_id": people.organization_id
            if number < 25 or number % 20 == 0
            else homes[number % len(homes)],
        }


def _clients(people: cast.People, count: int) -> Iterator[dict[str, Any]]:
    for number in range(count):
        if number == 1:
            continue  # a person of the cast
        names = {"first_name": "Cliënt", "last_name": f"Nummer {number:06}", "date_of_birth": date(1940, 5, 17)}
        yield {"organization_id": people.organization_id, "id": f"C-{number}", **names}


def _reports(people: cast.People, size: int) -> Iterator[dict[str, Any]]:
    now, clients = clock.now(), max(1, size // 100)
    for number in range(size):
        moment = now - timedelta(seconds=30 * number)
        row = {"transcript": _WORDS, "structured_report": _WORDS, "created_at": moment, "updated_at": moment}
        if number % 10 == 0:
            row |= {"is_draft": True, "user_id": people.user.id, "organization_id": people.organization_id}
        elif number % 2:
            client = "C-0" if number % 20 == 1 else f"C-{number // 2 % clients}"
            row |= {"user_id": people.user.id, "organization_id": people.organization_id, "client_id": client}
        else:
            row |= {"user_id": people.outsider.id, "organization_id": people.other_organization_id, "client_id": "C-1"}
        yield {"is_draft": False, "client_id": None, "title": "", **row}


def _audit(people: cast.People, count: int) -> Iterator[dict[str, Any]]:
    now = clock.now() - timedelta(days=400)
    for number in range(count):
        yield {
            "chain": str(people.organization_id),
            "sequence": number + 1,
            "organization_id": people.organization_id,
            "user_id": people.user.id,
            "client_id": f"C-{number % 50}",
            "action": "view",
            "resource": "dossier",
            "entry_hash": uuid.uuid4().hex,
            "created_at": now + timedelta(seconds=30 * number),
        }


def _credits(people: cast.People, count: int) -> Iterator[dict[str, Any]]:
    now = clock.now()
    for number in range(count):
        here = number % 2
        yield {
            "organization_id": people.organization_id if here else people.other_organization_id,
            "actor_id": people.user.id if here else people.outsider.id,
            "change": -1,
            "balance_after": number,
            "reason": "report",
            "key": f"report:{number}",
            "created_at": now - timedelta(seconds=30 * number),
        }


def _payments(people: cast.People, count: int) -> Iterator[dict[str, Any]]:
    now = clock.now()
    for number in range(count):
        yield {
            "stripe_id": f"cs_{number}",
            "organization_id": people.organization_id if number % 2 else people.other_organization_id,
            "organization_name": "Zorggroep De Linde",
            "package_id": "zzp",
            "amount_cents": 1000,
            "status": "paid",
            "created_at": now - timedelta(minutes=30 * number),
        }


def _weeks(whose: list[uuid.UUID | None], **numbers: Any) -> Iterator[dict[str, Any]]:
    for week in range(WEEKS):
        for one in whose:
            yield {"organization_id": one, "week": counting.last_week() - week * counting.WEEK, **numbers}


async def _measure(filled: Filled) -> None:
    await _bind(filled.url)
    who = {name: await getattr(filled.people, name).current() for name in ("user", "admin", "platform_admin")}
    for name, look in LISTS.items():
        for turn in range(TIMES + 1):
            began = time.perf_counter()
            await database.run_in_transaction(look, who)
            if turn:  # the first warms the connection and the plan
                filled.times[name].append((time.perf_counter() - began) * 1000)


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
