"""What opens is what was tapped: the report of the address, however the person came there, and nothing of another."""

import re
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from playwright.async_api import Locator, Page, expect
from sqlmodel import col, select

from tests.e2e.reports.archiving import archiving_people, put
from tests.e2e.reports.wizard import transcript
from tests.e2e.slow_server import SlowServer
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support.people import People, Person
from voice_report.db.models import Report
from voice_report.services.archive import archive
from voice_report.services.drafts import drafts

#: Notes every text of another draft than that of the address, however briefly a page shows it.
WATCH = """{
  window.wrong = [];
  const look = () => {
    if (location.pathname !== "/new-report") return; // the address changes before the page
    const draft = new URLSearchParams(location.search).get("draft");
    for (const { id, marker } of DRAFTS) {
      if (id === draft) continue;
      for (const place of document.querySelectorAll("textarea, .paper, [aria-label=Transcript]")) {
        if (`${place.value ?? ""}${place.textContent}`.includes(marker)) window.wrong.push(marker);
      }
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}"""
OTHERS = {"/dashboard": "Goede|Fijne", "/drafts": "Concepten", "/dossier": "Dossier", "/account": "Mijn account"}

Shows = Callable[[Page], Awaitable[None]]


@pytest.fixture
async def texts(db, people: People) -> dict[str, str]:
    return await two_drafts(db, people.user)


async def two_drafts(db, person: Person) -> dict[str, str]:
    """Two drafts of this person, and an empty report: the text by the address. One has a report, and a client."""
    user = await person.current()
    async with db.transaction() as session:
        first = await drafts.save_draft(session, user, transcript="Aardbei was vrolijk.")
        other = await drafts.save_draft(
            session, user, transcript="Banaan was stil.", structured_report="## Situatie\n\nBanaan was stil.\n"
        )
    return {f"/new-report?draft={first.id}": "Aardbei", f"/new-report?draft={other.id}": "Banaan", "/new-report": ""}


def shown(texts: dict[str, str]) -> dict[str, Shows]:
    """Return what a person sees at each address."""

    def report(address: str, marker: str) -> Shows:
        async def look(page: Page) -> None:
            if not marker:
                await expect(page.get_by_text("Stap 1 van 3")).to_be_visible()
            elif marker == "Aardbei":
                await expect(transcript(page)).to_have_value("Aardbei was vrolijk.")
            else:
                await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("Banaan was stil.")
            await expect(page).to_have_url(re.compile(re.escape(address) + "$"))

        return look

    def other(title: str) -> Shows:
        async def look(page: Page) -> None:
            await expect(page.get_by_role("heading", level=1, name=re.compile(title))).to_be_visible()

        return look

    return {
        **{address: report(address, marker) for address, marker in texts.items()},
        **{path: other(title) for path, title in OTHERS.items()},
    }


def every_pair(addresses: list[str]) -> list[str]:
    """Return a walk that goes from each address to each other one, once."""
    left = {one: [other for other in addresses if other != one] for one in addresses}
    walk, stack = [], [addresses[0]]
    while stack:
        if left[stack[-1]]:
            stack.append(left[stack[-1]].pop())
        else:
            walk.append(stack.pop())
    return walk[::-1]


async def watched(page: Page, texts: dict[str, str]) -> Page:
    """Look at every change of the page. It has no microphone: a recording would ask before its page is left."""
    known = [{"id": address.partition("=")[2], "marker": marker} for address, marker in texts.items() if marker]
    await page.add_init_script(f"delete Navigator.prototype.mediaDevices;const DRAFTS = {known};{WATCH}")
    return page


async def test_every_page_opens_what_was_asked_after_every_other(people: People, texts, signed_in_page):
    page = await watched(await signed_in_page(people.user, path=""), texts)
    looks = shown(texts)
    walk = every_pair(list(looks))
    for address in walk:
        await page.goto(address)
        await looks[address](page)
        assert await page.evaluate("wrong") == [], address
    for address in walk[-2:-20:-1]:
        await page.go_back()
        await looks[address](page)
        assert await page.evaluate("wrong") == [], f"back to {address}"
    for address in walk[-18:-12]:
        await page.go_forward()
        await looks[address](page)
        assert await page.evaluate("wrong") == [], f"forward to {address}"


