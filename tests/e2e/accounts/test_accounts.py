"""Everyone gets in: registering, confirming, forgetting and being invited, as people do it in a browser (S10)."""

import re

from playwright.async_api import expect
from sqlmodel import select

from tests.e2e.accounts.steps import (
    NEW_PASSWORD,
    PASSWORD,
    confirm,
    fill_registration,
    link_in,
    mailed,
    new_address,
    sign_in,
)
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support import tables
from voice_report.db.models import OutboxMail
from voice_report.services.organizations import invitations


async def test_a_stranger_registers_confirms_and_arrives(app_server, db, page) -> None:
    address = new_address()
    await page.goto("/")
    await page.get_by_role("navigation", name="Hoofdmenu").get_by_role("link", name="Testen").click()
    await fill_registration(page, address)
    await page.get_by_role("button", name="Account aanmaken").click()
    await expect(page.get_by_role("heading", name="Controleer je e-mail")).to_be_visible()
    await expect(page.get_by_text(address)).to_be_visible()

    async with chromium.shows(page, "h1", "E-mailadres bevestigd"):
        await page.goto(await mailed(app_server, address, "e-mailadres"))
    assert "token" not in page.url
    await expect(page).to_have_url(re.compile("/login$"))  # the countdown, and nobody is signed in yet
    await expect(page.get_by_label("E-mailadres")).to_have_value(address)
    await sign_in(page, address, PASSWORD)
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text("Nora").first).to_be_visible()


async def test_s10_fetching_the_mailed_page_uses_nothing_up(app_server, db, page) -> None:
    address = new_address()
    await page.goto("/register")
    await fill_registration(page, address)
    await page.get_by_role("button", name="Account aanmaken").click()
    # The mail can be there before the answer that carries this browser's cookie.
    await expect(page.get_by_role("heading", name="Controleer je e-mail")).to_be_visible()
    link = await mailed(app_server, address, "e-mailadres")
    for _ in range(2):
        fetched = await page.context.request.get(app_server.url + link)
        assert fetched.status == 200
        assert re.search('<meta[^>]*content="no-referrer"', await fetched.text())
    async with chromium.shows(page, "h1", "E-mailadres bevestigd"):
        await page.goto(link)


async def test_a_used_link_offers_the_ways_on(app_server, db, page, watch) -> None:
    watch.expect("422")
    await page.goto("/verify-email?token=verzonnen")
    await expect(page.get_by_role("alert")).to_contain_text("Dit adres is al bevestigd, of de link is verlopen.")
    await expect(page.get_by_role("link", name="Naar Inloggen")).to_have_attribute("href", "/login")
    await page.get_by_role("link", name="Registreer Opnieuw").click()
    await expect(page.get_by_role("heading", name="Account aanmaken")).to_be_visible()
    await page.goto("/verify-email")
    await expect(page.get_by_text("Verificatie token ontbreekt.")).to_be_visible()


async def test_the_rule_is_checked_while_typing_and_nothing_typed_is_lost(app_server, db, page) -> None:
    await page.goto("/register")
    await fill_registration(page, "geen adres", "kort")
    rules = page.get_by_role("list", name="Je wachtwoord heeft").get_by_role("listitem")
    await expect(rules).to_have_count(5)
    await expect(rules.filter(has_text="Voldaan")).to_have_count(1)
    await page.get_by_role("button", name="Account aanmaken").click()
    await expect(page.get_by_text("Ongeldig e-mailadres")).to_be_visible()
    await expect(page.get_by_label("E-mailadres")).to_be_focused()
    await expect(page.get_by_label("Voornaam")).to_have_value("Nora")
    await page.get_by_label("Wachtwoord", exact=True).fill(PASSWORD)
    await expect(rules.filter(has_text="Voldaan")).to_have_count(5)


async def test_a_password_typed_before_the_scripts_arrive_is_held_against_the_rules(page) -> None:
    async with chromium.held(page, "**/assets/*.js"):
        await page.goto("/register", wait_until="commit")
        await page.get_by_label("Wachtwoord", exact=True).fill("kort")
    rules = page.get_by_role("list", name="Je wachtwoord heeft").get_by_role("listitem")
    await expect(rules.filter(has_text="Voldaan")).to_have_count(1)


