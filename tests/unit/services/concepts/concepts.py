"""Ask for a concept, and look at the draft and the books: for the tests of structuring."""

from sqlmodel import func, select

from tests.support import tables
from voice_report.db.models import ConceptJob, CreditEntry, Organization, ReportUsage
from voice_report.services.billing import credits
from voice_report.services.concepts import structuring
from voice_report.services.drafts import drafts
from voice_report.services.shared.identity import CurrentUser

SAID = "Mevrouw heeft goed geslapen."


async def whole(user: CurrentUser, transcript: str = SAID, draft_id=None) -> str:
    return (await structuring.generate_whole(user, transcript, draft_id)).report


def appended(piece: str | structuring.ReportSnapshot) -> str:
    """Return a piece of a stream in 'vrij', which has no sheets."""
    assert isinstance(piece, str)
    return piece


async def new_draft(db, user: CurrentUser, transcript: str = SAID) -> drafts.DraftView:
    return await db.run_in_transaction(drafts.save_draft, user, transcript=transcript)


async def read_draft(db, user: CurrentUser, draft_id) -> drafts.DraftView:
    return await db.run_in_transaction(drafts.get_draft, user, draft_id)


async def ledger(db, organization_id) -> tuple[int, int, int]:
    """Return the balance, how many reports were charged and how many were counted; check the books."""
    async with db.reading() as session:
        assert await credits.audit_balances(session) == []
        balance = (await session.get_one(Organization, organization_id)).current_credits
        charged = select(func.count()).select_from(CreditEntry).where(CreditEntry.reason == "report")
        used = select(func.count()).select_from(ReportUsage)
        return balance, (await session.exec(charged)).one(), (await session.exec(used)).one()


async def job_states(db) -> list[str]:
    return await tables.rows(select(ConceptJob.status))
