"""Whether response times reveal that an address has an account: at sign-in, registering and a forgotten password (S09).

Known and unknown addresses alternate. The figure is how often a guess is right that takes two answers, one of
each kind, and calls the slower one the known address (or the faster, whichever works better): 50 % is chance.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import httpx

from tests import people as cast
from tests import server as servers
from voice_report import database
from voice_report.config import settings

from .stage import say
from .table import Figure, show

PAIRS = 60
GOAL_GUESSED = 65  # percent; with this many pairs, chance stays below it 999 times in 1000
PASSWORD = "Niet-het-goede-1!"

Body = Callable[[str], dict[str, str]]
QUESTIONS: dict[str, tuple[str, Body]] = {
    "login": ("/api/auth/login", lambda email: {"email": email, "password": PASSWORD}),
    "register": (
        "/api/auth/register",
        lambda email: {"email": email, "password": PASSWORD, "firstName": "Nora", "lastName": "Nieuw"},
    ),
    "forgot": ("/api/auth/forgot-password", lambda email: {"email": email}),
}


async def main() -> bool:
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
        product = servers.app_server(Path(name))
        try:
            product.start()
            known = await _accounts(product.database_url)
            figures = []
            async with httpx.AsyncClient(base_url=product.url, headers={"Origin": product.url}) as client:
                for question, (path, body) in QUESTIONS.items():
                    say(f"{question}: {PAIRS} pairs")
                    figures += _compare(question, *await _ask(client, path, body, known))
        finally:
            product.stop()
    return show(f"Known and unknown addresses, by the clock ({PAIRS} of each)", figures)


async def _accounts(database_url: str) -> list[str]:
    """Create the known addresses, one for each pair: a lock or a limit on one account must not be what is measured."""
    os.environ["DATABASE_URL"] = database_url
    settings.cache_clear()
    organization = await cast.make_organization(max_users=PAIRS)
    known = [(await cast.make_user(organization)).email for _ in range(PAIRS)]
    await database.dispose()
    return known


async def _ask(client: httpx.AsyncClient, path: str, body: Body, known: list[str]) -> tuple[list[float], list[float]]:
    """Return the milliseconds of the answers for known and for unknown addresses; the very first is discarded."""
    times: tuple[list[float], list[float]] = ([], [])
    for number, email in enumerate([known[0], *known]):
        for kind, address in enumerate((email, f"niemand.{uuid.uuid4().hex[:12]}@zorg.example")):
            began = time.perf_counter()
            await client.post(path, json=body(address))
            if number:
                times[kind].append((time.perf_counter() - began) * 1000)
    return times


def _compare(question: str, known: list[float], unknown: list[float]) -> list[Figure]:
    slower = sum(one > other for one in known for other in unknown) / (len(known) * len(unknown))
    guessed = 100 * max(slower, 1 - slower)
    return [
        Figure(f"{question}: guessed right by the clock", guessed, " %", GOAL_GUESSED),
        *(
            Figure(f"{question}: {kind} address, median", statistics.median(times), " ms", detail=_spread(times))
            for kind, times in (("known", known), ("unknown", unknown))
        ),
    ]


def _spread(times: list[float]) -> str:
    tenths = statistics.quantiles(times, n=10)
    return f"p10 {tenths[0]:.0f}, p90 {tenths[-1]:.0f} ms"


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
