"""The logbook in the browser: an administrator looks up who saw a client."""

import csv
import re

import pytest
from playwright.async_api import expect

from tests.e2e.test_accessible import looker
from tests.support.people import People
from tests.unit.services.factors.factors import set_up
from voice_report import clock
from voice_report.services.audit import trail


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1440, "light")])
async def test_an_administrator_finds_who_saw_a_client_and_downloads_it(
    width, scheme, db, people: People, signed_in_page
):
    async with db.transaction() as session:
        await trail.record(session, await people.user.current(), "view", "dossier", client_id=people.client_id)
        await trail.record(session, await people.user.current(), "create", "draft")
    page = await signed_in_page(
        people.admin, viewport={"width": width, "height": 844}, color_scheme=scheme, path="/admin"
    )
    await page.get_by_role("link", name="Logboek").click()
    await expect(page.get_by_role("heading", level=1, name="Logboek")).to_be_visible()
    rows = page.get_by_role("table", name="Logboek, nieuwste eerst").get_by_role("row")
    await expect(rows.filter(has_text="Concept aangemaakt")).to_contain_text(people.user.name)
    await page.get_by_label("Cliënt").fill(people.client_id)
    await page.get_by_role("button", name="Zoeken").click()
    await expect(rows.filter(has_text="Concept aangemaakt")).to_have_count(0)
    await expect(rows.filter(has_text="Dossier bekeken")).to_contain_text(people.user.name)
    await looker(page)("logbook")
    async with page.expect_download() as downloading:
        await page.get_by_role("link", name="Downloaden als CSV").click()
    path = await (await downloading.value).path()
    told = list(csv.DictReader(path.read_text("utf-8-sig").splitlines(), delimiter=";"))
    assert [row["Cliëntnummer"] for row in told] == [people.client_id]
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_s01_a_care_worker_is_refused(people: People, signed_in_page):
    page = await signed_in_page(people.user, path="/logboek")
    await expect(page.get_by_role("heading", level=1, name="Toegang Geweigerd")).to_be_visible()


async def test_s39_a_code_comes_first_and_then_it_goes_on_by_itself(db, people: People, signed_in_page, watch):
    app, codes = await set_up(people.admin)

    await people.admin.let_ten_minutes_pass()
    page = await signed_in_page(people.admin, viewport={"width": 390, "height": 844}, path="/logboek")
    dialog = page.get_by_role("dialog", name="Even bevestigen dat jij het bent")
    await expect(dialog.get_by_label("Code")).to_be_focused()
    await expect(dialog).to_have_accessible_description("In het logboek staan namen van cliënten en collega's.")
    await looker(page)("step-up")
    await page.keyboard.type(app.at(clock.now(), counter_offset=1))  # the sixth digit sends it
    await expect(page.get_by_role("table", name="Logboek, nieuwste eerst")).to_be_visible()
    await people.admin.let_ten_minutes_pass()
    await page.get_by_label("Cliënt").fill(people.client_id)
    await page.get_by_role("link", name="Downloaden als CSV").click()
    await expect(dialog).to_have_accessible_description(re.compile("blijft staan en het downloaden begint vanzelf.$"))
    await dialog.get_by_role("button", name="Ik heb mijn telefoon niet bij me").click()
    await dialog.get_by_label("Herstelcode").fill(codes[0])
    async with page.expect_download():
        await dialog.get_by_role("button", name="Bevestigen").click()
    await expect(dialog).to_be_hidden()
    await expect(page.get_by_label("Cliënt")).to_have_value(people.client_id)
    await people.admin.let_ten_minutes_pass()
    await page.get_by_text("Gewijzigd", exact=True).click()
    await dialog.get_by_role("button", name="Ik heb mijn telefoon niet bij me").click()
    await dialog.get_by_label("Herstelcode").fill(codes[1])
    await dialog.get_by_role("button", name="Bevestigen").click()
    await expect(page.get_by_role("radio", name="Gewijzigd")).to_be_checked()
    download = page.get_by_role("link", name="Downloaden als CSV")
    await expect(download).to_have_attribute("href", re.compile("kind=changed"))
    await people.admin.let_ten_minutes_pass()
    await page.get_by_role("button", name="Zoeken").click()
    await expect(dialog).to_have_accessible_description(re.compile("collega's. Wat je invulde, blijft staan.$"))
    await dialog.get_by_role("button", name="Annuleren").click()
    await expect(page.get_by_label("Cliënt")).to_have_value(people.client_id)
