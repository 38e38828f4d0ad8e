"""The effect of an attacker on other people's work: people at work under attack, and the same people without it.

One process of the product with Redis, as in an installation (without it where Redis is not installed). First only
a person who types, one who dictates, checks a long report and imports a list, and a monitor; then the same with
``abusers`` running in a process of its own. The attacker uses this machine's processor too, so the figures are on the
high side. ``python -m bench.abuse flood`` runs one attack only; the names are the methods of ``abusers.Attack``.
"""

import asyncio
import os
import resource
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import av
import httpx
import numpy as np
from redis import Redis

from tests.support import people as cast
from tests.support import redis_server
from tests.support import server as servers
from tests.support.fakes import sound
from tests.unit.services.clients.workbooks import HEADING, workbook
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.sessions import sessions
from voice_report.services.sign_in import signing_in

from .crowd import regularly
from .events import Tab, type_text
from .installation import processor_seconds
from .load import kilobytes
from .stage import say
from .table import Figure, p95, show

QUIET = 60  # seconds
ABUSE = 60  # seconds
EVENT_EVERY = 0.2  # seconds; the person who types
LOOK_EVERY = 0.2  # seconds; the monitor
WEIGH_EVERY = 0.5  # seconds; the memory of the product
SENTENCE_EVERY = 4.0  # seconds; the person who dictates
REPORT_EVERY = 10.0  # seconds; who checks a long report, and who imports a list
LONG_REPORT = "Mevrouw sliep goed en at met smaak. De bloeddruk was 142 over 80. " * 210  # 14,000 characters
SESSIONS = 6  # of the attacker's account
GIVE_UP = 30.0  # seconds after which an answer counts as missing
MINUTES_OF_SILENCE = 15

GOAL_EVENT = 3.0  # times
GOAL_HEALTH = 500.0  # ms
GOAL_MEMORY = 64.0  # MB

AT_WORK = {"X-Forwarded-For": "198.51.100.7"}
OTHER_DESK = {"X-Forwarded-For": "198.51.100.8"}

_numbers = count(1)  # of the texts typed


@dataclass
class Period:
    """The measurements of one of the two periods: response times in milliseconds, and errors."""

    events: list[float] = field(default_factory=list)
    sentences: list[float] = field(default_factory=list)
    reports: list[float] = field(default_factory=list)
    lists: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    #: Processors that the product used, and the attacker, whose work is done elsewhere in reality.
    processors: list[float] = field(default_factory=list)


async def main() -> bool:
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name, ExitStack() as running:
        directory = Path(name)
        stores = _stores(directory, running)
        provider = servers.fake_provider(directory)
        variables = {"RATE_LIMITS": "on", "TRUSTED_PROXY_HOPS": "1", **stores}
        say("building and starting the product")
        product = servers.app_server(directory, provider_url=provider.url, variables=variables)
        try:
            provider.start()
            product.start()
            typist, dictator, sessions, others = await _people(product.database_url)
            say(f"making {MINUTES_OF_SILENCE} minutes of silence on eight channels, and ten on one")
            await asyncio.to_thread(make_silence, directory / "hours.flac", "7.1", MINUTES_OF_SILENCE * 60)
            await asyncio.to_thread(make_silence, directory / "minutes.flac", "mono", 595)
            attacker = ["|".join(sessions), "|".join(others), str(directory)]
            async with _typing(product.url, typist) as tab:
                quiet, abused, written = await _both(product, tab, dictator, attacker)
        finally:
            product.stop()
            provider.stop()
        for error in sorted(set(quiet.errors + abused.errors))[:10]:
            say(error)
        figures = [*_figures(quiet, abused), Figure("log written meanwhile", written / 1024, " KB"), *_evicted(stores)]
    return show(
        f"Everybody else, while one attacker does the worst they can ({QUIET} s without, {ABUSE} s with)", figures
    )


