"""An engine slower than speech: the person who dictates sees how far it is, and nothing is lost."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.e2e.reports.recording import Recorder, words
from tests.support import server as servers
from tests.support.fakes import sound

SLOWNESS = "2.5"  # seconds per second of sound


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[servers.AppServer]:
    """The product with a slow engine of its own."""
    directory = tmp_path_factory.mktemp("app")
    chosen = {"variables": {"SPEECH_MODEL": SLOWNESS}, "app": "tests.support.fakes.slow_engine:app"}
    server = await asyncio.to_thread(servers.app_server, directory, **chosen)
    await asyncio.to_thread(server.start)
    yield server
    await asyncio.to_thread(server.stop)


async def test_a_backlog_says_how_far_it_is_and_comes_whole_and_in_order(
    people, launch_browser, signed_in_page, tmp_path: Path
) -> None:
    microphone = tmp_path / "microphone.wav"
    microphone.write_bytes(sound.wav(sound.dictation(6)))
    browser = await launch_browser(f"--use-file-for-fake-audio-capture={microphone}%noloop")
    page: Page = await signed_in_page(people.user, chosen=browser, permissions=["microphone"])
    recorder = Recorder(page)
    await recorder.open()
    await recorder.start()
    await recorder.talk(round(len(sound.dictation(6)) / sound.RATE) - 1)
    await expect(page.get_by_text(re.compile(r"^Nog \d stukken te gaan, ongeveer"))).to_be_visible()
    await recorder.stop()
    await expect(
        page.locator(".under").get_by_role("status").filter(has_text=re.compile(r"^Nog \d stuk"))
    ).to_have_count(1)
    await expect(page.get_by_text("Kon audio niet verwerken")).to_have_count(0)
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    assert await recorder.transcript() == words(*range(1, 7))
