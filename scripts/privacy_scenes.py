"""The pictures of keeping and erasing: terms, the question before a shorter one, receipts, and the countdown."""

import re
from datetime import timedelta

from playwright.async_api import Page, expect

from bench.stage import Stage
from scripts.sign_in_scenes import Scene
from tests.support import people as cast
from voice_report import clock
from voice_report.db.models import Organization, Report
from voice_report.db.session import transaction
from voice_report.services.privacy import retention

_DAYS_AGO = {201: "Huisbezoek.", 95: "Overleg.", 89: "Huisbezoek met de wijkverpleegkundige.", 85: "De huisarts belt."}
_NAMED = (
    "Vanochtend bij mevrouw Van Dalen geweest. Haar dochter Marieke was erbij, telefoon 06-12345678. "
    "Ze kreeg 500 milligram paracetamol. De wond aan het linkerbeen is rustig."
)
_TODAY = "Vanochtend om half negen bij meneer Voorbeeld geweest voor de wond aan de rechterhiel."


async def privacy_scenes(running: Stage) -> dict[str, tuple[str, cast.Person | None, Scene]]:
    """Return the scenes by the name of the picture."""
    admin, user = await _make_kept()
    return {
        "privacy-beheer": ("/privacy-beheer", admin, _terms),
        "bewaartermijnen-korter": ("/privacy-beheer", admin, _shorter),
        "wisbewijzen": ("/wisbewijzen", admin, _listed),
        "wisbewijs": ("/wisbewijzen", admin, _checked),
        "concepten-aftelling": ("/drafts", user, _counting),
        "hoe-dit-verslag-is-gemaakt": ("/new-report?testMode=true", user, _made),
    }


async def _make_kept() -> tuple[cast.Person, cast.Person]:
    """Make an organization that keeps drafts for 90 days, of which some are over, and do its night's work."""
    there = await cast.make_organization("Zorggroep De Eik", credits=42)
    admin = await cast.make_user(there, "Anna", "Beheerder", role="admin")
    user = await cast.make_user(there)
    async with transaction() as session:
        row = await session.get_one(Organization, there)
        row.outside_text = "pseudonymised"
        row.retention_changed_at, row.retention_changed_by = clock.now() - timedelta(days=30), admin.name
        session.add(row)
        for days, words in {**_DAYS_AGO, 0: _TODAY}.items():
            moment = clock.now() - timedelta(days=days)
            own = {"user_id": user.id, "organization_id": there, "is_draft": True}
            session.add(Report(**own, transcript=words, created_at=moment, updated_at=moment))
    await retention.run()
    return admin, user


async def _terms(page: Page) -> None:
    await page.get_by_role("heading", name="Bewaren").scroll_into_view_if_needed()


async def _shorter(page: Page) -> None:
    await page.get_by_label("Concepten").select_option("30")
    await page.locator("form.terms").get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_role("button", name="Korter bewaren")).to_be_visible()


async def _listed(page: Page) -> None:
    await expect(page.get_by_text(re.compile("2 concepten gewist"))).to_be_visible()


async def _checked(page: Page) -> None:
    await page.get_by_text(re.compile("2 concepten gewist")).click()
    await page.get_by_role("button", name="Controleren").click()
    await expect(page.get_by_text("Het bewijs klopt.")).to_be_visible()


async def _counting(page: Page) -> None:
    await expect(page.get_by_text(re.compile("Wordt over .* gewist")).first).to_be_visible()


async def _made(page: Page) -> None:
    await page.get_by_role("textbox", name="Transcript").fill(_NAMED)
    await page.get_by_role("button", name="Genereer concept").click()
    await expect(page.get_by_role("button", name="Kopiëren").first).to_be_enabled()
    card = page.get_by_text("Hoe dit verslag is gemaakt")
    await card.click()
    await expect(page.get_by_text(re.compile("vervangen voor verzending"))).to_be_visible()
    await card.evaluate("(there) => there.scrollIntoView({ block: 'center' })")
