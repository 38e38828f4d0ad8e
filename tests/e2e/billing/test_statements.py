"""An administrator buys, finds it in the books with its receipt, and a platform admin sees the same."""

import csv
import re

import pytest
from playwright.async_api import Page, expect

from tests.e2e.billing.paying import app_server, stripe_itself
from tests.e2e.test_accessible import looker
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support.people import People
from voice_report.services.billing import credits

__all__ = ["app_server", "stripe_itself"]

PURCHASES, LEDGER = "Aankopen, nieuwste eerst", "Verloop van de credits, nieuwste eerst"


async def buy(page: Page, label: str) -> None:
    await page.goto("/prijzen")
    async with page.context.expect_page() as opened:
        await page.get_by_role("button", name=re.compile(rf"^Koop nu\W+{label}$")).click()
    tab = await opened.value
    await tab.get_by_role("button", name="card").wait_for()
    await chromium.stays(tab)
    await tab.get_by_role("button", name="card").click()
    await expect(tab.get_by_text("Je credits zijn bijgeschreven.")).to_be_visible()
    await tab.close()


def row(page: Page, table: str, words: str):
    return page.get_by_role("table", name=table).get_by_role("row").filter(has_text=words)


async def fits(page: Page) -> bool:
    return await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1440, "light")])
async def test_an_administrator_buys_and_finds_the_receipt_and_the_credits(
    width, scheme, people: People, signed_in_page, stripe_itself
):
    page = await signed_in_page(
        people.admin, viewport={"width": width, "height": 844}, color_scheme=scheme, path="/admin"
    )
    await page.get_by_role("main").get_by_role("link", name="Betalingen").click()
    await expect(page.get_by_role("heading", level=1, name="Betalingen en credits")).to_be_visible()
    await expect(page.get_by_role("heading", name="Nog niets gekocht")).to_be_visible()
    await looker(page)("books, nothing bought")

    await buy(page, "ZZP")
    await page.goto("/betalingen")
    bought = row(page, PURCHASES, "ZZP")
    for words in ("€ 10,00", "25 credits", "Betaald"):
        await expect(bought).to_contain_text(words)
    await expect(row(page, LEDGER, "Pakket gekocht")).to_contain_text(people.admin.name)
    await expect(row(page, LEDGER, "Pakket gekocht")).to_contain_text("+25")
    await expect(page.get_by_role("main").get_by_text("75 credits")).to_be_visible()
    await looker(page)("books")
    assert await fits(page)

    async with page.expect_download() as downloading:
        await page.get_by_role("link", name="Downloaden als CSV").click()
    path = await (await downloading.value).path()
    told = list(csv.DictReader(path.read_text("utf-8-sig").splitlines(), delimiter=";"))
    assert (told[0]["Wat"], told[0]["Bij"], told[0]["Saldo"]) == ("Pakket gekocht", "25", "75")

    await bought.get_by_role("button", name=re.compile("^Bon van ZZP")).click()
    await expect(page.get_by_role("heading", name="Bon van Stripe")).to_be_visible()
    assert page.url.startswith(f"{stripe_itself.url}/receipts/")
    await page.go_back()
    await expect(bought).to_be_visible()


async def test_a_receipt_that_stripe_does_not_give_is_a_sentence(people: People, signed_in_page, stripe_itself):
    page = await signed_in_page(people.admin)
    await buy(page, "Starter")
    await page.goto("/betalingen")
    button = row(page, PURCHASES, "Starter").get_by_role("button", name=re.compile("^Bon van Starter"))
    stripe_itself.fail(401)
    async with chromium.shows(page, ".toast", "Kon de bon niet ophalen. Probeer het later opnieuw."):
        await button.click()
    await expect(button).to_have_text("Bon")
    await button.click()
    await expect(page.get_by_role("heading", name="Bon van Stripe")).to_be_visible()


async def test_a_platform_admin_comes_from_the_organizations_card(people: People, signed_in_page):
    name = f"Boekhouding {people.organization_id.hex[:8]}"
    await cast.make_organization(name, plan="zzp", credits=7)
    page = await signed_in_page(people.platform_admin, path="/platform-admin")
    await page.get_by_role("searchbox").first.fill(name)
    await expect(page.get_by_role("article")).to_have_count(1)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=name))
    await card.get_by_role("link", name="Betalingen").click()
    await expect(page.get_by_role("heading", level=1, name="Betalingen en credits")).to_be_visible()
    await expect(page.get_by_role("main").get_by_text(name)).to_be_visible()
    await expect(page.get_by_role("main").get_by_text("7 credits")).to_be_visible()
    await expect(page.get_by_role("link", name="Koop credits")).to_have_count(0)
    await expect(page.get_by_role("table", name=LEDGER).get_by_role("row")).to_have_count(2)
    await page.goto("/betalingen")
    await page.get_by_role("main").get_by_role("link", name="Platform Admin").click()
    await expect(page.get_by_role("heading", level=1, name="Platform Admin")).to_be_visible()


async def test_s01_s02_nobody_else_sees_them(people: People, signed_in_page):
    page = await signed_in_page(people.user, path="/betalingen")
    await expect(page.get_by_role("heading", level=1, name="Toegang Geweigerd")).to_be_visible()
    page = await signed_in_page(people.other_admin, path=f"/betalingen?organisatie={people.organization_id}")
    await expect(page.get_by_text("Organisatie niet gevonden").first).to_be_visible()
    await expect(page.get_by_role("button", name="Opnieuw proberen")).to_be_visible()
    await expect(page.get_by_text("Zorggroep De Linde")).to_have_count(0)


async def test_more_is_read_below(db, people: People, signed_in_page):
    async with db.transaction() as session:
        for number in range(24):
            await credits.grant(
                session, 1, reason="set by hand", key=f"{people.organization_id} {number}",
                organization_id=people.organization_id,
            )  # fmt: skip
    page = await signed_in_page(people.admin, path="/betalingen")
    rows = page.get_by_role("table", name=LEDGER).get_by_role("row")
    await expect(rows).to_have_count(21)
    await page.get_by_role("button", name="Meer laden").click()
    await expect(rows).to_have_count(26)
    await expect(page.get_by_role("button", name="Meer laden")).to_have_count(0)
