"""Take the pictures in ``docs/screenshots``: every page, on a phone and on a desktop, light and dark.

The product really runs, with invented people and the fake AI provider; the spoken text is in ``SAID``. Picture names
as arguments limit the run to those pictures.
"""

import asyncio
import re
import sys
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.async_api import Browser, Page, ViewportSize, expect

from bench.speaker import control, speaker
from bench.stage import Stage, say, stage
from scripts.frontend import ROOT
from scripts.sign_in_scenes import Scene, Scenes, employer, security
from scripts.sign_in_scenes import scenes as sign_in_scenes
from scripts.small_png import shrink
from tests import people as cast
from tests.services.accounts.factors import set_up
from voice_report import clock, database
from voice_report.models import Organization, Passkey, Payment, User
from voice_report.services.accounts import password_reset, sessions
from voice_report.services.billing import credits, plans
from voice_report.services.reports import archive, drafts

TARGET = ROOT / "docs" / "screenshots"
SIZES: dict[str, ViewportSize] = {"390": {"width": 390, "height": 844}, "1440": {"width": 1440, "height": 900}}
SCHEMES = ("light", "dark")

SAID = (
    "Vanochtend bij mevrouw geweest voor de wondzorg.",
    "Ze had goed geslapen en was vrolijk.",
    "De wond aan het linkerbeen is kleiner en de randen zijn rustig.",
    "Ik heb de wond gespoeld en opnieuw verbonden.",
    "Het gaat de goede kant op.",
    "Donderdag kijken we weer.",
)

_LIST = (
    "K-101;Toos;;Bloem;3-4-1941",
    "K-102;Zoë;van den;Ångström;1-12-1950",
    "K-103;Piet;;Jansen;31-4-1938",
    "C-1;Cornelis;;Voorbeeld;17-5-1940",
)


async def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    chosen = sys.argv[1:]
    async with stage(credits=42) as running:
        await control(running, says={str(number): sentence for number, sentence in enumerate(SAID, 1)})
        report = await _drafts(running)
        await control(running, endpoint="chat", token_delay=0)
        scenes: Scenes = {
            "start": ("/", None, _nothing),
            "prijzen": ("/prijzen", None, _nothing),
            "inloggen": ("/login", None, _nothing),
            "registreren": ("/register", None, _registering),
            "wachtwoord-vergeten": ("/forgot-password", None, _asked),
            "wachtwoord-resetten": (f"/reset-password?token={await _reset_token(running)}", None, _choosing),
            "email-bevestigen": ("/verify-email", None, _nothing),
            "betaling-geslaagd": ("/payment-success", None, _nothing),
            "account": ("/account", running.people.admin, _nothing),
            "account-wachtwoord": ("/account", running.people.admin, _password),
            "account-beveiliging": ("/account", await _protected(running), security),
            **sign_in_scenes(await employer()),
            "privacyverklaring": ("/privacyverklaring", None, _nothing),
            "algemene-voorwaarden": ("/algemene-voorwaarden", None, _nothing),
            "niet-gevonden": ("/bestaat-niet", None, _nothing),
            "dashboard": ("/dashboard", running.person, _nothing),
            "opname-klaar": ("/new-report", running.person, _ready),
            "transcript": ("/new-report", running.person, _transcript),
            "concept": (f"/new-report?draft={report}", running.person, _concept),
            "concept-bewerken": (f"/new-report?draft={report}", running.person, _editing),
            "concept-punten": (f"/new-report?draft={await _differing(running)}", running.person, _checking),
            "aanvullen": (f"/new-report?draft={report}", running.person, _adding),
            "sjabloon-kiezen": ("/new-report", running.person, _choosing_template),
            "sjablonen": ("/sjablonen", running.people.admin, _nothing),
            "concepten": ("/drafts", running.person, _nothing),
            "concepten-leeg": ("/drafts", running.people.outsider, _nothing),
            "dossier": ("/dossier", running.person, _opened),
            "dossier-leeg": ("/dossier", running.people.outsider, _nothing),
            "beheer": ("/admin", running.people.admin, _nothing),
            "clienten-importeren": ("/admin", running.people.admin, _importing),
            "logboek": ("/logboek", running.people.admin, _nothing),
            "betalingen": ("/betalingen", await _buyer(), _nothing),
            "platformbeheer": ("/platform-admin", running.people.platform_admin, _nothing),
        }
        for name, (path, person, prepare) in scenes.items():
            if chosen and name not in chosen:
                continue
            say(name)
            for size in SIZES:
                for scheme in SCHEMES:
                    await _take(running, f"{name}-{size}-{scheme}", path, person, prepare, size, scheme)
        if not chosen or "opname" in chosen:
            say("opname")
            await _recording(running)


