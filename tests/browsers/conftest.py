"""The same stories in Chromium, Firefox and WebKit, each with a server and a network of its own.

Sound is recorded as long as it lasts: where an engine records, the stories that do so the longest run beside its other
ones, in another worker. What an engine cannot do here is skipped with its reason, and counted.
"""

import asyncio
import inspect
import shutil
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.browsers.recording import RECORDING, two_sentences
from tests.e2e.conftest import _quick_hashing, db, people, provider_server
from tests.support import people as cast
from tests.support import releases
from tests.support import server as servers
from tests.support.cuttable import Cuttable
from tests.support.engines import firefox, webkit
from tests.support.engines.chromium import Chromium
from tests.support.engines.screen import Screen, give_microphone
from tests.support.engines.webdriver import Engine
from tests.support.fakes import sound
from voice_report.services.sessions.sessions import cookie_name

__all__ = ["_quick_hashing", "db", "people", "provider_server"]

HERE = Path(__file__).parent
#: The slowest first, so that no process waits for it at the end.
ENGINES: dict[str, Callable[[Path], Engine]] = {
    "webkit": webkit.WebKit,
    "firefox": firefox.Firefox,
    "chromium": Chromium,
}

#: The stories that record the longest: where an engine can, they run beside its other ones.
_APART = "test_offline"

#: Why an engine cannot record in a story.
NO_RECORDING = {"webkit": "on a busy machine it now and then stops answering while its page records, or loses sound"}
#: Why an engine cannot be killed and started again in a story.
NO_RESTART = {"webkit": "its driver gives it nothing on the disk, so it would start as new"}


def missing(name: str) -> str:
    """Return why this engine's stories do not run here; nothing when they do."""
    needed = {"firefox": [firefox.PROGRAM], "webkit": [webkit.DRIVER, webkit.SCREEN]}.get(name, [])
    absent = [program for program in needed if not shutil.which(program)]
    if name == "webkit" and not webkit.browser():
        absent.append("MiniBrowser")
    return f"{', '.join(absent)} cannot be had here (scripts/setup.sh names the packages)" if absent else ""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", list(ENGINES), indirect=True, scope="package")


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not item.path.is_relative_to(HERE):
            continue
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
        name = _engine_of(item)
        item.add_marker(pytest.mark.xdist_group(f"browsers-{name}-{_part_of(item)}"))
        if reason := missing(name):
            item.add_marker(pytest.mark.skip(f"{name}: {reason}"))
        item.add_marker(pytest.mark.timeout(1200, func_only=True))
    ours = [at for at, item in enumerate(items) if item.path.is_relative_to(HERE)]
    apart_first = sorted((items[at] for at in ours), key=lambda item: _part_of(item) == "others")
    for at, item in zip(ours, apart_first, strict=True):
        items[at] = item


def _engine_of(item: pytest.Item) -> str:
    callspec = getattr(item, "callspec", None)
    return callspec.params["engine"] if callspec else "none"


def _part_of(item: pytest.Item) -> str:
    is_apart = item.path.stem == _APART and _engine_of(item) not in NO_RECORDING
    return item.path.stem if is_apart else "others"


@pytest.fixture(scope="package")
def _product(
    provider_server: servers.Process, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[servers.AppServer, socket.socket]]:
    """The built product, and where the network before it listens; its port is taken before the server takes one."""
    listening = socket.create_server(("127.0.0.1", servers.free_port()))
    variables = {"APP_URL": f"http://localhost:{listening.getsockname()[1]}", "OFFLINE_PAGE": "on"}
    server = servers.app_server(tmp_path_factory.mktemp("app"), provider_url=provider_server.url, variables=variables)
    server.start()
    yield server, listening
    server.stop()
    listening.close()


@pytest.fixture(scope="package")
def app_server(_product) -> servers.AppServer:
    return _product[0]


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def network(_product) -> AsyncIterator[Cuttable]:
    """What is between the browser and the server; a story may cut it."""
    server, listening = _product
    carrying = Cuttable(listening, int(server.environment["PORT"]))
    await carrying.start()
    yield carrying
    await carrying.stop()


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engine]:
    """One browser for all stories of its engine; it and its server leave their memory to the other tests."""
    running = ENGINES[request.param](tmp_path_factory.mktemp(request.param))
    try:
        async with asyncio.timeout(servers.START_SECONDS):  # pytest's own limit is of tests alone
            await running.start()
        yield running
    finally:
        await running.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def screen(request: pytest.FixtureRequest, engine: Engine, network: Cuttable) -> AsyncIterator[Screen]:
    """A browser in which nobody has been yet, as wide as a phone or a little wider."""
    network.mend()
    await engine.begin()
    screen = Screen(engine, f"http://localhost:{network.port}")
    await screen.be_narrow()
    yield screen


@pytest.fixture
def cookie_of() -> Callable[[cast.Person], dict]:
    """Return ``cookie_of(person)``: the cookie of their session, which is open already."""
    return lambda person: {"name": cookie_name(), "value": person.cookie, "path": "/", "httpOnly": True}


@pytest.fixture
def next_release(app_server: servers.AppServer, tmp_path: Path) -> Callable:
    """Return ``await next_release()``: the server becomes another release, and stays it for the stories that follow;
    returns the worker's name."""

    async def become() -> str:
        former = app_server.environment
        pages, name = await asyncio.to_thread(releases.after, Path(former["REFLEX_WEB_WORKDIR"]), tmp_path / "release")
        app_server.environment = {**former, "REFLEX_WEB_WORKDIR": str(pages)}
        await asyncio.to_thread(app_server.restart)
        return name

    return become


@pytest.fixture
def _can_record(request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.params["engine"]
    if reason := NO_RECORDING.get(name):
        pytest.skip(f"{name}: {reason}")


@pytest.fixture
def _can_restart(request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.params["engine"]
    if reason := NO_RESTART.get(name):
        pytest.skip(f"{name}: {reason}")


@pytest_asyncio.fixture(loop_scope="session")
async def signed_in(screen: Screen, cookie_of: Callable) -> Callable:
    """Return ``await signed_in(person)``: the screen of somebody who is signed in already."""

    async def sign_in(person: cast.Person, path: str = "/dashboard") -> Screen:
        await screen.sign_in_as(cookie_of(person))
        await screen.open(path)
        return screen

    return sign_in


@pytest_asyncio.fixture(loop_scope="session")
async def recorder(_can_record: None, people: cast.People, signed_in: Callable) -> Screen:
    """The screen of a user who talks: two sentences, over and over."""
    screen: Screen = await signed_in(people.user, "/new-report")
    await screen.finds("button", "Start opname")
    await give_microphone(screen, sound.wav(two_sentences()))
    await screen.press("Start opname")
    await screen.sees(RECORDING)
    return screen
