"""/klaar: what is dictated on the phone stands on the PC as fields, is copied there, and ends with the session."""

import re

import pytest_asyncio
from playwright.async_api import Page, expect

from tests.e2e.reports.archiving import archiving_people
from tests.support import browser as chromium
from tests.support.people import People
from voice_report.services.drafts import drafts
from voice_report.services.sessions import sessions

SAID = "Mevrouw was vrolijk. Ze at goed."
PHONE = {"width": 390, "height": 844}
PC = {"width": 1440, "height": 900}


@pytest_asyncio.fixture(loop_scope="session")
async def people(db) -> People:
    return await archiving_people(db)


async def dictated(db, people: People, report: str | None = None) -> str:
    made = await people.user.call(
        drafts.save_draft,
        transcript=SAID,
        structured_report=report,
        client_id=people.client_id,
    )
    return str(made.id)


async def test_what_is_made_on_the_phone_is_copied_on_the_pc(db, people: People, signed_in_page):
    pc: Page = await signed_in_page(
        people.user, path="/klaar", viewport=PC, permissions=["clipboard-read", "clipboard-write"]
    )
    await expect(pc.get_by_role("heading", name="Wacht op je dictaat")).to_be_visible()
    await expect(pc.get_by_role("img", name="QR-code om op je telefoon te dicteren")).to_be_visible()
    draft_id = await dictated(db, people)
    phone: Page = await signed_in_page(people.user, path=f"/new-report?draft={draft_id}", viewport=PHONE)
    await phone.get_by_role("button", name="Genereer concept").click()

    await expect(pc.get_by_role("heading", name="Cor Voorbeeld")).to_be_visible()
    copy = pc.locator(".copy-bar .primary")
    await expect(copy).to_be_focused()
    await expect(copy).to_have_text(re.compile("^Kopieer "))
    first = pc.locator(".copy-rows > li").filter(has=pc.get_by_role("button", name="Kopieer", exact=False)).first
    words = await first.locator(".text").text_content()
    await pc.keyboard.press("Enter")
    await expect(first.get_by_role("button", name="gekopieerd")).to_be_visible()
    assert await chromium.pasted(pc) == words


async def test_s87_after_ten_minutes_the_text_is_not_in_the_page(db, people: People, signed_in_page, watch):
    watch.expect("WebSocket")  # its timers are ten minutes late, too
    await dictated(db, people, "## Situatie\n\nZe at goed.")
    page: Page = await signed_in_page(people.user, path="", viewport=PC)
    await page.clock.install()
    await page.goto("/klaar")
    await expect(page.get_by_text("Ze at goed.")).to_be_visible()
    await page.clock.fast_forward("10:00")
    await expect(page.get_by_role("button", name="Toon rapportage")).to_be_visible()
    await expect(page.get_by_text("Ze at goed.")).to_have_count(0)
    await expect(page.get_by_role("heading", name="Cor Voorbeeld")).to_be_visible()
    await page.get_by_role("button", name="Toon rapportage").click()
    await expect(page.get_by_text("Ze at goed.")).to_be_visible()


async def test_s87_the_text_goes_with_the_session(db, people: People, signed_in_page):
    await dictated(db, people, "## Situatie\n\nZe at goed.")
    page: Page = await signed_in_page(people.user, path="/klaar", viewport=PC)
    await expect(page.get_by_text("Ze at goed.")).to_be_visible()
    await db.run_in_transaction(sessions.end_sessions, people.user.id)
    await expect(page).to_have_url(re.compile("/login"))
    await expect(page.get_by_text("Ze at goed.")).to_have_count(0)