async def test_who_gave_a_wrong_address_fills_in_only_that_again(app_server, db, page) -> None:
    await page.goto("/register")
    await expect(page.get_by_role("main").get_by_role("link", name="algemene voorwaarden")).to_be_visible()
    await expect(page.get_by_role("main").get_by_role("link", name="privacyverklaring")).to_be_visible()
    await fill_registration(page, new_address())
    await page.get_by_role("button", name="Account aanmaken").click()
    await expect(page.get_by_role("heading", name="Controleer je e-mail")).to_be_focused()
    await expect(page).to_have_title(re.compile("^Controleer je e-mail"))
    await page.get_by_role("button", name="Opnieuw invullen").click()
    await expect(page.get_by_label("Voornaam")).to_have_value("Nora")
    await expect(page).to_have_title(re.compile("^Account aanmaken"))


async def test_a_forgotten_password_is_replaced(app_server, people, page, watch) -> None:
    watch.expect("401")
    await page.goto("/login")
    await page.get_by_role("link", name="Wachtwoord vergeten?").click()
    await expect(page.get_by_role("heading", name="Wachtwoord Vergeten")).to_be_visible()
    await page.get_by_label("E-mailadres").fill(people.user.email)
    await page.get_by_role("button", name="Verstuur resetlink").click()
    await expect(page.get_by_text("De link is 1 uur geldig.")).to_be_visible()

    link = await mailed(app_server, people.user.email, "achtwoord")
    await page.goto(link)
    await expect(page.get_by_label("Nieuw wachtwoord", exact=True)).to_be_visible()
    assert "token" not in page.url
    await page.reload()
    await page.get_by_label("Nieuw wachtwoord", exact=True).fill(NEW_PASSWORD)
    await page.get_by_label("Bevestig nieuw wachtwoord").fill(NEW_PASSWORD + "x")
    await page.get_by_role("button", name="Wachtwoord resetten").click()
    await expect(page.get_by_text("Wachtwoorden komen niet overeen")).to_be_visible()
    await page.get_by_label("Bevestig nieuw wachtwoord").fill(NEW_PASSWORD)
    async with chromium.shows(page, "h1", "Wachtwoord Gereset!"):
        await page.get_by_role("button", name="Wachtwoord resetten").click()
    await expect(page).to_have_url(re.compile("/login$"))

    await sign_in(page, people.user.email, people.user.password)
    await expect(page.get_by_text("Inloggen mislukt")).to_be_visible()
    await sign_in(page, people.user.email, NEW_PASSWORD)
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await page.goto(link)
    await expect(page.get_by_role("link", name="Nieuwe link aanvragen")).to_have_attribute("href", "/forgot-password")


async def test_a_reset_without_a_token_shows_the_way(app_server, db, page) -> None:
    await page.goto("/reset-password")
    sentence = "Geen geldig reset token gevonden. Vraag een nieuwe wachtwoord reset aan."
    await expect(page.get_by_text(sentence)).to_be_visible()
    await page.get_by_role("link", name="Nieuwe link aanvragen").click()
    await expect(page.get_by_role("heading", name="Wachtwoord Vergeten")).to_be_visible()


async def test_an_invited_colleague_joins_at_once(app_server, people, db, page) -> None:
    address = new_address()
    await people.admin.call(invitations.invite, address, "user")
    mail = await tables.row(select(OutboxMail).where(OutboxMail.recipient == address))
    await page.goto(link_in(mail.text))
    await expect(page.get_by_text("Zorggroep De Linde").first).to_be_visible()
    await expect(page.get_by_label("E-mailadres")).to_have_value(address)
    await expect(page.get_by_label("E-mailadres")).not_to_be_editable()
    await fill_registration(page, None)
    await page.get_by_role("button", name="Account aanmaken").click()
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text("Nora").first).to_be_visible()


