"""Two hundred signed-in people on one process, each doing something every second, while twenty others dictate, and
Prometheus reads the metrics every five seconds.

After that, as many connections to a bare counter. ``ramp`` says how many one process carries.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import httpx

from tests.support import people as cast
from tests.support import server as servers
from tests.support.fakes import sound
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.sessions import sessions

from . import plain
from .crowd import ENGINE, SENTENCE_EVERY, Measured, closed, dictate, first_number, opened, percentiles, work, write
from .events import Tab, count
from .stage import say
from .table import Figure, show

PEOPLE = 200
DICTATING = 20
SECONDS = 30
WARM_UP = 5  # seconds that do not count
SEGMENTS = int((WARM_UP + SECONDS) / SENTENCE_EVERY)
GOALS = (None, 50.0, 200.0)  # milliseconds: p50, p95 and p99 of an event
GOAL_MEMORY = 1.5
READ_EVERY = 5.0  # seconds; Prometheus' own default is a minute
TOKEN = "only-for-benches-" + "m" * 32
SETTLES = 17  # seconds within which the product gives the memory back that is free


async def main() -> bool:
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
        directory = Path(name)
        say("building the bare counter")
        yardstick = plain.server(directory / "plain-app")
        provider = servers.fake_provider(directory)
        product = servers.app_server(directory, provider_url=provider.url, variables={"METRICS_TOKEN": TOKEN})
        try:
            provider.start()
            async with httpx.AsyncClient() as client:
                (await client.post(f"{provider.url}/control", json={"delay": ENGINE})).raise_for_status()
            product.start()
            reads: list[float] = []
            ours = await _product(product, reads)
            product.stop()
            yardstick.start()
            bare = await _counter(yardstick)
        finally:
            for each in (yardstick, product, provider):
                each.stop()
    title = f"{PEOPLE} people, an event a second each, {DICTATING} others dictating ({SECONDS} s, one process)"
    for error in sorted(set(ours.errors + bare.errors))[:10]:
        say(error)
    slowest = Figure("the metrics are read, slowest", max(reads), " ms", None, f"of {len(reads)} times")
    return show(title, [*_figures(ours, bare), slowest])


async def _product(product: servers.AppServer, reads: list[float]) -> Measured:
    say(f"making {PEOPLE + DICTATING} people")
    os.environ["DATABASE_URL"] = product.database_url
    settings.cache_clear()
    organization = await cast.make_organization(credits=1000, max_users=PEOPLE + DICTATING)
    people = [await cast.make_user(organization) for _ in range(PEOPLE + DICTATING)]
    await session.dispose()
    cookies = [f"{sessions.cookie_name()}={person.cookie}" for person in people]
    spoken = sound.encoded(sound.sentence(1))
    await closed(await opened(product.url, "/new-report", cookies[:1]))
    await dictate(product.url, cookies[-1], spoken, Measured(), 1)
    await asyncio.sleep(SETTLES)
    before = kilobytes(product)  # what the first tab and the first sentence load once is nobody's
    tabs = await opened(product.url, "/new-report", cookies[:PEOPLE])

    found = Measured()
    dictating = [dictate(product.url, cookie, spoken, found, SEGMENTS) for cookie in cookies[PEOPLE:]]
    reading = asyncio.create_task(read(product.url, reads))
    await _act(tabs, write, found, dictating)
    reading.cancel()
    found.kilobytes_each = (kilobytes(product) - before) / PEOPLE  # who dictates has no tab here
    await closed(tabs)
    return found


async def read(url: str, reads: list[float]) -> None:
    """Read the metrics as Prometheus does, and note how many milliseconds each time took."""
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as client:
        while True:
            began = time.perf_counter()
            (await client.get(f"{url}/metrics")).raise_for_status()
            reads.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(READ_EVERY)


async def _counter(yardstick: servers.Process) -> Measured:
    await closed(await opened(yardstick.url, "/counter", [""]))
    await asyncio.sleep(SETTLES)
    before = kilobytes(yardstick)
    tabs = await opened(yardstick.url, "/counter", [""] * PEOPLE)

    async def act(tab: Tab, number: int) -> None:
        await count(tab, number)

    found = Measured()
    await _act(tabs, act, found, [])
    found.kilobytes_each = (kilobytes(yardstick) - before) / PEOPLE
    await closed(tabs)
    return found


async def _act(
    tabs: list[Tab], act: Callable[[Tab, int], Awaitable[None]], found: Measured, beside: Sequence[Awaitable[None]]
) -> None:
    say(f"{WARM_UP + SECONDS} seconds of {len(tabs)} people")
    everybody = [work(tab, act, found, first_number(), SECONDS, WARM_UP) for tab in tabs]
    await asyncio.gather(*everybody, *beside)
    await asyncio.sleep(SETTLES)


def kilobytes(server: servers.Process) -> int:
    """Return the memory that a server and its processes use now; pages that several share count once (PSS).

    Pages of files do not count: their share changes with whatever else on this machine has the same libraries open, by
    30 MB in one run, and the system takes them back when it needs them.
    """
    assert server.running is not None
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(process.name)) == server.running.pid:
                told = (process / "smaps_rollup").read_text().splitlines()[1:]
                sizes = {name: int(size.split()[0]) for name, size in (line.split(":") for line in told)}
                total += sizes["Pss"] - sizes["Pss_File"]
        except (OSError, KeyError):
            continue  # the process has ended, or is a kernel thread
    return total


def _figures(ours: Measured, bare: Measured) -> list[Figure]:
    own, base = percentiles(ours.events), percentiles(bare.events)
    figures = [
        Figure(f"an event, {name}", mine, " ms", goal, f"the bare counter's {yard:.1f} ms")
        for name, mine, yard, goal in zip(("p50", "p95", "p99"), own, base, GOALS, strict=True)
    ]
    p50, p95, p99 = percentiles(ours.segments)
    detail = f"p95 {p95:.0f}, p99 {p99:.0f} ms; the engine takes {ENGINE * 1000:.0f}"
    memory = f"{ours.kilobytes_each:.0f} / {bare.kilobytes_each:.0f} KB"
    return [
        *figures,
        Figure("a spoken sentence written out, p50", p50, " ms", None, detail),
        Figure("errors", len(ours.errors), "", 0, f"{len(ours.events)} events, {len(ours.segments)} segments"),
        Figure("errors of the counter", len(bare.errors), "", 0, f"{len(bare.events)} events"),
        Figure(
            "memory per person, beside the counter's",
            ours.kilobytes_each / bare.kilobytes_each,
            "x",
            GOAL_MEMORY,
            memory,
        ),
    ]


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
