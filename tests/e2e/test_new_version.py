"""A new version starts while a user talks, types or reads: it takes nothing from anybody."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, Request, WebSocketRoute, expect

from tests.e2e import next_version
from tests.e2e.reports.conftest import NETWORK, browsers, heard, talking
from tests.e2e.reports.recording import Talking, words
from tests.support import server as servers
from tests.support.fakes import sound
from voice_report.web.reflex import new_version

__all__ = ["browsers", "heard", "talking"]

#: A page that the new version's states do not fit is told so in the console, once for each connection.
EXPECTED = (*NETWORK, "Skipping state update for unknown substate")
NOTICE = "Er is een nieuwe versie."


@pytest.fixture(scope="module")
def app_server(provider_server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[servers.AppServer]:
    server = servers.app_server(tmp_path_factory.mktemp("app"), provider_url=provider_server.url)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def next_pages(app_server: servers.AppServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = Path(app_server.environment["REFLEX_WEB_WORKDIR"])
    return next_version.pages(built, tmp_path_factory.mktemp("next") / "pages", app_server.environment)


@pytest_asyncio.fixture(loop_scope="session")
async def upgrade(app_server: servers.AppServer, next_pages: Path):
    """Return ``await upgrade()``: the next version takes this one's place, or still with this one's pages
    (``with_pages``). Afterwards this one comes back."""
    backs: list[Callable[[], None]] = []

    async def take_over(*, with_pages: bool = True) -> None:
        backs.append(await asyncio.to_thread(next_version.take_over, app_server, next_pages if with_pages else None))

    yield take_over
    for back in backs[:1]:
        await asyncio.to_thread(back)


class Loads:
    """Counts how often the page is loaded, and what the browser asked before."""

    def __init__(self, page: Page) -> None:
        self.count = 0
        self.questions: list[str] = []
        page.on("request", self._look)
        page.on("dialog", self._ask)

    def _look(self, request: Request) -> None:
        self.count += request.is_navigation_request()

    async def _ask(self, dialog) -> None:
        self.questions.append(dialog.type)
        await dialog.accept()


async def test_who_is_talking_goes_on_and_gets_the_new_version_with_the_text(talking: Talking, upgrade, watch) -> None:
    watch.expect(*EXPECTED)
    samples = sound.dictation(8)
    recorder = await talking(samples)
    page = recorder.page
    loads = Loads(page)
    told: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(str(frame))))
    await recorder.start()
    await recorder.says("woord001")
    await upgrade()
    notice = page.get_by_text(f"{NOTICE} Je opname gaat door.")
    await expect(notice).to_be_visible()
    await recorder.talk(round(len(samples) / sound.RATE) + 1)
    await recorder.is_recording()
    assert (loads.count, loads.questions) == (0, [])
    assert any(new_version.EVENT in frame for frame in told)
    assert not any("state_mismatch" in frame for frame in told), "pages of earlier releases reload at this"
    async with page.expect_event("load"):
        await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 9))
    await expect(page.get_by_text(NOTICE)).to_have_count(0)
    await recorder.expect_stored(chunks=0, dictations=0)
    assert (loads.count, loads.questions) == (1, [])


async def test_who_is_typing_is_not_disturbed_and_gets_it_at_the_next_page(
    app_server, people, signed_in_page, upgrade, watch
) -> None:
    watch.expect(*EXPECTED)
    page: Page = await signed_in_page(people.user)
    await page.goto("/new-report?testMode=true")
    field = page.get_by_role("textbox", name="Transcript")
    await field.press_sequentially("Mevrouw heeft")
    loads = Loads(page)
    await upgrade()
    await field.press_sequentially(" goed gegeten")
    await expect(page.get_by_text(NOTICE)).to_be_visible()
    await field.press_sequentially(" en geslapen.")
    await expect(field).to_be_focused()
    await expect(field).to_have_value("Mevrouw heeft goed gegeten en geslapen.")
    assert loads.count == 0
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text("Mevrouw heeft goed gegeten en geslapen.").first).to_be_visible()
    await expect(page.get_by_text(NOTICE)).to_have_count(0)
    assert (loads.count, loads.questions) == (1, [])


async def test_a_page_that_nobody_touched_has_it_at_once_and_only_once(
    app_server, people, signed_in_page, upgrade, watch
) -> None:
    watch.expect(*EXPECTED)
    page: Page = await signed_in_page(people.user)
    await page.goto("/dashboard")
    await expect(page.get_by_role("link", name="Nieuwe rapportage").first).to_be_visible()
    loads = Loads(page)
    async with page.expect_event("load", timeout=0):
        await upgrade()
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    await expect(page.get_by_text(NOTICE)).to_have_count(0)
    assert loads.count == 1


async def test_a_page_of_another_version_than_the_next_process_loads_itself_once_and_then_says_so(
    app_server, people, signed_in_page, upgrade, watch
) -> None:
    """Behind one address both versions run for a while: the pages come from one, the connection goes to the other."""
    watch.expect(*EXPECTED)
    page: Page = await signed_in_page(people.user, path="")
    await upgrade(with_pages=False)
    loads = Loads(page)
    async with page.expect_event("framenavigated", lambda _: loads.count == 2):  # the first shows the notice too
        await page.goto("/dashboard", wait_until="commit")
    await page.wait_for_load_state()
    await expect(page.get_by_text(NOTICE)).to_be_visible()
    again = page.get_by_role("status").get_by_role("button", name="Opnieuw laden")
    await expect(again).to_be_visible()
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    assert loads.count == 2
    await upgrade()
    await again.click()
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    await expect(page.get_by_text(NOTICE)).to_have_count(0)


async def test_back_on_a_page_of_the_former_version_opens_the_page_of_the_new_one(
    app_server, people, signed_in_page, upgrade, watch
) -> None:
    watch.expect(*EXPECTED)
    page: Page = await signed_in_page(people.user)
    await page.goto("/new-report?testMode=true")
    field = page.get_by_role("textbox", name="Transcript")
    await field.press_sequentially("Mevrouw heeft")
    await expect(page).to_have_url(re.compile("draft="))  # else Back leads to a new report
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text("Mevrouw heeft").first).to_be_visible()
    loads = Loads(page)
    await upgrade()
    await expect(page.get_by_text(NOTICE)).to_be_visible()
    await page.go_back(wait_until="commit")
    await expect(page.get_by_role("textbox", name="Transcript")).to_have_value("Mevrouw heeft")
    await expect(page.get_by_text(NOTICE)).to_have_count(0)
    assert (loads.count, loads.questions) == (1, [])


async def test_after_a_roll_back_pages_of_the_newer_version_heal(people, signed_in_page, watch) -> None:
    """A server of before says that it does not know what the page says, until the page is one of its own."""
    watch.expect(*EXPECTED)
    asked: list[WebSocketRoute] = []

    def refuse(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        async def pass_on(message: str | bytes) -> None:
            if is_older and str(message).startswith("40/_event"):
                asked.append(socket)
                await socket.close(code=new_version.NOT_UNDERSTOOD)
            else:
                server.send(message)

        socket.on_message(pass_on)

    is_older = False
    typing, reading = await signed_in_page(people.user), await signed_in_page(people.user)
    for page in (typing, reading):
        await page.route_web_socket(re.compile("/_event"), refuse)
    await reading.goto("/dashboard")
    await expect(reading.get_by_role("link", name="Nieuwe rapportage").first).to_be_visible()
    await typing.goto("/new-report?testMode=true")
    field = typing.get_by_role("textbox", name="Transcript")
    await field.press_sequentially("Mevrouw heeft")
    loads, others = Loads(reading), Loads(typing)
    is_older = True

    async def connects_again(page: Page) -> None:
        """As a browser does that keeps the page, and shows it again; at once, because it may load itself then."""
        await page.evaluate(
            "window.dispatchEvent(new Event('pagehide')); document.dispatchEvent(new Event('visibilitychange'))"
        )

    async with reading.expect_event("load"):
        await connects_again(reading)
    await connects_again(typing)
    await expect(typing.get_by_text(NOTICE)).to_be_visible()
    await expect(field).to_have_value("Mevrouw heeft")
    is_older = False
    await expect(reading.get_by_text(people.user.first_name).first).to_be_visible()
    await expect(typing.get_by_text(NOTICE)).to_have_count(0)
    await expect(field).to_have_value("Mevrouw heeft")
    assert (loads.count, others.count) == (1, 0)
    assert asked
