"""What every erasing of reports and drafts also does: the copies of their words, what had left, and the trail."""

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import exists
from sqlmodel import col, delete, or_, select

from ... import clock
from ...db.models import ConceptJob, DeletionReceipt, Dictation, ProcessingStep
from ...db.session import WriteSession
from ..audit import erasures, trail
from ..measurements import archived
from . import receipts


async def note_outside(session: WriteSession, receipt: DeletionReceipt, ids: Sequence[uuid.UUID]) -> None:
    """Copy to the receipt what had left of these reports, before the rows about that go with them."""
    step = ProcessingStep
    found = await receipts.outside(session, or_(col(step.report_id).in_(ids), col(step.deleted_draft_id).in_(ids)))
    if found:
        receipts.add_outside(session, receipt, found)


async def words(
    session: WriteSession, organization_id: uuid.UUID, ids: Sequence[uuid.UUID], receipt_id: uuid.UUID
) -> dict[str, int]:
    """Erase the dictations and concept jobs of these reports, which have the same words."""
    counts = {}
    for kind, table in ((erasures.JOB, ConceptJob), (erasures.DICTATION, Dictation)):
        theirs: Sequence[uuid.UUID] = (await session.exec(select(table.id).where(col(table.draft_id).in_(ids)))).all()
        if theirs:
            await erasures.note(session, kind, theirs, organization_id, receipt_id)
            await session.exec(delete(table).where(col(table.id).in_(theirs)))
            counts[kind] = len(theirs)
    return counts


async def values(
    session: WriteSession, organization_id: uuid.UUID, ids: Sequence[uuid.UUID], receipt_id: uuid.UUID
) -> dict[str, int]:
    """Erase the measured values of these reports, which go with them."""
    theirs = await archived.ids_of(session, ids)
    await erasures.note(session, erasures.MEASUREMENT, theirs, organization_id, receipt_id)
    await archived.remove(session, ids)
    return {erasures.MEASUREMENT: len(theirs)} if theirs else {}


async def record(
    session: WriteSession,
    resource: str,
    organization_id: uuid.UUID,
    rows: Sequence[Any],
    by: uuid.UUID | None = None,
) -> None:
    """Append a row for each report or draft (id, client) that was erased."""
    entries = [trail.Entry("erase", resource, one, client, organization_id, by) for one, client in rows]
    if entries:
        await trail.record_many(session, entries)


def under_way(draft_id: Any) -> Any:
    """Return the condition that a draft is being dictated to, or that a concept of it is being made."""
    spoken = exists().where(col(Dictation.draft_id) == draft_id, col(Dictation.finished_at).is_(None))
    made = exists().where(
        col(ConceptJob.draft_id) == draft_id,
        col(ConceptJob.status) == "reserved",
        col(ConceptJob.expires_at) > clock.now(),
    )
    return or_(spoken, made)
