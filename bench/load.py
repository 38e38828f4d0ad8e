"""Two hundred signed-in people on one process, each doing something every second, while twenty others dictate.

Each has a connection of their own and acts on a schedule of their own, whether the last answer came or not: response
times are measured from the scheduled second, so a server that lags shows it. After that, as many connections to a
bare counter.
"""

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests import people as cast
from tests import server as servers
from tests.fakes import sound
from voice_report import database
from voice_report.config import settings
from voice_report.services.accounts import sessions

from . import plain
from .events import Tab, count, save, type_text
from .stage import say
from .table import Figure, show

PEOPLE = 200
DICTATING = 20
SECONDS = 30
WARM_UP = 5  # seconds that do not count
SAVES_EVERY = 5  # a tab saves its draft at every fifth event
SENTENCE_EVERY = 5.0  # seconds; each is sent when it has been spoken, as the recorder does
SEGMENTS = int((WARM_UP + SECONDS) / SENTENCE_EVERY)
ENGINE = 0.5  # seconds the fake engine takes for one


@dataclass
class Measured:
    """The results: milliseconds per answer, and errors."""

    events: list[float] = field(default_factory=list)
    segments: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    kilobytes_each: float = 0.0


async def main() -> bool:
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
        directory = Path(name)
        say("building the bare counter")
        yardstick = plain.server(directory / "plain-app")
        provider = servers.fake_provider(directory)
        product = servers.app_server(directory, provider_url=provider.url)
        try:
            provider.start()
            async with httpx.AsyncClient() as client:
                (await client.post(f"{provider.url}/control", json={"delay": ENGINE})).raise_for_status()
            product.start()
            ours = await _product(product)
            product.stop()
            yardstick.start()
            bare = await _counter(yardstick)
        finally:
            for each in (yardstick, product, provider):
                each.stop()
    title = f"{PEOPLE} people, an event a second each, {DICTATING} others dictating ({SECONDS} s, one process)"
    for error in sorted(set(ours.errors + bare.errors))[:10]:
        say(error)
    return show(title, _figures(ours, bare))


async def _product(product: servers.AppServer) -> Measured:
    say(f"making {PEOPLE + DICTATING} people")
    os.environ["DATABASE_URL"] = product.database_url
    settings.cache_clear()
    organization = await cast.make_organization(credits=1000, max_users=PEOPLE + DICTATING)
    people = [await cast.make_user(organization) for _ in range(PEOPLE + DICTATING)]
    await database.dispose()
    cookies = [f"{sessions.cookie_name()}={person.cookie}" for person in people]
    spoken = sound.encoded(sound.sentence(1))
    await _closed(await _opened(product.url, "/new-report", cookies[:1]))
    await _dictate(product.url, cookies[-1], spoken, Measured(), segments=1)
    before = _kilobytes(product)  # what the first tab and the first sentence load once is nobody's
    tabs = await _opened(product.url, "/new-report", cookies[:PEOPLE])

    async def act(tab: Tab, number: int) -> None:
        if number % SAVES_EVERY == 0:
            await save(tab, number - 1)
        else:
            await type_text(tab, number)

    found = Measured()
    dictating = [_dictate(product.url, cookie, spoken, found) for cookie in cookies[PEOPLE:]]
    await _act(tabs, act, found, dictating)
    found.kilobytes_each = (_kilobytes(product) - before) / PEOPLE
    await _closed(tabs)
    return found


async def _counter(yardstick: servers.Process) -> Measured:
    await _closed(await _opened(yardstick.url, "/counter", [""]))
    before = _kilobytes(yardstick)
    tabs = await _opened(yardstick.url, "/counter", [""] * PEOPLE)

    async def act(tab: Tab, number: int) -> None:
        await count(tab, number)

    found = Measured()
    await _act(tabs, act, found, [])
    found.kilobytes_each = (_kilobytes(yardstick) - before) / PEOPLE
    await _closed(tabs)
    return found


