"""'Inzicht' as an administrator and a platform admin see it: pictures with a table beside them, and a file."""

import re
from datetime import datetime, time, timedelta

import pytest
from playwright.async_api import Page, expect
from sqlmodel import col, update

from tests.e2e.test_accessible import looker
from tests.support import people as cast
from tests.support import tables
from tests.unit.services.insight.weeks import colleagues, made, store
from voice_report import clock
from voice_report.db.models import Organization
from voice_report.services.insight import counting

TITLES = ("Rapportages per week", "Ingesproken per week", "Collega's per week", "Nagekeken per week")


@pytest.fixture
async def weeks(db, people: cast.People) -> None:
    """Five colleagues made a report in each of three weeks, and two of them one in the week before."""
    mine = col(Organization.id).in_((people.organization_id, people.other_organization_id))
    await tables.run(update(Organization).where(mine).values(created_at=clock.now() - timedelta(days=365)))
    five = await colleagues(people.organization_id, 5)
    for back in range(4):
        wednesday = counting.last_week() + timedelta(days=2 - 7 * back)  # whatever day or hour it is
        at = datetime.combine(wednesday, time(12), clock.AMSTERDAM)
        await store(made(people.organization_id, five if back < 3 else five[:2], at))
    await counting.run()


async def values(page: Page, title: str) -> list[str]:
    return await page.get_by_role("table", name=f"{title}, per week").get_by_role("cell").all_inner_texts()


async def test_s101_each_picture_has_a_table_and_small_weeks_have_no_number(
    weeks, options, people: cast.People, signed_in_page
) -> None:
    page = await signed_in_page(people.admin, path="/admin", **options)
    await page.get_by_role("link", name="Inzicht").click()
    await expect(page.get_by_role("heading", level=1, name="Inzicht")).to_be_visible()
    await expect(page.get_by_text("Zorggroep De Linde, alle collega's samen.")).to_be_visible()
    few = ["minder dan 5"] * 9
    for title, value in zip(TITLES, ("5", "3", "5", "100 %"), strict=True):
        await expect(page.get_by_role("heading", level=2, name=title)).to_be_visible()
        assert await values(page, title) == [value, value, value, *few]
    for svg in await page.locator("svg.plot").all():
        assert await svg.get_attribute("aria-hidden") == "true"
    await looker(page)("inzicht, pictures")
    await page.get_by_role("button", name="Tabel: Rapportages per week").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Tabel: Rapportages per week")).to_have_attribute(
        "aria-pressed", "true"
    )
    await expect(page.locator("svg.plot")).to_have_count(3)
    await looker(page)("inzicht, a table")
    await page.get_by_text("4 weken", exact=True).click()
    await expect(page.get_by_role("table", name="Rapportages per week, per week").get_by_role("cell")).to_have_count(4)
    async with page.expect_download() as begun:
        await page.get_by_role("link", name="Downloaden als CSV").click()
    assert re.fullmatch(r"inzicht-Zorggroep_De_Linde-\d\d-\d\d-\d{4}\.csv", (await begun.value).suggested_filename)
    sticking = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert sticking <= 0


async def test_s101_on_paper_are_the_numbers_and_no_buttons(weeks, people: cast.People, signed_in_page) -> None:
    page = await signed_in_page(people.admin, path="/inzicht")
    await expect(page.locator("svg.plot")).to_have_count(4)
    await page.emulate_media(media="print")
    for title in TITLES:
        await expect(page.get_by_role("table", name=f"{title}, per week").get_by_role("cell").last).to_be_visible()
    await expect(page.get_by_role("main").get_by_role("button").locator("visible=true")).to_have_count(0)
    await expect(page.get_by_text("4 weken", exact=True)).to_be_hidden()


async def test_s101_a_platform_admin_sees_all_together_and_a_member_nothing(
    weeks, people: cast.People, signed_in_page
) -> None:
    page = await signed_in_page(people.platform_admin)
    await page.get_by_role("link", name="Inzicht").click()
    await expect(page.get_by_text("Het hele platform, alleen aantallen.")).to_be_visible()
    await expect(page.get_by_role("heading", level=2, name="Organisaties die rapporteren")).to_be_visible()
    assert len(await values(page, "Organisaties die rapporteren")) == 12
    await expect(page.get_by_text("Zorggroep De Linde")).to_have_count(0)
    page = await signed_in_page(people.user, path="/inzicht")
    await expect(page.get_by_role("heading", name="Toegang Geweigerd")).to_be_visible()
    await expect(page.locator(".stats, svg.plot")).to_have_count(0)
    page = await signed_in_page(people.other_admin, path="/inzicht")
    await expect(page.get_by_role("heading", level=2, name="Nog niets te zien")).to_be_visible()
