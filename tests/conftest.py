"""Common to all tests: their own settings and database, a clock they can set, the people, and signed-in API clients."""

import asyncio
import gc
import logging
import os
import shutil
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import httpx
import hypothesis
import psycopg
import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI
from limits.aio import strategies
from limits.aio.storage import memory
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.orm import configure_mappers
from sqlalchemy.pool import QueuePool

from tests.support import described, environment, leaks, migrated, postgres, repeats, selection
from tests.support import people as cast
from tests.support.checkout import _checkout_is_left_alone
from tests.support.egress import Guard, watching
from tests.support.fakes.dns_server import FakeNameServer
from tests.support.fakes.identity_provider import FakeIdentityProvider, authority
from tests.support.fakes.provider import FakeProvider
from voice_report import clock
from voice_report.config import Settings, settings
from voice_report.db import engine, session
from voice_report.integrations import resilience
from voice_report.integrations.speech.openai_compatible import OpenAICompatible
from voice_report.integrations.structuring.openai_compatible import OpenAICompatibleEngine
from voice_report.services.concepts import structuring
from voice_report.services.factors import passwords
from voice_report.services.sessions import sessions
from voice_report.services.shared import rate_limits
from voice_report.services.sign_in import constant_time

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["_checkout_is_left_alone"]

#: How long an example takes says how busy the machine is, and nothing about what is tested.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")

#: As the product logs: its set-up runs in the first test of a process that imports the app, and in no earlier one.
logging.getLogger().setLevel(logging.INFO)
#: As the first statement does: a row that is made before it and looked at after it would be of neither.
configure_mappers()

ROOT = Path(__file__).resolve().parent.parent
#: The product's, in seconds. A busy machine needs longer to open a connection, and many writers at once for each other.
DATABASE_LIMITS = {name: getattr(engine, name) for name in ("CONNECT", "LOCK", "STATEMENT", "SILENCE", "PING")}
_LAST = 20  # lines of what went wrong, in the summary
_QUICK_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def pytest_addoption(parser: pytest.Parser) -> None:
    choices = ("both", "sqlite", "postgresql")
    parser.addoption("--database", choices=choices, default="both", help="which databases the `db` fixture runs on")
    parser.addoption(
        "--quick", action="store_true", help="leave out what takes long: the folders `long`, `e2e` and `browsers`"
    )


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a long text by its beginning: pytest hands the names of all tests from process to process."""
    return f"{val[:20]!a}, {len(val)} long" if isinstance(val, str) and len(val) > 60 else None


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.end_run()


@pytest.hookimpl(tryfirst=True)
def pytest_internalerror(excrepr: object) -> None:
    _tell(["INTERNAL ERROR", *str(excrepr).splitlines()[-_LAST:]])


def pytest_terminal_summary(terminalreporter) -> None:
    lines: list[str] = []
    for kind in ("failed", "error"):
        for report in terminalreporter.stats.get(kind, []):
            lines += [f"FAILED {report.nodeid}", *report.longreprtext.splitlines()[-_LAST:]]
    parts, _ = terminalreporter.build_summary_stats_line()
    _tell([*lines, f"-- Tests: {', '.join(words for words, _ in parts)}"])


def _tell(lines: list[str]) -> None:
    """Add lines to the file ``TEST_SUMMARY``: what the checks beside the tests say comes after the tests' own output.
    A worker has a summary too, of its own part."""
    path = os.environ.get("TEST_SUMMARY")
    if path and "PYTEST_XDIST_WORKER" not in os.environ:
        with open(path, "a") as summary:
            summary.writelines(f"{line}\n" for line in lines)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Leave what is imported and collected here out of the garbage collection, and collect seldom afterwards: going
    through all modules and tests over and over was a tenth of the processor time of a service's test."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is not quick before it is imported: what these files import takes seconds in every process."""
    left_out = collection_path.name == "long" or _in_browsers(collection_path)
    return True if left_out and config.getoption("--quick") else None


