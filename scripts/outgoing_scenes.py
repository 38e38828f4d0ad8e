"""The pictures of what leaves: the sheet before a concept is made, and the words that are always or never replaced."""

import re

from playwright.async_api import Page, expect

from bench.stage import Stage
from scripts.sign_in_scenes import Scene
from tests.support import people as cast
from voice_report.db.models import MaskingWord, Organization, masking_word_key
from voice_report.db.session import transaction

_SAID = (
    "Ik was om half negen bij meneer Voorbeeld. Zijn dochter Marieke was er ook, zij is te bereiken op 06 12 34 56 78. "
    "De wond op de rechterhiel is 3 bij 2 centimeter en rustig. Ik heb {colleague} gebeld en Apotheek De Linde over de "
    "paracetamol, 1000 milligram, 4 keer per dag. De hulp van Zwofflon komt morgen. Marieke brengt het duwtje mee, "
    "naar Dorpsstraat 12."
)
_SMALL = "vanmorgen was ik bij mevrouw jansen. zij had goed geslapen vannacht. fatima belde nog."
_WORDS = (("Klaverhof", "replace"), ("De Regenboog", "replace"), ("tilband", "keep"))


async def outgoing_scenes(_running: Stage) -> dict[str, tuple[str, cast.Person | None, Scene]]:
    """Return the scenes by the name of the picture."""
    there = await cast.make_organization("Zorggroep De Beuk", credits=42)
    admin = await cast.make_user(there, "Anna", "Beheerder", role="admin")
    user = await cast.make_user(there)
    colleague = await cast.make_user(there, "Bas", "Verzorger")
    await cast.make_client(there, "C-9", "Jan", "Voorbeeld")
    async with transaction() as session:
        organization = await session.get_one(Organization, there)
        organization.outside_text = "pseudonymised"
        session.add(organization)
        for listed, rule in _WORDS:
            row = MaskingWord(organization_id=there, word=listed, word_key=masking_word_key(listed), rule=rule)
            row.added_by_id = admin.id
            session.add(row)
    said = _SAID.format(colleague=colleague.name)
    written = "/new-report?testMode=true"

    async def shown(page: Page) -> None:
        await _look(page, said)
        await page.get_by_role("button", name="Zwofflon, wordt verstuurd als").click()
        await expect(page.get_by_role("button", name="In dit verslag laten staan")).to_be_visible()

    async def word(page: Page) -> None:
        await _look(page, said)
        await page.get_by_role("dialog").get_by_role("button", name="duwtje", exact=True).click()
        await expect(page.get_by_role("button", name="Vervangen in dit verslag")).to_be_visible()

    async def stays(page: Page) -> None:
        await _look(page, _SMALL)
        await expect(page.get_by_role("button", name="Tekst aanpassen")).to_be_visible()

    async def after(page: Page) -> None:
        await page.get_by_role("textbox", name="Transcript").fill(said)
        await page.get_by_role("button", name="Genereer concept").click()
        await expect(page.get_by_text(re.compile("vervangen voor verzending")).first).to_be_visible()

    return {
        "altijd-nooit-vervangen": ("/privacy-beheer", admin, _listed),
        "dit-gaat-naar-de-verwerker": (written, user, shown),
        "dit-gaat-naar-de-verwerker-woord": (written, user, word),
        "dit-gaat-naar-de-verwerker-niet": (written, user, stays),
        "concept-vervangen": (written, user, after),
    }


async def _look(page: Page, said: str) -> None:
    await page.get_by_role("textbox", name="Transcript").fill(said)
    await page.get_by_role("button", name="Bekijk wat er wordt verstuurd").click()
    await expect(page.get_by_role("dialog").locator(".out-text, .stays")).to_be_visible()


async def _listed(page: Page) -> None:
    await page.get_by_role("heading", name="Altijd of nooit vervangen").scroll_into_view_if_needed()
    await expect(page.get_by_text("Klaverhof")).to_be_visible()
