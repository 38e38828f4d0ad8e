"""The pictures of keeping, erasing and accounting: terms, receipts, the countdown, the privacy file, who saw a client,
the sample of the trail, and what left the installation."""

import re
import uuid
from datetime import timedelta
from typing import Any

import httpx
from playwright.async_api import Page, expect
from sqlmodel import col, update

from bench.stage import Stage
from scripts.sign_in_scenes import Scene
from tests.support import people as cast
from voice_report import clock
from voice_report.db.models import Organization, Report
from voice_report.db.session import run_in_transaction, transaction
from voice_report.services.archive import archive
from voice_report.services.audit import samples, trail
from voice_report.services.privacy import retention
from voice_report.services.processing import egress
from voice_report.services.sessions import sessions

_DAYS_AGO = {201: "Huisbezoek.", 95: "Overleg.", 89: "Huisbezoek met de wijkverpleegkundige.", 85: "De huisarts belt."}
_NAMED = (
    "Vanochtend bij mevrouw Van Dalen geweest. Haar dochter Marieke was erbij, telefoon 06-12345678. "
    "Ze kreeg 500 milligram paracetamol. De wond aan het linkerbeen is rustig."
)
_TODAY = "Vanochtend om half negen bij meneer Voorbeeld geweest voor de wond aan de rechterhiel."
_CLIENT = "C-20"
#: What was done with the client's dossier: days ago, the hour, and an action on a resource.
_SEEN = (
    (0, 9, "view", "dossier"),
    (0, 11, "archive", "report"),
    (1, 21, "view", "dossier"),
    (1, 21, "view", "report"),
    (1, 22, "view", "report"),
    (3, 14, "copy", "report"),
    (8, 10, "export", "dossier"),
)


async def privacy_scenes(running: Stage) -> dict[str, tuple[str, cast.Person | None, Scene]]:
    """Return the scenes by the name of the picture."""
    admin, user = await _make_kept(running)
    await _make_left()
    return {
        "privacy-beheer": ("/privacy-beheer", admin, _terms),
        "bewaartermijnen-korter": ("/privacy-beheer", admin, _shorter),
        "wisbewijzen": ("/wisbewijzen", admin, _listed),
        "wisbewijs": ("/wisbewijzen", admin, _checked),
        "privacydossier": ("/privacydossier", admin, _file),
        "inzage": ("/dossier", admin, _access),
        "steekproef": ("/steekproef", admin, _sample),
        "uitgaand": ("/uitgaand", running.people.platform_admin, _egress),
        "concepten-aftelling": ("/drafts", user, _counting),
        "hoe-dit-verslag-is-gemaakt": ("/new-report?testMode=true", user, _made),
    }


async def _make_kept(running: Stage) -> tuple[cast.Person, cast.Person]:
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
    await _make_versions(running, there, admin)
    await _make_seen(there, admin, user)
    return admin, user


async def _make_seen(there: uuid.UUID, admin: cast.Person, user: cast.Person) -> None:
    """Let a client have a report that colleagues saw, these days and last month, and draw last month's sample."""
    month = samples.last_month()
    await cast.make_client(there, _CLIENT, "Henk", "Bakker")
    async with transaction() as session:
        organization = await session.get_one(Organization, there)
        organization.created_at = clock.now() - timedelta(days=400)
        own = {"user_id": user.id, "organization_id": there, "client_id": _CLIENT}
        made_at = clock.now() - timedelta(days=60)
        report = Report(**own, transcript=_TODAY, structured_report=f"## Situatie\n\n{_TODAY}", created_at=made_at)
        session.add_all([organization, report])
        await session.flush()
        await archive.recount(session, there, [_CLIENT])
    noon = clock.now().replace(hour=12, minute=4)
    past = noon.replace(year=month.year, month=month.month, day=20)
    users = {True: await admin.current(), False: await user.current()}
    for day in (past, noon):
        for days, hour, action, resource in reversed(_SEEN):
            moment = min((day - timedelta(days=days)).replace(hour=hour), clock.now())
            clock.use(lambda moment=moment: moment)
            who = users[action == "export"]
            about = report.id if resource == "report" else None
            await run_in_transaction(trail.record, who, action, resource, about, client_id=_CLIENT)
            clock.use(None)
    await samples.draw_due()


async def _make_left() -> None:
    """Let the installation have made connections of each kind."""
    async with transaction() as session:
        await egress.add(session, "mail", "smtp.zorgpost.example", 48_213)
        await egress.add(session, "payment", "api.stripe.com", 9_120)
        await egress.add(session, "sign_in", "login.microsoftonline.com", 5_310)


async def _make_versions(running: Stage, there: uuid.UUID, admin: cast.Person) -> None:
    """Let the privacy file have a version of before the present choices, which was seen, and lines of its own.

    The server makes them: they have its settings.
    """
    path, url = "/api/organization/privacy-file", running.product.url
    why = {"outside_text_reason": "Proef op één team, tot 1 oktober.", "outside_text_by": "Raad van bestuur"}
    before = {"outside_text": "plain", **why, "drafts_days": None, "privacy_version": 2}
    now = {"outside_text": "pseudonymised", **dict.fromkeys(why), "drafts_days": 90, "privacy_version": 3}
    cookies = {sessions.cookie_name(): admin.cookie}
    async with httpx.AsyncClient(base_url=url, cookies=cookies, headers={"Origin": url}) as client:
        await _choose(there, before)
        (await client.get(path)).raise_for_status()
        (await client.post(f"{path}/1/seen")).raise_for_status()
        await _choose(there, now)
        own = {"officer": "F. de Groot, fg@deeik.example", "agreement": "2 maart 2026, in het contractenregister"}
        (await client.put(path, json={"fields": own, "version": 1})).raise_for_status()


async def _choose(there: uuid.UUID, columns: dict[str, Any]) -> None:
    async with transaction() as session:
        await session.exec(update(Organization).where(col(Organization.id) == there).values(columns))


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


async def _file(page: Page) -> None:
    await page.get_by_text("Welke gegevens waarheen").click()
    await expect(page.get_by_text("NIET INGEVULD").first).to_be_visible()


async def _access(page: Page) -> None:
    await page.get_by_role("button", name="Wie heeft dit gezien").click()
    await expect(page.get_by_role("heading", name="Wie heeft dit dossier gezien")).to_be_visible()
    await expect(page.get_by_text("Zorgmedewerker").first).to_be_visible()


async def _sample(page: Page) -> None:
    fine = page.get_by_role("button", name=re.compile("^In orde")).nth(0)
    ask = page.get_by_role("button", name=re.compile("^Navragen")).nth(1)
    for button in (fine, ask):
        await button.click()
        await expect(button).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_label("Opmerking")).to_be_visible()


async def _egress(page: Page) -> None:
    await expect(page.get_by_text("api.stripe.com")).to_be_visible()


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
