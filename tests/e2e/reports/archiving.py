"""Who archives, concepts and archived reports, for the browser tests of the archive."""

from datetime import UTC, datetime, timedelta

from playwright.async_api import Locator, Page
from sqlmodel import col, select

from tests.support import people as cast
from tests.support import tables
from tests.support.people import People
from voice_report.db.models import AuditLog, Report
from voice_report.services.archive import archive
from voice_report.services.drafts import drafts
from voice_report.services.drafts.generated import Generated

SAID = "Mevrouw had pijn aan de knie. Vanmiddag de huisarts bellen."
REPORT = "## Situatie\n\nMevrouw had pijn aan de knie.\n\n## Afspraken en vervolg\n\n- Vanmiddag de huisarts bellen."


async def archiving_people(db) -> People:
    """Make a cast whose organization keeps an archive, with a few clients more."""
    made = await cast.make_people(credits=50)
    await cast.keep_archive(made.organization_id)
    for number, first, last in (("K-7", "Johanna", "van Dijk"), ("K-8", "Jan", "Dijkstra"), ("K-9", "Zoë", "Aalders")):
        await cast.make_client(made.organization_id, number, first, last)
    return made


async def concept(db, person: cast.Person) -> str:
    """Make a draft with a concept and return the wizard's address for it."""
    user = await person.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript=SAID)
        generated = Generated(drafts.fingerprint(SAID), "letterlijk", REPORT)
        await drafts.put_report(session, user, draft.id, REPORT, generated=generated)
    return f"/new-report?draft={draft.id}"


async def put(db, people: People, client_id: str, note: str = REPORT, *, said: str = SAID, days_ago: int = 1) -> Report:
    moment = datetime.now(UTC) - timedelta(days=days_ago)
    async with db.transaction() as session:
        report = Report(
            user_id=people.admin.id,
            organization_id=people.organization_id,
            client_id=client_id,
            transcript=said,
            structured_report=note,
            created_at=moment,
            updated_at=moment,
        )
        session.add(report)
        await session.flush()
        await archive.recount(session, people.organization_id, [client_id])
    return report


async def trail(db, people: People) -> list[tuple[str, str, str | None]]:
    query = select(AuditLog).where(
        AuditLog.organization_id == people.organization_id, col(AuditLog.client_id).is_not(None)
    )
    rows = await tables.rows(query.order_by(col(AuditLog.sequence)))
    return [(row.action, row.resource, row.client_id) for row in rows]


def picker(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Cliënt")
