"""'Kopieer per kop': what a field shows is what is pasted, and which fields were copied is remembered."""

from collections.abc import Awaitable, Callable

import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.e2e.reports.archiving import archiving_people, put
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support.people import People
from voice_report.reporting.templates import DEFAULT
from voice_report.services.drafts import drafts

SAID = "Mevrouw was vrolijk. Ze at goed."
REPORT = """## Situatie

Bezoek om *half negen* bij <b>mevrouw</b> & haar zoon.
Ze at 2\\*3 boterhammen 😀.

## Observaties

Niet besproken

## Uitgevoerde zorg

- Wond gespoeld
  - met **lauw** water
3. Verbonden

Zij zei: "het   gaat"

## Wat mevrouw zelf wil

Naar buiten.
"""
FIELDS = {
    "Situatie": "Bezoek om half negen bij <b>mevrouw</b> & haar zoon.\nZe at 2*3 boterhammen 😀.",
    "Uitgevoerde zorg": '- Wond gespoeld\n  - met lauw water\n3. Verbonden\n\nZij zei: "het   gaat"',
    "Wat mevrouw zelf wil": "Naar buiten.",
}
CLIPBOARD = ["clipboard-read", "clipboard-write"]
#: Presses of one button within 600 ms are one (ONE_PRESS_MS): the next comes later, counted from after the press, which
#: a busy machine may handle long after it was asked for.
_RESTED = "(since) => performance.now() - since > 700"


@pytest_asyncio.fixture(loop_scope="session")
async def people(db) -> People:
    return await archiving_people(db)


async def draft_of(db, people: People) -> str:
    async with db.transaction() as session:
        made = await drafts.save_draft(session, await people.user.current(), transcript=SAID, structured_report=REPORT)
    return str(made.id)


async def by_heading(page: Page) -> Locator:
    """Open the fields, and return the button below them."""
    await page.get_by_role("button", name="Kopieer per kop").locator("visible=true").click()
    await expect(page.get_by_role("heading", name="Kopieer per kop")).to_be_visible()
    return page.locator(".copy-bar .primary")


def row(page: Page, heading: str) -> Locator:
    return page.locator(".copy-rows > li").filter(has=page.get_by_role("heading", name=heading, exact=True))


async def test_s76_each_field_is_pasted_as_it_is_shown(db, people: People, signed_in_page):
    draft_id = await draft_of(db, people)
    page = await signed_in_page(people.user, path=f"/new-report?draft={draft_id}", permissions=CLIPBOARD)
    record = await page.context.new_page()
    await record.set_content(
        "<textarea></textarea><div contenteditable=plaintext-only></div><section contenteditable></section>"
    )
    await page.bring_to_front()
    button = await by_heading(page)
    await expect(page.get_by_role("status").filter(has_text="0 van 3 koppen gekopieerd.")).to_be_visible()
    await expect(row(page, "Observaties")).to_have_text("ObservatiesNiet besproken")

    for number, (heading, words) in enumerate(FIELDS.items(), 1):
        shown = row(page, heading)
        await expect(shown.locator(".text")).to_have_text(words, use_inner_text=False)
        assert await shown.locator(".text").text_content() == words
        await expect(button).to_have_text(f"Kopieer {heading}")
        await expect(button).to_be_focused()
        await page.keyboard.press("Enter")
        since = await page.evaluate("performance.now()")
        await expect(shown.get_by_role("button", name=f"{heading} gekopieerd")).to_be_visible()
        await expect(page.get_by_role("status").filter(has_text=f"{number} van 3 koppen")).to_be_visible()
        await record.bring_to_front()
        for place in ("textarea", "body > div", "section"):
            await record.locator(place).fill("")
            await record.locator(place).press("Control+V")
            await expect(record.locator(place)).not_to_be_empty()
        assert await record.locator("textarea").input_value() == words
        assert await record.locator("body > div").inner_text() == words
        if "- " not in words:  # a list there
            assert (await record.locator("section").inner_text()).rstrip("\n") == words
        await page.bring_to_front()
        await page.wait_for_function(_RESTED, arg=since)

    await expect(page.get_by_role("heading", name="Alles gekopieerd")).to_be_visible()
    await expect(button).to_have_text("Volgende rapportage")
    await expect(button).to_be_focused()

    # Another device of the same person has the ticks; a field that was changed since has none any more.
    stored = await people.user.call(
        drafts.save_draft,
        draft_id=draft_id,
        transcript=SAID,
        structured_report=REPORT.replace("Naar buiten.", "Naar buiten, met haar zoon."),
    )
    phone = await signed_in_page(
        people.user, path=f"/new-report?draft={stored.id}", viewport={"width": 390, "height": 844}
    )
    button = await by_heading(phone)
    await expect(phone.get_by_role("status").filter(has_text="2 van 3 koppen gekopieerd.")).to_be_visible()
    await expect(row(phone, "Wat mevrouw zelf wil")).to_contain_text("Gewijzigd na kopiëren")
    await expect(button).to_have_text("Kopieer Wat mevrouw zelf wil")


