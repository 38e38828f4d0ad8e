"""axe-core finds nothing on the pages around an account, in any of their states: phone and desktop, light and dark."""

from datetime import timedelta

from playwright.async_api import Page, expect
from pyotp.totp import TOTP
from sqlmodel import select

from tests.e2e.accounts.steps import PASSWORD, confirm, fill_registration, link_in, new_address, sign_in
from tests.e2e.test_accessible import looker
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support import tables
from voice_report import clock
from voice_report.db.models import OutboxMail, User
from voice_report.services.accounts import password_reset
from voice_report.services.organizations import invitations
from voice_report.services.shared import tokens
from voice_report.services.sign_in import signing_in


async def mailed_token(db, person: cast.Person, purpose: str) -> str:
    """Give a user a token, as a mail would bring it."""
    async with db.transaction() as session:
        user = await session.get(User, person.id)
        if purpose == "reset":
            return password_reset.new_token(user)
        token = tokens.new()
        user.email_verification_token = tokens.hashed(token)
        user.email_verification_expires = clock.now() + timedelta(hours=1)
        return token


def heading(page: Page, name: str):
    return page.get_by_role("heading", level=1, name=name)


async def test_nothing_stands_in_the_way_in(options, db, people, new_page, watch, monkeypatch) -> None:
    watch.expect("401", "404", "422")
    page = await new_page(**options)
    look = looker(page)
    await page.goto("/register")
    await page.get_by_role("button", name="Account aanmaken").click()
    await expect(page.get_by_text("Voornaam is verplicht")).to_be_visible()
    await look("register, with errors")
    await fill_registration(page, new_address(), PASSWORD)
    await page.get_by_role("button", name="Account aanmaken").click()
    await expect(heading(page, "Controleer je e-mail")).to_be_visible()
    await look("register, check your mail")
    invited = new_address()
    await people.admin.call(invitations.invite, invited, "user")
    mail = await tables.row(select(OutboxMail).where(OutboxMail.recipient == invited))
    await page.goto(link_in(mail.text))
    await expect(page.get_by_text("Zorggroep De Linde").first).to_be_visible()
    await look("register, invited")
    await page.goto("/register?invitation=verlopen")
    await expect(page.get_by_text("ongeldig of verlopen")).to_be_visible()
    await look("register, invitation over")

    late = await cast.make_user(people.organization_id, "Lara", "Later", is_email_verified=False)
    await page.goto("/verify-email?token=verzonnen")
    await expect(heading(page, "Bevestigen is niet gelukt")).to_be_visible()
    await look("verify, failed")
    await page.goto(f"/verify-email?token={await mailed_token(db, late, 'verify')}")
    await expect(page.get_by_text("dan weten we dat jij het bent")).to_be_visible()
    await look("verify, password")
    await chromium.stays(page)
    await confirm(page, late.password)
    await expect(heading(page, "E-mailadres bevestigd")).to_be_visible()
    await look("verify, done")


async def test_nothing_stands_in_the_way_back(options, db, people, new_page, watch) -> None:
    watch.expect("401", "403", "422")
    page = await new_page(**options)
    look = looker(page)
    await page.goto("/forgot-password")
    await expect(page.get_by_role("button", name="Verstuur resetlink")).to_be_enabled()
    await look("forgot")
    await page.get_by_label("E-mailadres").fill(people.user.email)
    await page.get_by_role("button", name="Verstuur resetlink").click()
    await expect(page.get_by_text("De link is 1 uur geldig.")).to_be_visible()
    await look("forgot, sent")
    await page.goto("/reset-password")
    await expect(page.get_by_role("link", name="Nieuwe link aanvragen")).to_be_visible()
    await look("reset, no token")
    await page.goto(f"/reset-password?token={await mailed_token(db, people.user, 'reset')}")
    await page.get_by_label("Nieuw wachtwoord", exact=True).fill("Half")
    await page.get_by_role("button", name="Wachtwoord resetten").click()
    await expect(page.get_by_text("Bevestig nieuw wachtwoord").nth(1)).to_be_visible()
    await look("reset, with errors")
    await page.get_by_label("Nieuw wachtwoord", exact=True).fill(PASSWORD)
    await page.get_by_label("Bevestig nieuw wachtwoord").fill(PASSWORD)
    await chromium.stays(page)
    await page.get_by_role("button", name="Wachtwoord resetten").click()
    await expect(heading(page, "Wachtwoord Gereset!")).to_be_visible()
    await look("reset, done")
    await page.goto("/login")
    for _ in range(signing_in.ATTEMPTS):
        await sign_in(page, people.admin.email, "Niet-het-goede-1!")
        await expect(page.get_by_text("Inloggen mislukt")).to_be_visible()
    await look("login, locked")
    late = await cast.make_user(people.organization_id, "Lara", "Later", is_email_verified=False)
    await sign_in(page, late.email, late.password)
    await expect(page.get_by_role("button", name="Verstuur de e-mail opnieuw")).to_be_visible()
    await look("login, not confirmed")


async def test_nothing_stands_in_the_way_of_ones_account(options, people, signed_in_page) -> None:
    await signed_in_page(people.user, path="")
    page = await signed_in_page(people.user, path="/account", **options)
    look = looker(page)
    await expect(page.get_by_label("Voornaam")).to_be_visible()
    await look("account, profile")
    await page.get_by_label("E-mailadres").fill(new_address())
    await page.get_by_label("Huidig wachtwoord").locator("visible=true").fill(people.user.password)
    await page.get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_text("Bevestig je nieuwe e-mailadres")).to_be_visible()
    await look("account, another address waits")
    await page.get_by_role("tab", name="Wachtwoord").click()
    await page.get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_text("Huidig wachtwoord is verplicht")).to_be_visible()
    await look("account, password with errors")
    await page.get_by_role("tab", name="Beveiliging").click()
    await expect(page.get_by_role("button", name="Alle andere apparaten afmelden")).to_be_visible()
    await look("account, security")
    await page.get_by_role("button", name="Liever een code uit een app").click()
    await page.get_by_role("dialog").get_by_label("Huidig wachtwoord").fill(people.user.password)
    await page.get_by_role("button", name="Verder").click()
    await expect(page.get_by_role("img", name="QR-code")).to_be_visible()
    await page.get_by_role("button", name="Bevestigen").click()
    await expect(page.get_by_text("Vul de zes cijfers uit je app in")).to_be_visible()
    await look("account, setting up an app")
    app = TOTP("".join((await page.locator(".copy-field code").inner_text()).split()))
    await page.get_by_label("Code uit de app").fill(app.now())
    await page.get_by_role("button", name="Bevestigen").click()
    await expect(page.get_by_role("heading", name="Je herstelcodes")).to_be_visible()
    await look("account, recovery codes")
    await page.get_by_role("button", name="Ik heb ze bewaard").click()
    await expect(page.get_by_text("Nog 10 van de 10 over")).to_be_visible()
    await look("account, security with an app")
    await page.get_by_role("button", name="Uitzetten").click()
    await look("account, turning the app off")
    await chromium.lose_session(page)
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page.get_by_role("heading", name="Nog één stap")).to_be_visible()
    await look("login, code")


async def test_nothing_stands_in_the_way_of_reading(options, new_page, watch) -> None:
    watch.expect("404")
    page = await new_page(**options)
    look = looker(page)
    for path in ("/", "/prijzen", "/privacyverklaring", "/algemene-voorwaarden", "/payment-success", "/bestaat-niet"):
        await page.goto(path)
        await chromium.loaded(page)
        await look(path)
