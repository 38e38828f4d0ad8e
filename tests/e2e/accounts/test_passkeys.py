"""Passkeys with Chromium's virtual authenticator, on a phone: made, used, offered by the field, renamed, removed."""

import asyncio
import re

from playwright.async_api import CDPSession, Page, expect
from sqlmodel import col, delete

from tests.e2e.accounts.steps import sign_in
from tests.support import browser as chromium
from tests.support import tables
from tests.unit.services.factors.factors import require_from
from voice_report.db.models import Passkey
from voice_report.services.drafts import drafts

NO_OFFERS = "if (self.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false"
ASKED = "**/api/auth/passkey/options"
PHONE = {"width": 390, "height": 844}
AUTHENTICATOR = {
    "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True,
}  # fmt: skip


class Device:
    """The authenticator of a page. What asks it while it is ``present`` is answered at once, also a field's offer."""

    def __init__(self, cdp: CDPSession, authenticator_id: str) -> None:
        self.cdp, self.id = cdp, {"authenticatorId": authenticator_id}
        self.deleted = asyncio.Event()
        cdp.on("WebAuthn.credentialDeleted", lambda _: self.deleted.set())

    @classmethod
    async def of(cls, page: Page, *, present: bool = True) -> "Device":
        cdp = await page.context.new_cdp_session(page)
        await cdp.send("WebAuthn.enable")
        options = AUTHENTICATOR | {"automaticPresenceSimulation": present}
        made = await cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        return cls(cdp, made["authenticatorId"])

    async def present(self, *, present: bool) -> None:
        await self.cdp.send("WebAuthn.setAutomaticPresenceSimulation", self.id | {"enabled": present})

    async def verified(self, *, verified: bool) -> None:
        await self.cdp.send("WebAuthn.setUserVerified", self.id | {"isUserVerified": verified})

    async def use_instead(self, credential: dict) -> None:
        """Let another device have this credential, as it was when it was read."""
        await self.cdp.send("WebAuthn.removeCredential", self.id | {"credentialId": credential["credentialId"]})
        await self.cdp.send("WebAuthn.addCredential", self.id | {"credential": credential})

    async def credentials(self) -> list[dict]:
        return (await self.cdp.send("WebAuthn.getCredentials", self.id))["credentials"]

    async def forgets_all(self) -> None:
        """Wait until the page told the device to forget a credential, and see that none is left."""
        await self.deleted.wait()
        assert await self.credentials() == []


async def make(page: Page, person, name: str = "Telefoon van Ursula") -> None:
    """Make a first passkey on the page about security, and keep the recovery codes."""
    await page.get_by_role("tab", name="Beveiliging").click()
    await page.get_by_role("button", name="Toegangssleutel maken").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Naam").fill(name)
    await dialog.get_by_label("Huidig wachtwoord").fill(person.password)
    await dialog.get_by_role("button", name="Verder").click()
    await expect(page.get_by_role("heading", name="Toegangssleutel gemaakt")).to_be_visible()
    await expect(page.get_by_role("region", name="Je herstelcodes").get_by_role("listitem")).to_have_count(10)
    await page.get_by_role("button", name="Ik heb ze bewaard").click()


async def test_s40_a_passkey_is_made_and_signs_in_by_the_button(app_server, people, signed_in_page) -> None:
    page = await signed_in_page(people.user, path="/account", viewport=PHONE)
    device = await Device.of(page)
    await make(page, people.user)
    keys = page.get_by_role("region", name="Toegangssleutels")
    await expect(keys.get_by_text("Telefoon van Ursula")).to_be_visible()
    await expect(keys.get_by_text("nog niet gebruikt")).to_be_visible()
    [kept] = await device.credentials()
    assert (kept["isResidentCredential"], kept["rpId"]) == (True, "localhost")

    await sign_out(page, device, offers=False)
    await device.present(present=True)
    await page.get_by_role("button", name="Inloggen met toegangssleutel").click()
    await expect(page).to_have_url(re.compile("/account$"))
    await page.get_by_role("tab", name="Beveiliging").click()
    await expect(keys.get_by_text("gebruikt vandaag om")).to_be_visible()


async def session_cookie(page: Page) -> str:
    return next(one.get("value", "") for one in await page.context.cookies() if one.get("name") == "session")


