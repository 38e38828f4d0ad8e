"""The pictures of 'Inzicht': of an organization with twelve weeks of use, and of all together."""

from playwright.async_api import Page, expect
from sqlmodel import col, update

from bench.stage import Stage
from scripts.sign_in_scenes import Scenes
from tests.support import people as cast
from voice_report.db import session as database
from voice_report.db.models import Organization
from voice_report.services.insight import counting
from voice_report.services.platform import _demo_use as use


async def insight_scenes(running: Stage) -> Scenes:
    """Make a team, and what it did as in the demo; return the scenes."""
    there = await cast.make_organization("Zorggroep De Linde", credits=420)
    admin = await cast.make_user(there, "Anna", "Beheerder", role="admin")
    team = [(await cast.make_user(there, first, last)).id for first, last in use.COLLEAGUES]
    client = await cast.make_client(there, "C-1")
    story = {"client_id": client, "transcript": "De wond is rustig.", "structured_report": "", "title": "Rapportage"}
    async with database.transaction() as session:
        await session.execute(update(Organization).where(col(Organization.id) == there).values(created_at=use.since()))
        session.add_all(use.rows(there, team, [story]))
    await counting.run()
    await database.dispose()
    return {
        "inzicht": ("/inzicht", admin, _drawn),
        "inzicht-platform": ("/inzicht", running.people.platform_admin, _drawn),
    }


async def _drawn(page: Page) -> None:
    await expect(page.get_by_role("heading", level=2, name="Nagekeken per week")).to_be_visible()
