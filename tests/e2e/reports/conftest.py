"""For the recorder and the wizard: a microphone that speaks, what the engine heard, and how the provider behaves."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx
import numpy as np
import pytest_asyncio
from playwright.async_api import Browser, Playwright

from tests.e2e.reports.recording import Recorder, Talking
from tests.support import browser as chromium
from tests.support.fakes import sound
from tests.support.people import People

#: Refused and interrupted uploads, and dropped websockets, are reported by the browser itself.
NETWORK = ("Failed to load resource", "WebSocket", "ERR_INTERNET_DISCONNECTED", "net::ERR")


@pytest_asyncio.fixture(loop_scope="session")
async def heard(provider_server) -> Callable[[], Awaitable[list[list[int]]]]:
    """Return ``await heard()``: the numbers in each sound that the speech engine got, beginning with this test."""
    async with httpx.AsyncClient(base_url=provider_server.url, timeout=60) as client:
        await client.post("/reset")

    async def ask() -> list[list[int]]:
        async with httpx.AsyncClient(base_url=provider_server.url, timeout=60) as client:
            requests = (await client.get("/log")).json()["requests"]
        return [one["heard"] for one in requests if one["endpoint"] == "speech"]

    return ask


@pytest_asyncio.fixture(loop_scope="session")
async def browsers() -> AsyncIterator[list[Browser]]:
    """The browsers of this test, closed after its pages."""
    opened: list[Browser] = []
    yield opened
    for browser in opened:
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def talking(
    browsers: list[Browser], playwright: Playwright, new_page, people: People, watch, tmp_path: Path, app_server
) -> Talking:
    """Return ``await talking(samples)``: the recording step of a user whose microphone hears these sounds."""
    watch.expect(*NETWORK)

    async def talk(samples: np.ndarray, *, flag: str = "", script: str = "", **options) -> Recorder:
        microphone = tmp_path / "microphone.wav"
        microphone.write_bytes(sound.wav(samples))
        flags = [*chromium.FLAGS, f"--use-file-for-fake-audio-capture={microphone}%noloop", flag]
        browser = await playwright.chromium.launch(
            executable_path=chromium.executable(playwright), args=list(filter(None, flags))
        )
        browsers.append(browser)
        page = await new_page(browser, **options)
        if script:
            await page.add_init_script(script)
        await chromium.use_session(page.context, app_server.url, people.user.cookie)
        recorder = Recorder(page)
        await recorder.open()
        return recorder

    return talk


@pytest_asyncio.fixture(loop_scope="session")
async def provider(provider_server) -> AsyncIterator:
    """Tell the fake AI provider how to behave: ``await provider(fail="500")``. Well again after the test."""
    async with httpx.AsyncClient(base_url=provider_server.url, timeout=60) as client:

        async def control(**plan) -> None:
            (await client.post("/control", json=plan)).raise_for_status()

        yield control
        await client.post("/reset")
