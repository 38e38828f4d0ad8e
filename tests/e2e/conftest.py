"""Browser tests: the built product on a port, Chromium, and pages that fail a test when an error occurs on them.

All browser tests of a worker run in one event loop (the session's). Under xdist a file's tests stay in one worker, with
a server of their own; files run in parallel, because most of their time is audio that plays.
"""

import inspect
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Playwright, async_playwright, expect

from tests.conftest import ROOT
from tests.support import browser as chromium
from tests.support import environment
from tests.support import people as cast
from tests.support import server as servers
from voice_report.db import session

HERE = Path(__file__).parent
FAILURES = ROOT / "var" / "test-failures"
_CALL = pytest.StashKey[pytest.TestReport]()

expect.set_options(timeout=chromium.PATIENCE)


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
                item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
            # Not of what comes before it: in a fresh clone the first test of a worker waits until the pages are built.
            item.add_marker(pytest.mark.timeout(1200, func_only=True))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    report = yield
    if report.when == "call":
        item.stash[_CALL] = report
        if report.failed and isinstance(server := getattr(item, "funcargs", {}).get("app_server"), servers.AppServer):
            report.sections.append(("the server's last lines", server.log.read_text(errors="replace")[-4000:]))
    return report


@pytest.fixture(autouse=True)
def _quick_hashing() -> None:
    """Hash passwords as the server does."""


@pytest.fixture(scope="session")
def provider_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[servers.Process]:
    """The fake AI provider as a process of its own."""
    provider = servers.fake_provider(tmp_path_factory.mktemp("provider"))
    provider.start()
    yield provider
    provider.stop()


@pytest.fixture(scope="session")
def app_server(
    provider_server: servers.Process, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[servers.AppServer]:
    """The built product with its own SQLite file, using the fake provider for speech and structuring."""
    server = servers.app_server(tmp_path_factory.mktemp("app"), provider_url=provider_server.url)
    server.start()
    yield server
    server.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def db(app_server: servers.AppServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator:
    """The server's own database, so that a test can prepare or inspect it."""
    environment.use(monkeypatch, DATABASE_URL=app_server.database_url)
    yield session
    await session.dispose()


@pytest_asyncio.fixture(loop_scope="session")
async def people(db) -> cast.People:
    """A cast of this test's own in the server's database; fifty credits per organization."""
    return await cast.make_people(credits=50)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def playwright() -> AsyncIterator[Playwright]:
    async with async_playwright() as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(playwright: Playwright) -> AsyncIterator[Browser]:
    """One Chromium for all tests; its microphone plays Chromium's own beeps."""
    running = await chromium.launch(playwright)
    yield running
    await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def launch_browser(playwright: Playwright) -> AsyncIterator:
    """Return ``await launch_browser(*flags)``: a Chromium of the test's own, for instance with an audio file as
    microphone."""
    running: list[Browser] = []

    async def launch(*flags: str) -> Browser:
        running.append(await chromium.launch(playwright, *flags))
        return running[-1]

    yield launch
    for each in running:
        await each.close()


@pytest.fixture(params=[390, 1440])
def options(request: pytest.FixtureRequest) -> dict:
    """A phone and a desktop; ``looker`` uses both in light and in dark."""
    return {"viewport": {"width": request.param, "height": 844}, "color_scheme": "light", "reduced_motion": "reduce"}


@pytest.fixture
def watch() -> Iterator[chromium.Watch]:
    """The errors on the pages of this test; any error that the test did not announce fails it."""
    watching = chromium.Watch()
    yield watching
    assert not watching.unexpected()


@pytest_asyncio.fixture(loop_scope="session")
async def new_page(
    request: pytest.FixtureRequest, browser: Browser, app_server: servers.AppServer, watch: chromium.Watch
) -> AsyncIterator:
    """Return ``await new_page()``: a page in a context (cookies, storage) of its own.

    ``chosen`` names another browser; other keywords go to the context (viewport, color_scheme, permissions...).
    """
    contexts = []

    async def new(chosen: Browser | None = None, **options) -> Page:
        if chosen:  # it records, and drawing what moves meanwhile was two thirds of the processor time
            options = {"reduced_motion": "reduce", **options}
        context = await (chosen or browser).new_context(
            base_url=app_server.url, locale="nl-NL", timezone_id="Europe/Amsterdam", **options
        )
        context.set_default_timeout(chromium.PATIENCE)
        watch.follow(context)
        contexts.append(context)
        return await context.new_page()

    yield new
    report = request.node.stash.get(_CALL, None)
    failed = report is None or report.failed
    why = report.longreprtext if report else "The test did not come to an end."
    name = re.sub(r"[^\w-]+", "_", request.node.name)
    for number, context in enumerate(contexts):
        if failed:
            await _keep_evidence(context, FAILURES / f"{name}-{number}", why)
        await context.close()


async def _keep_evidence(context, path: Path, why: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".txt").write_text(why)
    for page in context.pages[:1]:
        await page.screenshot(path=f"{path}.png", full_page=True)


@pytest_asyncio.fixture(loop_scope="session")
async def page(new_page) -> Page:
    """A fresh page, signed out."""
    return await new_page()


@pytest.fixture
def signed_in_page(new_page, app_server: servers.AppServer):
    """Return ``await signed_in_page(person)``: a page of a user who is signed in, where signing in leads to, or at
    ``path`` ("": nowhere yet)."""

    async def signed_in(person: cast.Person, *, path: str | None = None, **options) -> Page:
        page = await new_page(**options)
        await chromium.use_session(page.context, app_server.url, person.cookie)
        if path is None:
            path = "/platform-admin" if person.role == "platform_admin" else "/dashboard"
        if path:
            await page.goto(path)
        return page

    return signed_in