async def _opened(url: str, path: str, cookies: list[str]) -> list[Tab]:
    say(f"opening {len(cookies)} connections")
    tabs: list[Tab] = []
    for start in range(0, len(cookies), 10):
        tabs += await asyncio.gather(*(Tab.open(url, path, cookie) for cookie in cookies[start : start + 10]))
    return tabs


async def _closed(tabs: list[Tab]) -> None:
    await asyncio.gather(*(tab.close() for tab in tabs), return_exceptions=True)


async def _act(
    tabs: list[Tab], act: Callable[[Tab, int], Awaitable[None]], found: Measured, beside: Sequence[Awaitable[None]]
) -> None:
    say(f"{WARM_UP + SECONDS} seconds of {len(tabs)} people")
    everybody = [_one(tab, act, found) for tab in tabs]
    await asyncio.gather(*everybody, *beside)


async def _one(tab: Tab, act: Callable[[Tab, int], Awaitable[None]], found: Measured) -> None:
    began = time.perf_counter() + random.random()  # noqa: S311  not everybody in the same instant
    # Nor everybody saving in the same second; the first two texts come first, and one of them creates the draft.
    ahead = 1 + random.randrange(SAVES_EVERY - 2)  # noqa: S311
    for number in range(WARM_UP + SECONDS):
        due = began + number
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        try:
            await act(tab, ahead + number)
        except Exception as error:  # noqa: BLE001  whatever the error, it is counted and shown
            found.errors.append(f"event: {type(error).__name__}: {error}")
            return
        if number >= WARM_UP:
            found.events.append((time.perf_counter() - due) * 1000)


async def _dictate(url: str, cookie: str, spoken: bytes, found: Measured, segments: int = SEGMENTS) -> None:
    dictation, began = str(uuid.uuid4()), time.perf_counter() + random.random() * SENTENCE_EVERY  # noqa: S311
    headers = {"Origin": url, "Cookie": cookie}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as client:
        for segment in range(segments):
            due = began + segment * SENTENCE_EVERY
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            told = {"dictationId": dictation, "segment": str(segment)}
            answer = await client.post("/api/stt", files={"audio": ("a.webm", spoken, "audio/webm")}, data=told)
            if answer.status_code != 200 or "woord" not in answer.text:
                found.errors.append(f"segment: {answer.status_code} {answer.text[:100]}")
            found.segments.append((time.perf_counter() - due) * 1000)


def _kilobytes(server: servers.Process) -> int:
    """Return the memory that a server and its worker use now."""
    assert server.running is not None
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            if os.getsid(int(status.parent.name)) == server.running.pid:
                line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
                total += int(line.split()[1])
        except (OSError, StopIteration):
            continue  # the process has ended, or is a kernel thread
    return total


def _figures(ours: Measured, bare: Measured) -> list[Figure]:
    own, base = _percentiles(ours.events), _percentiles(bare.events)
    figures = [
        Figure(f"an event, {name}, beside the bare counter's", mine / yard, "x", None, f"{mine:.1f} / {yard:.1f} ms")
        for name, mine, yard in zip(("p50", "p95", "p99"), own, base, strict=True)
    ]
    p50, p95, p99 = _percentiles(ours.segments)
    detail = f"p95 {p95:.0f}, p99 {p99:.0f} ms; the engine takes {ENGINE * 1000:.0f}"
    memory = f"{ours.kilobytes_each:.0f} / {bare.kilobytes_each:.0f} KB"
    return [
        *figures,
        Figure("a spoken sentence written out, p50", p50, " ms", None, detail),
        Figure("errors", len(ours.errors), "", 0, f"{len(ours.events)} events, {len(ours.segments)} segments"),
        Figure("errors of the counter", len(bare.errors), "", 0, f"{len(bare.events)} events"),
        Figure("memory per person, beside the counter's", ours.kilobytes_each / bare.kilobytes_each, "x", None, memory),
    ]


def _percentiles(milliseconds: list[float]) -> tuple[float, float, float]:
    hundredths = statistics.quantiles(milliseconds, n=100)
    return hundredths[49], hundredths[94], hundredths[98]


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
