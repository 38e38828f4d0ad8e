"""An organization connects its identity provider and its people sign in with it: in Chromium, with a provider that no
one here wrote (npm: oidc-provider, certified)."""

import re
import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.async_api import Page, expect

from tests import openid_provider
from tests.e2e.accounts.steps import PASSWORD
from tests.e2e.accounts.test_passkeys import PHONE, Device, make
from tests.e2e.reports.test_main_job import Thumb
from tests.e2e.test_accessible import looker
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support import server as servers
from tests.support.fakes.dns_server import FakeNameServer
from tests.support.fakes.identity_provider import CLIENT_ID, CLIENT_SECRET, authority
from tests.unit.services.factors.factors import set_up
from voice_report import clock
from voice_report.db.models import EmailDomain, IdentityProvider
from voice_report.services.sso import identity_provider


@pytest.fixture(scope="session")
def names() -> Iterator[FakeNameServer]:
    with FakeNameServer() as server:
        yield server


@pytest.fixture(scope="session")
def app_server(names, tmp_path_factory) -> Iterator[servers.AppServer]:
    """The product, which trusts the provider's certificate and asks the fake name server."""
    variables = {
        "SINGLE_SIGN_ON_LOOPBACK": "on",
        "SSL_CERT_FILE": str(authority()[1]),
        "DNS_SERVER": names.address,
    }
    server = servers.app_server(tmp_path_factory.mktemp("app"), variables=variables)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def issuer(app_server, tmp_path_factory) -> Iterator[str]:
    with openid_provider.running(app_server.url, tmp_path_factory.mktemp("provider")) as found:
        yield found


@pytest.fixture(autouse=True)
def _their_fonts(watch: chromium.Watch) -> None:
    """The provider's own pages ask for fonts that are not there."""
    watch.expect("fonts.googleapis.com")


async def at_provider(page: Page, account: str) -> None:
    """Sign in on the provider's own pages, and agree."""
    await page.get_by_placeholder("Enter any login").fill(account)
    await page.get_by_placeholder("and password").fill("any")
    await page.get_by_role("button", name="Sign-in").click()
    await page.get_by_role("button", name="Continue").click()


async def connect(page: Page, names: FakeNameServer, issuer: str, domain: str) -> None:
    """Do as the administrator: prove the domain, give the settings, save."""
    await page.get_by_role("button", name="Domein toevoegen").click()
    await page.get_by_label("Domein", exact=True).fill(domain)
    await page.get_by_role("button", name="Toevoegen", exact=True).click()
    record = await page.get_by_role("group", name="TXT-regel").get_by_role("code").inner_text()
    names.records[domain] = [record]
    await page.get_by_role("button", name="Nu controleren").click()
    await expect(page.get_by_text("Bewezen", exact=True)).to_be_visible()
    await page.get_by_label("Aanbieder", exact=True).select_option(label="Anders, bijvoorbeeld Keycloak")
    await page.get_by_label("Adres van de aanbieder").fill(issuer)
    await page.get_by_label("Toepassings-id").fill(CLIENT_ID)
    await page.get_by_label("Clientgeheim").fill(CLIENT_SECRET)
    await page.get_by_role("switch", name="Tweede stap bij de aanbieder eisen").uncheck()
    card = page.get_by_role("region", name="Eigen werkaccount")
    await card.get_by_text("Aanbevolen", exact=True).last.click()
    await card.get_by_role("button", name="Opslaan", exact=True).click()
    await expect(page.get_by_text(re.compile(r"^Bewaard op .*niet meer te lezen$"))).to_be_visible()


