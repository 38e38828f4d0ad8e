"""What is photographed by ``screenshots.py``: the pages, who opens them, and what is done there first."""

import re
from collections.abc import Awaitable, Callable

from playwright.async_api import Page, expect

from bench.speaker import control, speaker
from bench.stage import Stage
from scripts import scene_data as data
from scripts.file_scenes import scenes as file_scenes
from scripts.insight_scenes import insight_scenes
from scripts.measured_scenes import measured_scenes
from scripts.outgoing_scenes import outgoing_scenes
from scripts.privacy_scenes import privacy_scenes
from scripts.sign_in_scenes import Scenes, employer, security
from scripts.sign_in_scenes import scenes as sign_in_scenes

_LIST = (
    "K-101;Toos;;Bloem;3-4-1941",
    "K-102;Zoë;van den;Ångström;1-12-1950",
    "K-103;Piet;;Jansen;31-4-1938",
    "C-1;Cornelis;;Voorbeeld;17-5-1940",
)


async def make_scenes(running: Stage) -> Scenes:
    """Make the people and their data; return the scenes by the name of the picture."""
    await control(running, says={str(number): sentence for number, sentence in enumerate(data.SAID, 1)})
    report = await data.make_drafts(running)
    await control(running, endpoint="chat", token_delay=0)
    return {
        "start": ("/", None, _nothing),
        "prijzen": ("/prijzen", None, _nothing),
        "inloggen": ("/login", None, _nothing),
        "registreren": ("/register", None, _registering),
        "wachtwoord-vergeten": ("/forgot-password", None, _asked),
        "wachtwoord-resetten": (f"/reset-password?token={await data.reset_token(running)}", None, _choosing),
        "email-bevestigen": ("/verify-email", None, _nothing),
        "betaling-geslaagd": ("/payment-success", None, _nothing),
        "account": ("/account", running.people.admin, _nothing),
        "account-wachtwoord": ("/account", running.people.admin, _password),
        "account-beveiliging": ("/account", await data.make_protected(running), security),
        **sign_in_scenes(await employer()),
        "privacyverklaring": ("/privacyverklaring", None, _nothing),
        "algemene-voorwaarden": ("/algemene-voorwaarden", None, _nothing),
        "niet-gevonden": ("/bestaat-niet", None, _nothing),
        "dashboard": ("/dashboard", running.person, _nothing),
        "opname-klaar": ("/new-report", running.person, _ready),
        **await file_scenes(running),
        "opname-zonder-credits": ("/new-report", await data.without_credits(), _ready),
        "klaar": ("/klaar", running.people.outsider, _awaiting),
        "klaar-velden": ("/klaar", running.person, _fields),
        "klaar-bedekt": ("/klaar", running.person, _covered),
        "concepten": ("/drafts", running.person, _nothing),
        "transcript": ("/new-report", running.person, _transcript),
        "concept": (f"/new-report?draft={report}", running.person, _concept),
        "concept-bewerken": (f"/new-report?draft={report}", running.person, _editing),
        "concept-punten": (f"/new-report?draft={await data.make_differing(running)}", running.person, _checking),
        "kopieer-per-kop": (f"/new-report?draft={report}", running.person, _by_heading),
        "papier-klaar": (f"/new-report?draft={report}", running.person, _copied),
        "aanvullen": (f"/new-report?draft={report}", running.person, _adding),
        "sjabloon-kiezen": ("/new-report", running.person, _choosing_template),
        "sjablonen": ("/sjablonen", running.people.admin, _nothing),
        "woordenlijst": ("/woordenlijst", await data.listing(running), _of_organization),
        "concepten-leeg": ("/drafts", running.people.outsider, _nothing),
        "dossier": ("/dossier", running.person, _opened),
        "dossier-zoeken": ("/dossier", running.person, _searched),
        "dossier-leeg": ("/dossier", running.people.outsider, _nothing),
        "beheer": ("/admin", running.people.admin, _nothing),
        "clienten-importeren": ("/admin", running.people.admin, _importing),
        **await privacy_scenes(running),
        **await outgoing_scenes(running),
        **await insight_scenes(running),
        **await measured_scenes(),
        "logboek": ("/logboek", running.people.admin, _nothing),
        "betalingen": ("/betalingen", await data.make_buyer(), _nothing),
        "platformbeheer": ("/platform-admin", running.people.platform_admin, _nothing),
    }


