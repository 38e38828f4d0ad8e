"""A night in which 100,000 drafts are erased, beside people who work: how long their requests wait, and the same people
afterwards, when nothing is erased. One process on SQLite, which has one writer at a time, and one on PostgreSQL.

A tenth of a second after each answer a person of another organization saves a draft, an administrator of the same one
looks at the list. The erasing begins when the server starts, as the hourly round does.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import func, insert
from sqlmodel import select

from tests.support import people as cast
from tests.support import postgres
from tests.support import server as servers
from voice_report import clock
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import DeletionReceipt, Report
from voice_report.services.sessions import sessions

from .stage import say
from .table import Figure, show

DRAFTS = 100_000
GOAL = 250.0  # milliseconds, of 95 in a hundred requests
PEOPLE = 6
_PAUSE, _AFTERWARDS, _LONGEST = 0.1, 20.0, 1_800.0  # seconds
_CHUNK = 5_000
_WORDS = "Mevrouw was vanochtend vrolijk en heeft goed gegeten. De wond aan het linkerbeen ziet er rustig uit. " * 6


async def main() -> bool:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else DRAFTS
    postgres.begin_run(durable=True)
    figures = []
    try:
        with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as directory:
            home, name = postgres.cluster(), f"retention_{uuid.uuid4().hex}"
            postgres.execute(home, f"CREATE DATABASE {name}")
            for kind, url in (("SQLite", f"sqlite:///{directory}/app.db"), ("PostgreSQL", postgres.url(home, name))):
                figures += await _one(kind, url, number, Path(directory))
    finally:
        postgres.end_run()
    return show(f"A night with {number:,} drafts to erase", figures)


async def _one(kind: str, url: str, number: int, directory: Path) -> list[Figure]:
    os.environ["DATABASE_URL"] = url
    os.environ["SECRET_KEY"] = "only-for-tests-" + "x" * 32
    settings.cache_clear()
    subprocess.run([sys.executable, "-m", "voice_report", "migrate"], check=True)  # noqa: ASYNC221
    people = await cast.make_people()
    await _fill(people, number)
    say(f"{kind}: filled")
    own = directory / kind
    own.mkdir()
    product = servers.app_server(own, variables={"DATABASE_URL": url, "ERASURES_FILE": str(own / "erasures.json")})
    try:
        began = time.monotonic()
        product.start()
        during = await _work(product.url, people, until=lambda: _is_done(began))
        seconds = time.monotonic() - began
        afterwards = await _work(product.url, people, until=_after(_AFTERWARDS))
        async with database.reading() as session:
            left = (await session.exec(select(func.count()).select_from(Report).where(Report.title == "oud"))).one()
    finally:
        product.stop()
        await database.dispose()
    told = f"{len(during)} requests in {seconds:.0f} s; median {_part(during, 50):.0f} ms; worst {max(during):.0f} ms"
    later = f"{len(afterwards)} requests; worst {max(afterwards):.0f} ms"
    return [
        Figure(f"{kind}: requests while it erases, p95", _part(during, 95), " ms", GOAL, told),
        Figure(f"{kind}: afterwards, p95", _part(afterwards, 95), " ms", None, later),
        Figure(f"{kind}: drafts left", left, "", 0, f"{number / seconds:.0f} drafts a second"),
    ]


async def _fill(people: cast.People, number: int) -> None:
    rows = _drafts(people, number)
    while chunk := [row for row, _ in zip(rows, range(_CHUNK), strict=False)]:
        async with database.transaction() as session:
            await session.execute(insert(Report), chunk)


def _drafts(people: cast.People, number: int) -> Iterator[dict[str, Any]]:
    old = clock.now() - timedelta(days=200)
    own = {"user_id": people.user.id, "organization_id": people.organization_id, "is_draft": True, "title": "oud"}
    for at in range(number):
        moment = old + timedelta(seconds=at)
        yield {**own, "transcript": _WORDS, "structured_report": _WORDS, "created_at": moment, "updated_at": moment}


async def _is_done(began: float) -> bool:
    async with database.reading() as session:
        done = (await session.exec(select(DeletionReceipt.id).where(DeletionReceipt.done_at != None))).first()  # noqa: E711
    return done is not None or time.monotonic() - began > _LONGEST


def _after(seconds: float) -> Any:
    end = time.monotonic() + seconds

    async def is_over() -> bool:
        return time.monotonic() > end

    return is_over


async def _work(url: str, people: cast.People, until: Any) -> list[float]:
    """Let people work until that is over; returns the milliseconds of each request."""
    times: list[float] = []
    over = asyncio.Event()

    async def person(number: int) -> None:
        who = people.outsider if number % 2 else people.admin
        cookies = {sessions.cookie_name(): who.cookie}
        async with httpx.AsyncClient(base_url=url, cookies=cookies, headers={"Origin": url}, timeout=60) as client:
            while not over.is_set():
                began = time.monotonic()
                if number % 2:
                    answer = await client.post("/api/drafts", json={"transcript": f"Mevrouw sliep goed, {number}."})
                else:
                    answer = await client.get("/api/drafts")
                answer.raise_for_status()
                times.append((time.monotonic() - began) * 1000)
                await asyncio.sleep(_PAUSE)

    async def watch() -> None:
        while not over.is_set():
            await asyncio.sleep(0.5)
            if await until():
                over.set()

    await asyncio.gather(watch(), *(person(number) for number in range(PEOPLE)))
    return times


def _part(times: list[float], percent: int) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
