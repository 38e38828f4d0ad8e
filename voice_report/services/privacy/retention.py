"""The nightly erasing by an organization's terms: drafts, transcripts of archived reports, archived reports.

Once a night per organization, by whichever process claims it first in the database; what was cut off is continued by
the next one. At most ``PORTION`` rows in a transaction, oldest first. A draft that is being dictated to, or of which a
concept is being made, waits for the next night; so does the transcript of such a report.
"""

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Any

from sqlmodel import col, delete, or_, select, update

from ... import clock
from ...db.models import DeletionReceipt, Organization, Report
from ...db.session import ReadSession, WriteSession, run_in_transaction
from ..archive import archive, refiling
from ..audit import erasures
from ..drafts import drafts, generated, news
from ..measurements import archived
from ..shared import leases, locks
from . import _erasing, receipts, terms

logger = logging.getLogger(__name__)

PORTION = 100  # rows per transaction, some 30 milliseconds: every other writer waits for one on SQLite
_REST = 4  # times as long as a portion took: people work at night too
#: After a longer pause a night erases nothing, the next does: the clock may be ahead, and a process that starts again
#: does not know that it was doubted (``platform.clocks``).
_MISSED = timedelta(days=2)

#: What a step is given: the organization, its terms as they are now, and the receipt.
Step = Callable[[WriteSession, uuid.UUID, terms.Terms, DeletionReceipt], Awaitable[dict[str, int]]]


async def run() -> int:
    """Do this night's work that is left, of all organizations (hourly job); return how many receipts it made."""
    made = 0
    while (claimed := await run_in_transaction(_claim)) is not None:
        organization_id, lease = claimed
        try:
            made += await _work(organization_id, lease) if lease is not None else 0
        except Exception:  # its lease ends, and the others are not kept waiting
            logger.exception("the retention of an organization was cut off; it is continued within the hour")
    return made


def tonight() -> date:
    """Return the date of the present night, which begins at 03.00 in Amsterdam."""
    return (clock.local_now() - timedelta(hours=terms.HOUR)).date()


def _begin_of_night() -> datetime:
    """Return when the present night began: what is due later waits for the next, as pages say."""
    night = datetime.combine(tonight(), time_of_day(terms.HOUR), clock.AMSTERDAM)
    return min(night.astimezone(UTC), clock.now())


async def _claim(session: WriteSession) -> tuple[uuid.UUID, leases.Lease | None] | None:
    """Take what was cut off, or the next organization; without a lease when it has nothing to erase this night."""
    cut_off = await receipts.unfinished(session, receipts.RETENTION)
    if cut_off is not None:
        row, lease = cut_off
        return row.organization_id or uuid.UUID(int=0), lease
    night = tonight()
    former = col(Organization.retention_night)
    waiting = (
        or_(former.is_(None), former < night, former > night + timedelta(days=1)),  # that one: the clock was ahead
        or_(*(col(getattr(Organization, f"{name}_days")).is_not(None) for name in terms.LIMITS)),
        col(Organization.deleting_at).is_(None),
    )
    query = select(Organization).where(*waiting).limit(1).with_for_update(key_share=True, skip_locked=True)
    organization = (await session.exec(query.execution_options(populate_existing=True))).first()
    if organization is None:
        return None
    before, organization.retention_night = organization.retention_night, night
    session.add(organization)
    if before is not None and night - before > _MISSED:
        return organization.id, None
    present = terms.view(organization)
    if not await _is_anything_due(session, organization.id, present):
        return organization.id, None
    asked_at = organization.retention_changed_at
    about = {"terms": present.days, "asked_at": asked_at.isoformat() if asked_at else None}
    _, lease = receipts.begin(session, receipts.RETENTION, organization.id, night, **about)
    return organization.id, lease


async def _work(organization_id: uuid.UUID, lease: leases.Lease) -> int:
    """Erase, count again in other transactions, and complete the receipt; returns how many were completed."""
    for step in (_drafts, _reports, _transcripts):
        while True:
            began = time.monotonic()
            if not await run_in_transaction(_portion, organization_id, lease, step):
                break
            await asyncio.sleep(_REST * (time.monotonic() - began))
    left_over = await receipts.count_again(lease.row_id, organization_id)
    if any(left_over.values()):
        logger.error("what was to be erased is still there: %s", left_over)
    done = await run_in_transaction(receipts.finish, lease, left_over)
    return 0 if done is None else 1


async def _portion(session: WriteSession, organization_id: uuid.UUID, lease: leases.Lease, step: Step) -> int:
    """Erase a portion and add it to the receipt; 0 when nothing is left, or the terms were changed meanwhile."""
    receipt: DeletionReceipt | None = await receipts.held(session, lease)
    organization = await session.get(Organization, organization_id, populate_existing=True)
    if receipt is None or organization is None or organization.deleting_at is not None:
        return 0
    counts = await step(session, organization_id, terms.view(organization), receipt)
    receipts.add(session, receipt, counts)
    await session.flush()
    return sum(counts.values())