async def test_an_organization_signs_in_with_its_own_provider(new_page, people, app_server, names, issuer) -> None:
    domain = f"linde-{uuid.uuid4().hex[:8]}.example"
    admin = await new_page(ignore_https_errors=True)
    await chromium.use_session(admin.context, app_server.url, people.admin.cookie)
    await admin.goto("/inloggen-beheer")
    await connect(admin, names, issuer, domain)
    await admin.get_by_role("button", name="Test de koppeling").click()
    await at_provider(admin, f"anna@{domain}")
    await expect(admin.get_by_text(f"Gelukt als anna@{domain}")).to_be_visible()

    colleague = await new_page(ignore_https_errors=True, has_touch=True)
    await colleague.goto("/login")
    thumb = Thumb(colleague)
    await thumb.on(colleague.get_by_label("E-mailadres"))
    await colleague.keyboard.type(f"sanne@{domain}")
    await expect(colleague.get_by_label("Wachtwoord", exact=True)).to_be_hidden()
    await thumb.tap("Doorgaan met Zorggroep De Linde")
    await at_provider(colleague, f"sanne@{domain}")
    await expect(colleague).to_have_url(re.compile("/dashboard"))
    assert thumb.counted() == 2
    await expect(colleague.get_by_role("button", name=re.compile("Sanne de Wit"))).to_be_visible()

    await colleague.get_by_role("button", name=re.compile("Sanne de Wit")).click()
    await colleague.get_by_role("menuitem", name="Uitloggen").click()
    await expect(colleague).to_have_url(re.compile(f"^{issuer}/session/end"))
    await colleague.get_by_role("button", name="Yes, sign me out").click()
    await expect(colleague).to_have_url(f"{app_server.url}/login")


async def connect_by_rows(db, people: cast.People) -> str:
    """Give the organization a tested provider and three domains, proven, claimed and lost; return the proven one."""
    domain = f"linde-{uuid.uuid4().hex[:8]}.example"
    now = clock.now()
    row = IdentityProvider(
        organization_id=people.organization_id,
        kind="other",
        issuer="https://aanmelden.aanbieder.example/delinde",
        client_id="7c1f-40be-9d22",
        client_secret="x",
        secret_set_at=now,
        usage="recommended",
        needs_second_step=True,
        tested_at=now,
        tested_as=f"karin@{domain}",
        tested_second_step=True,
        tested_moment=False,
    )
    row.tested = identity_provider.configuration(row)
    async with db.transaction() as session:
        session.add(row)
        session.add(EmailDomain(organization_id=people.organization_id, domain=domain, token="a", proven_at=now))
        session.add(EmailDomain(organization_id=people.organization_id, domain=f"nacht-{domain}", token="b"))
        lost = EmailDomain(organization_id=people.organization_id, domain=f"oud-{domain}", token="c", proven_at=now)
        lost.missing_since, lost.warned_at, lost.checked_at = now - timedelta(days=4), now, now
        session.add(lost)
    await cast.make_user(people.organization_id, "Tom", email=f"tom@{domain}")
    return domain


async def test_an_address_typed_before_the_scripts_arrive_finds_the_employer(db, new_page, people) -> None:
    domain = await connect_by_rows(db, people)
    page = await new_page()
    async with chromium.held(page, "**/assets/*.js"):
        await page.goto("/login", wait_until="commit")
        await page.get_by_label("E-mailadres").fill(f"sanne@{domain}")
    await expect(page.get_by_role("button", name="Doorgaan met Zorggroep De Linde")).to_be_enabled()


async def test_a_password_typed_before_the_employer_is_found_stays(db, new_page, people) -> None:
    domain = await connect_by_rows(db, people)
    page = await new_page()
    await page.goto("/login")
    await expect(page.get_by_role("button", name="Inloggen", exact=True)).to_be_enabled()
    password = page.get_by_label("Wachtwoord", exact=True)
    async with chromium.held(page, "**/api/auth/single-sign-on/discover"):
        await page.get_by_label("E-mailadres").fill(f"sanne@{domain}")
        await password.fill("Bijna-klaar")
    employer = page.get_by_role("button", name="Doorgaan met Zorggroep De Linde")
    await expect(employer).to_be_visible()
    await expect(password).to_be_focused()
    await employer.click()
    await expect(password).to_be_hidden()
    await page.get_by_role("button", name="Inloggen met wachtwoord").click()
    await expect(password).to_have_value("Bijna-klaar")


