"""Whether response times reveal that an address has an account, or that an account has a second factor (S09, S38).

Addresses of two kinds alternate. The figure is how often a guess is right that takes two answers, one of
each kind, and calls the slower one the first kind (or the faster, whichever works better): 50 % is chance.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests import people as cast
from tests import server as servers
from voice_report import database
from voice_report.config import settings
from voice_report.services.accounts import second_factor

from .stage import say
from .table import Figure, show

PAIRS = 170
GOAL_GUESSED = 60  # percent; with this many pairs, chance stays below it 999 times in 1000
PASSWORD = "Niet-het-goede-1!"

#: Kinds of addresses.
KNOWN, UNKNOWN, WITH_FACTOR = "known", "unknown", "with a second factor"


@dataclass(frozen=True, slots=True)
class Question:
    """A call that everybody may make about an address, and the kinds of addresses that its answers might tell apart."""

    name: str
    path: str
    body: Callable[[str], dict[str, str]]
    kinds: tuple[str, str] = (KNOWN, UNKNOWN)


QUESTIONS = (
    Question("login", "/api/auth/login", lambda email: {"email": email, "password": PASSWORD}),
    Question(
        "login, second factor",
        "/api/auth/login",
        lambda email: {"email": email, "password": PASSWORD},
        (WITH_FACTOR, KNOWN),
    ),
    Question(
        "register",
        "/api/auth/register",
        lambda email: {"email": email, "password": PASSWORD, "firstName": "Nora", "lastName": "Nieuw"},
    ),
    Question("forgot", "/api/auth/forgot-password", lambda email: {"email": email}),
)


async def main() -> bool:
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
        product = servers.app_server(Path(name))
        try:
            product.start()
            figures = []
            async with httpx.AsyncClient(base_url=product.url, headers={"Origin": product.url}) as client:
                for question in QUESTIONS:
                    say(f"{question.name}: {PAIRS} pairs")
                    addresses = [await _addresses(product.database_url, kind) for kind in question.kinds]
                    figures += _compare(question, await _ask(client, question, addresses))
        finally:
            product.stop()
    return show(f"Two kinds of addresses, by the clock ({PAIRS} of each)", figures)


async def _addresses(database_url: str, kind: str) -> list[str]:
    """Return addresses of this kind, one for each pair: a lock or a limit on one account must not be what is measured.

    Of one more the answers are discarded: the very first takes longer.
    """
    if kind == UNKNOWN:
        return [f"niemand.{uuid.uuid4().hex[:12]}@zorg.example" for _ in range(PAIRS + 1)]
    os.environ["DATABASE_URL"] = database_url
    settings.cache_clear()
    organization = await cast.make_organization(max_users=PAIRS + 1)
    people = [await cast.make_user(organization) for _ in range(PAIRS + 1)]
    if kind == WITH_FACTOR:
        async with database.transaction() as session:
            for one in people:
                await second_factor.give_app(session, one.id)
    await database.dispose()
    return [one.email for one in people]


async def _ask(client: httpx.AsyncClient, question: Question, addresses: list[list[str]]) -> list[list[float]]:
    """Return the milliseconds of the answers, for each kind of addresses."""
    times: list[list[float]] = [[], []]
    statuses: set[int] = set()
    for pair in zip(*addresses, strict=True):
        for kind, address in enumerate(pair):
            began = time.perf_counter()
            answer = await client.post(question.path, json=question.body(address))
            times[kind].append((time.perf_counter() - began) * 1000)
            statuses.add(answer.status_code)
    if len(statuses) > 1 or statuses & {404, 422, 429, 500}:
        raise RuntimeError(f"{question.name}: answers {statuses}, so the clock is not what tells them apart")
    return [of_kind[1:] for of_kind in times]


def _compare(question: Question, times: list[list[float]]) -> list[Figure]:
    ones, others = times
    slower = sum(one > other for one in ones for other in others) / (len(ones) * len(others))
    guessed = 100 * max(slower, 1 - slower)
    return [
        Figure(f"{question.name}: guessed right by the clock", guessed, " %", GOAL_GUESSED),
        *(
            Figure(f"{question.name}: {kind}, median", statistics.median(took), " ms", detail=_spread(took))
            for kind, took in zip(question.kinds, times, strict=True)
        ),
    ]


def _spread(times: list[float]) -> str:
    tenths = statistics.quantiles(times, n=10)
    return f"p10 {tenths[0]:.0f}, p90 {tenths[-1]:.0f} ms"


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
