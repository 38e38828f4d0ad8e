"""What leaves is seen before it does: the sheet, the choices in it, and the card of how a report came to be (S65)."""

import re

import pytest_asyncio
from playwright.async_api import Locator, Page, Route, expect
from sqlmodel import col, select

from tests.e2e.reports.archiving import archiving_people
from tests.e2e.reports.wizard import concept_is_there, type_note
from tests.e2e.test_accessible import looker
from tests.support import people as cast
from tests.support import tables
from tests.support.people import People
from voice_report.db.models import AuditLog, MaskingWord, Report
from voice_report.services.archive import archive

SAID = (
    "Vanmorgen was ik bij mevrouw Zwoltriks. De hulp van Zwofflon komt morgen. Zij brengt het duwtje mee. "
    "Bel haar dochter op 06-12345678. Ze heeft goed geslapen."
)
SMALL = "vanmorgen was ik bij mevrouw jansen. zij had goed geslapen vannacht. fatima belde nog."
PHONE = {"viewport": {"width": 390, "height": 844}}
FAILED = "Kon dit niet laten zien. Er is niets verstuurd."


@pytest_asyncio.fixture(loop_scope="session")
async def people(db) -> People:
    """People whose organization lets text leave with names replaced, and keeps an archive."""
    made = await archiving_people(db)
    await cast.change_organization(made.organization_id, outside_text="pseudonymised")
    return made


async def look(page: Page) -> Locator:
    await page.get_by_role("button", name="Bekijk wat er wordt verstuurd").click()
    sheet = page.get_by_role("dialog")
    await expect(sheet).to_have_accessible_name(re.compile("^Dit gaat naar "))
    return sheet


def mask(sheet: Locator, said: str) -> Locator:
    return sheet.get_by_role("button", name=re.compile(f"^{said}, wordt verstuurd als "))


