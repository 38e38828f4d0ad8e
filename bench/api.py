"""Requests a second of two everyday answers, one process on PostgreSQL: ``python -m bench api [--beside FILE]``.

``GET /api/auth/me`` and a list of 20 drafts. FILE names another server's two addresses, to be asked in turns with ours
in the same run: ``{"header": "Authorization: Bearer ...", "me": "http://127.0.0.1:9000/...", "list": "..."}``. The
client is this process: on two cores it has one, and the server and PostgreSQL share the other.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests import people as cast
from tests import postgres
from tests import server as servers
from voice_report import database
from voice_report.config import settings
from voice_report.services.accounts import sessions
from voice_report.services.reports import drafts

from .stage import say
from .table import Figure, show

CONNECTIONS = 16
REQUESTS = 320  # in each turn
TURNS = 4
DRAFTS = 20
#: Times as many requests a second as the other server answers.
GOALS = {"me": 2.0, "list": 1.5}
_TEXT = "Mevrouw was vanochtend vrolijk en heeft goed gegeten. De wond aan het linkerbeen ziet er rustig uit. " * 6


@dataclass(frozen=True)
class Target:
    """An address and the header that signs the caller in."""

    url: str
    header: str


async def main() -> bool:
    """Start the product, ask, and print the table; return whether the goals are met."""
    parser = argparse.ArgumentParser(description="Requests a second, beside another server if one is named.")
    parser.add_argument("--beside", type=Path, help="a file that names another server's addresses")
    beside = parser.parse_args().beside
    other = json.loads(beside.read_text("utf-8")) if beside else {}
    postgres.begin_run()
    try:
        with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
            return await _compare(Path(name), other)
    finally:
        postgres.end_run()


async def _compare(directory: Path, other: dict[str, str]) -> bool:
    home = postgres.cluster()
    postgres.execute(home, "CREATE DATABASE api")
    os.environ["DATABASE_URL"] = postgres.url(home, "api")
    settings.cache_clear()
    migrate = [sys.executable, "-m", "voice_report", "migrate"]
    await asyncio.to_thread(subprocess.run, migrate, check=True)
    person = (await cast.make_people(credits=10)).user
    user = await person.current()
    for number in range(DRAFTS):
        await database.run_in_transaction(drafts.save_draft, user, title=f"Concept {number}", transcript=_TEXT)
    await database.dispose()
    product = servers.app_server(directory, variables={"DATABASE_URL": os.environ["DATABASE_URL"]})
    say("starting the product")
    product.start()
    try:
        cookie = f"Cookie: {sessions.cookie_name()}={person.cookie}"
        ours = {"me": "/api/auth/me", "list": f"/api/drafts?limit={DRAFTS}"}
        asked = {name: [Target(product.url + path, cookie)] for name, path in ours.items()}
        for name in ours if other else ():
            asked[name].append(Target(other[name], other["header"]))
        figures = [await _figure(name, targets) for name, targets in asked.items()]
    finally:
        product.stop()
    return show(f"Requests a second, {CONNECTIONS} connections, one process on PostgreSQL", figures)


async def _figure(name: str, targets: list[Target]) -> Figure:
    speeds: list[list[float]] = [[] for _ in targets]
    for turn in range(TURNS + 1):
        for target, found in zip(targets, speeds, strict=True):
            speed = await _speed(target)
            if turn:  # the first one warms up
                found.append(speed)
    medians = [statistics.median(found) for found in speeds]
    told = " / ".join(f"{one:.0f}" for one in medians) + " a second"
    if len(medians) == 1:
        return Figure(name, 1000 / medians[0], " ms", None, told)
    return Figure(f"{name}: time of a request beside the other's", medians[1] / medians[0], "x", 1 / GOALS[name], told)


async def _speed(target: Target) -> float:
    """Return the requests a second that a target answers; raises when it answers anything but 200."""
    started = time.monotonic()
    await asyncio.gather(*(_ask(target, REQUESTS // CONNECTIONS) for _ in range(CONNECTIONS)))
    return REQUESTS / (time.monotonic() - started)


async def _ask(target: Target, times: int) -> None:
    """Ask over one connection, with the least there is: what a client costs is not what is measured."""
    address = urlsplit(target.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    path = address.path + (f"?{address.query}" if address.query else "")
    question = f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n{target.header}\r\n\r\n".encode()
    try:
        for _ in range(times):
            writer.write(question)
            head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)).lower()
            if not head.startswith(b"http/1.1 200"):
                raise RuntimeError(f"{target.url} answers {head[:60]!r}")
            length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
            await asyncio.wait_for(reader.readexactly(length), 30)
    finally:
        writer.close()


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
