"""A customer buys: from the prices to the page to pay on, back, and the credits are there."""

import re

from playwright.async_api import Page, expect

from tests.e2e.billing.paying import app_server, stripe_itself
from tests.support import browser as chromium
from tests.support import people as cast
from tests.unit.services.factors.factors import set_up
from voice_report.services.billing import plans

__all__ = ["app_server", "stripe_itself"]

PACKAGES = [plan for plan in plans.for_sale() if not plan.subscription]


def buy_button(page: Page, label: str):
    return page.get_by_role("button", name=re.compile(rf"^Koop nu\W+{label}$"))


async def open_checkout(page: Page, label: str) -> Page:
    """Press the button and return the tab that opens. It stays where it leads after paying: that page goes on by itself
    (test_public) after a time in which a busy machine may not have heard of the payment."""
    await page.goto("/prijzen")
    await expect(buy_button(page, label)).to_be_enabled()
    async with page.context.expect_page() as opened, chromium.shows(page, ".toast", "Doorgestuurd naar checkout"):
        await buy_button(page, label).click()
    tab = await opened.value
    await expect(tab.get_by_role("heading", name=f"Spraakrapport {label}")).to_be_visible()
    await chromium.stays(tab)
    await expect(buy_button(page, label)).to_be_enabled()
    return tab


async def is_alone(page: Page) -> None:
    """Wait until no tab but this one is left: an empty one is not left behind."""
    while len(page.context.pages) > 1:
        await page.evaluate("new Promise(requestAnimationFrame)")
    assert page.context.pages == [page]


async def test_every_package_as_a_customer_buys_it(signed_in_page, people) -> None:
    page, balance = await signed_in_page(people.user), 50
    for number, plan in enumerate(PACKAGES):
        tab = await open_checkout(page, plan.label)
        await expect(tab.get_by_text(f"€ {plan.price:.2f}")).to_be_visible()
        await tab.get_by_role("button", name=("card", "ideal", "bancontact")[number % 3]).click()
        balance += plan.credits
        await expect(tab.get_by_role("heading", name="Betaling Geslaagd!")).to_be_visible()
        await expect(tab.get_by_text(f"Je organisatie heeft nu {balance} credits.")).to_be_visible()
        if number < len(PACKAGES) - 1:
            await tab.close()
    await tab.get_by_role("link", name="Naar het dashboard").click()
    await expect(tab).to_have_url(re.compile("/dashboard$"))
    await expect(tab.get_by_role("main").get_by_text(f"{balance} credits")).to_be_visible()


async def test_a_blocked_popup_leads_on_in_this_window(signed_in_page, people) -> None:
    page = await signed_in_page(people.user, path="")
    await page.add_init_script("window.open = () => null")
    await page.goto("/prijzen")
    async with chromium.shows(page, ".toast", "Popup geblokkeerd"), chromium.shows(page, "button", "Laden...: ZZP"):
        await buy_button(page, "ZZP").click()
    await expect(page.get_by_role("heading", name="Spraakrapport ZZP")).to_be_visible()


async def test_s39_buying_asks_for_a_code_and_goes_on_by_itself(db, signed_in_page, people, watch) -> None:
    watch.expect("403")
    _, codes = await set_up(people.user)
    await people.user.let_ten_minutes_pass()
    page = await signed_in_page(people.user, path="/prijzen")
    await buy_button(page, "ZZP").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Annuleren").click()
    await expect(buy_button(page, "ZZP")).to_be_enabled()
    await is_alone(page)
    await buy_button(page, "ZZP").click()
    await dialog.get_by_role("button", name="Ik heb mijn telefoon niet bij me").click()
    await dialog.get_by_label("Herstelcode").fill(codes[0])
    async with page.context.expect_page() as opened:
        await dialog.get_by_role("button", name="Bevestigen").click()
    tab = await opened.value
    await tab.get_by_role("button", name="card").wait_for()
    await chromium.stays(tab)
    await tab.get_by_role("button", name="card").click()
    await expect(tab.get_by_text("Je organisatie heeft nu 75 credits.")).to_be_visible()
    await expect(buy_button(page, "ZZP")).to_be_enabled()


async def test_a_late_ideal_payment_arrives_when_the_bank_says_so(signed_in_page, people, stripe_itself) -> None:
    page = await signed_in_page(people.user)
    tab = await open_checkout(page, "Starter")
    stripe_itself.late = True
    try:
        await tab.get_by_role("button", name="ideal").click()
        await expect(tab.get_by_text("Je credits worden zo bijgeschreven.")).to_be_visible()
    finally:
        stripe_itself.late = False
    session_id = re.sub(r".*session_id=", "", tab.url)
    stripe_itself.state.settle(session_id, paid=True)
    stripe_itself.deliver(stripe_itself.state.events[-1])
    await tab.goto("/dashboard")
    await expect(tab.get_by_role("main").get_by_text("60 credits")).to_be_visible()


async def test_stripe_that_fails_is_a_sentence_and_the_button_works_again(
    signed_in_page, people, stripe_itself, watch
) -> None:
    watch.expect("503")
    page = await signed_in_page(people.user, path="/prijzen")
    stripe_itself.fail(401)
    async with chromium.shows(page, ".toast", "Kon geen checkout sessie starten. Probeer het opnieuw."):
        await buy_button(page, "MKB").click()
    await expect(buy_button(page, "MKB")).to_be_enabled()
    await is_alone(page)
    await open_checkout(page, "MKB")


async def test_who_was_signed_out_meanwhile_signs_in_first(signed_in_page, people, watch) -> None:
    watch.expect("401")
    page = await signed_in_page(people.user, path="/prijzen")
    await expect(buy_button(page, "MKB")).to_be_visible()
    await page.context.clear_cookies()
    await buy_button(page, "MKB").click()
    await expect(page).to_have_url(re.compile("/login$"))
    await is_alone(page)


async def test_unlimited_from_its_start_until_it_is_cancelled(signed_in_page, people) -> None:
    name = f"Abonnee {people.organization_id.hex[:8]}"
    there = await cast.make_organization(name, plan="zzp", credits=5)
    page = await signed_in_page(await cast.make_user(there, "Wanda", "Werker"))
    tab = await open_checkout(page, "Unlimited")
    await tab.get_by_role("button", name="card").click()
    await expect(tab.get_by_text("Je abonnement is actief.")).to_be_visible()
    await tab.get_by_role("link", name="Naar het dashboard").click()
    await expect(tab).to_have_url(re.compile("/dashboard$"))
    await expect(tab.get_by_text("Unlimited plan")).to_be_visible()

    admin = await signed_in_page(people.platform_admin, path="/platform-admin")
    await admin.get_by_role("searchbox").first.fill(name)
    await expect(admin.get_by_role("article")).to_have_count(1)
    card = admin.get_by_role("article").filter(has=admin.get_by_role("heading", name=name))
    await expect(card.get_by_text("Actief", exact=True)).to_be_visible()
    await card.get_by_role("button", name=re.compile("Stop Abonnement")).click()
    question = admin.get_by_role("alertdialog", name="Abonnement stoppen?")
    async with chromium.shows(admin, ".toast", "Abonnement geannuleerd"):
        await question.get_by_role("button", name="Stop Abonnement").click()
    await expect(card.get_by_text("Opgezegd", exact=True)).to_be_visible()
    await expect(card.get_by_role("button", name=re.compile("Stop Abonnement"))).to_have_count(0)
    await tab.reload()
    await expect(tab.get_by_text("Unlimited plan")).to_be_visible()