async def test_s65_the_sheet_says_what_leaves_and_takes_choices_and_so_does_a_colleagues(
    db, people: People, signed_in_page
) -> None:
    page = await signed_in_page(people.user, **PHONE)
    await type_note(page, SAID)
    sheet = await look(page)
    await expect(sheet).to_contain_text("3 gegevens vervangen. De rest gaat zoals het hier staat.")
    await expect(mask(sheet, "Zwoltriks")).to_have_accessible_name(re.compile("als PERSOON-1$"))
    await looker(page)("sheet")

    await mask(sheet, "06-12345678").click()
    about = sheet.get_by_role("region", name="Over 06-12345678")
    await expect(about).to_contain_text("Telefoonnummer")
    await expect(about.get_by_role("button")).to_have_count(0)  # a number never stays
    await mask(sheet, "Zwofflon").click()
    await expect(sheet.get_by_role("status")).to_contain_text("Geen gewoon woord")
    await sheet.get_by_role("button", name="In dit verslag laten staan").click()
    await expect(sheet).to_contain_text("2 gegevens vervangen.")
    await sheet.get_by_role("button", name="Zwofflon", exact=True).click()
    await sheet.get_by_role("button", name="Vervangen in dit verslag").click()
    await expect(sheet).to_contain_text("3 gegevens vervangen.")

    await sheet.get_by_role("button", name="geslapen", exact=True).click()
    await sheet.get_by_role("button", name="Voortaan vervangen").click()
    await expect(page.get_by_text("Voortaan vervangen bij iedereen van Zorggroep De Linde", exact=True)).to_be_visible()
    await expect(mask(sheet, "geslapen")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(sheet).to_be_hidden()
    await expect(page.get_by_role("button", name="Bekijk wat er wordt verstuurd")).to_be_focused()

    mine = (AuditLog.user_id == people.user.id, AuditLog.resource == "draft", AuditLog.action == "view")
    assert await tables.first(select(AuditLog).where(*mine))
    (word,) = await tables.rows(select(MaskingWord).where(col(MaskingWord.word) == "geslapen"))
    assert word.organization_id == people.organization_id
    draft = await tables.row(select(Report).where(Report.user_id == people.user.id))
    colleague = await signed_in_page(people.admin, **PHONE)
    answer = await colleague.request.get(f"/api/drafts/{draft.id}/outgoing")
    assert answer.status == 404, "only the author sees a draft"
    await type_note(colleague, SAID)
    sheet = await look(colleague)
    await expect(mask(sheet, "geslapen")).to_be_visible()
    outsider = await signed_in_page(people.outsider, **PHONE)
    assert (await outsider.request.get(f"/api/drafts/{draft.id}/outgoing")).status == 404


async def test_s65_it_is_walked_with_the_keyboard_and_says_when_it_cannot_be_shown(
    people: People, signed_in_page, watch
) -> None:
    watch.expect("500", "Failed to load resource")
    page = await signed_in_page(people.user)
    await type_note(page, SAID)

    async def broken(route: Route) -> None:
        await route.fulfill(status=500, json={"error": "Er ging iets mis.", "code": "internal"})

    await page.route("**/outgoing?*", broken)
    await page.get_by_role("button", name="Bekijk wat er wordt verstuurd").focus()
    await page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    await expect(sheet.get_by_role("alert")).to_contain_text(FAILED)
    await page.unroute("**/outgoing?*")
    await page.keyboard.press("Tab")
    again = sheet.get_by_role("button", name="Opnieuw proberen")
    await again.focus()
    await page.keyboard.press("Enter")
    await expect(mask(sheet, "Zwoltriks")).to_be_visible()
    await mask(sheet, "Zwoltriks").focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await expect(sheet.get_by_role("button", name="hulp", exact=True)).to_have_attribute("aria-pressed", "true")
    await expect(sheet.get_by_role("region", name="Over hulp")).to_contain_text("Gaat nu mee zoals het er staat.")


async def test_s68_a_text_without_capitals_stays_and_says_why(people: People, signed_in_page) -> None:
    page = await signed_in_page(people.user, **PHONE)
    await type_note(page, SMALL)
    await page.get_by_role("button", name="Bekijk wat er wordt verstuurd").click()
    sheet = page.get_by_role("dialog", name="Wat er wordt verstuurd")
    await expect(sheet).to_contain_text("Deze tekst gaat niet naar buiten")
    await expect(sheet).to_contain_text("Zonder hoofdletters zijn namen niet zeker te herkennen.")
    await sheet.get_by_role("button", name="Tekst aanpassen").click()
    await expect(sheet).to_be_hidden()
    await page.get_by_role("button", name="Genereer concept").click()
    await concept_is_there(page)
    await expect(page.get_by_text(re.compile("^Op deze server ingedeeld: zonder hoofdletters"))).to_be_visible()


async def test_how_a_report_was_made_is_told_to_its_author_and_in_the_dossier_to_a_colleague(
    db, people: People, signed_in_page, watch
) -> None:
    watch.expect("500", "Failed to load resource")
    page = await signed_in_page(people.user, **PHONE)
    await type_note(page, SAID)
    await page.get_by_role("button", name="Genereer concept").click()
    await concept_is_there(page)
    await expect(page.get_by_text("3 gegevens vervangen voor verzending", exact=True)).to_be_visible()
    card = page.get_by_role("group").filter(has_text="Hoe dit verslag is gemaakt")

    async def broken(route: Route) -> None:
        await route.fulfill(status=500, json={"error": "Er ging iets mis.", "code": "internal"})

    await page.route("**/processing", broken)
    await card.get_by_text("Hoe dit verslag is gemaakt").click()
    await expect(card.get_by_role("alert")).to_contain_text("Opnieuw proberen")
    await page.unroute("**/processing")
    await card.get_by_role("button", name="Opnieuw proberen").click()
    for line in ("3 gegevens vervangen voor verzending: 2 namen, 1 ander.", "Nog niet nagekeken.", "Geluid is niet"):
        await expect(card).to_contain_text(line)
    await looker(page)("card")
    await card.get_by_role("button", name="Bekijk wat is verstuurd").click()
    sheet = page.get_by_role("dialog")
    await expect(sheet).to_have_accessible_name(re.compile(r"^Dit is verstuurd naar .*, \d\d\.\d\d uur$"))
    await mask(sheet, "Zwofflon").click()
    await expect(sheet.get_by_role("button", name="In dit verslag laten staan")).to_have_count(0)  # it has left
    await page.keyboard.press("Escape")

    async with db.transaction() as session:
        row = (await session.exec(select(Report).where(Report.user_id == people.user.id))).one()
        row.is_draft, row.client_id = False, "K-7"
        session.add(row)
        await session.flush()
        await archive.recount(session, people.organization_id, ["K-7"])
    colleague = await signed_in_page(people.admin, path="/dossier", **PHONE)
    await colleague.get_by_role("button", name=re.compile("uur")).first.click()
    card = colleague.get_by_role("group").filter(has_text="Hoe dit verslag is gemaakt")
    await card.get_by_text("Hoe dit verslag is gemaakt").click()
    await expect(card).to_contain_text("3 gegevens vervangen voor verzending")
    await expect(card.get_by_role("button", name="Bekijk wat is verstuurd")).to_have_count(0)  # the author's alone
    outsider = await signed_in_page(people.outsider, **PHONE)
    assert (await outsider.request.get(f"/api/reports/{row.id}/processing")).status == 404
