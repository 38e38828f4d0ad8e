"""What opens is what was tapped: the report of the address, however the person came there, and nothing of another."""

import re
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from tests.e2e.reports.archiving import change
from tests.e2e.reports.wizard import transcript
from tests.support.people import People
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
    """Two drafts of this person, and an empty report: the text by the address. One has a report, and a client."""
    user = await people.user.current()
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
    await change(db, people.organization_id, plan="mkb", save_reports_to_archive=True)
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
