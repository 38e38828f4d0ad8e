"""Requests a second of two everyday answers, one process on PostgreSQL: ``python -m bench api [--template FOLDER]``.

``GET /api/auth/me`` and a list of 20 drafts, which writes a row of the audit log. FOLDER is a checkout of
full-stack-fastapi-template (``bench/template.py`` says which), whose ``/users/me`` and list of 20 items are asked in
turns with ours, from the same PostgreSQL, whose files are on disk and which waits for them at each commit. ``--quick``:
it does not wait. The client is this process, and no part is bound to a core. The template keeps five connections to
PostgreSQL open and makes up to ten more for a moment: ``--connections 4`` asks over so few that it makes none.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.support import people as cast
from tests.support import postgres
from tests.support import server as servers
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.drafts import drafts
from voice_report.services.sessions import sessions

from . import template
from .stage import say
from .table import Figure, show

REQUESTS = 640  # in each turn
TURNS = 7
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
    """Start the servers, ask, and print the table; return whether the goals are met."""
    parser = argparse.ArgumentParser(description="Requests a second, beside another server if there is one.")
    parser.add_argument("--template", type=Path, help="a checkout of full-stack-fastapi-template")
    parser.add_argument("--connections", type=int, default=16, help="how many requests there are at a time")
    parser.add_argument("--quick", action="store_true", help="PostgreSQL does not wait for the disk")
    chosen = parser.parse_args()
    backend = template.installed(chosen.template) if chosen.template else None
    postgres.begin_run(durable=not chosen.quick)
    try:
        async with AsyncExitStack() as stack:
            directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="spraakrapport-bench-")))
            home = postgres.cluster()
            url, header = await _product(stack, directory, home)
            ours = {"me": "/api/auth/me", "list": f"/api/drafts?limit={DRAFTS}"}
            asked = {name: [Target(url + path, header)] for name, path in ours.items()}
            if backend:
                url, header = await stack.enter_async_context(template.running(backend, home, directory, items=DRAFTS))
                for name, path in (("me", "/api/v1/users/me"), ("list", f"/api/v1/items/?limit={DRAFTS}")):
                    asked[name].append(Target(url + path, header))
            figures = [await _figure(name, targets, chosen.connections) for name, targets in asked.items()]
    finally:
        postgres.end_run()
    return show(f"Requests a second, {chosen.connections} connections, one process on PostgreSQL", figures)


async def _product(stack: AsyncExitStack, directory: Path, home: Path) -> tuple[str, str]:
    """Serve the product until the stack ends; return its address and the header of a person with drafts."""
    postgres.execute(home, "CREATE DATABASE api")
    os.environ["DATABASE_URL"] = postgres.url(home, "api")
    settings.cache_clear()
    migrate = [sys.executable, "-m", "voice_report", "migrate"]
    await asyncio.to_thread(subprocess.run, migrate, check=True)
    person = (await cast.make_people(credits=10)).user
    user = await person.current()
    for number in range(DRAFTS):
        await session.run_in_transaction(drafts.save_draft, user, title=f"Concept {number}", transcript=_TEXT)
    await session.dispose()
    product = servers.app_server(directory, variables={"DATABASE_URL": os.environ["DATABASE_URL"]})
    say("starting the product")
    stack.callback(product.stop)
    product.start()
    return product.url, f"Cookie: {sessions.cookie_name()}={person.cookie}"


async def _figure(name: str, targets: list[Target], connections: int) -> Figure:
    sizes = [await _ask(target, 1) for target in targets]
    speeds: list[list[float]] = [[] for _ in targets]
    for turn in range(TURNS + 1):
        for target, found in zip(targets, speeds, strict=True):
            speed = await _speed(target, connections)
            if turn:  # the first one warms up
                found.append(speed)
    medians = [statistics.median(found) for found in speeds]
    told = f"{_beside(medians)} a second, {_beside(sizes)} bytes"
    if len(medians) == 1:
        return Figure(name, 1000 / medians[0], " ms", None, told)
    return Figure(f"{name}: time of a request beside the other's", medians[1] / medians[0], "x", 1 / GOALS[name], told)


def _beside(values: Sequence[float]) -> str:
    return " / ".join(f"{value:.0f}" for value in values)


async def _speed(target: Target, connections: int) -> float:
    """Return the requests a second that a target answers; raises when it answers anything but 200."""
    started = time.monotonic()
    await asyncio.gather(*(_ask(target, REQUESTS // connections) for _ in range(connections)))
    return REQUESTS // connections * connections / (time.monotonic() - started)


async def _ask(target: Target, times: int) -> int:
    """Ask over one connection, with the least there is: what a client costs is not what is measured. Return the bytes
    of the last answer, its head apart."""
    address = urlsplit(target.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    path = address.path + (f"?{address.query}" if address.query else "")
    question = f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n{target.header}\r\n\r\n".encode()
    length = 0
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
    return length


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