async def test_an_invitation_that_is_over_says_so(app_server, db, page, watch) -> None:
    watch.expect("404")
    await page.goto("/register?invitation=verlopen")
    await expect(page.get_by_text("Deze uitnodiging is ongeldig of verlopen.")).to_be_visible()
    await expect(page.get_by_role("button", name="Account aanmaken")).to_be_disabled()
    await page.get_by_role("button", name="Registreren zonder uitnodiging").click()
    await expect(page.get_by_role("button", name="Account aanmaken")).to_be_enabled()


async def test_registering_needs_no_mouse_and_no_wide_screen(app_server, db, new_page) -> None:
    page = await new_page(viewport={"width": 360, "height": 740})
    await page.goto("/register")
    await expect(page.get_by_role("button", name="Account aanmaken")).to_be_enabled()
    await page.get_by_label("Voornaam").focus()
    for words in ("Nora", "Nieuwkomer", new_address()):
        await page.keyboard.type(words)
        await page.keyboard.press("Tab")
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Controleer je e-mail")).to_be_focused()
    wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing sticks out at phone width"
    await page.get_by_role("button", name="Opnieuw invullen").press("Enter")
    await expect(page.get_by_role("heading", name="Account aanmaken")).to_be_focused()
    await expect(page.get_by_text("Met een account ga je akkoord met de algemene voorwaarden.")).to_be_visible()


async def test_who_has_not_confirmed_can_have_the_mail_again(app_server, people, db, page, watch) -> None:
    watch.expect("403", "422")
    late = await cast.make_user(people.organization_id, "Lara", "Later", is_email_verified=False)
    await page.goto("/login")
    await sign_in(page, late.email, late.password)
    await page.get_by_role("button", name="Verstuur de e-mail opnieuw").click()
    await page.goto(await mailed(app_server, late.email, "e-mailadres"))
    async with chromium.shows(page, "h1", "E-mailadres bevestigd"):
        await confirm(page, late.password)
    await expect(page).to_have_url(re.compile("/dashboard$"))


async def test_s10_a_link_opened_in_another_browser_asks_for_the_password(
    app_server, db, page, new_page, watch
) -> None:
    """Registered on the computer, mail read on the phone."""
    watch.expect("422")
    address = new_address()
    await page.goto("/register")
    await fill_registration(page, address)
    await page.get_by_role("button", name="Account aanmaken").click()
    await expect(page.get_by_role("heading", name="Controleer je e-mail")).to_be_visible()
    link = app_server.url + await mailed(app_server, address, "e-mailadres")

    phone = await new_page()
    await phone.goto(link)
    await expect(phone.get_by_text("dan weten we dat jij het bent")).to_be_visible()
    assert "token" not in phone.url
    await phone.reload()
    await phone.get_by_role("button", name="E-mailadres bevestigen").click()
    await expect(phone.get_by_text("Wachtwoord is verplicht")).to_be_visible()
    await confirm(phone, NEW_PASSWORD)
    await expect(phone.get_by_text("Dit wachtwoord hoort niet bij dit account.")).to_be_visible()
    async with chromium.shows(phone, "h1", "E-mailadres bevestigd"):
        await confirm(phone, PASSWORD)
    await expect(phone).to_have_url(re.compile("/dashboard$"))
    await expect(phone.get_by_text("Nora").first).to_be_visible()


async def test_s10_an_invitation_works_for_an_address_somebody_else_registered(app_server, db, people, page) -> None:
    address = new_address()
    taken = {"email": address, "password": NEW_PASSWORD, "firstName": "Vreemd", "lastName": "Eling"}
    origin = {"Origin": app_server.url}
    made = await page.context.request.post(f"{app_server.url}/api/auth/register", data=taken, headers=origin)
    assert made.status == 201
    await people.admin.call(invitations.invite, address, "user")
    await page.goto(await mailed(app_server, address, "Uitnodiging"))
    await fill_registration(page, None)
    await page.get_by_role("button", name="Account aanmaken").click()
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text("Nora").first).to_be_visible()