async def test_what_was_tapped_opens_after_a_full_load_a_link_and_in_a_second_tab(
    people: People, texts, signed_in_page
):
    page = await signed_in_page(people.user, path="")
    looks = shown(texts)
    first, other, empty = texts
    await watched(page, texts)
    for left in (first, other):
        for go in (full_load, by_link):
            for tapped in (first, other, empty):
                await page.goto(left)
                await looks[left](page)
                await go(page, "/drafts" if tapped != empty else "/dashboard")
                await tap(page, tapped, texts)
                await looks[tapped](page)
                assert await page.evaluate("wrong") == [], f"{tapped} after {left}"
    tab = await watched(await page.context.new_page(), texts)
    await tab.goto(first)
    await looks[first](tab)
    await page.goto("/dashboard")
    await tap(page, empty, texts)
    await looks[empty](page)
    await looks[first](tab)
    await page.reload()
    await looks[empty](page)


ELSEWHERE = (
    "/admin", "/sjablonen", "/woordenlijst", "/inloggen-beheer", "/logboek", "/betalingen", "/voorbeeld",
    "/", "/prijzen", "/hulp", "/privacyverklaring", "/bestaat-niet",
)  # fmt: skip


async def test_from_every_other_page_what_was_tapped_opens(db, signed_in_page, watch):
    watch.expect("404")
    people = await archiving_people(db)
    texts = await two_drafts(db, people.admin)
    await put(db, people, "K-7", "## Situatie\n\nCitroen was moe.\n", said="Citroen was moe.")
    first, other, empty = texts
    looks = shown(texts)
    page = await watched(await signed_in_page(people.admin, path=""), texts)

    async def archived() -> None:
        await page.goto("/dossier")
        await page.get_by_role("listitem").get_by_role("button", name=people.admin.name).click()
        await expect(paper(page)).to_contain_text("Citroen was moe.")
        assert not re.search("Aardbei|Banaan", await paper(page).inner_text())

    for number, left in enumerate(ELSEWHERE):
        former, tapped = ((first, other), (other, empty), (empty, first))[number % 3]
        await page.goto(former)
        await looks[former](page)
        await page.goto(left)
        await page.get_by_role("link", name="Dashboard").first.click()
        await tap(page, tapped, texts)
        await looks[tapped](page)
        assert await page.evaluate("wrong") == [], f"{tapped} after {left}"
        await page.goto(left)
        await archived()


async def test_nothing_of_a_draft_is_shown_while_the_next_is_on_its_way(people: People, texts, signed_in_page):
    page = await watched(await signed_in_page(people.user, path=""), texts)
    server = SlowServer()
    await page.route_web_socket(re.compile("/_event"), server.begin)
    looks = shown(texts)
    first, other, empty = texts
    await page.goto("/dashboard")
    for tapped in (first, other):
        await page.get_by_role("link", name="Dashboard").first.click()
        await tap(page, tapped, texts)
        await looks[tapped](page)
    steps: list[tuple[str, Callable[[], Awaitable[object]]]] = [
        (empty, partial(new_report, page)),
        (other, page.go_back),
    ]
    for address, go in steps:
        server.held = True
        await go()
        await expect(page).to_have_url(re.compile(re.escape(address) + "$"))
        await expect(page.get_by_text("Laden...")).to_be_visible()
        for button in ("Archief", "Genereer concept", "Start opname"):
            await expect(page.get_by_role("button", name=button)).to_have_count(0)
        server.release()
        await looks[address](page)
        assert await page.evaluate("wrong") == [], address


async def test_what_comes_for_a_draft_that_was_left_is_not_shown_on_the_next(people: People, texts, signed_in_page):
    page = await watched(await signed_in_page(people.user, path=""), texts)
    server = SlowServer()
    await page.route_web_socket(re.compile("/_event"), server.begin)
    looks = shown(texts)
    _, other, empty = texts
    await page.goto("/dashboard")
    await tap(page, other, texts)
    await looks[other](page)
    await new_report(page)
    await looks[empty](page)
    server.held = True
    await page.go_back()
    await server.loaded.wait()
    send_what_came = server.take_waiting()  # of the draft alone: the next page's may come before it is sent
    await page.go_forward()
    await expect(page).to_have_url(re.compile(re.escape(empty) + "$"))
    send_what_came()
    await expect(page.get_by_text("Laden...")).to_be_visible()
    server.release()
    await looks[empty](page)
    assert await page.evaluate("wrong") == []


async def new_report(page: Page) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.get_by_role("button", name="Menu openen").click()
    await page.get_by_role("dialog", name="Menu").get_by_role("link", name="Nieuwe rapportage").click()


async def full_load(page: Page, path: str) -> None:
    await page.goto(path)