async def _drafts(running: Stage) -> str:
    """Give the person in the pictures two drafts; return the id of the draft with a report."""
    user = await running.person.current()
    paragraphs = zip(
        ("Situatie", "Observaties", "Uitgevoerde zorg", "Evaluatie", "Afspraken en vervolg"),
        (SAID[0], f"{SAID[1]} {SAID[2]}", SAID[3], SAID[4], SAID[5]),
        strict=True,
    )
    report = "\n\n".join(f"## {heading}\n\n{text}" for heading, text in paragraphs)
    async with database.transaction() as session:
        await drafts.save_draft(session, user, transcript="Mevrouw had goed gegeten. De huid op de hielen was gaaf.")
        made = await drafts.save_draft(session, user, transcript=" ".join(SAID), structured_report=report)
    await _archive(running, report)
    await database.dispose()
    return str(made.id)


async def _differing(running: Stage) -> str:
    """Give the person a draft whose report is not what was said; return its id."""
    report = (
        "## Situatie\n\nVanochtend bij mevrouw geweest voor de wondzorg.\n\n"
        "## Observaties\n\nDe wond aan het rechterbeen is kleiner en de randen zijn rustig. "
        "Ze had niet goed geslapen.\n\n"
        "## Uitgevoerde zorg\n\nIk heb de wond gespoeld en opnieuw verbonden.\n\n"
        "## Evaluatie\n\nNiet besproken\n\n## Afspraken en vervolg\n\n- Donderdag kijken we weer.\n"
    )
    async with database.transaction() as session:
        made = await drafts.save_draft(
            session, await running.person.current(), transcript=" ".join(SAID), structured_report=report
        )
    await database.dispose()
    return str(made.id)


async def _archive(running: Stage, report: str) -> None:
    """Put reports about two people in care in the organization's archive."""
    async with database.transaction() as session:
        home = await session.get_one(Organization, running.people.organization_id)
        home.plan, home.save_reports_to_archive = "mkb", True
        session.add(home)
    other = await cast.make_client(running.people.organization_id, "C-2", "Fatima", "Voorbeeld")
    user = await running.person.current()
    for client_id, text in ((running.people.client_id, SAID[0]), (other, SAID[1]), (other, " ".join(SAID))):
        async with database.transaction() as session:
            await archive.archive(session, user, client_id=client_id, transcript=text, structured_report=report)


async def _buyer() -> cast.Person:
    """Make an organization that bought and used credits in the last weeks; return its administrator."""
    there = await cast.make_organization("Zorg aan huis De Wilg", credits=0, plan="mkb", monthly_credits=5)
    admin = await cast.make_user(there, "Anna", "Beheerder", role="admin")
    worker = await (await cast.make_user(there, "Ursula", "Verzorger")).current()
    today = clock.now()
    for weeks, package in ((9, "starter"), (5, "zzp"), (1, "mkb")):
        bought = today - timedelta(weeks=weeks)
        clock.use(lambda bought=bought: bought)
        await _bought(there, admin, plans.package(package))
        for number in range(1, 4):
            used = bought + timedelta(hours=23 * number)
            clock.use(lambda used=used: used)
            async with database.transaction() as session:
                claim = await credits.reserve(session, worker, f"{package} {number}", timedelta(minutes=5))
                await credits.settle(session, claim, " ".join(SAID))
    clock.use(None)
    await database.dispose()
    return admin


async def _bought(there: uuid.UUID, buyer: cast.Person, plan: plans.Plan) -> None:
    payment = Payment(
        stripe_id=f"cs_{plan.id}",
        organization_id=there,
        organization_name="Zorg aan huis De Wilg",
        package_id=plan.id,
        amount_cents=plan.price_cents,
        status="paid",
        credits=plan.credits,
        receipt_url="https://pay.stripe.com/receipts/1",
    )
    async with database.transaction() as session:
        session.add(payment)
        key = f"purchase:{payment.stripe_id}"
        await credits.grant(session, plan.credits, reason="purchase", key=key, organization_id=there, actor_id=buyer.id)


async def _take(
    running: Stage, name: str, path: str, person: cast.Person | None, prepare: Scene, size: str, scheme: str
) -> None:
    page = await _open(running.browser, running.product.url, person, size, scheme)
    try:
        await page.goto(path)
        await expect(page.get_by_role("heading", level=1).first).to_be_visible()
        await prepare(page)
        await _save(page, name)
    finally:
        await page.context.close()


async def _open(browser: Browser, url: str, person: cast.Person | None, size: str, scheme: str) -> Page:
    options: Any = {"viewport": SIZES[size], "color_scheme": scheme, "reduced_motion": "reduce"}
    context = await browser.new_context(base_url=url, locale="nl-NL", timezone_id="Europe/Amsterdam", **options)
    if person:
        await context.add_cookies([{"name": sessions.cookie_name(), "value": person.cookie, "url": url}])
    return await context.new_page()


async def _save(page: Page, name: str) -> None:
    await page.mouse.move(0, 0)  # a button under it looks pressed
    await page.wait_for_load_state("networkidle")
    await page.evaluate("document.fonts.ready")
    await expect(page.get_by_text("Laden...")).to_have_count(0)
    path = TARGET / f"{name}.png"
    await page.screenshot(path=path, full_page=name.startswith("start-"))
    shrink(path)