def _stores(directory: Path, running: ExitStack) -> dict[str, str]:
    """Start the stores of compose.yaml: one Redis for tab state and one for the counters, each with its limits."""
    if not shutil.which("redis-server"):
        say("Redis is not installed: everything is kept in the product's memory")
        return {}
    bounds = {
        "REDIS_URL": ("512mb", "allkeys-lru"),
        "COUNTERS_REDIS_URL": ("64mb", "noeviction"),
    }
    urls = {}
    for variable, (most, policy) in bounds.items():
        home = directory / variable.lower()
        home.mkdir()
        urls[variable] = running.enter_context(
            redis_server.running(home, "--maxmemory", most, "--maxmemory-policy", policy)
        )
    return urls


async def _people(database_url: str) -> tuple[str, str, list[str], list[str]]:
    """Create people in organizations of their own; return session cookies: of who types, of who dictates, of the
    attacker's sessions, and of the attacker's six other accounts.
    """
    os.environ["DATABASE_URL"] = database_url
    settings.cache_clear()
    made = [await cast.make_user(await cast.make_organization(credits=1000), role="admin") for _ in range(9)]
    tokens = [person.cookie for person in made]
    more = [(await signing_in.log_in(made[2].email, made[2].password)).token for _ in range(SESSIONS - 1)]
    await session.dispose()
    typist, dictator, attacker, *others = (f"{sessions.cookie_name()}={token}" for token in tokens)
    return typist, dictator, [attacker, *(f"{sessions.cookie_name()}={token}" for token in more)], others


def make_silence(path: Path, channels: str, seconds: int) -> None:
    """Write seconds of silence that compress to almost nothing and are much work to decode."""
    rate, samples = 96_000, 65_535
    with av.open(str(path), "w") as file:
        stream = file.add_stream("flac", rate=rate, layout=channels)
        block = np.zeros((1, (8 if channels == "7.1" else 1) * samples), dtype=np.int16)
        for _ in range(seconds * rate // samples):
            frame = av.AudioFrame.from_ndarray(block, format="s16", layout=channels)
            frame.rate = rate
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))


@asynccontextmanager
async def _typing(url: str, cookie: str) -> AsyncIterator[Tab]:
    tab = await Tab.open(url, "/new-report", cookie, **AT_WORK)
    await type_text(tab, next(_numbers))  # the first words create the draft
    yield tab
    await tab.close()


async def _both(product: servers.AppServer, tab: Tab, dictator: str, attacker: list[str]) -> tuple[Period, Period, int]:
    say(f"{QUIET} quiet seconds")
    quiet = await _work(product, tab, dictator, QUIET)
    say(f"{ABUSE} seconds of abuse")
    line = [sys.executable, "-m", "bench.abusers", product.url, str(ABUSE), *attacker, *sys.argv[1:]]
    log_before, began = product.log.stat().st_size, time.perf_counter()
    ours, theirs = _processor(product)
    abusers = await asyncio.create_subprocess_exec(*line)
    try:
        abused = await _work(product, tab, dictator, ABUSE)
        await asyncio.wait_for(abusers.wait(), GIVE_UP)
    finally:
        if abusers.returncode is None:
            abusers.kill()
    seconds = time.perf_counter() - began
    abused.processors = [(now - then) / seconds for now, then in zip(_processor(product), (ours, theirs), strict=True)]
    return quiet, abused, product.log.stat().st_size - log_before


def _processor(product: servers.AppServer) -> tuple[float, float]:
    """Return the processor seconds so far of the product, and of the attackers that have ended."""
    assert product.running is not None
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return processor_seconds(product.running.pid), ended.ru_utime + ended.ru_stime