async def test_s37_other_tabs_go_on_with_the_cookie_that_a_passkey_gave(
    db, app_server, people, signed_in_page, new_page
) -> None:
    page = await signed_in_page(people.user, path="/account", viewport=PHONE)
    await Device.of(page)
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, await people.user.current(), transcript="Mevrouw was vrolijk.")
    other = await page.context.new_page()
    await other.goto(f"/new-report?draft={draft.id}")
    words = other.get_by_role("textbox", name="Transcript")
    await words.fill("Mevrouw was vrolijk. Ze at goed.")
    former = await session_cookie(page)
    async with other.expect_event("websocket"):  # its connection was the former cookie's
        await make(page, people.user)
    assert await session_cookie(page) != former
    await expect(words).to_have_value("Mevrouw was vrolijk. Ze at goed.")
    await other.get_by_role("button", name="Meer").click()
    async with chromium.shows(other, ".toast", "Concept opgeslagen"):
        await other.get_by_role("button", name="Opslaan als concept").click()
    devices = page.get_by_role("region", name="Aangemelde apparaten")
    await expect(devices.get_by_text("Nu, met wachtwoord en toegangssleutel")).to_be_visible()

    thief = await new_page()
    await thief.context.add_cookies([{"name": "session", "value": former, "url": app_server.url}])
    await thief.goto("/account")
    await expect(thief).to_have_url(re.compile("/login$"))


async def sign_out(page: Page, device: Device, *, offers: bool = True) -> None:
    """Open the sign-in page with nobody at the authenticator, until the field's own offer of a passkey waits.

    Without ``offers`` the browser cannot make one: who presses the button is then not overtaken by it.
    """
    await device.present(present=False)
    await chromium.lose_session(page)
    if offers:
        async with page.expect_response(ASKED):
            await page.goto("/login")
    else:
        await page.add_init_script(NO_OFFERS)
        await page.goto("/login")
    await expect(page.get_by_role("button", name="Inloggen met toegangssleutel")).to_be_enabled()


async def test_s40_the_field_offers_the_passkey_by_itself(app_server, people, signed_in_page, watch) -> None:
    watch.expect("401")  # what the page about security still asks while the cookies go
    page = await signed_in_page(people.user, path="/account", viewport=PHONE)
    device = await Device.of(page)
    await make(page, people.user)
    await chromium.lose_session(page)
    await page.goto("/login")  # the authenticator answers at once, as if the person chose it in the field
    await expect(page).to_have_url(re.compile("/account$"))
    await page.get_by_role("tab", name="Beveiliging").click()
    await expect(page.get_by_text("gebruikt vandaag om")).to_be_visible()  # the page is loaded: the next one leads here
    await sign_out(page, device)
    await expect(page.get_by_label("E-mailadres")).to_have_attribute("autocomplete", "username webauthn")
    await sign_in(page, people.user.email, people.user.password)  # whoever types the password is not stopped by it
    await expect(page.get_by_role("heading", name="Nog één stap")).to_be_visible()
    await device.present(present=True)
    await page.get_by_role("button", name="Bevestigen met toegangssleutel").click()
    await expect(page).to_have_url(re.compile("/account$"))


async def test_s39_a_passkey_is_given_in_the_middle_of_an_export(db, people, signed_in_page) -> None:
    page = await signed_in_page(people.admin, path="/account", viewport=PHONE)
    device = await Device.of(page)
    await make(page, people.admin)
    await page.goto("/logboek")
    await expect(page.get_by_role("table", name="Logboek, nieuwste eerst")).to_be_visible()
    await page.get_by_label("Cliënt").fill(people.client_id)
    await people.admin.let_ten_minutes_pass()
    await page.get_by_role("link", name="Downloaden als CSV").click()
    dialog = page.get_by_role("dialog", name="Even bevestigen dat jij het bent")
    confirm = dialog.get_by_role("button", name="Bevestigen met toegangssleutel")
    await expect(confirm).to_be_focused()
    await device.verified(verified=False)  # as a person who presses 'Annuleren' in the browser's own dialog
    await confirm.click()
    await expect(confirm).to_be_enabled()
    await expect(dialog.get_by_role("alert")).to_have_count(0)
    await device.verified(verified=True)
    async with page.expect_download():
        await confirm.click()
    await expect(dialog).to_be_hidden()
    await expect(page.get_by_label("Cliënt")).to_have_value(people.client_id)


async def test_s41_a_removed_passkey_is_refused_in_a_sentence(db, people, signed_in_page, watch) -> None:
    watch.expect("422")
    page = await signed_in_page(people.user, path="/account", viewport=PHONE)
    device = await Device.of(page)
    await make(page, people.user)
    await sign_out(page, device, offers=False)
    await tables.run(delete(Passkey).where(col(Passkey.user_id) == people.user.id))
    await device.present(present=True)
    await page.get_by_role("button", name="Inloggen met toegangssleutel").click()
    await expect(page.get_by_text("Deze toegangssleutel werkt hier niet.").first).to_be_visible()
    await expect(page).to_have_url(re.compile("/login$"))
    await device.forgets_all()
    await sign_in(page, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile("/account$"))