async def _nothing(page: Page) -> None:
    """Leave the page as it opens."""


async def _opened(page: Page) -> None:
    await page.get_by_role("button", name=re.compile("uur")).first.click()
    await expect(page.get_by_role("article").first).to_be_visible()


async def _reset_token(running: Stage) -> str:
    """Create a link for a new password; opening its page does not use it."""
    async with database.transaction() as session:
        user = await session.get_one(User, running.people.other_admin.id)
        token = password_reset.new_token(user)
    await database.dispose()
    return token


async def _registering(page: Page) -> None:
    await page.get_by_label("Voornaam").fill("Nora")
    await page.get_by_label("Wachtwoord", exact=True).fill("Zonnebloem")


async def _asked(page: Page) -> None:
    await page.get_by_label("E-mailadres").fill("ursula@zorg.example")
    await page.get_by_role("button", name="Verstuur resetlink").click()
    await expect(page.get_by_text("De link is 1 uur geldig.")).to_be_visible()


async def _choosing(page: Page) -> None:
    await expect(page.get_by_label("Nieuw wachtwoord", exact=True)).to_be_visible()


async def _protected(running: Stage) -> cast.Person:
    """Give somebody two passkeys and an authenticator app."""
    person, now = running.people.other_admin, clock.now()
    await set_up(person)
    rows = (("iPhone van Sanne", now - timedelta(days=40)), ("Laptop kantoor Utrecht", now - timedelta(days=12)))
    async with database.transaction() as session:
        for name, made_at in rows:
            key = {"credential_id": uuid.uuid4().hex, "public_key": "", "created_at": made_at, "last_used_at": now}
            session.add(Passkey(user_id=person.id, name=name, **key))
    await database.dispose()
    return person


async def _password(page: Page) -> None:
    await page.get_by_role("tab", name="Wachtwoord").click()
    await page.get_by_label("Nieuw wachtwoord", exact=True).fill("Zonnebloem-2026")


async def _ready(page: Page) -> None:
    await expect(page.get_by_text("Klaar om op te nemen")).to_be_visible()


async def _transcript(page: Page) -> None:
    await page.goto("/new-report?testMode=true")
    await page.get_by_role("textbox", name="Transcript").fill(" ".join(SAID))
    await expect(page.get_by_text("Bewaard om")).to_be_visible()


async def _concept(page: Page) -> None:
    await expect(page.get_by_role("article", name="Rapportage")).to_be_visible()


async def _checking(page: Page) -> None:
    await expect(page.get_by_text("punten om na te kijken")).to_be_visible()
    await page.get_by_role("button", name="Volgende").click()
    await expect(page.get_by_role("button", name="Neem over wat ik zei")).to_be_visible()


async def _adding(page: Page) -> None:
    await page.get_by_role("button", name="Aanvullen bij Evaluatie").click()
    await expect(page.get_by_role("heading", name="Aanvullen bij Evaluatie")).to_be_visible()
    await _ready(page)


async def _importing(page: Page) -> None:
    """Show what a list of clients from an office would do: a title above its headings, and a line with a mistake."""
    rows = ("Cliënten team Oost", "", "Cliëntnr;Roepnaam;Tussenvoegsel;Achternaam;Geb. datum", *_LIST)
    content = "\r\n".join(rows).encode("cp1252")
    await page.get_by_role("button", name="Bestand importeren").click()
    await page.get_by_label("Kies een Excel- of CSV-bestand").set_input_files(
        {"name": "team-oost.csv", "mimeType": "text/csv", "buffer": content}
    )
    await expect(page.get_by_role("heading", name="Voorbeeld van team-oost.csv")).to_be_visible()


async def _choosing_template(page: Page) -> None:
    await _ready(page)
    await page.get_by_role("button", name="Sjabloon:").click()
    await expect(page.get_by_role("dialog", name="Kies een sjabloon")).to_be_visible()


async def _editing(page: Page) -> None:
    await page.get_by_role("button", name="Observaties aanpassen").click()
    await expect(page.get_by_role("textbox", name="Observaties")).to_be_visible()


async def _recording(running: Stage) -> None:
    """One person talks; the page is photographed in every size and scheme while the transcript grows."""
    async with speaker(running, 60) as person:
        await person.start()
        await expect(person.page.get_by_text(SAID[0])).to_be_visible(timeout=60_000)
        for size, viewport in SIZES.items():
            await person.page.set_viewport_size(viewport)
            for scheme in SCHEMES:
                await person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                await person.page.wait_for_timeout(500)  # the colour transition takes a while
                path = TARGET / f"opname-{size}-{scheme}.png"
                await person.page.screenshot(path=path)
                shrink(path)


if __name__ == "__main__":
    asyncio.run(main())
