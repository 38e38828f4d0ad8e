"""How many people a process carries: more and more of them, until an event in a hundred takes longer than 0.2 seconds.

Each person does something every second, and for every ten of them another one dictates. One process on SQLite, one on
PostgreSQL and Redis, and two on those (``--processes`` another number). Clients, stores and servers share the cores of
this machine, so two processes cannot carry twice as many here: what counts is the processor time that the servers take
for a person. ``--share 0.35`` gives each process of the product only that part of a core, so that no core is short,
and compares how many people are carried. PostgreSQL's files are on disk and it waits for them at each commit.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import uvloop

from tests.support import people as cast
from tests.support import postgres
from tests.support.fakes import sound
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.sessions import sessions

from .crowd import SENTENCE_EVERY, Measured, closed, dictate, first_number, opened, percentiles, work, write
from .events import Tab
from .installation import SERVERS, Installation, running, share_of_core
from .stage import say
from .table import Figure, show

FIRST = 50  # people
STEP, STEP_OF_SHARE = 50, 10  # people more at each level
MOST = 800
PER_DICTATING = 10
SECONDS = 10
WARM_UP = 4  # seconds that do not count
LIMIT = 200.0  # milliseconds: p99 of an event
TRIES, HOPELESS = 2, 1000.0  # at a level: a machine has moments of its own; from so many milliseconds it has not
#: Times as many people as on one process, for each of several: 1.7 for two.
GOAL = 0.85


@dataclass(frozen=True, slots=True)
class Level:
    """What was measured with so many people: milliseconds of an event; for each of them and a second, milliseconds of
    the processor by part and bytes of PostgreSQL's journal; and kilobytes in Redis for each."""

    people: int
    p50: float
    p99: float
    taken: dict[str, float]
    journal: float
    kilobytes: float

    def told(self) -> str:
        parts = ", ".join(f"{name} {taken:.2f}" for name, taken in self.taken.items())
        stores = f"; journal {self.journal:.0f} bytes; in Redis {self.kilobytes:.0f} KB" if self.kilobytes else ""
        cores = sum(self.taken.values()) * self.people / 1000
        return f"p50 {self.p50:.1f}, p99 {self.p99:.0f} ms; processor, ms: {parts}; cores {cores:.2f}{stores}"


