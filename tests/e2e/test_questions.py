"""A dialog that was open when its page was left or loaded again does not come back; a fact that was told does."""

import re

from playwright.async_api import Locator, Page, expect

from tests.support import browser as chromium
from tests.support import people as cast
from voice_report.services.drafts import deleted, drafts
from voice_report.services.organizations import invitations


async def expect_question(page: Page, button: Locator, title: str) -> None:
    """Press the button and expect its dialog."""
    await button.click()
    await expect(page.get_by_role("heading", level=2, name=title)).to_be_visible()
    assert await page.locator("dialog[open]").count() == 1


async def expect_no_question(page: Page, settled: Locator) -> None:
    """Expect a page that is whole and has no open dialog."""
    await expect(settled).to_be_visible()
    await page.wait_for_load_state("networkidle")
    await expect(page.locator("dialog[open]")).to_have_count(0)


async def test_a_question_about_a_draft_ends_with_its_page(db, people, signed_in_page) -> None:
    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Mevrouw was vrolijk.")
        await drafts.save_draft(session, user, transcript="Meneer had hoofdpijn.")
    page = await signed_in_page(people.user)
    await page.get_by_role("link", name="Alle concepten").click()
    remove = page.get_by_role("button", name="Verwijderen: Mevrouw was vrolijk.")
    title = "Concept verwijderen?"
    await expect_question(page, remove, title)
    await page.go_back()
    await page.get_by_role("link", name="Alle concepten").click()
    await expect_no_question(page, remove)
    await expect_question(page, remove, title)  # the same question again, about the same draft
    await page.reload()
    await expect_no_question(page, remove)
    await expect_question(page, remove, title)
    await page.go_back()
    await expect(page.get_by_role("link", name="Alle concepten")).to_be_visible()  # else the page is never left
    await db.run_in_transaction(deleted.delete_draft, user, draft.id)
    await page.go_forward()
    await expect_no_question(page, page.get_by_role("button", name="Verwijderen: Meneer had hoofdpijn."))
    await expect(remove).to_have_count(0)


async def test_a_question_ends_when_its_page_is_being_left(db, people, signed_in_page) -> None:
    """Back and forward before the page before has come: the page itself was never gone, but its question is."""
    await people.user.call(drafts.save_draft, transcript="Mevrouw was vrolijk.")
    page = await signed_in_page(people.user)
    await page.get_by_role("link", name="Alle concepten").click()
    remove = page.get_by_role("button", name="Verwijderen: Mevrouw was vrolijk.")
    await expect(remove).to_be_visible()
    await page.reload()  # the scripts of the dashboard are not here any more
    await expect_question(page, remove, "Concept verwijderen?")
    async with chromium.held(page, "**/*.js"):
        await page.go_back()
        await expect(page).to_have_url(re.compile("/dashboard$"))
        await expect(page.locator("dialog[open]")).to_have_count(0)
        await expect(remove).to_be_visible()
        await page.go_forward()
    await expect_no_question(page, remove)
    await expect_question(page, remove, "Concept verwijderen?")


async def test_questions_and_forms_of_the_admin_end_with_the_page(db, people, signed_in_page) -> None:
    await people.admin.call(invitations.invite, "nieuw@zorg.example", "user")
    page = await signed_in_page(people.admin)
    menu = page.get_by_role("navigation", name="Hoofdmenu")
    await menu.get_by_role("link", name="Admin").click()
    for name, title in (("Intrekken: nieuw@zorg.example", "Uitnodiging intrekken?"), ("Cliënt toevoegen",) * 2):
        button = page.get_by_role("button", name=name)
        await expect_question(page, button, title)
        await page.go_back()
        await menu.get_by_role("link", name="Admin").click()
        await expect_no_question(page, button)
        await expect_question(page, button, title)
        await page.reload()
        await expect_no_question(page, button)
        await expect(page.locator("dialog[open]")).to_have_count(0)


async def test_questions_and_forms_of_the_platform_admin_end_with_the_page(people, signed_in_page) -> None:
    name = f"0 Zuiderlicht {people.organization_id.hex[:6]}"  # by name, so on the first page of the list
    await cast.make_organization(name)
    page = await signed_in_page(people.platform_admin)
    for words, title in ((f"Verwijderen: {name}", "Organisatie verwijderen?"), ("Nieuwe Organisatie",) * 2):
        button = page.get_by_role("button", name=words)
        await expect_question(page, button, title)
        await page.reload()
        await expect_no_question(page, button)
    await page.get_by_role("tab", name="Gebruikers").click()
    await expect_question(page, page.get_by_role("button", name="Nieuwe Gebruiker"), "Nieuwe Gebruiker")
    await page.reload()
    await page.get_by_role("tab", name="Gebruikers").click()
    await expect_no_question(page, page.get_by_role("button", name="Nieuwe Gebruiker"))
    await expect(page.locator("dialog[open]")).to_have_count(0)


async def test_what_was_archived_is_said_again_after_a_reload(db, people, signed_in_page) -> None:
    await cast.keep_archive(people.organization_id)
    user = await people.user.current()
    draft = await db.run_in_transaction(
        drafts.save_draft,
        user,
        transcript="Mevrouw was vrolijk.",
        structured_report="## Situatie\n\nMevrouw was vrolijk.",
        client_id=people.client_id,
    )
    page = await signed_in_page(people.user, path=f"/new-report?draft={draft.id}")
    await expect_question(page, page.get_by_role("button", name="Opslaan in archief"), "Opgeslagen")
    await page.reload()
    await expect(page.get_by_role("heading", level=2, name="Opgeslagen")).to_be_visible()


async def test_buttons_and_links_with_the_same_words_have_names_of_their_own(db, people, signed_in_page) -> None:
    user = await people.user.current()
    async with db.transaction() as session:
        report = "## Situatie\n\nGoed."
        await drafts.save_draft(session, user, transcript="Een twee drie vier vijf zes zeven.")
        await drafts.save_draft(session, user, transcript="Goed.", structured_report=report, client_id=people.client_id)
    page = await signed_in_page(people.user, path="/drafts")
    cards = page.get_by_role("listitem").filter(has=page.get_by_role("heading", level=2))
    for at, title, label in ((0, "Cor Voorbeeld", "Concept klaar"), (1, "Een twee drie vier vijf zes…", "Transcript")):
        card = cards.nth(at)
        await expect(card.get_by_role("heading", level=2)).to_have_text(title)
        await expect(card.get_by_text(label, exact=True)).to_be_visible()
        await expect(card.get_by_role("link", name="Verder gaan")).to_have_accessible_name(
            f"Verder gaan: {title}, vandaag, {(await card.locator('.when').inner_text()).split(', ')[1]}"
        )
    await cast.make_user(people.organization_id, "Ingrid", "Aanwezig")
    page = await signed_in_page(people.platform_admin)
    await page.get_by_role("tab", name="Gebruikers").click()
    for words in ("Bewerken", "Pauzeren", "Verwijderen"):
        await expect(page.get_by_role("button", name=f"{words}: Ingrid Aanwezig").first).to_be_visible()
