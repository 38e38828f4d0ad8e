"""A night in which 100,000 drafts are erased, beside people who work: how long their requests wait, and the same people
afterwards, when nothing is erased. One process on SQLite, which has one writer at a time, and one on PostgreSQL.

A tenth of a second after each answer a person of another organization saves a draft, an administrator of the same one
looks at the list. The erasing begins when the server starts, as the hourly round does. ``python -m bench retention
DRAFTS SECONDS`` looks at no more than the first seconds of it.
"""

import asyncio
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
from sqlalchemy import func
from sqlmodel import select

from tests.support import people as cast
from tests.support import server as servers
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import DeletionReceipt, Report
from voice_report.services.sessions import sessions

from .both import Database, fill, on_both
from .stage import say
from .table import Figure, show

DRAFTS = 100_000
GOAL = 250.0  # milliseconds, of 95 in a hundred requests
PEOPLE = 6
_PAUSE, _AFTERWARDS, _LONGEST = 0.1, 20.0, 1_800.0  # seconds
_WORDS = "Mevrouw was vanochtend vrolijk en heeft goed gegeten. De wond aan het linkerbeen ziet er rustig uit. " * 6


async def main() -> bool:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else DRAFTS
    longest = float(sys.argv[2]) if len(sys.argv) > 2 else _LONGEST
    return show(f"A night with {number:,} drafts to erase", await on_both(partial(_one, number, longest)))


async def _one(number: int, longest: float, there: Database) -> list[Figure]:
    people = await cast.make_people()
    await fill(Report, _drafts(people, number))
    say(f"{there.kind}: filled")
    told = {"DATABASE_URL": there.url, "ERASURES_FILE": str(there.directory / "erasures.json")}
    product = servers.app_server(there.directory, variables=told)
    try:
        began = time.monotonic()
        product.start()
        during = await _work(product.url, people, until=lambda: _is_done(began + longest))
        seconds = time.monotonic() - began
        is_cut = time.monotonic() >= began + longest
        afterwards = [] if is_cut else await _work(product.url, people, until=_after(_AFTERWARDS))
        async with database.reading() as session:
            left = (await session.exec(select(func.count()).select_from(Report).where(Report.title == "oud"))).one()
    finally:
        product.stop()
    told = f"{len(during)} requests in {seconds:.0f} s; median {_part(during, 50):.0f} ms; worst {max(during):.0f} ms"
    erased = f"{(number - left) / seconds:.0f} drafts a second"
    figures = [Figure(f"{there.kind}: requests while it erases, p95", _part(during, 95), " ms", GOAL, told)]
    if is_cut:
        return [*figures, Figure(f"{there.kind}: drafts left", left, "", None, erased)]
    later = f"{len(afterwards)} requests; worst {max(afterwards):.0f} ms"
    return [
        *figures,
        Figure(f"{there.kind}: afterwards, p95", _part(afterwards, 95), " ms", None, later),
        Figure(f"{there.kind}: drafts left", left, "", 0, erased),
    ]


def _drafts(people: cast.People, number: int) -> Iterator[dict[str, Any]]:
    old = clock.now() - timedelta(days=200)
    own = {"user_id": people.user.id, "organization_id": people.organization_id, "is_draft": True, "title": "oud"}
    for at in range(number):
        moment = old + timedelta(seconds=at)
        yield {**own, "transcript": _WORDS, "structured_report": _WORDS, "created_at": moment, "updated_at": moment}


async def _is_done(end: float) -> bool:
    async with database.reading() as session:
        done = (await session.exec(select(DeletionReceipt.id).where(DeletionReceipt.done_at != None))).first()  # noqa: E711
    return done is not None or time.monotonic() > end


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