async def by_link(page: Page, path: str) -> None:
    """Go there by the page's own links."""
    await page.get_by_role("link", name="Dashboard").first.click()
    if path == "/drafts":
        await page.get_by_role("link", name="Alle concepten").click()


async def tap(page: Page, address: str, texts: dict[str, str]) -> None:
    await page.evaluate("window.wrong = []")
    if not texts[address]:
        await page.get_by_role("main").get_by_role("link", name=re.compile("Nieuwe rapportage")).first.click()
        return
    row = page.get_by_role("listitem").filter(has_text=texts[address])
    await row.get_by_role("link", name="Verder gaan").click()


async def test_the_dialog_of_an_archived_report_lies_over_no_other(db, people: People, texts, signed_in_page):
    first = next(iter(texts))
    await cast.keep_archive(people.organization_id)
    user = await people.user.current()
    async with db.transaction() as session:
        done = await drafts.save_draft(session, user, transcript="Citroen was moe.", client_id="C-1")
        await archive.archive(session, user, client_id="C-1", transcript="Citroen was moe.", draft_id=done.id)
    page = await watched(await signed_in_page(people.user, path="/dashboard"), texts)
    await page.goto(f"/new-report?draft={done.id}")
    dialog = page.get_by_role("dialog").filter(has_text="Opgeslagen bij")
    await expect(dialog).to_be_visible()
    await page.goto(first)
    await shown(texts)[first](page)
    await expect(dialog).to_have_count(0)
    await page.goto(f"/new-report?draft={done.id}")
    await dialog.get_by_role("button", name="Sluiten").click()
    await expect(dialog).to_have_count(0)
    await page.go_back()
    await shown(texts)[first](page)
    await expect(dialog).to_have_count(0)


def paper(page: Page) -> Locator:
    return page.get_by_role("article", name="Rapportage")


#: Lets the test close what is open: without internet a browser opens no websocket, but keeps those that are.
SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...all) {
    super(...all);
    sockets.push(this);
  }
};
"""


async def loses_its_connection(page: Page) -> None:
    await page.context.set_offline(True)
    await page.evaluate("sockets.forEach((one) => one.close())")
    await expect(page.get_by_text("Je bent offline.")).to_be_visible()


async def connects_again(page: Page) -> None:
    await page.context.set_offline(False)
    await expect(page.get_by_text("Je bent offline.")).to_be_hidden()


async def open_of(page: Page, name: str) -> None:
    await page.get_by_role("listitem").filter(has_text=name).get_by_role("link", name="Verder gaan").click()
    await expect(paper(page)).to_be_visible()


async def test_what_is_pressed_without_a_connection_happens_on_its_own_draft_or_nowhere(db, signed_in_page, watch):
    watch.expect("WebSocket", "ERR_INTERNET_DISCONNECTED")
    people = await archiving_people(db)
    user = await people.user.current()
    async with db.transaction() as session:
        for client_id, said in (("K-7", "Aardbei was vrolijk."), ("K-8", "Banaan was stil.")):
            report = f"## Situatie\n\n{said}\n"
            await drafts.save_draft(session, user, transcript=said, structured_report=report, client_id=client_id)

    async def archived() -> set[str | None]:
        async with db.reading() as session:
            rows = await session.exec(select(Report.client_id).where(Report.user_id == user.id, ~col(Report.is_draft)))
            return set(rows)

    page = await signed_in_page(people.user, path="")
    await page.add_init_script(f"delete Navigator.prototype.mediaDevices;{SOCKETS}")
    await page.goto("/dashboard")
    await open_of(page, "Jan")
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await open_of(page, "Johanna")
    await expect(paper(page)).to_contain_text("Aardbei was vrolijk.")
    archive_button = page.get_by_role("button", name="Opslaan in archief")

    await loses_its_connection(page)
    await archive_button.click()
    await page.go_back()
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await page.go_back()
    async with chromium.shows(page, ".toast", "Niet uitgevoerd"):
        await connects_again(page)
    await expect(paper(page)).to_contain_text("Banaan was stil.")
    await page.get_by_role("button", name=re.compile("^Cliënt: Jan")).click()  # after all that waited
    await expect(page.get_by_role("dialog", name="Voor wie?")).to_be_visible()
    assert await archived() == set()
    await page.get_by_role("button", name="Sluiten", exact=True).click()
    await expect(page.get_by_role("dialog")).to_have_count(0)

    await loses_its_connection(page)
    await archive_button.click()
    await connects_again(page)
    await expect(page.get_by_role("dialog").filter(has_text="Opgeslagen bij Jan Dijkstra")).to_be_visible()
    assert await archived() == {"K-8"}
