"""An administrator accounts for what was seen: who saw a client, the monthly sample, and everything in one file."""

import json
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path

from playwright.async_api import Page, expect

from tests.e2e.organizations.accounting import WORDS, a_report, seen_last_month
from tests.e2e.test_accessible import looker
from tests.support import browser
from tests.support.people import People
from tests.unit.services.factors.factors import set_up
from voice_report import clock

PHONE = {"viewport": {"width": 390, "height": 844}}


async def fits(page: Page) -> None:
    """Nothing lies beyond the edge of the screen, nor is cut off inside what scrolls by itself."""
    cut = "(all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML)"
    shown = page.locator("main :is(li, td, th, button, b, span, p):visible")
    assert await shown.evaluate_all(cut) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


class Administrator:
    """An administrator with a second factor, which actions require again when the last was ten minutes ago."""

    def __init__(self, page: Page, codes: Iterable[str]) -> None:
        self._spare = iter(codes)
        self.dialog = page.get_by_role("dialog", name="Even bevestigen dat jij het bent")

    async def confirm_by_recovery_code(self) -> None:
        await self.dialog.get_by_role("button", name="Ik heb mijn telefoon niet bij me").click()
        await self.dialog.get_by_label("Herstelcode").fill(next(self._spare))
        await self.dialog.get_by_role("button", name="Bevestigen").click()
        await expect(self.dialog).to_be_hidden()


async def test_s39_access_sample_and_everything_each_after_a_code(
    db, people: People, signed_in_page, watch, tmp_path
) -> None:
    watch.expect("401")
    app, codes = await set_up(people.admin)
    await a_report(db, people)
    await seen_last_month(db, people)
    page = await signed_in_page(people.admin, path="/dossier", **PHONE)
    admin = Administrator(page, codes)
    await expect(page.get_by_role("heading", level=2, name="Cor Voorbeeld")).to_be_visible()  # the only one is open
    await people.admin.let_ten_minutes_pass()
    await page.get_by_role("button", name="Wie heeft dit gezien").click()
    await expect(admin.dialog).to_have_accessible_description(re.compile("wie bij het dossier van een cliënt was"))
    await page.keyboard.type(app.at(clock.now(), counter_offset=1))
    await expect(page).to_have_url(re.compile("/inzage$"))
    await expect_overview_of_access(page, people)
    await page.goto("/steekproef")
    await expect_sample_to_be_signed(page, people, admin)
    await page.goto("/privacy-beheer")
    await expect_everything_in_one_file(page, people, admin, tmp_path / "alles.zip")


async def expect_overview_of_access(page: Page, people: People) -> None:
    """Expect who saw the client, with names when that is asked, as a file and on paper."""
    await expect(page.get_by_role("heading", level=1, name="Wie heeft dit dossier gezien")).to_be_visible()
    overview = page.get_by_role("main")
    await expect(overview).to_contain_text("Cor Voorbeeld")
    await expect(overview).not_to_contain_text(people.user.name)
    await page.get_by_text("Namen tonen").click()
    await expect(overview).to_contain_text(people.user.name)
    await fits(page)
    await looker(page)("access")
    async with page.expect_download() as downloading:
        await page.get_by_role("button", name="Downloaden als CSV").click()
    told = await (await downloading.value).path()
    assert people.user.name in told.read_text("utf-8-sig")
    await browser.prints(page, page.get_by_role("button", name="Afdrukken"), "h1", 1)


async def expect_sample_to_be_signed(page: Page, people: People, admin: Administrator) -> None:
    """Judge both rows of last month's sample and sign it, after a code."""
    rows = page.get_by_role("main").get_by_role("listitem")
    await expect(rows).to_have_count(2)
    await fits(page)
    await looker(page)("sample")
    sign = page.get_by_role("button", name="Ondertekenen")
    await expect(sign).to_be_disabled()
    await rows.nth(0).get_by_role("button", name=re.compile("^In orde")).click()
    await expect(page.get_by_text("Nog 1 van 2")).to_be_visible()
    await rows.nth(1).get_by_role("button", name=re.compile("^Navragen")).click()
    await rows.nth(1).get_by_label("Opmerking").fill("Waarom gedownload?")
    await rows.nth(1).get_by_label("Opmerking").blur()
    await expect(page.get_by_text("2 van 2 bekeken")).to_be_visible()
    await fits(page)
    await people.admin.let_ten_minutes_pass()
    await sign.click()
    await expect(admin.dialog).to_have_accessible_description(re.compile("Je ondertekent de steekproef"))
    await admin.confirm_by_recovery_code()
    await expect(page.get_by_text(f"Ondertekend door {people.admin.name}")).to_be_visible()
    await expect(sign).to_have_count(0)
    await expect(rows.nth(1).get_by_label("Opmerking")).to_have_value("Waarom gedownload?")


async def expect_everything_in_one_file(page: Page, people: People, admin: Administrator, path: Path) -> None:
    """Download the organization's data, after a code, and expect the report and the signature in it."""
    await people.admin.let_ten_minutes_pass()
    await page.get_by_role("link", name=re.compile("^Alles meenemen")).click()
    await expect(admin.dialog).to_have_accessible_description(re.compile("alles van je organisatie"))
    async with page.expect_download() as downloading:
        await admin.confirm_by_recovery_code()
    await (await downloading.value).save_as(path)
    with zipfile.ZipFile(path) as whole:
        assert whole.testzip() is None
        (report,) = [name for name in whole.namelist() if name.startswith("reports/") and name.endswith(".json")]
        assert json.loads(whole.read(report))["transcript"] == WORDS
        assert json.loads(whole.read("samples.json"))[0]["signed_by"] == people.admin.name
