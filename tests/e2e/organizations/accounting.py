"""What an administrator accounts for: a client whose dossier was seen, last month's sample, a night that erased, and a
word that is always replaced."""

from datetime import timedelta

from sqlmodel import col, update

from tests.support.people import People
from tests.unit.services.privacy.keeping import a_draft
from voice_report import clock
from voice_report.db.models import Client, Organization, Report
from voice_report.services.archive import archive
from voice_report.services.audit import samples, trail
from voice_report.services.privacy import retention
from voice_report.services.vocabulary import masking_words

WORDS = "Mevrouw heeft goed geslapen."
REPLACED = "Klaverhof"


async def accountable(db, people: People) -> None:
    """Let each page of these have something on it."""
    await a_report(db, people)
    await seen_last_month(db, people)
    await a_draft(await people.user.current(), updated_at=clock.now() - timedelta(days=100))
    await retention.run()
    await people.user.call(masking_words.add, REPLACED, "replace")


async def seen_last_month(db, people: People) -> None:
    """Let a colleague have looked at the client last month, and the sample be drawn."""
    user = await people.user.current()
    month = samples.last_month()
    noon = clock.now().replace(year=month.year, month=month.month, day=15, hour=11)
    clock.use(lambda: noon)
    async with db.transaction() as session:
        for table, home in ((Organization, Organization.id), (Client, Client.organization_id)):
            theirs = update(table).where(col(home) == people.organization_id)
            await session.execute(theirs.values(created_at=noon - timedelta(days=40)))
        for action, resource in (("view", "dossier"), ("export", "dossier")):
            await trail.record(session, user, action, resource, client_id=people.client_id)
    clock.use(None)
    await samples.draw_due()


async def a_report(db, people: People) -> None:
    async with db.transaction() as session:
        own = {"user_id": people.user.id, "organization_id": people.organization_id, "client_id": people.client_id}
        session.add(Report(**own, transcript=WORDS, structured_report=f"## Situatie\n\n{WORDS}"))
        await session.flush()
        await archive.recount(session, people.organization_id, [people.client_id])
