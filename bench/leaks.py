"""What leaves of generated dictations, end to end: ``python -m bench leaks [2000]`` (security.md S68).

Each dictation has known people, names in no list, names that are words, and numbers written and spoken at known places.
It goes through the whole product, six at once, to a language model on this machine that keeps every request to the
byte; each request is searched for what was planted, as it is and decoded. One process, on SQLite.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import col, func, select, update

from bench import deid, planted
from bench.planted import Planted
from bench.table import Figure, show
from tests.support import leaks
from tests.support import people as cast
from tests.support.fakes.provider import FakeProvider
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import Organization, ProcessingStep
from voice_report.errors import Unavailable
from voice_report.services.concepts import structuring
from voice_report.services.shared.identity import CurrentUser

MANY, AT_ONCE, CLIENTS = 2_000, 6, 200
_AGAIN_AFTER = (1, 5, 20)  # seconds
_CALM = (
    "Vanmorgen sliep mevrouw nog.", "Daarna at zij haar brood.", "Om 8.15 was de temperatuur 37,8.",
    "De wond is rustig.", "Zij kreeg 500 mg paracetamol.", "In de middag was er bezoek.", "De stemming was goed.",
    "Morgen kijken we verder.",
)  # fmt: skip
#: What must never leave, each with how it is planted.
MAKINGS: tuple[deid.Making, ...] = (
    *map(deid._rare, ("binnen", "titel", "eerst")), deid._any(deid._word("binnen"), deid._word("titel")),
    *map(deid._whole, (deid._WRITTEN, deid._filled("geboortedatum", planted.birth_date))),
    deid._whole(deid._filled("postcode", planted.postcode)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dictation:
    """A text, and the pieces of it that must not leave."""

    text: str
    forbidden: tuple[str, ...]


def clients(number: int) -> list[str]:
    """Return full names of people whom the organization knows."""
    chance = random.Random("clients")  # noqa: S311
    return list(dict.fromkeys(planted.person(chance) for _ in range(number)))


def dictation(chance: random.Random, known: Sequence[str]) -> Dictation:
    """Return a dictation of some ten sentences, half of which have something that identifies."""
    made = [one for making in chance.sample(MAKINGS, 4) if (one := making(chance)) is not None]
    made.append(_of(chance.choice(known), chance))
    sentences = [one.text for one in made] + chance.sample(_CALM, 5)
    chance.shuffle(sentences)
    return Dictation(" ".join(sentences), tuple(one.text[start:end] for one in made for start, end in one.spans))


def _of(name: str, chance: random.Random) -> Planted:
    """Return a sentence with a known person, in any case and spelling."""
    said = planted.cases(planted.mentioned(name, chance), chance)
    return planted.planted(chance.choice(planted.frames("binnen", "titel", "eerst")), said, (name,))


def left_in(requests: Sequence[str], one: Dictation) -> list[str]:
    """Return what of a dictation is in a request, in any way of reading it."""
    readings = [text for raw in requests for text in leaks.readings(raw)]
    return [word for word in one.forbidden if any(leaks.is_in(word, text) for text in readings)]


async def main() -> bool:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as directory, FakeProvider() as provider:
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{directory}/app.db",
            "SECRET_KEY": "only-for-tests-" + "x" * 32,
            "OPENAI_BASE_URL": provider.url,
            "OPENAI_API_KEY": "only-for-tests",
            "RATE_LIMITS": "off",
            "MAIL_URL": f"file:{Path(directory, 'mail')}",
        }
        settings.cache_clear()
        subprocess.run([sys.executable, "-m", "voice_report", "migrate"], check=True)  # noqa: ASYNC221
        try:
            return await _run(provider, number)
        finally:
            await structuring.finish_all()
            await database.dispose()


async def _run(provider: FakeProvider, number: int) -> bool:
    people = await cast.make_people()
    known = clients(CLIENTS)
    for at, name in enumerate(known):
        first, _, last = name.partition(" ")
        await cast.make_client(people.organization_id, f"B-{at}", first, last or first)
    async with database.transaction() as session:
        await session.exec(update(Organization).values(outside_text="pseudonymised", unlimited=True))
    users = [await people.user.current(), await people.admin.current()]
    users += [await (await cast.make_user(people.organization_id, "Bea", f"N{at}")).current() for at in range(4)]
    chance = random.Random("dictations")  # noqa: S311
    waiting = [dictation(chance, known) for _ in range(number)]
    left: list[str] = []
    began = time.monotonic()
    while waiting:
        some, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
        seen = len(provider.recorded)
        await asyncio.gather(*(_write(user, one.text) for user, one in zip(users, some, strict=False)))
        left += [word for one in some for word in left_in(provider.recorded[seen:], one)]
    seconds = time.monotonic() - began
    return show(f"What leaves of {number} dictations", await _figures(provider, number, left, seconds))


async def _write(user: CurrentUser, text: str) -> None:
    """Write a concept, again when a machine that is busy with other work had no turn at the database for it."""
    for seconds in _AGAIN_AFTER:
        try:
            await structuring.generate_whole(user, text)
            return
        except Unavailable:
            await asyncio.sleep(seconds)
    await structuring.generate_whole(user, text)


async def _figures(provider: FakeProvider, number: int, left: Sequence[str], seconds: float) -> list[Figure]:
    async with database.reading() as session:
        query = select(ProcessingStep.reason, func.count()).where(col(ProcessingStep.region) != "local")
        outcomes = dict((await session.exec(query.group_by(col(ProcessingStep.reason)))).all())
    stayed = sum(many for reason, many in outcomes.items() if reason)
    planted_in = f"{len(provider.recorded)} requests; {', '.join(sorted(set(left))[:10])}"
    return [
        Figure("left of what was planted", len(left), "", 0, planted_in),
        Figure("stayed on this server", 100 * stayed / number, " %", 10, str(outcomes)),
        Figure("time of a concept", 1000 * seconds / number, " ms", None, f"{AT_ONCE} at once"),
    ]


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
