"""Two processes of the product behind a proxy; one is killed while a user talks, both are restarted in turn."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, expect

from tests.e2e import next_version
from tests.e2e.reports.recording import Recorder, words
from tests.e2e.two_processes import NETWORK, WEBSOCKET, Installation, app_server, both_running
from tests.support import browser as chromium
from tests.support.fakes import sound

__all__ = ["app_server", "both_running"]
pytestmark = pytest.mark.usefixtures("both_running")


async def test_every_request_may_go_to_another_process(app_server: Installation, people, signed_in_page) -> None:
    """Signing in at one counts at the other, and no page needs to stay where it began."""
    page: Page = await signed_in_page(people.user)
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    for process in app_server.processes.values():
        cookies = {cookie["name"]: cookie["value"] for cookie in await page.context.cookies()}  # pyright: ignore
        async with httpx.AsyncClient(base_url=process.url, cookies=cookies, timeout=600) as client:
            assert (await client.get("/api/auth/me")).json()["email"] == people.user.email
            while not (await client.get("/readyz")).json()["redis"]:
                pass  # it has a second for its answer, in which a busy machine may not get round to it
    assert set(app_server.proxy.requests) == set(app_server.processes), "both were asked"


async def about_to_talk(people, launch_browser, signed_in_page, directory: Path) -> tuple[Recorder, int]:
    """Open the recorder of a user who will talk for 24 seconds, and return with it how many words will be said."""
    microphone = directory / "microphone.wav"
    spoken, count = sound.lasting(24)
    microphone.write_bytes(sound.wav(spoken))
    browser = await launch_browser(f"--use-file-for-fake-audio-capture={microphone}%noloop")
    recorder = Recorder(await signed_in_page(people.user, chosen=browser, permissions=["microphone"]))
    await recorder.open()
    return recorder, count


async def test_s18_a_process_killed_while_somebody_dictates_costs_no_word_and_signs_nobody_out(
    app_server: Installation, people, launch_browser, signed_in_page, watch, tmp_path: Path
) -> None:
    watch.expect(*NETWORK)
    recorder, count = await about_to_talk(people, launch_browser, signed_in_page, tmp_path)
    page = recorder.page
    await recorder.start()
    await recorder.says("woord001")
    await recorder.talk(10)

    killed = await app_server.kill_the_one_with(WEBSOCKET)
    await recorder.talk(27)
    await recorder.is_recording()
    await recorder.stop()
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    assert await recorder.transcript() == words(*range(1, count + 1))

    await recorder.press("Genereer concept")
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled()
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text(f"woord{count:03}")
    await expect(page.get_by_text("49 credits").first).to_be_visible()
    await page.goto("/dashboard")
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()

    await asyncio.to_thread(killed.start)
    await page.goto("/drafts")
    await expect(page.get_by_text("woord001").first).to_be_visible()


async def test_a_next_version_one_process_after_the_other_costs_who_dictates_no_word(
    app_server: Installation, people, launch_browser, signed_in_page, watch, tmp_path: Path
) -> None:
    watch.expect(*NETWORK, "Skipping state update for unknown substate")
    processes = list(app_server.processes.values())
    environment = processes[0].environment
    pages = await asyncio.to_thread(
        next_version.pages, Path(environment["REFLEX_WEB_WORKDIR"]), tmp_path / "next", environment
    )
    recorder, count = await about_to_talk(people, launch_browser, signed_in_page, tmp_path)
    page = recorder.page
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    await recorder.start()
    await recorder.says("woord001")
    backs = [await asyncio.to_thread(next_version.take_over, process, pages) for process in processes]
    try:
        await expect(page.get_by_text("Er is een nieuwe versie. Je opname gaat door.")).to_be_visible()
        await recorder.talk(27)
        await recorder.is_recording()
        assert loads == []
        async with page.expect_event("load"):
            await recorder.stop()
        assert await recorder.transcript() == words(*range(1, count + 1))
        await expect(page.get_by_text("Er is een nieuwe versie.")).to_have_count(0)
        assert len(loads) == 1
    finally:
        for back in backs:
            await asyncio.to_thread(back)


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
    async with chromium.shows(page, ".toast", "Concept opgeslagen"):
        await page.get_by_role("button", name="Opslaan als concept").click()
    await page.reload()
    await expect(field).to_have_value(typed)
    await page.goto("/drafts")
    await expect(page.get_by_text("Vanochtend geholpen met douchen.").first).to_be_visible()
    await expect(page.get_by_role("link", name="Verder gaan")).to_have_count(1)
