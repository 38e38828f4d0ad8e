"""What masking costs beside others' work: ``python -m bench privacy`` (decisions/0034).

How long the event loop is held while a text is masked and looked at, of 3,000 words, of 200,000 characters, and of ten
such texts at once; the memory that masking adds to a process, and the lists from cold; a heading with 1,000 words that
are always replaced; whose names a text may have among 50,000 clients; and the card of how a report was made. On SQLite.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

from sqlalchemy import insert
from sqlmodel import SQLModel

from bench import deid, planted
from bench.table import Figure, show
from tests.support import people as cast
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import Client, NameKey, ProcessingStep, Report, search_key
from voice_report.engines import RULES
from voice_report.reporting import deidentification
from voice_report.reporting.deidentification import Choices, Known, searched
from voice_report.reporting.deidentification.scan import scan
from voice_report.reporting.templates import DEFAULT
from voice_report.services.concepts._masked_engine import Masking, prepare
from voice_report.services.processing import card
from voice_report.services.shared.identity import CurrentUser
from voice_report.services.vocabulary import known_people, masking_words

CLIENTS = 50_000
_TIMES = 9
_PIECE = 1_000
_COST = """
import time
import voice_report.lifespan
from voice_report.reporting import deidentification
from voice_report.reporting.deidentification import lists

def private():
    lines = open("/proc/self/smaps_rollup").read().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024

