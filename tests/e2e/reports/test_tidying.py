"""'Zoals gezegd': what was tidied in a report, seen and undone on the paper."""

import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.support.people import People
from voice_report.integrations.structuring import local
from voice_report.reporting.templates import BUILT_IN, DEFAULT
from voice_report.services.concepts import _writing
from voice_report.services.drafts import drafts
from voice_report.services.drafts.generated import Generated

SAID = (
    "Hallo, ik zit nog in de auto. Eh, ja, ik heb mevrouw geholpen met wassen. De wond is eh mooi dicht. "
    "Nou, ze heeft goed gegeten. Ze wil morgen naar buiten. Nou, dat was het wel."
)
WASHED, AS_SAID = "Ik heb mevrouw geholpen met wassen.", "Eh, ja, ik heb mevrouw geholpen met wassen."


async def written(db, people: People, said: str) -> str:
    """Return the page of a draft with a report in 'netjes'."""
    engine = local.LocalEngine()
    found = await _writing.write_whole(engine, said, DEFAULT, "netjes")
    async with db.transaction() as session:
        user = await people.user.current()
        draft = await drafts.save_draft(session, user, transcript=said)
        made = _writing.as_generated(found, said)
        await drafts.put_report(session, user, draft.id, found.report, found.label, generated=made)
    return f"/new-report?draft={draft.id}"


@pytest_asyncio.fixture(loop_scope="session")
async def address(db, people: People) -> str:
    return await written(db, people, SAID)


def standing(page: Page, text: str) -> Locator:
    """Return the sentence on the paper that has this text."""
    return page.locator("[data-sentence]").filter(has_text=text)


async def test_small_changes_are_seen_and_undone_one_by_one_and_all_together(people, signed_in_page, address: str):
    page: Page = await signed_in_page(people.user, path=address, viewport={"width": 390, "height": 844})
    await expect(standing(page, WASHED)).to_be_visible()
    await expect(standing(page, "auto")).to_have_count(0)
    await page.get_by_role("button", name="5 kleine verbeteringen").click()
    sheet = page.get_by_role("dialog", name="Kleine verbeteringen")
    await expect(sheet.get_by_role("heading", name="Stopwoorden (3)")).to_be_visible()
    row = sheet.get_by_role("listitem").filter(has_text="Eh, ja, ik heb")
    await row.get_by_role("button", name="Zoals gezegd").click()
    await expect(standing(page, AS_SAID)).to_be_visible()
    await row.get_by_role("button", name="Toch netjes").click()
    await expect(standing(page, AS_SAID)).to_have_count(0)
    await sheet.get_by_role("button", name="Alles zoals gezegd").click()
    await expect(standing(page, "Hallo, ik zit nog in de auto.")).to_be_visible()
    await expect(standing(page, AS_SAID)).to_be_visible()
    await page.get_by_role("button", name="Toch netjes").click()
    await expect(standing(page, "auto")).to_have_count(0)
    await expect(page.get_by_role("button", name="5 kleine verbeteringen")).to_be_visible()


async def test_one_press_puts_a_reading_of_what_only_the_speaker_knows_in_its_sentence(people, signed_in_page, db):
    said = "Mevrouw zat in haar stoel. Ze was vandaag, eh, gisteren bij de huisarts. Ze heeft goed gegeten."
    address = await written(db, people, said)
    page: Page = await signed_in_page(people.user, path=address, viewport={"width": 390, "height": 844})
    await expect(page.get_by_text("1 punt om na te kijken")).to_be_visible()
    asked = standing(page, "vandaag, eh, gisteren")
    await asked.click()
    source = page.get_by_role("complementary", name="Wat je zei")
    await expect(source.get_by_role("button", name="vandaag", exact=True)).to_be_visible()
    await source.get_by_role("button", name="gisteren", exact=True).click()
    await expect(standing(page, "Ze was gisteren bij de huisarts.")).to_be_visible()
    await expect(asked).to_have_count(0)
    await expect(page.get_by_text("Geen verschil in getallen")).to_be_visible()
    await page.get_by_role("button", name="Ongedaan maken", exact=True).click()
    await expect(asked).to_be_visible()


async def test_one_press_says_which_client_a_sentence_is_about(people, signed_in_page, db):
    said = "Kamer 4 hoest. Kamer 7 sliep. Bij de buurman was het licht aan. Graag controleren."
    report = (
        "## Bijzonderheden\n\n- Kamer 4 hoest.\n- Kamer 7 sliep.\n\n## Uitgevoerd\n\n"
        "- Bij de buurman was het licht aan.\n\n## Nog te doen\n\n- Graag controleren.\n"
    )
    user, made = await people.user.current(), Generated(drafts.fingerprint(said), "netjes", report)
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript=said)
        await drafts.put_report(session, user, draft.id, report, "", BUILT_IN["dienst"], made)
    address = f"/new-report?draft={draft.id}"
    page: Page = await signed_in_page(people.user, path=address, viewport={"width": 390, "height": 844})
    await standing(page, "Graag controleren.").click()
    source = page.get_by_role("complementary", name="Wat je zei")
    await expect(source.get_by_text("Over wie gaat dit?")).to_be_visible()
    await expect(source.get_by_role("button", name="Iemand anders")).to_be_visible()
    await source.get_by_role("button", name="Kamer 7", exact=True).press("Enter")
    await expect(standing(page, "Kamer 7: Graag controleren.")).to_be_visible()
    await expect(page.get_by_text("Geen verschil in getallen")).to_be_visible()
    await page.get_by_role("button", name="Ongedaan maken", exact=True).click()
    await expect(standing(page, "Kamer 7: Graag controleren.")).to_have_count(0)
    await expect(page.get_by_text("1 punt om na te kijken")).to_be_visible()
