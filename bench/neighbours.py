"""Fifty quiet organizations beside a noisy one: what their people wait for, without the noise and with it.

One process of the product, on SQLite and then on PostgreSQL and Redis. In each quiet organization somebody types,
saves, dictates and signs in. In the noisy one ten accounts do at once what costs most (``noisy``), from one address, in
a process of their own that uses this machine's processor too, so the figures are on the high side. ``python -m bench
neighbours sqlite`` is one of the two; the names behind that are of what the noisy accounts do: the methods of
``noisy.Neighbour``.
"""

import asyncio
import os
import sys
import tempfile
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.support import people as cast
from tests.support import postgres
from tests.support.fakes import sound
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.sessions import sessions

from .abuse import make_silence
from .crowd import SAVES_EVERY, closed, first_number, percentiles, regularly, write
from .events import Tab
from .installation import SERVERS, Installation, running
from .load import kilobytes
from .stage import say
from .table import Figure, show

QUIET, NOISY = 50, 10  # organizations of one person; accounts of one organization
SECONDS = 25  # of each period
STARTING = 5  # seconds of noise before its period begins
EVENT_EVERY, SENTENCE_EVERY, SIGN_IN_EVERY = 3.0, 20.0, 40.0  # seconds, for each quiet person
ENGINE = 0.05  # seconds the fake engine takes for a sentence
GIVE_UP = 20.0  # seconds
GOAL, GOAL_MS = 2.0, 300.0  # times, and milliseconds: p95
STORES = {"sqlite": False, "postgres": True}


@dataclass
class Period:
    """Milliseconds by what was done, and errors."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)


class Refused(Exception):
    """An answer that is not what a quiet person should get."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"{answer.status_code} {answer.text[:150]}")


@dataclass(frozen=True)
class Person:
    """Somebody of a quiet organization, with an open page and an address of their own."""

    who: cast.Person
    url: str
    tab: Tab
    headers: dict[str, str]

    async def work(self, found: Period, client: httpx.AsyncClient, spoken: bytes, until: float, start: float) -> None:
        """Do everything on schedules that begin ``start`` (0 to 1) of the way."""
        told = {"dictationId": str(uuid.uuid4())}
        numbers = iter(range(1_000_000))

        async def dictate() -> None:
            data, files = {**told, "segment": str(next(numbers))}, {"audio": ("a.webm", spoken, "audio/webm")}
            answer = await client.post("/api/stt", data=data, files=files, headers=self.headers)
            if answer.status_code != httpx.codes.OK:  # 202: it waits for its turn
                raise Refused(answer)

        async def sign_in() -> None:
            body = {"email": self.who.email, "password": self.who.password}
            here = {name: value for name, value in self.headers.items() if name != "Cookie"}
            answer = await client.post("/api/auth/login", json=body, headers=here)
            if answer.is_error:
                raise Refused(answer)

        async def later(act, every: float, times: list[float]) -> None:
            await asyncio.sleep(start * every)
            await regularly(act, every, until, times, found.errors)

        await asyncio.gather(
            self.write(found, until, start),
            later(dictate, SENTENCE_EVERY, found.times["a spoken sentence"]),
            later(sign_in, SIGN_IN_EVERY, found.times["a sign-in"]),
        )

    async def write(self, found: Period, until: float, start: float) -> None:
        """Type and save until then; ``start``: as for ``work``."""
        number, due = _numbers[self.who.id], time.perf_counter() + start * EVENT_EVERY
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            number += 1
            try:
                await write(self.tab, number)
            except Exception as error:  # noqa: BLE001  whatever the error, it is counted and shown
                found.errors.append(f"page: {type(error).__name__}: {error}"[:200])
                return
            name = "a draft saved" if number % SAVES_EVERY == 0 else "an event of a page"
            found.times[name].append((time.perf_counter() - due) * 1000)
            due += EVENT_EVERY
        _numbers[self.who.id] = number


_numbers: dict[uuid.UUID, int] = defaultdict(first_number)  # of each person's last event


async def main() -> bool:
    names = sys.argv[1:]
    chosen = [name for name in STORES if name in names] or list(STORES)
    kinds, figures = [name for name in names if name not in STORES], []
    if "postgres" in chosen:
        postgres.begin_run()
    try:
        for store in chosen:
            figures += await _measured(store, kinds)
    finally:
        if "postgres" in chosen:
            postgres.end_run()
    return show(f"{QUIET} quiet organizations beside a noisy one ({SECONDS} s without, {SECONDS} s with)", figures)


