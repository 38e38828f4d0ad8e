"""``/readyz`` says what works: 200 when people can work, with the engines as fields; 503 when they cannot."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from limits import parse

from tests.support import environment, migrated, postgres
from tests.support.fakes import sound
from tests.support.silence import Behaviour, Line, line_to
from tests.support.tickets import lets_through
from voice_report.config import settings
from voice_report.db import probe, session
from voice_report.db.schema import Schema
from voice_report.errors import Unavailable
from voice_report.integrations import resilience, speech, structuring
from voice_report.integrations.speech.local import LocalWhisper
from voice_report.reporting import deidentification
from voice_report.reporting.templates import DEFAULT
from voice_report.services.platform import readiness
from voice_report.services.shared import rate_limits
from voice_report.web import edge
from voice_report.web.api.app import create

LIMITS = (readiness._WITHIN, probe._ANSWERS_WITHIN)


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch) -> None:
    """Nothing is kept, and what works has all the time that a busy machine needs for it."""
    monkeypatch.setattr(readiness, "_KEPT", 0.0)
    monkeypatch.setattr(readiness, "_WITHIN", 60.0)
    monkeypatch.setattr(probe, "_ANSWERS_WITHIN", 60.0)


async def ready(client: httpx.AsyncClient) -> tuple[int, dict]:
    answer = await client.get("/readyz")
    return answer.status_code, answer.json()


async def at_most_a_second(client: httpx.AsyncClient) -> tuple[int, dict]:
    """Ask with the limits of the product, about what does not answer."""
    assert max(LIMITS) <= 1.0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(readiness, "_WITHIN", LIMITS[0])
        patch.setattr(probe, "_ANSWERS_WITHIN", LIMITS[1])
        return await ready(client)


async def test_everything_that_works_is_ok(api, fake_provider) -> None:
    engines = {"speech": "ready", "speechStatus": "", "structure": "ready", "pseudonyms": "ready"}
    works = {"status": "ok", "database": True, "schema": "current", **engines}
    assert await ready(await api()) == (200, works)


async def test_s68_names_that_cannot_be_replaced_are_told(api, fake_provider, monkeypatch) -> None:
    monkeypatch.setattr(deidentification, "is_ready", lambda: False)
    status, found = await ready(await api())
    assert (status, found["status"], found["pseudonyms"]) == (200, "degraded", "failing")


async def test_a_model_that_cannot_be_loaded_degrades_and_stops_nobody(api, monkeypatch, tmp_path) -> None:
    environment.use(monkeypatch, SPEECH_MODEL=str(tmp_path / "nergens"))
    speech.start_loading()
    engine = speech.engine()
    assert isinstance(engine, LocalWhisper)
    assert await asyncio.to_thread(engine.wait_until_settled, 600)
    status, found = await ready(await api())
    assert (status, found["status"], found["speech"], found["structure"]) == (200, "degraded", "missing", "ready")
    assert "vraag je beheerder" in found["speechStatus"]


async def test_engines_that_are_not_set_up_are_missing(api, monkeypatch) -> None:
    environment.use(monkeypatch, SPEECH_ENGINE="openai", STRUCTURE_ENGINE="openai")
    status, found = await ready(await api())
    assert (status, found["status"], found["speech"], found["structure"]) == (200, "degraded", "missing", "missing")


@pytest.mark.parametrize("fail", ["500", "401", "cut"])
async def test_an_outside_engine_that_failed_its_last_calls_is_failing_until_it_answers(
    api, fake_provider, monkeypatch, fail: str
) -> None:
    rested = 0.0
    lets_through(monkeypatch)
    monkeypatch.setattr(resilience, "pause", lambda _seconds: asyncio.sleep(0))
    for engine in (speech.engine(), structuring.engine()):
        monkeypatch.setattr(engine._breaker, "_now", lambda: rested)  # pyright: ignore[reportAttributeAccessIssue]
    client = await api()
    fake_provider.control(fail=fail)
    for _ in range(10):
        await say_and_structure()
    status, found = await ready(client)
    assert (status, found["status"], found["speech"], found["structure"]) == (200, "degraded", "failing", "failing")
    fake_provider.control(fail=None)
    rested = 60.0
    await say_and_structure()
    assert (await ready(client))[1]["status"] == "ok"


async def say_and_structure() -> None:
    """Ask both engines once, whatever comes of it."""
    with suppress(Unavailable):
        await speech.transcribe(sound.dictation(1))
    with suppress(Unavailable):
        async for _piece in structuring.engine().stream("Mevrouw heeft goed geslapen.", DEFAULT):
            pass


async def test_a_locked_database_is_not_ready(api, fake_provider, db) -> None:
    client = await api()
    with closing(sqlite3.connect(settings().database_url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, found = await at_most_a_second(client)
        assert (status, found["status"], found["database"]) == (503, "unavailable", False)
        other.execute("ROLLBACK")
    assert (await ready(client))[0] == 200


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("change", "status", "schema"),
    [
        ("UPDATE alembic_version SET version_num = '0001'", 503, "behind"),
        ("DELETE FROM alembic_version", 503, "behind"),
        ("DROP TABLE alembic_version", 503, "behind"),
        ("UPDATE alembic_version SET version_num = 'of newer code'", 200, "ahead"),
    ],
)
async def test_an_older_schema_is_not_ready_and_a_newer_one_is(
    api, fake_provider, db, db_kind, change, status, schema
) -> None:
    """Requests fail on a schema that lacks a column; halfway an upgrade the former version meets a newer one."""
    client = await api()
    before = "ALTER TABLE alembic_version RENAME TO kept" if "DROP" in change else change
    [version] = await db.all_rows(sa.select(sa.column("version_num")).select_from(sa.table("alembic_version")), {})
    async with db.engine().begin() as connection:
        await connection.execute(sa.text(before))
    try:
        answer = await ready(client)
    finally:  # PostgreSQL's is there for the next test too
        async with db.engine().begin() as connection:
            if "DROP" in change:
                await connection.execute(sa.text("ALTER TABLE kept RENAME TO alembic_version"))
            await connection.execute(sa.text("DELETE FROM alembic_version"))
            await connection.execute(sa.text(f"INSERT INTO alembic_version VALUES ('{version.version_num}')"))  # noqa: S608
    assert (answer[0], answer[1]["database"], answer[1]["schema"]) == (status, True, schema)
    assert (await ready(client))[0] == 200


async def test_a_full_disk_is_not_ready(api, fake_provider) -> None:
    client = await api()
    assert (await ready(client))[0] == 200
    with files_of_at_most(16):
        status, found = await ready(client)
    assert (status, found["database"]) == (503, False)
    assert (await ready(client))[0] == 200


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond so many bytes: what a full disk looks like to SQLite."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_asking_often_costs_one_look(api, fake_provider, monkeypatch) -> None:
    monkeypatch.setattr(readiness, "_KEPT", 60.0)
    looks = 0

    async def look() -> Schema:
        nonlocal looks
        looks += 1
        return Schema.CURRENT

    monkeypatch.setattr(readiness, "look", look)
    client = await api()
    answers = await asyncio.gather(*(client.get("/readyz") for _ in range(50)))
    assert {answer.status_code for answer in answers} == {200}
    assert looks == 1


async def test_s33_health_is_never_limited(api, fake_provider, monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "api", parse("2 per minute"))
    client = await api()
    assert [(await client.get("/api/auth/me")).status_code for _ in range(3)][-1] == 429
    assert (await client.get("/healthz")).status_code == 200
    assert (await client.get("/readyz")).status_code == 200


@pytest.fixture
async def line(monkeypatch) -> AsyncIterator[Line]:
    """The way to a PostgreSQL, which is the DATABASE_URL."""
    home = await asyncio.to_thread(migrated.cluster)
    name = await asyncio.to_thread(postgres.copy, home)
    async with line_to(Path(home) / ".s.PGSQL.5432") as line:
        environment.use(monkeypatch, DATABASE_URL=f"postgresql://postgres@127.0.0.1:{line.port}/{name}?sslmode=disable")
        yield line
        await session.dispose()
    postgres.execute(home, f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.mark.parametrize("behaviour", ["hold", "swallow", "half", "drip", "reset", "refuse"])
async def test_a_silent_postgresql_is_said_within_a_second_and_so_is_its_return(
    line: Line, fake_provider, tmp_path, behaviour: Behaviour
) -> None:
    transport = httpx.ASGITransport(edge.around(tmp_path)(create()))
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
        assert (await ready(client))[0] == 200
        await line.change(behaviour)
        for _ in range(2):
            status, found = await at_most_a_second(client)
            assert (status, found["status"], found["database"]) == (503, "unavailable", False)
            assert (await client.get("/healthz")).status_code == 200
        await line.change("pass")
        assert (await ready(client))[0] == 200


async def test_a_postgresql_that_only_reads_is_not_ready(line: Line, fake_provider, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("DATABASE_URL", settings().database_url + "&options=-c%20default_transaction_read_only%3Don")
    settings.cache_clear()
    transport = httpx.ASGITransport(edge.around(tmp_path)(create()))
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
        assert (await ready(client))[0] == 503