async def _work(product: servers.AppServer, tab: Tab, dictator: str, seconds: float) -> Period:
    """Let the people work and the monitor check; each acts on a schedule of their own, whether answered or not."""
    found = Period()
    spoken = sound.encoded(sound.sentence(1))
    small_list = workbook(HEADING, *((f"C-{number}", "Anna", "Bos", "17-05-1940") for number in range(20)))

    async def type_on() -> None:
        await type_text(tab, next(_numbers))

    async with httpx.AsyncClient(base_url=product.url, timeout=GIVE_UP) as client:

        async def look() -> None:
            (await client.get("/healthz", headers=OTHER_DESK)).raise_for_status()

        async def weigh() -> None:  # in a thread: it takes as long as an event, which would wait for it here
            found.megabytes.append(await asyncio.to_thread(kilobytes, product) / 1024)

        async def dictate() -> None:
            told = {"dictationId": str(uuid.uuid4()), "segment": "0"}
            headers = {"Origin": product.url, "Cookie": dictator, **OTHER_DESK}
            sent = {"audio": ("a.webm", spoken, "audio/webm")}
            (await client.post("/api/stt", files=sent, data=told, headers=headers)).raise_for_status()

        async def compare() -> None:
            headers = {"Origin": product.url, "Cookie": dictator, **OTHER_DESK}
            body = {"transcript": LONG_REPORT, "report": LONG_REPORT, "template": "zorg"}
            (await client.post("/api/evidence", json=body, headers=headers)).raise_for_status()

        async def read_list() -> None:
            headers = {"Origin": product.url, "Cookie": dictator, **OTHER_DESK}
            (await client.post("/api/clients/import/preview", content=small_list, headers=headers)).raise_for_status()

        until = time.perf_counter() + seconds
        await asyncio.gather(
            regularly(type_on, EVENT_EVERY, until, found.events, found.errors),
            regularly(look, LOOK_EVERY, until, found.health, found.errors),
            regularly(weigh, WEIGH_EVERY, until, [], found.errors),
            regularly(dictate, SENTENCE_EVERY, until, found.sentences, found.errors),
            regularly(compare, REPORT_EVERY, until, found.reports, found.errors),
            regularly(read_list, REPORT_EVERY, until, found.lists, found.errors),
        )
    return found


def _figures(quiet: Period, abused: Period) -> list[Figure]:
    own, base = p95(abused.events), p95(quiet.events)
    before = max(quiet.megabytes)
    growth = max(abused.megabytes) - before
    goals = len(quiet.errors), len(abused.errors)
    return [
        Figure(
            "another person's event, p95, beside the quiet one",
            own / base,
            "x",
            GOAL_EVENT,
            f"{own:.0f} / {base:.0f} ms",
        ),
        Figure("/healthz, slowest", max(abused.health), " ms", GOAL_HEALTH, f"quiet {max(quiet.health):.0f} ms"),
        Figure("memory of the product, growth of its peak", growth, " MB", GOAL_MEMORY, f"from {before:.0f} MB"),
        Figure(
            "another person's sentence, slowest",
            max(abused.sentences),
            " ms",
            None,
            f"quiet {max(quiet.sentences):.0f} ms",
        ),
        Figure(
            "another person's long report compared, slowest",
            max(abused.reports),
            " ms",
            None,
            f"quiet {max(quiet.reports):.0f} ms",
        ),
        Figure(
            "another person's list of clients read, slowest",
            max(abused.lists),
            " ms",
            None,
            f"quiet {max(quiet.lists):.0f} ms",
        ),
        Figure(
            "processors that the product used",
            abused.processors[0],
            "",
            None,
            f"the attacker on this machine {abused.processors[1]:.2f}, of {os.cpu_count()}",
        ),
        Figure(
            "what other people did and failed", goals[1], "", 0, f"quiet {goals[0]}, of {len(abused.events)} events"
        ),
    ]


def _evicted(stores: dict[str, str]) -> Iterator[Figure]:
    for variable, url in stores.items():
        with Redis.from_url(url) as client:
            stats: Any = client.info()
            used = f"{stats['used_memory_peak'] / 2**20:.1f} MB at most"
            yield Figure(f"keys that {variable} threw out", stats["evicted_keys"], "", 0, used)


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