def _in_browsers(path: Path) -> bool:
    return path.is_relative_to(ROOT / "tests" / "e2e") or path.is_relative_to(ROOT / "tests" / "browsers")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = selection.in_turn(items)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "db_kind" in metafunc.fixturenames:
        chosen = metafunc.config.getoption("database")
        item = metafunc.definition
        # Pages, routes and the edge only call services (``test_architecture``), and these are tested on both.
        is_above = item.path.relative_to(ROOT / "tests").parts[1] in ("ui", "web")
        one_will_do = is_above and item.get_closest_marker("both_databases") is None
        one_will_do = one_will_do or item.get_closest_marker("one_database") is not None
        one_will_do = one_will_do or bool(metafunc.config.getoption("--quick"))
        both = ["sqlite"] if one_will_do else ["sqlite", "postgresql"]
        kinds = both if chosen == "both" else [chosen]
        metafunc.parametrize("db_kind", kinds, scope="session", indirect=True)


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Keep the machine's configuration out of the test, and the test's out of the next one."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Settings, "settings_customise_sources", _given_and_variables)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/unused.db")
    monkeypatch.setenv("MAIL_URL", f"file:{tmp_path}/mail")
    monkeypatch.setenv("AUDIT_ANCHOR", str(tmp_path / "outside" / "anchor.json"))
    monkeypatch.setenv("ERASURES_FILE", str(tmp_path / "outside" / "erasures.json"))
    monkeypatch.setenv("SECRET_KEY", "only-for-tests-" + "x" * 32)
    monkeypatch.setattr(constant_time, "pause", _no_pause)
    for name in DATABASE_LIMITS:
        monkeypatch.setattr(engine, name, 200 if name == "SILENCE" else 100)  # it exceeds the others
    _begin_a_window(monkeypatch)
    settings.cache_clear()
    yield
    clock.use(None)
    settings.cache_clear()


def _given_and_variables(_settings: type, init_settings: Callable[[], dict], **_others) -> tuple:
    """Return the sources of settings: what is given, and the variables. Through pydantic-settings, which
    looks at every type again and for a file as well, this was an eighth of the processor time of a service's test."""
    return init_settings, _variables


def _variables() -> dict[str, str]:
    return {name: os.environ[name.upper()] for name in Settings.model_fields if name.upper() in os.environ}


def _begin_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time of the rate limits stand still at the beginning of every window: one that begins halfway, or ends
    while a busy machine makes its calls, lets more of them through."""
    moment = time.time() // 86_400 * 86_400 + 1
    now = SimpleNamespace(time=lambda: moment)
    for module in (memory, strategies, rate_limits):
        monkeypatch.setattr(module, "time", now)


async def _no_pause(_seconds: float) -> None:
    """Return at once: a separate test covers that answers take the same time."""


@pytest.fixture(autouse=True)
def _quick_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with little effort. ``test_passwords`` has the product's, and so have browser tests, whose server
    is another process."""
    monkeypatch.setattr(passwords, "_hasher", _QUICK_HASHER)


@pytest.fixture(autouse=True)
def counted_egress(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, _own_environment
) -> Iterator[Guard]:
    """Fail the test when the product made a connection without a row, or a row without a connection (S70)."""
    with watching(monkeypatch, has_database="db" in request.fixturenames) as guard:
        yield guard
    if not _in_browsers(request.node.path):  # there the product is in another process
        guard.check(is_played=request.node.get_closest_marker("played_connection") is not None)


@pytest.fixture
async def calm(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """No request waits between retries, and no concept is still being made at the end."""
    monkeypatch.setattr(resilience, "pause", lambda seconds: asyncio.sleep(0))
    monkeypatch.setattr(structuring, "pause", lambda seconds: asyncio.sleep(0))
    yield
    await structuring.finish_all()


@pytest.fixture(scope="session", autouse=True)
def _kept_engines() -> Iterator[None]:
    """Keep an engine for the next test on the same database: a statement is compiled once per engine, and compiling
    was two fifths of the time of a service's test. Connections are kept by ``_put_away`` alone."""
    make = engine.make

    @lru_cache(maxsize=8)
    def kept(database_url: str, limits: bool, _times: tuple) -> AsyncEngine:
        return make(database_url, limits=limits)

    def made(database_url: str, *, limits: bool = True) -> AsyncEngine:
        return kept(database_url, limits, (engine.CONNECT, engine.LOCK, engine.STATEMENT))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "make", made)
        yield


