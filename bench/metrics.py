"""What metrics cost: two hundred people on a process that counts and is read every five seconds, and the same on one
that counts nothing (``uncounted``), by turns, so that what else this machine does falls on both.
"""

import asyncio
import os
import statistics
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from tests.support import people as cast
from tests.support import server as servers
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.sessions import sessions

from .crowd import Measured, closed, first_number, opened, percentiles, work, write
from .installation import processor_seconds
from .load import TOKEN, read
from .stage import say
from .table import Figure, show

PEOPLE = 200
SECONDS = 15  # of a turn
TURNS = 5  # of each
GOAL = 1.05


@dataclass
class Side:
    """A process, the cookies of its people, and what these waited for in each of its turns."""

    server: servers.AppServer
    cookies: list[str] = field(default_factory=list)
    turns: list[Measured] = field(default_factory=list)
    seconds: float = 0.0

    async def fill(self) -> None:
        """Make the people."""
        os.environ["DATABASE_URL"] = self.server.database_url
        settings.cache_clear()
        organization = await cast.make_organization(credits=1000, max_users=PEOPLE)
        people = [await cast.make_user(organization) for _ in range(PEOPLE)]
        await session.dispose()
        self.cookies = [f"{sessions.cookie_name()}={person.cookie}" for person in people]

    async def turn(self, *, counts: bool) -> None:
        """Let everybody open a page and work in it for a while; the first turn only warms up."""
        assert self.server.running
        found, reads = Measured(), []
        tabs = await opened(self.server.url, "/new-report", self.cookies)
        begun = processor_seconds(self.server.running.pid)
        reading = [asyncio.create_task(read(self.server.url, reads))] if counts else []
        await asyncio.gather(*(work(tab, write, found, first_number(), SECONDS, 0) for tab in tabs))
        taken = processor_seconds(self.server.running.pid) - begun
        for task in reading:
            task.cancel()
        await closed(tabs)
        self.turns.append(found)
        if len(self.turns) > 1:
            self.seconds += taken

    def waits(self) -> list[tuple[float, float, float]]:
        """Return p50, p95 and p99 of each turn that counts."""
        return [percentiles(one.events) for one in self.turns[1:]]


async def main() -> bool:
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
        counted, uncounted = (Path(name) / side for side in ("counted", "uncounted"))
        for directory in (counted, uncounted):
            directory.mkdir()
        sides = (
            Side(servers.app_server(counted, variables={"METRICS_TOKEN": TOKEN})),
            Side(servers.app_server(uncounted, app="bench.uncounted:app")),
        )
        try:
            for side in sides:
                side.server.start()
                await side.fill()
            for turn in range(1 + TURNS):
                say(f"turn {turn} of {TURNS}")
                for side in sides[:: -1 if turn % 2 else 1]:
                    await side.turn(counts=side is sides[0])
        finally:
            for side in sides:
                side.server.stop()
    errors = [error for side in sides for found in side.turns for error in found.errors]
    for error in sorted(set(errors))[:10]:
        say(error)
    return show(f"{PEOPLE} people, {TURNS} turns of {SECONDS} s each", [*_figures(*sides), _errors(errors)])


def _figures(counted: Side, uncounted: Side) -> list[Figure]:
    pairs = list(zip(counted.waits(), uncounted.waits(), strict=True))
    figures = []
    for at, name in enumerate(("p50", "p95", "p99")):
        times = statistics.median(mine[at] / theirs[at] for mine, theirs in pairs)
        middle = [statistics.median(side[at] for side in several) for several in zip(*pairs, strict=True)]
        told = f"{middle[0]:.1f} / {middle[1]:.1f} ms, the middle of its turns"
        figures.append(Figure(f"an event, {name}, beside one that counts nothing", times, "x", GOAL, told))
    each = [side.seconds / sum(len(one.events) for one in side.turns[1:]) * 1000 for side in (counted, uncounted)]
    told = f"{each[0]:.2f} / {each[1]:.2f} ms"
    return [*figures, Figure("processor for an event, beside the same", each[0] / each[1], "x", GOAL, told)]


def _errors(errors: list[str]) -> Figure:
    return Figure("errors", len(errors), "", 0, "")


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
