"""Two processes of the product behind a proxy, sharing PostgreSQL and Redis; one is killed while somebody talks."""

import asyncio
import re
import signal
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests import postgres, redis_server
from tests import server as servers
from tests.conftest import migrate
from tests.e2e.recording import Recorder, words
from tests.fakes import sound
from tests.round_robin import RoundRobin

LONG = 60_000  # milliseconds; what a killed process was writing out is free again after twenty seconds
pytestmark = pytest.mark.usefixtures("both_running")
NETWORK = ("Failed to load resource", "WebSocket", "net::ERR")


@dataclass
class Installation:
    """What the fixtures of browser tests know of a server (``url``, ``database_url``), and the processes behind it."""

    url: str
    database_url: str
    proxy: RoundRobin
    processes: dict[int, servers.AppServer]

    def with_the_websocket(self) -> servers.AppServer:
        return self.processes[self.proxy.websockets[-1]]


@pytest_asyncio.fixture(loop_scope="session")
async def both_running(app_server: Installation) -> None:
    """Start again what an earlier test, or another try of this one, left killed."""
    for process in app_server.processes.values():
        if process.running is None:
            await asyncio.to_thread(process.start)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app_server(provider_server, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Installation]:
    directory = tmp_path_factory.mktemp("installation")
    home = await asyncio.to_thread(postgres.cluster)
    name = f"test_{uuid.uuid4().hex}"
    postgres.execute(home, f'CREATE DATABASE "{name}"')
    database_url = postgres.url(home, name)
    await asyncio.to_thread(migrate, database_url)
    with redis_server.running(directory) as redis_url:
        variables = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "TRUSTED_PROXY_HOPS": "1"}
        installation = await _install(provider_server.url, directory, variables)
        try:
            yield installation
        finally:
            await installation.proxy.stop()
            for process in installation.processes.values():
                await asyncio.to_thread(process.stop)
    postgres.execute(home, f'DROP DATABASE "{name}" WITH (FORCE)')


async def _install(provider_url: str, directory: Path, variables: dict[str, str]) -> Installation:
    port = servers.free_port()
    url = f"http://localhost:{port}"
    processes = {}
    for number in (1, 2):
        (directory / str(number)).mkdir()
        process = await asyncio.to_thread(
            servers.app_server, directory / str(number), provider_url=provider_url, variables=variables
        )
        process.environment["APP_URL"] = url  # only now: the pages are those of every other test
        await asyncio.to_thread(process.start)
        processes[int(process.url.rsplit(":", 1)[1])] = process
    proxy = RoundRobin(list(processes), port)
    await proxy.start()
    return Installation(url, variables["DATABASE_URL"], proxy, processes)


async def test_every_request_may_go_to_another_process(app_server: Installation, people, signed_in_page) -> None:
    """Signing in at one counts at the other, and no page needs to stay where it began."""
    page: Page = await signed_in_page(people.user)
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    for process in app_server.processes.values():
        cookies = {cookie["name"]: cookie["value"] for cookie in await page.context.cookies()}  # pyright: ignore
        async with httpx.AsyncClient(base_url=process.url, cookies=cookies) as client:
            assert (await client.get("/api/auth/me")).json()["email"] == people.user.email
            assert (await client.get("/readyz")).json()["redis"] is True
    assert set(app_server.proxy.requests) == set(app_server.processes), "both were asked"


async def test_s18_a_process_killed_while_somebody_dictates_costs_no_word_and_signs_nobody_out(
    app_server: Installation, people, launch_browser, signed_in_page, watch, tmp_path: Path
) -> None:
    watch.expect(*NETWORK)
    microphone = tmp_path / "microphone.wav"
    spoken, count = sound.lasting(24)
    microphone.write_bytes(sound.wav(spoken))
    browser = await launch_browser(f"--use-file-for-fake-audio-capture={microphone}%noloop")
    page: Page = await signed_in_page(people.user, chosen=browser, permissions=["microphone"])
    recorder = Recorder(page)
    await recorder.open()
    await recorder.start()
    await recorder.says("woord001")
    await recorder.talk(10)

    killed = app_server.with_the_websocket()
    await asyncio.to_thread(killed.stop, signal.SIGKILL)
    await recorder.talk(27)
    await recorder.is_recording()
    await recorder.stop()
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible(timeout=LONG)
    assert await recorder.transcript() == words(*range(1, count + 1))

    await recorder.press("Genereer concept")
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled(timeout=LONG)
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text(f"woord{count:03}")
    await expect(page.get_by_text("49 credits").first).to_be_visible()
    await page.goto("/dashboard")
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()

    await asyncio.to_thread(killed.start)
    await page.goto("/drafts")
    await expect(page.get_by_text("woord001").first).to_be_visible()


async def test_an_upgrade_one_process_after_the_other_leaves_open_pages_as_they_are(
    app_server: Installation, people, signed_in_page, watch
) -> None:
    watch.expect(*NETWORK)
    page: Page = await signed_in_page(people.user)
    await page.goto("/new-report?testMode=true")
    field = page.get_by_role("textbox", name="Transcript")
    typed = "Vanochtend geholpen met douchen."
    await field.press_sequentially(typed)
    for process in app_server.processes.values():
        await asyncio.to_thread(process.restart)
        await field.press_sequentially(" En daarna ontbeten.")
        typed += " En daarna ontbeten."
    await expect(field).to_have_value(typed)
    await page.get_by_role("button", name="Opslaan als concept").click()
    await expect(page.get_by_text("Concept opgeslagen", exact=True)).to_be_visible(timeout=LONG)
    await page.reload()
    await expect(field).to_have_value(typed, timeout=LONG)
    await page.goto("/drafts")
    await expect(page.get_by_text("Vanochtend geholpen met douchen.").first).to_be_visible()
    await expect(page.get_by_role("link", name="Verder gaan")).to_have_count(1)