@pytest.fixture(scope="session", autouse=True)
def _closed_clients() -> Iterator[None]:
    """Close the engines' clients at the end of the event loop that they have connections in: one that is left is closed
    when it is collected, in the event loop of another test."""
    opened: list[AsyncOpenAI] = []
    close = asyncio.Runner.close

    def noted(connected: "Callable[..., AsyncOpenAI]") -> "Callable[..., AsyncOpenAI]":
        def note(*args) -> "AsyncOpenAI":
            client = connected(*args)
            if client not in opened:
                opened.append(client)
            return client

        return note

    def close_all(runner: asyncio.Runner) -> None:
        if threading.current_thread() is threading.main_thread():  # a fake server has an event loop too
            while opened:
                runner.run(opened.pop().close())
        close(runner)

    with pytest.MonkeyPatch.context() as patch:
        for engine in (OpenAICompatible, OpenAICompatibleEngine):
            patch.setattr(engine, "_connected", noted(engine._connected))
        patch.setattr(asyncio.Runner, "close", close_all)
        yield


@pytest.fixture(scope="session")
def database_file() -> Path:
    """This process's database file, replaced for every test."""
    return Path(tempfile.mkdtemp(dir=postgres.run_directory())) / "app.db"


@pytest.fixture(scope="session")
def db_kind(request: pytest.FixtureRequest) -> str:
    """The database this test runs on: "sqlite" or "postgresql"."""
    return request.param


@pytest.fixture(scope="session")
def _migrated(db_kind: str) -> Path:
    """The migrated database to copy from: a file for SQLite, the cluster's socket directory for PostgreSQL."""
    if db_kind == "sqlite":
        return migrated.file()
    try:
        return migrated.cluster()
    except postgres.MissingPostgres as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def _own_postgres(_migrated: Path) -> Iterator[psycopg.Connection]:
    """A connection to this process's database in the cluster, created once: creating one takes a third of a second."""
    with postgres.connect(_migrated, postgres.copy(_migrated)) as connection:
        yield connection