before = private()
began = time.perf_counter()
lists.is_listed_word("huis"), lists.is_name("jansen")
cold = time.perf_counter() - began
deidentification.is_ready()
print(private() - before, cold * 1000)
"""


def _text(*, words: int = 0, characters: int = 0) -> list[str]:
    """Return sentences of the dictations, so many words or characters."""
    said = [one for texts in deid._dictations(held=False) for one in texts if one[0].isupper()]
    some: list[str] = []
    while sum(len(one.split()) for one in some) < words or sum(map(len, some)) < characters:
        some += said[len(some) % len(said) :][:_PIECE]
    if characters:
        while sum(map(len, some)) > characters:
            some.pop()
        return some
    kept, count = [], 0
    for one in some:
        if count >= words:
            break
        kept.append(one)
        count += len(one.split())
    return kept


async def _held_while(work: Callable[[], Awaitable[object]]) -> float:
    """Return the longest that the event loop did not come round while something is done, in milliseconds."""
    longest, is_over = 0.0, False

    async def look() -> None:
        nonlocal longest
        while not is_over:
            began = time.perf_counter()
            await asyncio.sleep(0.001)
            longest = max(longest, time.perf_counter() - began - 0.001)

    looking = asyncio.create_task(look())
    await asyncio.sleep(0.01)
    longest = 0.0
    await work()
    is_over = True
    await looking
    return longest * 1000


async def _mask(texts: list[str], people: Known) -> None:
    async def asking(_searched: object) -> tuple[Known, Choices]:
        return people, Choices()

    masking = Masking()
    if await prepare(masking, asking, texts, DEFAULT) is None and masking.refusal not in ("case", "scan"):
        raise AssertionError(masking.refusal)


async def _held() -> list[Figure]:
    people = Known(date(2026, 11, 28), deid._known([planted.person(random.Random(at)) for at in range(20)]).people)  # noqa: S311
    sets = ("3,000 words", _text(words=3_000), 1, 20.0), ("200,000 characters", _text(characters=199_000), 1, 50.0)
    figures = []
    for name, texts, many, goal in (*sets, ("ten times 200,000 characters at once", sets[1][1], 10, None)):
        times = 3 if many == 1 else 1

        async def work(texts: list[str] = texts, many: int = many) -> None:
            await asyncio.gather(*(_mask(texts, people) for _ in range(many)))

        began = time.perf_counter()
        held = [await _held_while(work) for _ in range(times)]
        seconds = (time.perf_counter() - began) / times
        idle = await _held_while(lambda seconds=seconds: asyncio.sleep(seconds))
        told = f"least of {times}, {seconds:.1f} s each; {idle:.0f} ms when nothing is done"
        figures.append(Figure(f"event loop held, {name}", min(held), " ms", goal, told))
    return figures


def _cost() -> list[Figure]:
    done = subprocess.run([sys.executable, "-c", _COST], capture_output=True, text=True, check=True)
    memory, cold = map(float, done.stdout.split())
    return [
        Figure("memory of a process", memory, " MB", 12, "private, after a text with one of each kind"),
        Figure("lists from cold", cold, " ms", 5, "one look in each, checked whole"),
    ]


async def _heading() -> Figure:
    """Return the time of one heading of a template, of an organization with as many words as it can have."""
    replace = frozenset(f"{one} {at}" for at, one in enumerate(planted.words("surnames") * 40))
    words = frozenset(sorted(replace)[: masking_words.MAX_WORDS])

    async def looked() -> None:
        known_people.named_in("Wat is er besproken", Known(date(2026, 11, 28)), words)

    return Figure(f"a heading, {len(words):,} words replaced", await _fastest(looked), " ms", 2, f"fastest of {_TIMES}")


async def _fill(people: cast.People) -> None:
    chance = random.Random("clients")  # noqa: S311
    clients, keys = [], []
    for at in range(CLIENTS):
        first, _, last = planted.person(chance).partition(" ")
        number = f"N-{at}"
        one = Client(
            id=number, organization_id=people.organization_id, date_of_birth=date(1940, 1, 1),
            first_name=first, last_name=last or first, search_key=search_key(number, first, last or first),
        )  # fmt: skip
        clients.append(one)
        keys += [(part, number) for part in deidentification.name_parts(first, last or first)]
    rows = [one.model_dump() for one in clients]
    named_by = [
        NameKey(organization_id=people.organization_id, key=part, sound="", client_id=number).model_dump()
        for part, number in keys
    ]
    for table, content in ((Client, rows), (NameKey, named_by)):
        await _put(table, content)


async def _put(table: type[SQLModel], rows: list[dict]) -> None:
    for at in range(0, len(rows), 5_000):
        async with database.transaction() as session:
            await session.exec(insert(table), params=rows[at : at + 5_000])


async def _fastest(work: Callable[[], Awaitable[object]]) -> float:
    taken = []
    for _ in range(_TIMES):
        began = time.perf_counter()
        await work()
        taken.append((time.perf_counter() - began) * 1000)
    return min(taken)


async def _queries(people: cast.People) -> list[Figure]:
    user: CurrentUser = await people.user.current()
    asked = searched(_text(words=300))

    async def names() -> None:
        await database.run_reading(known_people.known, user, asked, None)

    few = await _fastest(names)
    await _fill(people)
    many = await _fastest(names)
    draft = await _draft(user)

    async def shown() -> None:
        await database.run_reading(card.read, user, draft)

    told = f"{len(asked.keys)} words; {few:.1f} ms of a handful of people"
    return [
        Figure(f"known people among {CLIENTS:,}, 300 words", many, " ms", 20, told),
        Figure("the card of a report, 20 steps", await _fastest(shown), " ms", 3, f"fastest of {_TIMES}"),
    ]


async def _draft(user: CurrentUser) -> uuid.UUID:
    async with database.transaction() as session:
        row = Report(user_id=user.id, organization_id=user.organization_id, is_draft=True, transcript="Zij at goed.")
        session.add(row)
        await session.flush()
        for _ in range(20):
            step = ProcessingStep(
                organization_id=user.organization_id, report_id=row.id, user_id=user.id, step="report",
                engine=RULES.key, region="local", config_hash=RULES.config_hash, form="here", input_unit="characters",
                outcome="done",
            )  # fmt: skip
            session.add(step)
        return row.id


async def main() -> bool:
    sys.setswitchinterval(0.0005)  # as in the product (lifespan)
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as directory:
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{directory}/app.db",
            "SECRET_KEY": "only-for-tests-" + "x" * 32,
            "MAIL_URL": f"file:{Path(directory, 'mail')}",
        }
        settings.cache_clear()
        subprocess.run([sys.executable, "-m", "voice_report", "migrate"], check=True)  # noqa: ASYNC221
        try:
            people = await cast.make_people()
            figures = [*await _held(), *_cost(), await _heading(), *await _queries(people)]
        finally:
            await database.dispose()
    return show("Masking beside others' work", figures)


if __name__ == "__main__":
    scan("")  # imported before anything is timed
    sys.exit(0 if asyncio.run(main()) else 1)
