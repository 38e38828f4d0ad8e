"""A server whose speech model cannot be loaded: the person who dictates hears it at once, and loses nothing."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.e2e.reports.recording import Recorder
from tests.support import server as servers
from tests.support.fakes import sound


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[servers.AppServer]:
    """The product with a local engine and no model."""
    directory = tmp_path_factory.mktemp("app")
    variables = {"SPEECH_ENGINE": "local", "SPEECH_MODEL": str(directory / "nergens")}
    server = await asyncio.to_thread(servers.app_server, directory, variables=variables)
    await asyncio.to_thread(server.start)
    yield server
    await asyncio.to_thread(server.stop)


async def test_a_missing_speech_model_is_named_at_once_and_the_recording_is_kept(
    people, launch_browser, signed_in_page, watch, tmp_path: Path
) -> None:
    watch.expect("Failed to load resource")
    microphone = tmp_path / "microphone.wav"
    microphone.write_bytes(sound.wav(sound.lasting(12)[0]))
    browser = await launch_browser(f"--use-file-for-fake-audio-capture={microphone}%noloop")
    page: Page = await signed_in_page(people.user, chosen=browser, permissions=["microphone"])
    recorder = Recorder(page)
    await recorder.open()
    await expect(page.get_by_text("De spraakherkenning doet het niet")).to_be_visible()
    await expect(page.get_by_text("Begin gerust. De tekst volgt vanzelf zodra die het weer doet.")).to_be_visible()
    await recorder.dictate(4)
    await expect(page.get_by_text("De spraakherkenning doet het niet")).to_be_visible()
    await expect(page.get_by_text("Het spraakmodel kan niet worden geladen.")).to_be_visible()
    await page.get_by_role("button", name="Later verwerken").click()
    await expect(page.get_by_text("Niet-verzonden opname van")).to_be_visible()