async def _measured(store: str, kinds: Sequence[str]) -> list[Figure]:
    say(f"starting the product on {store}")
    limits = {"RATE_LIMITS": "on", "TRUSTED_PROXY_HOPS": "1"}
    async with running(processes=1, shared=STORES[store], engine=ENGINE, variables=limits) as installation:
        [product] = installation.processes
        spoken = sound.encoded(sound.sentence(1))
        with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as directory:
            await asyncio.to_thread(_make_sounds, Path(directory), spoken)
            people, noisy = await _people(installation)
            try:
                quiet = await _period(people, spoken, SECONDS)
                before, began = kilobytes(product), installation.seconds()
                cookies = "|".join(_cookie(one) for one in noisy)
                signs_in = "|".join(f"{one.email} {one.password}" for one in noisy)
                seconds = str(STARTING + SECONDS)
                line = [sys.executable, "-m", "bench.noisy", product.url, seconds, cookies, signs_in, directory, *kinds]
                noise = await asyncio.create_subprocess_exec(*line)
                await _typing(people, STARTING)
                beside = await _period(people, spoken, SECONDS)
                grown, ended = (kilobytes(product) - before) / 1024, installation.seconds()
                if await asyncio.wait_for(noise.wait(), GIVE_UP):
                    raise RuntimeError("the noise ended with a failure")
            finally:
                await closed([person.tab for person in people])
        used = {name: (ended[name] - began[name]) / (STARTING + SECONDS) for name in ended}
        for name, period in (("without", quiet), ("with", beside)):
            for error, times in Counter(period.errors).most_common(6):
                say(f"{name}, {times} times: {error}")
        return [
            *_figures(store, quiet, beside),
            Figure(
                f"{store}: what failed for the quiet ones", len(beside.errors), "", 0, f"{len(quiet.errors)} without"
            ),
            Figure(f"{store}: pages' states that Redis threw out", installation.redis_evicted(), "", 0),
            Figure(f"{store}: memory of the process, growth", grown, " MB"),
            Figure(f"{store}: processors that the product used", used[SERVERS], "", None, f"of {os.cpu_count()}"),
        ]


def _make_sounds(directory: Path, spoken: bytes) -> None:
    """Write what the noisy accounts send."""
    (directory / "segment.webm").write_bytes(spoken)
    make_silence(directory / "minutes.flac", "mono", 595)
    (directory / "hours.flac").write_bytes((directory / "minutes.flac").read_bytes())


async def _people(installation: Installation) -> tuple[list[Person], list[cast.Person]]:
    """Return the quiet people, each with an open page, and the noisy accounts."""
    os.environ["DATABASE_URL"] = installation.database_url
    settings.cache_clear()
    [product] = installation.processes
    whose = [await cast.make_user(await cast.make_organization(credits=1000)) for _ in range(QUIET)]
    organization = await cast.make_organization("Zorggroep Luid", credits=1000, max_users=NOISY)
    noisy = [await cast.make_user(organization, role="admin") for _ in range(NOISY)]
    await session.dispose()
    say(f"opening {QUIET} pages")
    people = []
    for number, person in enumerate(whose):
        address = {"X-Forwarded-For": f"198.51.100.{number + 1}"}
        tab = await Tab.open(product.url, "/new-report", _cookie(person), **address)
        headers = {"Origin": product.url, "Cookie": _cookie(person), **address}
        people.append(Person(person, product.url, tab, headers))
        await write(tab, first_number())
    return people, noisy


def _cookie(person: cast.Person) -> str:
    return f"{sessions.cookie_name()}={person.cookie}"


async def _period(people: Sequence[Person], spoken: bytes, seconds: float) -> Period:
    say(f"{seconds:.0f} seconds of {len(people)} people")
    found, until = Period(), time.perf_counter() + seconds
    async with httpx.AsyncClient(base_url=people[0].url, timeout=GIVE_UP) as client:
        each = [one.work(found, client, spoken, until, at / len(people)) for at, one in enumerate(people)]
        await asyncio.gather(*each)
    return found


async def _typing(people: Sequence[Person], seconds: float) -> None:
    """Let them type and nothing else: a page that nobody reads is closed after a while."""
    until = time.perf_counter() + seconds
    await asyncio.gather(*(one.write(Period(), until, at / len(people)) for at, one in enumerate(people)))


def _figures(store: str, quiet: Period, beside: Period) -> list[Figure]:
    figures = []
    for name, times in beside.times.items():
        base, with_noise = percentiles(quiet.times[name])[1], percentiles(times)[1]
        told = f"{with_noise:.0f} beside {base:.0f} ms, of {len(times)} and {len(quiet.times[name])}"
        figures += [
            Figure(f"{store}: {name}, p95 beside the one without", with_noise / base, "x", GOAL, told),
            Figure(f"{store}: {name}, p95", with_noise, " ms", GOAL_MS, f"slowest {max(times):.0f} ms"),
        ]
    return figures


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