async def test_five_fields_are_six_taps_on_a_phone_and_five_presses_on_a_pc(db, people: People, signed_in_page):
    """From the concept to the last field on the clipboard; on /klaar the fields are there already."""
    names = [*DEFAULT.headings]
    words = "".join(f"## {name}\n\nGoed.\n\n" for name in names)
    async with db.transaction() as session:
        user = await people.user.current()
        made = await drafts.save_draft(session, user, transcript=SAID, structured_report=words)
        await drafts.save_draft(session, user, transcript=SAID, structured_report=words)
    phone = await signed_in_page(
        people.user,
        path=f"/new-report?draft={made.id}",
        viewport={"width": 390, "height": 844},
        permissions=CLIPBOARD,
    )
    button, taps = await by_heading(phone), 1
    taps += await copied_one_by_one(phone, names, button.click)
    pc = await signed_in_page(people.user, path="/klaar", permissions=CLIPBOARD)
    presses = await copied_one_by_one(pc, names, lambda: pc.keyboard.press("Enter"))
    assert (taps, presses) == (6, 5)


async def copied_one_by_one(page: Page, names: list[str], press: Callable[[], Awaitable[None]]) -> int:
    """Press until all is copied, and return how often."""
    await expect(page.locator(".copy-bar .primary")).to_be_focused()
    for name in names:
        await press()
        since = await page.evaluate("performance.now()")
        await expect(row(page, name).get_by_role("button", name=f"{name} gekopieerd")).to_be_visible()
        await page.wait_for_function(_RESTED, arg=since)
    await expect(page.get_by_text(f"{len(names)} van {len(names)} koppen gekopieerd.")).to_be_visible()
    return len(names)


async def test_a_key_that_is_held_copies_one_field(db, people: People, signed_in_page):
    page = await signed_in_page(
        people.user, path=f"/new-report?draft={await draft_of(db, people)}", permissions=CLIPBOARD
    )
    button = await by_heading(page)
    await button.evaluate("(button) => { window.presses = 0; button.addEventListener('click', () => presses++) }")
    await page.keyboard.down("Enter")
    since = await page.evaluate("performance.now()")
    await expect(button).to_have_text("Kopieer Uitgevoerde zorg")
    await page.wait_for_function(_RESTED, arg=since)
    await page.keyboard.down("Enter")  # as a key does that is still down
    await page.keyboard.up("Enter")
    assert await page.evaluate("presses") == 1
    assert await chromium.pasted(page) == FIELDS["Situatie"]


async def test_s76_a_clipboard_that_refuses_shows_the_text_and_claims_nothing(db, people: People, signed_in_page):
    page = await signed_in_page(people.user, path="")
    await page.add_init_script("navigator.clipboard.write = () => Promise.reject(new Error('nee'))")
    await page.goto(f"/new-report?draft={await draft_of(db, people)}")
    await (await by_heading(page)).click()
    dialog = page.get_by_role("dialog", name="Kopiëren mislukt")
    await expect(dialog.get_by_role("textbox", name="Situatie")).to_have_value(FIELDS["Situatie"])
    await expect(dialog.get_by_role("textbox", name="Situatie")).to_be_focused()
    await page.wait_for_function("(words) => getSelection().toString() === words", arg=FIELDS["Situatie"])
    await dialog.get_by_role("button", name="Sluiten").click()
    await expect(page.get_by_role("status").filter(has_text="0 van 3 koppen gekopieerd.")).to_be_visible()
    await expect(page.get_by_role("button", name="Kopieer Situatie")).to_have_count(2)


async def test_the_way_that_was_used_last_is_the_filled_one(db, people: People, signed_in_page):
    page = await signed_in_page(
        people.user, path=f"/new-report?draft={await draft_of(db, people)}", permissions=CLIPBOARD
    )
    filled = page.locator(".side-actions .primary")
    await expect(filled).to_have_text("Kopiëren")
    await by_heading(page)
    await row(page, "Situatie").get_by_role("button", name="Kopieer Situatie").click()
    await expect(row(page, "Situatie").get_by_role("button", name="Situatie gekopieerd")).to_be_visible()
    await page.get_by_role("button", name="Terug naar het verslag").click()
    await expect(filled).to_have_text("Kopieer per kop")
    await expect(page.get_by_role("heading", name="Nieuwe rapportage")).to_be_focused()
    await by_heading(page)
    await page.get_by_role("button", name="Alles in één keer").click()
    await expect(page.get_by_role("heading", name="Alles gekopieerd")).to_be_visible()
    assert (await chromium.pasted(page)).startswith("Situatie\nBezoek om half negen")


async def test_a_report_in_the_dossier_is_copied_by_heading(db, people: People, signed_in_page):
    await cast.change_organization(people.organization_id, save_reports_to_archive=True)
    await put(db, people, "K-7", "## Situatie\n\nZe at goed.\n\n## Observaties\n\nNiet besproken")
    page = await signed_in_page(people.user, path="/dossier", permissions=CLIPBOARD)
    await page.get_by_role("listitem").get_by_role("button", name=people.admin.name).click()
    button = await by_heading(page)
    await button.click()
    since = await page.evaluate("performance.now()")
    await expect(page.get_by_role("heading", name="Alles gekopieerd")).to_be_visible()
    assert await chromium.pasted(page) == "Ze at goed."
    await page.wait_for_function(_RESTED, arg=since)
    await page.get_by_role("button", name="Terug naar het verslag").click()
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("Ze at goed.")
