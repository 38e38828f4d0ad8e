"""One's own account: names, address, password and devices, kept up to date in a browser."""

import re
from datetime import datetime

from playwright.async_api import expect
from pyotp.totp import TOTP
from sqlmodel import col, delete

from tests.e2e.accounts.steps import NEW_PASSWORD, confirm, mailed, new_address, sign_in
from tests.support import browser as chromium
from tests.support import tables
from tests.unit.services.factors.factors import set_up, wrong_code
from voice_report.db.models import PendingSignIn


async def test_an_account_is_kept_up_to_date(app_server, people, signed_in_page, watch) -> None:
    watch.expect("422")
    elsewhere = await signed_in_page(people.user)
    page = await signed_in_page(people.user, path="/account")
    await page.get_by_label("Voornaam").fill("Ulrike")
    async with chromium.shows(page, ".toast", "Profiel bijgewerkt"):
        await page.get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_text("Ulrike Verzorger").first).to_be_visible()

    await page.get_by_role("tab", name="Wachtwoord").click()
    await page.get_by_label("Huidig wachtwoord").fill("Niet-het-goede-1!")
    await page.get_by_label("Nieuw wachtwoord", exact=True).fill(NEW_PASSWORD)
    await page.get_by_label("Bevestig nieuw wachtwoord").fill(NEW_PASSWORD)
    await page.get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_text("Het huidige wachtwoord is onjuist.")).to_be_visible()
    await expect(page.get_by_label("Nieuw wachtwoord", exact=True)).to_have_value(NEW_PASSWORD)
    await page.get_by_label("Huidig wachtwoord").fill(people.user.password)
    async with chromium.shows(page, ".toast", "Wachtwoord gewijzigd"):
        await page.get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_label("Huidig wachtwoord")).to_have_value("")
    await elsewhere.reload()
    await expect(elsewhere).to_have_url(re.compile("/login$"))


async def test_another_address_holds_once_it_was_confirmed(app_server, people, signed_in_page, new_page, watch) -> None:
    watch.expect("401", "422")
    address = new_address()
    page = await signed_in_page(people.user, path="/account")
    await page.get_by_label("E-mailadres").fill(address)
    await page.get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_text("Huidig wachtwoord is verplicht")).to_be_visible()
    await page.get_by_label("Huidig wachtwoord").locator("visible=true").fill(people.user.password)
    await page.get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_text(f"We stuurden een link naar {address}")).to_be_visible()
    await expect(page.get_by_label("E-mailadres")).to_have_value(people.user.email)

    mailbox = await new_page()
    await mailbox.goto(await mailed(app_server, address, "nieuwe e-mailadres"))
    async with chromium.shows(mailbox, "main", "Voortaan log je daarmee in."):
        await confirm(mailbox, people.user.password)
    await page.reload()
    await expect(page.get_by_label("E-mailadres")).to_have_value(address)
    await expect(page.get_by_text("We stuurden een link")).to_have_count(0)
    elsewhere = await new_page()
    await elsewhere.goto("/login")
    await sign_in(elsewhere, people.user.email, people.user.password)
    await expect(elsewhere.get_by_text("Inloggen mislukt")).to_be_visible()
    await sign_in(elsewhere, address, people.user.password)
    await expect(elsewhere).to_have_url(re.compile("/dashboard$"))


async def test_another_tab_keeps_what_was_typed(app_server, people, signed_in_page) -> None:
    page = await signed_in_page(people.user, path="/account")
    await page.get_by_label("Voornaam").fill("Ulrike")
    await page.get_by_role("tab", name="Wachtwoord").click()
    await expect(page.get_by_label("Voornaam")).to_be_hidden()
    await page.get_by_label("Nieuw wachtwoord", exact=True).fill("Half")
    rules = page.get_by_role("list", name="Je wachtwoord heeft")
    described = await page.get_by_label("Nieuw wachtwoord", exact=True).get_attribute("aria-describedby")
    assert described == await rules.get_attribute("id")
    await page.get_by_role("tab", name="Profiel").click()
    await expect(page.get_by_label("Voornaam")).to_have_value("Ulrike")
    await page.get_by_role("tab", name="Wachtwoord").click()
    await expect(page.get_by_label("Nieuw wachtwoord", exact=True)).to_have_value("Half")


async def test_a_lost_device_is_signed_out(app_server, people, signed_in_page) -> None:
    lost = await signed_in_page(people.admin)
    page = await signed_in_page(people.admin, path="/account")
    await page.get_by_role("tab", name="Beveiliging").click()
    devices = page.get_by_role("region", name="Aangemelde apparaten")
    await expect(devices.get_by_text("Dit apparaat")).to_have_count(1)
    await devices.get_by_role("button", name="Alle andere apparaten afmelden").click()
    await expect(devices.get_by_role("listitem")).to_have_count(1)
    await lost.reload()
    await expect(lost).to_have_url(re.compile("/login$"))