async def test_s41_a_copied_passkey_is_refused(app_server, people, signed_in_page, watch) -> None:
    watch.expect("422", "401")  # what the page before still asks while the cookies go
    page = await signed_in_page(people.user, path="/account", viewport=PHONE)
    device = await Device.of(page)
    await make(page, people.user)
    [copied] = await device.credentials()
    await sign_out(page, device, offers=False)
    await device.present(present=True)
    await page.get_by_role("button", name="Inloggen met toegangssleutel").click()
    await expect(page).to_have_url(re.compile("/account$"))
    await sign_out(page, device, offers=False)
    await device.use_instead(copied)
    await device.present(present=True)
    await page.get_by_role("button", name="Inloggen met toegangssleutel").click()
    await expect(page.get_by_text("Deze toegangssleutel werkt hier niet.").first).to_be_visible()
    await expect(page).to_have_url(re.compile("/login$"))


async def test_s40_the_browser_gives_no_passkey_to_another_address(app_server, people, signed_in_page, watch) -> None:
    watch.expect("403", "WebSocket", "websocket")
    page = await signed_in_page(people.user, path="/account", viewport=PHONE)
    device = await Device.of(page)
    await make(page, people.user)
    await sign_out(page, device)
    async with page.expect_response(ASKED) as asked:
        await page.reload()
    options = await (await asked.value).text()
    copy = app_server.url.replace("localhost", "127.0.0.1")  # whoever shows our page elsewhere has our options too
    await page.route(ASKED, lambda route: route.fulfill(body=options, content_type="application/json"))
    await page.goto(f"{copy}/login")
    await device.present(present=True)
    await page.get_by_role("button", name="Inloggen met toegangssleutel").click()
    await expect(page.get_by_text("Toegangssleutels werken niet op dit adres.").first).to_be_visible()


async def test_s37_passkeys_are_added_renamed_and_removed(db, people, signed_in_page, watch) -> None:
    watch.expect("403")
    page = await signed_in_page(people.user, path="/account", viewport=PHONE)
    device = await Device.of(page)
    await make(page, people.user)
    keys, dialog = page.get_by_role("region", name="Toegangssleutels"), page.get_by_role("dialog")
    await keys.get_by_role("button", name="Toegangssleutel Telefoon van Ursula hernoemen").click()
    await dialog.get_by_label("Naam").fill("Tablet van Ursula")
    await dialog.get_by_role("button", name="Opslaan").click()
    await expect(keys.get_by_text("Tablet van Ursula")).to_be_visible()

    await page.get_by_role("button", name="Nieuwe codes maken").click()
    await dialog.get_by_label("Huidig wachtwoord").fill(people.user.password)
    await dialog.get_by_role("button", name="Codes maken").click()
    await expect(page.get_by_role("heading", name="Nieuwe herstelcodes")).to_be_in_viewport()
    await page.get_by_role("button", name="Ik heb ze bewaard").click()

    await keys.get_by_role("button", name="Toegangssleutel toevoegen").click()
    await expect(dialog.get_by_label("Naam")).to_have_value(re.compile("Chrome op"))
    await dialog.get_by_label("Huidig wachtwoord").fill(people.user.password)
    await dialog.get_by_role("button", name="Verder").click()
    await expect(dialog.get_by_text("Dit toestel heeft al een toegangssleutel voor je account.")).to_be_visible()
    await dialog.get_by_role("button", name="Annuleren").click()

    await people.user.let_ten_minutes_pass()
    await keys.get_by_role("button", name="Toegangssleutel Tablet van Ursula verwijderen").click()
    removal = page.get_by_role("dialog", name="Toegangssleutel verwijderen?")
    await expect(removal.get_by_text("Je logt dan in met alleen je wachtwoord.")).to_be_visible()
    await removal.get_by_label("Huidig wachtwoord").fill(people.user.password)
    await removal.get_by_role("button", name="Verwijderen").click()
    await page.get_by_role("button", name="Bevestigen met toegangssleutel").click()
    await expect(page.get_by_role("heading", name="Inloggen met één aanraking")).to_be_visible()
    await expect(removal).to_be_hidden()
    await device.forgets_all()


async def test_s42_the_first_day_of_a_requirement_takes_one_touch(db, people, page, watch) -> None:
    await require_from(people.organization_id)
    await page.set_viewport_size(PHONE)
    device = await Device.of(page)
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page.get_by_role("heading", name="Stel je tweede stap in")).to_be_visible()
    make_one = page.get_by_role("button", name="Toegangssleutel maken")
    await page.get_by_role("button", name="Liever een code uit een app").click()
    await expect(page.get_by_label("Code uit de app")).to_be_visible()
    await page.get_by_role("button", name="Liever een toegangssleutel").click()
    await expect(page.get_by_label("Code uit de app")).to_have_count(0)
    await device.verified(verified=False)  # pressed 'Annuleren'
    async with page.expect_response("**/setup/passkey/options"):
        await make_one.click()
    await expect(make_one).to_be_enabled()
    await device.verified(verified=True)
    await make_one.click()
    await expect(page.get_by_role("region", name="Je herstelcodes").get_by_role("listitem")).to_have_count(10)
    await page.get_by_role("button", name="Ik heb ze bewaard").click()
    await expect(page).to_have_url(re.compile("/dashboard$"))
