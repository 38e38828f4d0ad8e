"""Whether response times reveal that an address has an account, or what kind of one (S09, S38, S45).

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
from sqlmodel import delete

from tests.support import people as cast
from tests.support import server as servers
from voice_report import clock
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import EmailDomain, IdentityProvider
from voice_report.services.factors import second_factor

from .stage import say
from .table import Figure, show

PAIRS = 170
GOAL_GUESSED = 60  # percent; with this many pairs, chance stays below it 999 times in 1000
PASSWORD = "Niet-het-goede-1!"

#: Kinds of addresses.
KNOWN, UNKNOWN, WITH_FACTOR = "known", "unknown", "with a second factor"
EMPLOYED, NOT_EMPLOYED = "known, of a connected domain", "unknown, of a connected domain"

_EMPLOYER = "werkgever.example"  # signs its people in itself


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
    Question(
        "employer",
        "/api/auth/single-sign-on/discover",
        lambda email: {"email": email},
        (EMPLOYED, NOT_EMPLOYED),
    ),
    Question(
        "login, employer",
        "/api/auth/login",
        lambda email: {"email": email, "password": PASSWORD},
        (EMPLOYED, NOT_EMPLOYED),
    ),
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
    domain = _EMPLOYER if kind in (EMPLOYED, NOT_EMPLOYED) else "zorg.example"
    names = [f"{uuid.uuid4().hex[:12]}@{domain}" for _ in range(PAIRS + 1)]
    if kind in (UNKNOWN, NOT_EMPLOYED):
        return names
    os.environ["DATABASE_URL"] = database_url
    settings.cache_clear()
    organization = await cast.make_organization(max_users=PAIRS + 1)
    people = [await cast.make_user(organization, email=name) for name in names]
    async with database.transaction() as session:
        if kind == WITH_FACTOR:
            for one in people:
                await second_factor.give_app(session, one.id)
        if kind == EMPLOYED:
            await _connect(session, organization)
    await database.dispose()
    return [one.email for one in people]


async def _connect(session: database.WriteSession, organization_id: uuid.UUID) -> None:
    """Let an organization require its identity provider, at the domain of ``_EMPLOYER``; another one did so before."""
    for table in (EmailDomain, IdentityProvider):
        await session.exec(delete(table))
    now = clock.now()
    session.add(EmailDomain(organization_id=organization_id, domain=_EMPLOYER, token=uuid.uuid4().hex, proven_at=now))
    session.add(
        IdentityProvider(
            organization_id=organization_id,
            kind="other",
            issuer="https://inloggen.werkgever.example",
            client_id="spraakrapport",
            client_secret="never used here",
            secret_set_at=now,
            usage="required",
        )
    )


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