@dataclass
class Crowd:
    """The people of an installation; each uses one of its processes. ``numbers`` are those of the tabs' next events."""

    installation: Installation
    cookies: Sequence[str]
    tabs: list[Tab]
    numbers: list[int]
    spoken: bytes
    empty: int = 0  # bytes in Redis before anybody came

    async def grow(self, people: int) -> None:
        """Open tabs until there are so many people, an equal part at each process."""
        processes = self.installation.processes
        more = self.cookies[len(self.tabs) : people]
        for turn, process in enumerate(processes):
            self.tabs += await opened(process.url, "/new-report", more[turn :: len(processes)])
        self.numbers += [first_number() for _ in more]

    async def level(self, people: int, found: Measured) -> Level:
        """Let so many of them work for a while, and as many tenths of others dictate."""
        written, began, lasts = self.installation.journal_bytes(), self.installation.seconds(), WARM_UP + SECONDS
        working = [
            work(tab, write, found, number, SECONDS, WARM_UP)
            for tab, number in zip(self.tabs[:people], self.numbers[:people], strict=True)
        ]
        processes, others = self.installation.processes, self.cookies[MOST : MOST + people // PER_DICTATING]
        dictating = [
            dictate(processes[at % len(processes)].url, cookie, self.spoken, found, round(lasts / SENTENCE_EVERY))
            for at, cookie in enumerate(others)
        ]
        await asyncio.gather(*working, *dictating)
        self.numbers[:people] = [number + lasts for number in self.numbers[:people]]
        ended = self.installation.seconds()
        taken = {name: (ended[name] - began[name]) * 1000 / people / lasts for name in ended}
        written = self.installation.journal_bytes() - written
        p50, _, p99 = percentiles(found.events)
        kilobytes = (self.installation.redis_bytes() - self.empty) / 1024 / people
        return Level(people, p50, p99, taken, written / people / lasts, kilobytes)


async def main() -> bool:
    parser = argparse.ArgumentParser(description="How many people a process carries.")
    parser.add_argument("--processes", type=int, default=2, help="beside one")
    parser.add_argument("--share", type=share_of_core, help="the part of a core that each process of the product has")
    chosen = parser.parse_args()
    several, share = chosen.processes, chosen.share
    postgres.begin_run(durable=True)
    try:
        alone = [] if share else [await _climbed(processes=1, shared=False)]
        one = await _climbed(processes=1, shared=True, share=share)
        more = await _climbed(processes=several, shared=True, share=share)
    finally:
        postgres.end_run()
    return show(
        "People with an event a second each, a tenth as many dictating",
        [
            *(_carried("one process on SQLite", level) for level in alone),
            _carried("one process on PostgreSQL and Redis", one),
            _carried(f"{several} processes on PostgreSQL and Redis", more),
            _people(several, one, more) if share else _time(several, one, more),
        ],
    )


def _people(several: int, one: Level, more: Level) -> Figure:
    value, told = one.people / more.people, f"{several} carry {more.people / one.people:.2f}x"
    return Figure(f"people on one process beside {several}", value, "x", 1 / GOAL / several, told)


def _time(several: int, one: Level, more: Level) -> Figure:
    value = more.taken[SERVERS] / one.taken[SERVERS]
    told = f"would carry {several / value:.2f}x where no core is short"
    return Figure(f"the servers' time for a person, {several} processes beside one", value, "x", 1 / GOAL, told)


async def _climbed(*, processes: int, shared: bool, share: float | None = None) -> Level:
    """Return the highest level that holds."""
    say(f"{processes} on {'PostgreSQL and Redis' if shared else 'SQLite'}")
    async with running(processes=processes, shared=shared, share=share) as installation:
        crowd = await _crowd(installation)
        highest = None
        for people in range(FIRST, MOST + 1, STEP_OF_SHARE if share else STEP):
            await crowd.grow(people)
            level = await _held(crowd, people)
            if level is None:
                break
            highest = level
        if highest is None:
            raise RuntimeError(f"{FIRST} people are too many for this machine")
        await closed(crowd.tabs)
    return highest


async def _held(crowd: Crowd, people: int) -> Level | None:
    for _ in range(TRIES):
        found = Measured()
        level = await crowd.level(people, found)
        say(f"{people} people: {level.told()}")
        for error in sorted(set(found.errors))[:3]:
            say(error)
        if level.p99 <= LIMIT and not found.errors:
            return level
        if level.p99 > HOPELESS or found.errors:
            break
    return None


async def _crowd(installation: Installation) -> Crowd:
    os.environ["DATABASE_URL"] = installation.database_url
    settings.cache_clear()
    many = MOST + MOST // PER_DICTATING
    say(f"making {many} people")
    organization = await cast.make_organization(credits=1000, max_users=many)
    people = [await cast.make_user(organization) for _ in range(many)]
    await session.dispose()
    cookies = [f"{sessions.cookie_name()}={person.cookie}" for person in people]
    crowd = Crowd(installation, cookies, [], [], sound.encoded(sound.sentence(1)))
    for process in installation.processes:  # what the first tab and the first sentence load once is nobody's
        await closed(await opened(process.url, "/new-report", cookies[-1:]))
        await dictate(process.url, cookies[-1], crowd.spoken, Measured(), 1)
    crowd.empty = installation.redis_bytes()
    return crowd


def _carried(name: str, level: Level) -> Figure:
    return Figure(f"{name}: carried", level.people, " people", None, level.told())


if __name__ == "__main__":
    sys.exit(0 if uvloop.run(main()) else 1)
