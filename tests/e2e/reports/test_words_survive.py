"""Typed words survive a reload, a lost connection, a server that restarts or is killed, and a second window."""

import asyncio
import signal
from collections.abc import Iterator

import pytest
from playwright.async_api import Page, WebSocket, expect

from tests.e2e.reports.recording import Recorder
from tests.e2e.reports.wizard import (
    NOTE,
    PROVIDER,
    concept_is_there,
    edit_report,
    is_saved,
    transcript,
    type_note,
)
from tests.support import browser as chromium
from tests.support import environment
from tests.support import server as servers
from tests.support.people import People, make_people
from voice_report.db import session

LOADED = '"is_hydrated_rx_state_":true'  # what the server says when a page has read its draft
NOTE_THE_SHORTEST = """() => {
    const field = document.querySelector("textarea");
    const look = () => {
        window.shortest = Math.min(window.shortest, field.value.length);
        requestAnimationFrame(look);
    };
    const looks = "shortest" in window;
    window.shortest = Infinity;
    if (!looks) look();
}"""


@pytest.fixture(scope="module")
def own_server(provider_server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[servers.AppServer]:
    """A server that tests may kill."""
    own = servers.app_server(tmp_path_factory.mktemp("killed"), provider_url=provider_server.url)
    yield own
    own.stop()


@pytest.fixture
def server(own_server: servers.AppServer) -> servers.AppServer:
    """That server, running."""
    if own_server.running is None:
        own_server.start()
    return own_server


async def test_typed_words_survive_a_reload(people: People, signed_in_page):
    page = await signed_in_page(people.user, path="")
    await type_note(page)
    await transcript(page).press("Control+End")
    await transcript(page).press_sequentially(" En nog een laatste zin")
    await page.reload()
    await expect(transcript(page)).to_have_value(NOTE + " En nog een laatste zin")


async def test_words_typed_without_a_connection_survive_a_reload(people: People, signed_in_page, watch):
    watch.expect(*PROVIDER)
    page = await signed_in_page(people.user, path="")
    await type_note(page)
    await page.route("**/api/drafts/**", lambda route: route.abort())
    await page.context.set_offline(True)
    await transcript(page).press("Control+End")
    await transcript(page).press_sequentially(" Zonder bereik getypt.")
    await page.context.set_offline(False)
    await page.reload()
    await expect(transcript(page)).to_have_value(NOTE + " Zonder bereik getypt.")
    await page.unroute("**/api/drafts/**")
    await is_saved(page)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_typed_words_survive_a_server_restart(how, server, new_page, monkeypatch, watch):
    watch.expect(*PROVIDER, "502", "503")
    page = await _empty_report(server, new_page, monkeypatch)
    await transcript(page).fill(NOTE)
    await is_saved(page)
    server.stop(how)
    await transcript(page).press("Control+End")
    await transcript(page).press_sequentially(" Tijdens de herstart getypt.")
    await page.get_by_role("button", name="Genereer concept").click()
    await expect(page.get_by_role("button", name="Wacht op verbinding…")).to_be_visible()
    await page.get_by_role("button", name="Niet meer doen").click()
    server.start()
    await expect(transcript(page)).to_have_value(NOTE + " Tijdens de herstart getypt.")
    await expect(page.get_by_text("Geen verbinding.")).to_be_hidden()
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()  # what was taken back does not happen later
    await page.route("**/healthz", lambda route: route.abort())
    await page.get_by_role("button", name="Genereer concept").click()
    await expect(page.get_by_role("button", name="Wacht op verbinding…")).to_be_visible()
    await page.unroute("**/healthz")
    await concept_is_there(page)
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("Tijdens de herstart getypt.")


async def _empty_report(server, new_page, monkeypatch) -> Page:
    """Open the transcript of a new report, of a user of this server's own."""
    environment.use(monkeypatch, DATABASE_URL=server.database_url)
    await session.dispose()
    person = (await make_people()).user
    await session.dispose()
    page = await new_page()
    await chromium.use_session(page.context, server.url, person.cookie)
    await page.goto(f"{server.url}/new-report?testMode=true")
    await expect(transcript(page)).to_be_visible()
    return page


class Wire:
    """What goes over a page's websocket."""

    def __init__(self, page: Page) -> None:
        self._seen: list[str] = []
        self._more = asyncio.Event()
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        for way in ("framesent", "framereceived"):
            socket.on(way, self._note)  # pyright: ignore[reportCallIssue, reportArgumentType]

    def _note(self, frame: str | bytes) -> None:
        self._seen.append(str(frame))
        self._more.set()

    def forget(self) -> None:
        self._seen.clear()

    async def carries(self, words: str) -> None:
        """Wait for a frame with these words, of all since the last ``forget``."""
        while not any(words in frame for frame in self._seen):
            self._more.clear()
            await self._more.wait()


@pytest.mark.parametrize("heard", [False, True], ids=["unheard", "heard"])
async def test_words_typed_just_before_the_server_is_killed_stay(heard: bool, server, new_page, monkeypatch, watch):
    """Of a new report, and of a draft, which is saved every 30 s only. They never leave the screen."""
    watch.expect(*PROVIDER, "502", "503")
    page = await _empty_report(server, new_page, monkeypatch)
    wire = Wire(page)
    await page.reload()
    await wire.carries(LOADED)
    typed = ""
    for words in (NOTE, " Daarna gegeten."):
        await transcript(page).press("Control+End")
        await page.keyboard.insert_text(words)
        typed += words
        await page.evaluate(NOTE_THE_SHORTEST)
        if heard:
            await wire.carries(words)
        wire.forget()
        server.restart(signal.SIGKILL)
        await wire.carries(LOADED)
        await is_saved(page)
        await expect(transcript(page)).to_have_value(typed)
        assert await page.evaluate("window.shortest") == len(typed)
    wire.forget()
    await page.reload()
    await wire.carries(LOADED)
    await expect(transcript(page)).to_have_value(typed)
    await page.evaluate(NOTE_THE_SHORTEST)  # all of it is saved now, and the page has nothing of its own to defend
    wire.forget()
    server.restart(signal.SIGKILL)
    await wire.carries(LOADED)
    await expect(transcript(page)).to_have_value(typed)
    assert await page.evaluate("window.shortest") == len(typed)


async def test_leaving_the_page_saves_and_a_new_report_starts_empty(people: People, signed_in_page):
    page = await signed_in_page(people.user, path="")
    await type_note(page, "Eerste rapportage van vandaag.")
    await transcript(page).press("Control+End")
    await transcript(page).press_sequentially(" Nog een woord.")
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await expect(transcript(page)).to_have_count(0)
    await expect(page.get_by_text("Eerste rapportage van vandaag. Nog een woord.")).to_be_visible()
    await page.get_by_role("link", name="Alle concepten").click()
    await page.get_by_role("main").get_by_role("link", name="Nieuwe rapportage").click()
    await Recorder(page).is_recording()
    await expect(page.get_by_text("Eerste rapportage")).to_have_count(0)


async def test_two_tabs_do_not_overwrite_each_other(people: People, signed_in_page):
    page = await signed_in_page(people.user, path="")
    await type_note(page)
    other = await page.context.new_page()
    await other.goto(page.url)
    await expect(transcript(other)).to_have_value(NOTE)
    await transcript(page).fill("Zo staat het in het eerste venster.")
    async with chromium.shows(page, ".toast", "Concept opgeslagen"):
        await page.get_by_role("button", name="Opslaan als concept").click()
    await transcript(other).fill("En zo in het tweede.")
    await other.get_by_role("button", name="Opslaan als concept").click()
    await expect(other.get_by_text("Dit concept is in een ander venster gewijzigd", exact=True)).to_be_visible()
    await expect(other.locator(".toast")).to_have_count(0)  # it says the same, and would cover that
    await expect(transcript(other)).to_have_value("En zo in het tweede.")
    await other.get_by_role("button", name="Bewaar als apart concept").click()
    await expect(other.get_by_text("Dit concept is in een ander venster gewijzigd", exact=True)).to_be_hidden()
    await other.goto("/drafts")
    await expect(other.get_by_role("heading", name="Zo staat het in het eerste…")).to_be_visible()
    await expect(other.get_by_role("heading", name="En zo in het tweede.")).to_be_visible()


async def test_two_hundred_thousand_characters_are_kept(people: People, signed_in_page):
    words = ("Mevrouw was vandaag vrolijk en at goed. " * 5000)[:199_999] + "."
    page = await signed_in_page(people.user, path="")
    await type_note(page, words)
    await page.reload()
    await expect(transcript(page)).to_have_value(words)


async def test_who_edits_the_concept_and_reloads_loses_nothing(people: People, signed_in_page):
    page = await signed_in_page(people.user, path="")
    await type_note(page)
    await page.get_by_role("button", name="Genereer concept").click()
    await concept_is_there(page)
    await edit_report(page, "Zelf erbij geschreven, tot het laatste woord")
    await page.reload()
    report = page.get_by_role("article", name="Rapportage")
    await expect(report).to_contain_text("Zelf erbij geschreven, tot het laatste woord")
    await expect(report.get_by_role("heading", name="Situatie")).to_be_visible()


_NO_MEMORY = """() => {
  IDBFactory.prototype.open = () => { throw new DOMException("no storage in this window", "SecurityError"); };
}"""


async def test_typing_goes_on_where_the_browser_keeps_nothing(people: People, signed_in_page):
    page = await signed_in_page(people.user)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.add_init_script(f"({_NO_MEMORY})()")
    await type_note(page)
    await transcript(page).press_sequentially(" Tot morgen.")
    await transcript(page).blur()
    await page.goto("/dashboard")
    await page.goto("/drafts")
    await expect(page.get_by_text("Tot morgen.").first).to_be_visible()
    assert errors == []