async def recording(running: Stage, photograph: Callable[[Page, str], Awaitable[None]]) -> None:
    """Let one person talk, and photograph the page before the first words and while the transcript grows."""
    await control(running, endpoint="speech", delay=15)
    async with speaker(running, 90) as person:
        await person.page.get_by_role("button", name="Voor wie?").click()
        await person.page.get_by_role("option").first.click()
        await person.start()
        await expect(person.page.get_by_text("Ik hoor je.")).to_be_visible()
        await photograph(person.page, "opname-begin")
        await control(running, endpoint="speech", delay=0)
        await expect(person.page.get_by_text(data.SAID[0])).to_be_visible(timeout=60_000)
        await photograph(person.page, "opname")


async def _nothing(page: Page) -> None:
    """Leave the page as it opens."""


async def _of_organization(page: Page) -> None:
    await page.get_by_text("Van de organisatie").click()
    await expect(page.get_by_text("metoprolol")).to_be_visible()


async def _opened(page: Page) -> None:
    await page.get_by_role("button", name=re.compile("uur")).first.click()
    await expect(page.get_by_role("article").first).to_be_visible()


async def _registering(page: Page) -> None:
    await page.get_by_label("Voornaam").fill("Nora")
    await page.get_by_label("Wachtwoord", exact=True).fill("Zonnebloem")


async def _asked(page: Page) -> None:
    await page.get_by_label("E-mailadres").fill("ursula@zorg.example")
    await page.get_by_role("button", name="Verstuur resetlink").click()
    await expect(page.get_by_text("De link is 1 uur geldig.")).to_be_visible()


async def _choosing(page: Page) -> None:
    await expect(page.get_by_label("Nieuw wachtwoord", exact=True)).to_be_visible()


async def _password(page: Page) -> None:
    await page.get_by_role("tab", name="Wachtwoord").click()
    await page.get_by_label("Nieuw wachtwoord", exact=True).fill("Zonnebloem-2026")


async def _ready(page: Page) -> None:
    await expect(page.get_by_text("Klaar om op te nemen")).to_be_visible()


async def _transcript(page: Page) -> None:
    await page.goto("/new-report?testMode=true")
    await page.get_by_role("textbox", name="Transcript").fill(" ".join(data.SAID))
    await expect(page.get_by_text("Bewaard om")).to_be_visible()


async def _concept(page: Page) -> None:
    await expect(page.get_by_role("article", name="Rapportage")).to_be_visible()
    await expect(page.get_by_text("Geen verschil in getallen")).to_be_visible()


async def _copied(page: Page) -> None:
    await _concept(page)
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Kopiëren").locator("visible=true").click()
    await expect(page.get_by_role("button", name="Volgende rapportage").locator("visible=true")).to_be_visible()


async def _by_heading(page: Page) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Kopieer per kop").locator("visible=true").click()
    await page.locator(".copy-bar .primary").click()
    await expect(page.get_by_role("button", name="Situatie gekopieerd").first).to_be_visible()


async def _awaiting(page: Page) -> None:
    await expect(page.get_by_role("heading", name="Wacht op je dictaat")).to_be_visible()


async def _fields(page: Page) -> None:
    await expect(page.get_by_role("button", name="Kopieer Situatie").first).to_be_visible()


async def _covered(page: Page) -> None:
    await page.clock.install()
    await page.reload()
    await _fields(page)
    await page.clock.fast_forward("10:00")
    await expect(page.get_by_role("button", name="Toon rapportage")).to_be_visible()


async def _searched(page: Page) -> None:
    words = page.get_by_label("Zoek in alle rapportages")
    await words.fill("wond")
    await words.press("Enter")
    await expect(page.locator("mark").first).to_be_visible()
    if page.viewport_size and page.viewport_size["width"] > 1280:  # room for two
        for place in (0, 1):
            await page.locator(".entry h3 button").nth(place).click()
            await expect(page.get_by_role("article")).to_have_count(place + 1)
        await page.get_by_text("Naast elkaar").click()


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