@pytest.fixture
async def db(
    request: pytest.FixtureRequest, db_kind: str, _migrated: Path, database_file: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator:
    """An empty, migrated database of the test's own; yields the ``voice_report.db.session`` module bound to it."""
    if db_kind == "sqlite":
        for old in database_file.parent.iterdir():
            old.unlink()  # a connection that was left open keeps the old file and never reaches the new one
        shutil.copyfile(_migrated, database_file)
        url = f"sqlite:///{database_file}"
    else:
        connection: psycopg.Connection = request.getfixturevalue("_own_postgres")
        postgres.empty(connection)
        url = postgres.url(_migrated, connection.info.dbname)
    environment.use(monkeypatch, DATABASE_URL=url)
    yield session
    await _put_away(db_kind)


async def _put_away(db_kind: str) -> None:
    """Leave the next test the open connections to PostgreSQL: a new one is a process, which reads the schema again.

    Not while some are in use, or when the pool was full: callers may have waited for it, in this test's event loop.
    """
    pool = session._opened.engine.pool if db_kind == "postgresql" and session._opened else None
    if isinstance(pool, QueuePool) and pool.checkedout() == 0 and pool.checkedin() < pool.size():
        session._opened = None
    await session.dispose()


@pytest.fixture
async def nobody_connected(db, db_kind: str, request: pytest.FixtureRequest) -> None:
    """No connection to the test's database is left of an earlier test: a restore waits for who is connected, and then
    refuses."""
    if db_kind == "postgresql":
        session.engine()  # of which connections were kept
        await session.dispose()
        postgres.close_others(request.getfixturevalue("_own_postgres"))


@pytest.fixture
async def people(db, request: pytest.FixtureRequest) -> cast.People:
    """Two organizations with an administrator and a user each; ten credits per organization."""
    if "wall_clock" in request.fixturenames:  # else a session would be from the future
        request.getfixturevalue("wall_clock")
    return await cast.make_people()


class WallClock:
    """The time as the application sees it. Starts on a Monday morning and changes only when advanced."""

    def __init__(self, start: datetime) -> None:
        self.now = start
        clock.use(lambda: self.now)

    def set(self, moment: datetime) -> None:
        self.now = moment

    def advance(self, step: timedelta | None = None, **parts: float) -> None:
        """Advance the time by a timedelta, or by its parts: ``advance(hours=12)``."""
        self.now += step if step is not None else timedelta(**parts)


@pytest.fixture
def wall_clock() -> WallClock:
    """A clock that is set by hand."""
    return WallClock(datetime(2026, 3, 2, 9, 0, tzinfo=UTC))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let calls begin as soon as they come; ``test_turns`` has the product's pace."""
    from voice_report.web.edge import token_buckets, turns  # here, as in ``api``

    monkeypatch.setattr(turns, "_accounts", {})
    monkeypatch.setattr(turns, "_OF_AN_ACCOUNT", (1_000_000, 1_000_000))
    whole = token_buckets.OfOrganizations((1_000_000, 1_000_000), (0, 0))
    monkeypatch.setattr(turns, "_organizations", whole)
    for kind in turns._visitors:
        monkeypatch.setitem(turns._visitors, kind, token_buckets.SharedTokenBucket(1_000_000, 1_000_000))


@pytest.fixture
async def api(db, tmp_path: Path, at_once) -> AsyncIterator:
    """Return ``await api(person)``: a client of the JSON API behind the edge, signed in as that person or as nobody."""
    from voice_report.web import edge  # here, so that a mistake in one route does not stop every other test

    missing: set[str] = set()
    app = edge.around(tmp_path / "pages")(described.noting(_routes(), missing))
    async with AsyncExitStack() as stack:

        async def client(person: cast.Person | None = None) -> httpx.AsyncClient:
            origin = settings().origin
            opened = httpx.AsyncClient(
                transport=httpx.ASGITransport(app),
                base_url=origin,
                headers={"Origin": origin},
                event_hooks={"response": [repeats.refused]},
            )
            if person is not None:
                opened.cookies.set(sessions.cookie_name(), person.cookie)
            return await stack.enter_async_context(opened)

        yield client
    if missing:
        pytest.fail(f"answered, and in no description: {sorted(missing)}", pytrace=False)


@cache
def _routes() -> FastAPI:
    """The JSON API, built once per process: FastAPI takes a seventh of a second to read all routes."""
    from voice_report.web.api.app import create

    return create()


@pytest.fixture
def fake_provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeProvider]:
    """The fake AI provider on a thread, configured as the engine for speech and structuring. Fails the test when
    something came in that was masked (S68)."""
    with leaks.watching(monkeypatch) as seen, FakeProvider() as provider:
        environment.use(monkeypatch, OPENAI_BASE_URL=provider.url, OPENAI_API_KEY="only-for-tests")
        yield provider
        found = seen.found(provider.recorded)
    if found:
        pytest.fail(f"left, though it was masked: {found}", pytrace=False)


@pytest.fixture
def identity_provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeIdentityProvider]:
    """A fake identity provider over TLS on loopback, which the product may ask."""
    environment.use(monkeypatch, SSL_CERT_FILE=str(authority()[1]), SINGLE_SIGN_ON_LOOPBACK="on")
    with FakeIdentityProvider() as provider:
        yield provider


@pytest.fixture
def name_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeNameServer]:
    """A fake name server, which the product asks for TXT records."""
    with FakeNameServer() as server:
        environment.use(monkeypatch, DNS_SERVER=server.address)
        yield server
