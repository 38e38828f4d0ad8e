"""The privacy file: what is missing is filled in, what changed is seen, and a colleague's page overwrites nothing."""

import json
import re

from playwright.async_api import Page, expect

from tests.e2e.test_accessible import looker
from tests.support import browser
from tests.support import people as cast
from tests.support.people import People
from voice_report.services.privacy import privacy_file

PHONE = {"viewport": {"width": 390, "height": 844}}
OFFICER = "Functionaris voor gegevensbescherming"


def line(page: Page, name: str):
    return page.get_by_role("region", name="Hoofdstukken").locator("dl > div").filter(has_text=name).first


async def save(page: Page) -> None:
    await page.get_by_role("region", name="Wat jullie zelf invullen").get_by_role("button", name="Opslaan").click()


async def test_s63_two_administrators_fill_in_the_file_and_one_of_them_has_seen_it(
    db, people: People, signed_in_page
) -> None:
    bea = await cast.make_user(people.organization_id, "Bea", "Tweede", role="admin")
    page = await signed_in_page(people.admin, path="/privacydossier", **PHONE)
    other = await signed_in_page(bea, path="/privacydossier")
    for one in (page, other):
        await expect(one.get_by_role("heading", level=1, name="Privacydossier")).to_be_visible()
        await expect(one.get_by_role("heading", level=2, name="De eerste versie")).to_be_visible()
    await looker(page)("privacy file")

    await page.locator("summary").filter(has_text="Wie en wanneer").focus()
    await page.keyboard.press("Enter")
    await expect(line(page, OFFICER)).to_contain_text("NIET INGEVULD")
    await expect(line(page, OFFICER)).to_contain_text("in te vullen door jullie")
    field = page.get_by_label(OFFICER)
    await field.evaluate("(there) => there.removeAttribute('maxlength')")  # as a program would
    await field.fill("a" * (privacy_file.LONGEST + 1))
    await save(page)
    await expect(field).to_have_accessible_description(re.compile(privacy_file.TOO_LONG))
    await expect(field).to_have_value("a" * (privacy_file.LONGEST + 1))
    await field.fill("<b>F. de Groot</b>, fg@zorg.example")
    await save(page)
    await expect(page.get_by_text("Er is een nieuwe versie van het dossier.", exact=True)).to_be_visible()
    await expect(page.get_by_text(re.compile("^Versie 2, "))).to_be_visible()
    changed = page.get_by_role("row").filter(has_text=OFFICER).first
    await expect(changed).to_contain_text("NIET INGEVULD")
    await expect(changed).to_contain_text("<b>F. de Groot</b>")

    await other.get_by_label("Jullie doel").fill("Verslagen maken")
    await save(other)
    await expect(other.get_by_role("alert")).to_contain_text("Er is niets opgeslagen. Wat je typte, staat er nog")
    await expect(other.get_by_label("Jullie doel")).to_have_value("Verslagen maken")
    await save(other)
    await expect(other.get_by_text(re.compile("^Versie 3, "))).to_be_visible()
    await expect(other.get_by_label(OFFICER)).to_have_value("<b>F. de Groot</b>, fg@zorg.example")
    await other.get_by_role("button", name="Gezien").click()
    await expect(other.get_by_text(re.compile(f"^Gezien door {bea.name}, "))).to_be_visible()
    await expect(other.get_by_role("button", name="Gezien")).to_have_count(0)

    await page.reload()
    await expect(page.get_by_text(re.compile(f"^Gezien door {bea.name}, "))).to_be_visible()
    told = await downloaded(page)
    assert (told["number"], told["seenBy"]) == (3, bea.name)
    await browser.prints(page, page.get_by_role("button", name="Afdrukken"), ".chapter[open]", 9)
    await page.goto("/privacydossier?versie=1")
    await expect(page.get_by_text(re.compile("^Versie 1, "))).to_be_visible()
    await expect(page.get_by_text(re.compile("Dit is een eerdere versie"))).to_be_visible()
    await expect(page.get_by_role("region", name="Wat jullie zelf invullen")).to_have_count(0)
    await expect(page.get_by_role("button", name="Invoer voor DPIA")).to_have_count(0)
    assert (await downloaded(page))["number"] == 1
    await page.goto("/privacydossier?versie=99")
    await expect(page.get_by_text("Kon het dossier niet laden.")).to_be_visible()

    await nobody_else_sees_it(people, signed_in_page)


async def downloaded(page: Page) -> dict:
    async with page.expect_download() as downloading:
        await page.get_by_role("button", name="Downloaden").click()
    return json.loads((await (await downloading.value).path()).read_text())


async def nobody_else_sees_it(people: People, signed_in_page) -> None:
    member = await signed_in_page(people.user, path="/privacydossier", **PHONE)
    await expect(member.get_by_role("heading", level=1)).to_be_visible()
    await expect(member.get_by_text("NIET INGEVULD")).to_have_count(0)
    await expect(member.get_by_text("F. de Groot")).to_have_count(0)
    theirs = await signed_in_page(people.other_admin, path="/privacydossier")
    await expect(theirs.get_by_text(re.compile("^Versie 1, "))).to_be_visible()
    await expect(theirs.get_by_text("F. de Groot")).to_have_count(0)
