"""A newcomer goes the whole way with the spoken example: it sounds, it is heard, and it costs nothing."""

import re

from playwright.async_api import expect

from tests.e2e.reports.wizard import balance, concept_is_there, transcript
from tests.support import browser as chromium
from tests.support.people import People

HEARD = "Ze had slecht geslapen door pijn in haar linkerknie."


async def test_the_example_is_played_heard_and_made_into_a_concept_without_a_credit(
    db, people: People, signed_in_page, provider, heard
) -> None:
    page = await signed_in_page(people.user, path="", permissions=["clipboard-read", "clipboard-write"])
    await page.add_init_script(chromium.PLAYS_SLOWLY)
    await page.goto("/dashboard")
    await provider(append=HEARD)
    way = page.get_by_role("region", name="Zo werkt het")
    await expect(way.get_by_role("listitem")).to_contain_text(["Tik op de microfoon", "Vertel", "Lees na en plak"])
    await way.get_by_role("link", name="Probeer met een voorbeeld").click()
    await page.get_by_role("button", name="Speel het voorbeeld af").click()
    await expect(page.get_by_role("status").filter(has_text="Het voorbeeld klinkt")).to_be_visible()
    await page.get_by_role("button", name="Overslaan").click()

    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await expect(page.get_by_text("Voorbeeld", exact=True)).to_be_visible()
    await expect(transcript(page)).to_have_value(f"geluid van 16 seconden {HEARD}")
    await expect(page.get_by_role("button", name="Opslaan als concept")).to_have_count(0)
    assert len(await heard()) == 1
    await page.get_by_role("button", name="Genereer concept").click()
    await concept_is_there(page)
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("linkerknie")
    async with chromium.shows(page, ".toast", "Rapportage gekopieerd"):
        await page.get_by_role("button", name=re.compile("^Kopiëren")).first.click()
    assert await balance(db, people.organization_id) == 50

    await page.goto("/drafts")
    await expect(page.get_by_text("Geen concepten om mee verder te gaan")).to_be_visible()