async def test_nothing_stands_in_the_way_of_the_employers_sign_in(options, db, new_page, people, watch) -> None:
    watch.expect("401")
    domain = await connect_by_rows(db, people)
    page = await new_page(**options)
    look = looker(page)
    await page.goto("/login")
    await page.get_by_label("E-mailadres").fill(f"sanne@{domain}")
    await expect(page.get_by_role("button", name="Doorgaan met Zorggroep De Linde")).to_be_visible()
    await look("login, employer")
    await page.goto("/login?sso=provider_unreachable")
    await expect(page.get_by_role("alert")).to_contain_text("Een beheerder met een tweede stap")
    await look("login, employer away")
    await page.goto("/login?sso=link")
    await expect(page.get_by_role("heading", name="Werkaccount koppelen")).to_be_visible()
    await page.get_by_role("button", name="Koppelen en inloggen").click()
    await expect(page.get_by_text("Wachtwoord is verplicht")).to_be_visible()
    await look("link, with errors")
    await page.goto("/bevestigd?sso=provider_rejected")
    await expect(page.get_by_role("heading", name="Niet bevestigd")).to_be_visible()
    await look("not confirmed")


async def test_nothing_stands_in_the_way_of_connecting_an_employer(
    options, db, new_page, people, app_server, watch
) -> None:
    watch.expect("409")
    await set_up(people.admin)
    domain = await connect_by_rows(db, people)
    page = await new_page(**options)
    look = looker(page)
    await chromium.use_session(page.context, app_server.url, people.admin.cookie)
    await page.goto("/inloggen-beheer")
    await expect(page.get_by_text(f"Gelukt als karin@{domain}")).to_be_visible()
    await page.get_by_text("Uitloggen bij de aanbieder").click()
    await expect(page.get_by_text("TXT-regel weg", exact=True)).to_be_visible()
    await expect(page.get_by_text("De aanbieder meldt niet wanneer iemand inlogde.")).to_be_visible()
    await look("settings")
    card = page.get_by_role("region", name="Eigen werkaccount")
    await card.get_by_text("Verplicht", exact=True).last.click()
    await card.get_by_role("button", name="Opslaan", exact=True).click()
    question = page.get_by_role("alertdialog", name="Toch verplicht maken?")
    await expect(question.get_by_text(f"Ursula Verzorger ({people.user.email})")).to_be_visible()
    await look("settings, shutting somebody out")
    await question.get_by_role("button", name="Annuleren").click()
    await card.get_by_role("button", name="Opslaan", exact=True).click()
    async with chromium.shows(page, ".toast", "Inloggen opgeslagen"):
        await question.get_by_role("button", name="Toch verplicht").click()
    shown = page.get_by_role("listitem").filter(has=page.get_by_text(domain, exact=True))
    first = page.get_by_role("alertdialog", name="Domein verwijderen?")
    await shown.get_by_role("button", name="Verwijderen").click()
    await expect(first.get_by_text(f"{domain} geldt dan niet meer")).to_be_visible()
    await first.get_by_role("button", name="Verwijderen").click()
    question = page.get_by_role("alertdialog", name="Domein toch verwijderen?")
    await expect(question.get_by_text(f"Tom Verzorger (tom@{domain})")).to_be_visible()
    await look("settings, giving up a domain")
    await question.get_by_role("button", name="Annuleren").click()
    await expect(question).to_be_hidden()
    await shown.get_by_role("button", name="Verwijderen").click()
    await first.get_by_role("button", name="Verwijderen").click()
    async with chromium.shows(page, ".toast", "Domein verwijderd"):
        await question.get_by_role("button", name="Toch verwijderen").click()
    await expect(shown).to_have_count(0)
    await page.get_by_role("button", name="Domein toevoegen").click()
    await page.get_by_role("button", name="Toevoegen", exact=True).click()
    await expect(page.get_by_text("Domein is verplicht")).to_be_visible()
    await look("settings, adding a domain")


