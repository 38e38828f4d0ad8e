"""Where the keyboard and the screen reader are: after the skip link, and after each way to another page (WCAG 2.4)."""

import pytest
from playwright.async_api import Page, expect

from tests.support import browser as chromium
from voice_report.services.drafts import drafts


def in_main(page: Page):
    """Return what has the focus within the page."""
    return page.locator("main :focus")


def heading(page: Page, name: str = ""):
    return page.get_by_role("heading", level=1, name=name)


@pytest.mark.parametrize("path", ["/", "/prijzen", "/login", "/dashboard", "/drafts"])
async def test_the_skip_link_leads_into_the_page(people, signed_in_page, page, path) -> None:
    if path in ("/dashboard", "/drafts"):
        page = await signed_in_page(people.user, path="")
    await page.goto(path)
    await chromium.loaded(page)
    await page.evaluate(chromium.ALIVE)
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Naar de inhoud")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("main").filter(has=heading(page), has_not=page.locator(".loading-page"))).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(in_main(page)).to_have_count(1)


async def test_the_menus_lead_to_the_heading_of_the_page(people, signed_in_page) -> None:
    page = await signed_in_page(people.admin)
    await page.evaluate(chromium.ALIVE)
    menu = page.get_by_role("navigation", name="Hoofdmenu")
    for words, title in (
        ("Home", "Praat. Wij zorgen voor de rest."),
        ("Prijzen", "Je betaalt per rapportage"),
        ("Dashboard", "Anna"),
        ("Admin", "Admin"),
    ):
        await menu.get_by_role("link", name=words, exact=True).click()
        await expect(heading(page, title)).to_be_focused()
    await page.get_by_role("link", name="Betalingen").click()
    await expect(heading(page, "Betalingen")).to_be_focused()
    await page.go_back()
    await expect(heading(page, "Admin")).to_be_focused()
    await page.go_forward()
    await expect(heading(page, "Betalingen")).to_be_focused()
    await page.get_by_role("button", name="Anna Beheerder").click()
    await page.get_by_role("menuitem", name="Accountinstellingen").click()
    await expect(heading(page, "Mijn account")).to_be_focused()


async def test_the_side_menu_and_the_links_of_a_page_lead_to_the_heading(people, signed_in_page) -> None:
    page = await signed_in_page(people.user, viewport={"width": 390, "height": 844})
    await page.get_by_role("link", name="Alle concepten").click()
    await expect(heading(page, "Concepten")).to_be_focused()
    await chromium.loaded(page)
    await page.keyboard.press("Tab")
    await expect(in_main(page)).to_have_count(1)
    await page.get_by_role("button", name="Menu openen").click()
    await page.get_by_role("dialog", name="Menu").get_by_role("link", name="Prijzen").click()
    await expect(heading(page, "Je betaalt per rapportage")).to_be_focused()


async def test_the_first_page_and_the_steps_of_the_wizard_keep_their_own(db, people, signed_in_page) -> None:
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript="Mevrouw was vrolijk.")
    page = await signed_in_page(people.user)
    await expect(page.get_by_role("link", name="Alle concepten")).to_be_visible()
    assert await page.evaluate("document.activeElement === document.body")
    await page.goto(f"/new-report?draft={draft.id}")
    words = page.get_by_role("textbox", name="Transcript")
    await expect(words).to_have_value("Mevrouw was vrolijk.")
    await words.press_sequentially(" Ook moe.")
    await expect(page.get_by_text("Bewaard om")).to_be_visible()
    await expect(words).to_be_focused()


async def test_a_refusal_in_the_place_of_a_page_is_read_too(people, signed_in_page) -> None:
    page = await signed_in_page(people.platform_admin)
    await expect(heading(page, "Platform Admin")).to_be_visible()
    await page.goto("/drafts")
    await page.get_by_role("link", name="Naar Platform Admin").click()
    await expect(heading(page, "Platform Admin")).to_be_focused()
    await page.go_back()
    await expect(heading(page, "Deze pagina hoort bij een organisatie")).to_be_focused()