async def _drafts(
    session: WriteSession, organization_id: uuid.UUID, present: terms.Terms, receipt: DeletionReceipt
) -> dict[str, int]:
    due = _due_drafts(organization_id, present)
    if due is None:
        return {}
    query = select(Report.id, Report.user_id, Report.client_id).where(*due, ~_erasing.under_way(Report.id))
    query = query.order_by(col(Report.updated_at), col(Report.id)).limit(PORTION)
    found = (await session.exec(query.with_for_update(skip_locked=True))).all()
    # What began during the wait for the locks shows in a second query only.
    still = select(Report.id).where(col(Report.id).in_([row[0] for row in found]), _erasing.under_way(Report.id))
    begun = set((await session.exec(still)).all())
    rows = [row for row in found if row[0] not in begun]
    ids = [row[0] for row in rows]
    counts = {erasures.DRAFT: len(ids)} | await _erasing.words(session, organization_id, ids, receipt.id)
    await erasures.note(session, erasures.DRAFT, ids, organization_id, receipt.id)
    await _erasing.note_outside(session, receipt, ids)
    await drafts.remove(session, ids)
    for user_id in {row[1] for row in rows}:
        news.publish(session, user_id)
    await _erasing.record(session, "draft", organization_id, [(row[0], row[2]) for row in rows])
    return counts


async def _reports(
    session: WriteSession, organization_id: uuid.UUID, present: terms.Terms, receipt: DeletionReceipt
) -> dict[str, int]:
    due = _due_archive(organization_id, present.archive)
    if due is None:
        return {}
    oldest = select(Report.id, Report.client_id).where(*due).order_by(col(Report.created_at), col(Report.id))
    some = (await session.exec(oldest.limit(PORTION))).all()
    clients = {client_id for _, client_id in some if client_id}
    await locks.clients(session, organization_id, clients)  # before the reports (``locks``)
    query = select(Report.id, Report.client_id).where(*due, col(Report.id).in_([row[0] for row in some]))
    rows = (await session.exec(query.with_for_update())).all()
    rows = [row for row in rows if row[1] in clients or row[1] is None]
    ids = [row[0] for row in rows]
    counts = {erasures.REPORT: len(ids)} | await _erasing.words(session, organization_id, ids, receipt.id)
    counts |= await _erasing.values(session, organization_id, ids, receipt.id)
    await erasures.note(session, erasures.REPORT, ids, organization_id, receipt.id)
    await _erasing.note_outside(session, receipt, ids)
    await session.exec(delete(Report).where(col(Report.id).in_(ids)))
    await archive.recount(session, organization_id, clients)
    await _erasing.record(session, "report", organization_id, rows)
    return counts


async def _transcripts(
    session: WriteSession, organization_id: uuid.UUID, present: terms.Terms, receipt: DeletionReceipt
) -> dict[str, int]:
    due = _due_transcripts(organization_id, present)
    if due is None:
        return {}
    query = select(Report.id, Report.client_id).where(*due).order_by(col(Report.created_at), col(Report.id))
    rows = (await session.exec(query.limit(PORTION).with_for_update(skip_locked=True))).all()
    ids = [row[0] for row in rows]
    counts = {erasures.TRANSCRIPT: len(ids)} | await _erasing.words(session, organization_id, ids, receipt.id)
    await erasures.note(session, erasures.TRANSCRIPT, ids, organization_id, receipt.id)
    await remove_transcripts(session, ids)
    await _erasing.record(session, "transcript", organization_id, rows)
    return counts


async def remove_transcripts(session: WriteSession, ids: Sequence[uuid.UUID]) -> None:
    """Erase the transcripts of these archived reports, and what else of their rows has words that the report lacks."""
    mine = col(Report.id).in_(ids)
    gone: dict[str, Any] = dict.fromkeys(("tidying", "generated", "former", "unsure", "copied", "measured"))
    gone |= {"transcript": "", "transcript_removed_at": clock.now()}
    await session.execute(update(Report).where(mine).values(**gone))
    await archived.remove_words(session, ids)
    query = select(Report.id, Report.settled, Report.structured_report).where(mine, col(Report.settled).is_not(None))
    for row_id, settled, report in (await session.exec(query)).all():
        still = generated.settled_in(settled or "", report or "")
        if still != settled:
            await session.execute(update(Report).where(col(Report.id) == row_id).values(settled=still))


def _due_drafts(organization_id: uuid.UUID, present: terms.Terms) -> tuple[Any, ...] | None:
    cutoff = present.drafts.cutoff(_begin_of_night())
    if cutoff is None:
        return None
    here = (Report.organization_id == organization_id, col(Report.is_draft).is_(True), col(Report.example).is_(None))
    return *here, *terms.begun_before("drafts", cutoff)


def _due_archive(organization_id: uuid.UUID, term: terms.Term) -> tuple[Any, ...] | None:
    cutoff = term.cutoff(_begin_of_night())
    if cutoff is None:
        return None
    kept: datetime = min(cutoff, clock.now() - refiling.TAKE_BACK_WITHIN)  # until then it may become a draft again
    here = (Report.organization_id == organization_id, col(Report.is_draft).is_(False))
    return *here, *terms.begun_before("archive", kept)


def _due_transcripts(organization_id: uuid.UUID, present: terms.Terms) -> tuple[Any, ...] | None:
    due = _due_archive(organization_id, present.transcript)
    waits = _erasing.under_way(Report.id)
    return None if due is None else (*due, col(Report.transcript_removed_at).is_(None), *terms.with_report(), ~waits)


async def _is_anything_due(session: ReadSession, organization_id: uuid.UUID, present: terms.Terms) -> bool:
    drafts_due = _due_drafts(organization_id, present)
    for due in (
        None if drafts_due is None else (*drafts_due, ~_erasing.under_way(Report.id)),
        _due_archive(organization_id, present.archive),
        _due_transcripts(organization_id, present),
    ):
        if due is not None and (await session.exec(select(Report.id).where(*due).limit(1))).first() is not None:
            return True
    return False