async def test_s34_s37_an_app_is_set_up_and_signs_in_and_so_does_a_recovery_code(
    app_server, people, signed_in_page, new_page, watch
) -> None:
    watch.expect("422")
    page = await signed_in_page(people.user, path="/account", viewport={"width": 390, "height": 844})
    await page.get_by_role("tab", name="Beveiliging").click()
    await page.get_by_role("button", name="Liever een code uit een app").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Huidig wachtwoord").fill("Niet-het-goede-1!")
    await dialog.get_by_role("button", name="Verder").click()
    await expect(dialog.get_by_text("Het huidige wachtwoord is onjuist.")).to_be_visible()
    await dialog.get_by_label("Huidig wachtwoord").fill(people.user.password)
    await dialog.get_by_role("button", name="Verder").click()
    await expect(page.get_by_role("img", name="QR-code").locator("svg")).to_be_visible()
    app = TOTP("".join((await page.locator(".copy-field code").inner_text()).split()))
    await page.get_by_label("Code uit de app").fill(wrong_code(app))
    await page.get_by_role("button", name="Bevestigen").click()
    await expect(page.get_by_text("Deze code klopt niet.")).to_be_visible()
    await page.get_by_label("Code uit de app").fill(app.now())
    await page.get_by_role("button", name="Bevestigen").click()
    codes = page.get_by_role("region", name="Je herstelcodes").get_by_role("listitem")
    await expect(codes).to_have_count(10)
    recovery = await codes.first.inner_text()
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Downloaden").click()
    assert recovery in (await (await saved.value).path()).read_text()
    await page.get_by_role("button", name="Ik heb ze bewaard").click()
    await expect(page.get_by_text("Nog 10 van de 10 over")).to_be_visible()

    elsewhere = await new_page()
    await elsewhere.goto("/login")
    await sign_in(elsewhere, people.user.email, people.user.password)
    await expect(elsewhere.get_by_role("heading", name="Nog één stap")).to_be_visible()
    await expect(elsewhere.get_by_label("Code", exact=True)).to_be_focused()
    await elsewhere.keyboard.type(app.at(datetime.now(), counter_offset=1))  # the sixth digit sends it
    await expect(elsewhere).to_have_url(re.compile("/dashboard$"))

    third = await new_page()
    await third.goto("/login")
    await sign_in(third, people.user.email, people.user.password)
    await third.get_by_role("button", name="Terug naar inloggen").click()
    await expect(third.get_by_label("E-mailadres")).to_have_value(people.user.email)
    await sign_in(third, people.user.email, people.user.password)
    await third.get_by_role("button", name="Ik heb mijn telefoon niet bij me").click()
    await third.get_by_label("Herstelcode").fill("x" + recovery)
    await third.get_by_role("button", name="Bevestigen").click()
    await expect(third.get_by_text("Deze code klopt niet, of is al gebruikt.")).to_be_visible()
    await expect(third.get_by_label("Herstelcode")).to_have_value("x" + recovery)
    await third.get_by_label("Herstelcode").fill(recovery.upper())
    await third.get_by_role("button", name="Bevestigen").click()
    await expect(third).to_have_url(re.compile("/dashboard$"))


async def test_s38_a_code_that_comes_too_late_leads_back_to_the_password(db, people, page, watch) -> None:
    watch.expect("401")
    await set_up(people.user)
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page.get_by_role("heading", name="Nog één stap")).to_be_visible()
    await tables.run(delete(PendingSignIn).where(col(PendingSignIn.user_id) == people.user.id))
    await page.get_by_label("Code", exact=True).fill("123456")
    await expect(page.get_by_text("Het inloggen duurde te lang. Log opnieuw in.")).to_be_visible()
    await expect(page.get_by_label("E-mailadres")).to_have_value(people.user.email)


async def test_s39_a_new_password_asks_for_a_code_and_goes_on_by_itself(
    db, app_server, people, new_page, watch
) -> None:
    watch.expect("403")
    _, codes = await set_up(people.user)
    await people.user.let_ten_minutes_pass()
    page = await new_page()
    await chromium.use_session(page.context, app_server.url, people.user.cookie)
    await page.goto("/account")
    await page.get_by_role("tab", name="Wachtwoord").click()
    await page.get_by_label("Huidig wachtwoord").fill(people.user.password)
    await page.get_by_label("Nieuw wachtwoord", exact=True).fill(NEW_PASSWORD)
    await page.get_by_label("Bevestig nieuw wachtwoord").fill(NEW_PASSWORD)
    await page.get_by_role("button", name="Opslaan").click()
    dialog = page.get_by_role("dialog", name="Even bevestigen dat jij het bent")
    await dialog.get_by_role("button", name="Annuleren").click()
    await expect(page.get_by_label("Nieuw wachtwoord", exact=True)).to_have_value(NEW_PASSWORD)
    await page.get_by_role("button", name="Opslaan").click()
    await dialog.get_by_role("button", name="Ik heb mijn telefoon niet bij me").click()
    await dialog.get_by_label("Herstelcode").fill(codes[0])
    async with chromium.shows(page, ".toast", "Wachtwoord gewijzigd"):
        await dialog.get_by_role("button", name="Bevestigen").click()