async def test_stepping_up_is_signing_in_again_in_a_window_of_its_own(
    new_page, people, app_server, names, issuer, watch
) -> None:
    watch.expect("Cross-Origin-Opener-Policy")
    domain = f"linde-{uuid.uuid4().hex[:8]}.example"
    admin = await new_page(ignore_https_errors=True)
    await chromium.use_session(admin.context, app_server.url, people.admin.cookie)
    await admin.goto("/inloggen-beheer")
    await admin.get_by_label("Rol van nieuwe collega's").select_option(label="Admin")
    await connect(admin, names, issuer, domain)

    page = await new_page(ignore_https_errors=True)
    await page.goto("/login")
    await page.get_by_label("E-mailadres").fill(f"karin@{domain}")
    await page.get_by_role("button", name="Doorgaan met Zorggroep De Linde").click()
    await at_provider(page, f"karin@{domain}")
    await expect(page).to_have_url(re.compile("/dashboard"))
    watch.expect("403")
    await page.goto("/inloggen-beheer")
    await page.get_by_label("Toepassings-id").fill(f"{CLIENT_ID}-nieuw")
    await page.get_by_label("Clientgeheim").fill("een ander geheim")
    card = page.get_by_role("region", name="Eigen werkaccount")
    await card.get_by_role("button", name="Opslaan", exact=True).click()
    async with page.context.expect_page() as opened:
        await page.get_by_role("button", name="Opnieuw inloggen bij je organisatie").click()
    window = await opened.value
    await window.get_by_placeholder("Enter any login").fill(f"karin@{domain}")
    await window.get_by_placeholder("and password").fill("any")
    async with chromium.shows(page, ".toast", "Inloggen opgeslagen"):
        await window.get_by_role("button", name="Sign-in").click()
    await expect(page.get_by_label("Toepassings-id")).to_have_value(f"{CLIENT_ID}-nieuw")


async def test_an_account_that_was_there_is_linked_by_its_password(
    new_page, people, app_server, names, issuer, watch
) -> None:
    watch.expect("422")
    domain = f"linde-{uuid.uuid4().hex[:8]}.example"
    sanne = await cast.make_user(people.organization_id, "Sanne", email=f"sanne@{domain}", password=PASSWORD)
    admin = await new_page(ignore_https_errors=True)
    await chromium.use_session(admin.context, app_server.url, people.admin.cookie)
    await admin.goto("/inloggen-beheer")
    await connect(admin, names, issuer, domain)

    page = await new_page(ignore_https_errors=True, viewport={"width": 390, "height": 844})
    for is_linked in (False, True):
        await page.goto("/login")
        await page.get_by_label("E-mailadres").fill(sanne.email)
        await page.get_by_role("button", name="Doorgaan met Zorggroep De Linde").click()
        if not is_linked:
            await at_provider(page, sanne.email)
            await expect(page.get_by_role("heading", name="Werkaccount koppelen")).to_be_visible()
            await page.get_by_label("Wachtwoord", exact=True).fill("Verkeerd-wachtwoord-1!")
            await page.get_by_role("button", name="Koppelen en inloggen").click()
            await expect(page.get_by_role("alert")).to_contain_text("Het wachtwoord klopt niet.")
            await page.get_by_label("Wachtwoord", exact=True).fill(PASSWORD)
            await page.get_by_role("button", name="Koppelen en inloggen").click()
        await expect(page).to_have_url(re.compile("/dashboard"))
        await chromium.lose_session(page)


async def test_s45_who_has_a_passkey_links_with_it(new_page, people, app_server, names, issuer) -> None:
    domain = f"linde-{uuid.uuid4().hex[:8]}.example"
    sanne = await cast.make_user(people.organization_id, "Sanne", email=f"sanne@{domain}")
    admin = await new_page(ignore_https_errors=True)
    await chromium.use_session(admin.context, app_server.url, people.admin.cookie)
    await admin.goto("/inloggen-beheer")
    await connect(admin, names, issuer, domain)

    page = await new_page(ignore_https_errors=True, viewport=PHONE)
    device = await Device.of(page)
    await chromium.use_session(page.context, app_server.url, sanne.cookie)
    await page.goto("/account")
    await make(page, sanne)
    await chromium.lose_session(page)
    await device.present(present=False)
    await page.goto("/login")
    await page.get_by_label("E-mailadres").fill(sanne.email)
    await page.get_by_role("button", name="Doorgaan met Zorggroep De Linde").click()
    await at_provider(page, sanne.email)
    await device.present(present=True)
    await page.get_by_role("button", name="Koppelen met toegangssleutel").click()
    await expect(page).to_have_url(re.compile("/account"))  # where she was
    await page.get_by_role("tab", name="Beveiliging").click()
    devices = page.get_by_role("region", name="Aangemelde apparaten")
    await expect(devices.get_by_text("Nu, via Zorggroep De Linde")).to_be_visible()
