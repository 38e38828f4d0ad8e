"""Receipts of deleted accounts and organizations: counted before, and again by the same id afterwards (S62)."""

import json
import logging
import uuid
from typing import Any

from sqlalchemy import Table as SqlTable
from sqlmodel import SQLModel, col, func, select, update

from ...core import texts
from ...db.models import DeletionReceipt, Erasure, Organization, ProcessingStep, User
from ...db.session import ReadSession, WriteSession, reading, run_in_transaction, run_reading
from ..audit import erasures
from ..mail import outbox, templates
from ..privacy import receipts, retention
from ..shared import leases
from ..shared.identity import ADMIN, PLATFORM_ADMIN

logger = logging.getLogger(__name__)

_ROW_OF: dict[str, type[User] | type[Organization]] = {receipts.USER: User, receipts.ORGANIZATION: Organization}
#: What the rows of a table are called in a receipt.
_KINDS = {
    "dictations": erasures.DICTATION,
    "concept_jobs": erasures.JOB,
    "deleted_drafts": erasures.DRAFT,
    "users": erasures.USER,
    "organizations": erasures.ORGANIZATION,
    "clients": erasures.CLIENT,
}


async def begin(session: WriteSession, scope: str, row_id: uuid.UUID) -> None:
    """Begin the receipt of a marked account or organization, unless it has one that is under way."""
    row = await session.get(_ROW_OF[scope], row_id)
    if row is None or row.deleting_at is None or await _open(session, scope, row_id) is not None:
        return
    home = row.organization_id if isinstance(row, User) else row.id
    pending: dict[str, Any] = {"id": str(row_id), "mail": []}
    if isinstance(row, Organization):
        admins = (User.organization_id == row_id, User.role == ADMIN, col(User.is_active))
        found = (await session.exec(select(User.email, User.first_name).where(*admins))).all()
        pending["mail"] = [list(one) for one in found]
    step = ProcessingStep
    whose = step.organization_id == row_id if scope == receipts.ORGANIZATION else step.user_id == row_id
    about: dict[str, Any] = {"asked_at": row.deleting_at.isoformat(), "pending": pending}
    about |= {"counts": await _count(session, scope, row_id), "outside": await receipts.outside(session, whose)}
    receipts.begin(session, scope, home, retention.tonight(), subject=str(row_id), **about)
    await session.flush()


async def complete(scope: str, row_id: uuid.UUID) -> bool:
    """Count again what was of a row that is gone, and finish its receipt; returns whether there was one to finish."""
    lease = await run_in_transaction(_take, scope, row_id)
    if lease is None:
        return False
    left_over = await run_reading(_count, scope, row_id)
    if any(left_over.values()):
        logger.error("what was to be deleted is still there: %s", left_over)
    return await run_in_transaction(_finish, scope, row_id, lease, left_over)


async def complete_all() -> int:
    """Finish the receipts of rows that are gone (hourly job); returns how many."""
    async with reading() as session:
        gone = [
            (row.scope, row_id)
            for row in await _unfinished(session)
            if await session.get(_ROW_OF[row.scope], row_id := uuid.UUID(json.loads(row.body)["pending"]["id"])) is None
        ]
    return sum([await complete(*one) for one in gone])


async def _finish(
    session: WriteSession, scope: str, row_id: uuid.UUID, lease: leases.Lease, left_over: dict[str, int]
) -> bool:
    pending = json.loads((await session.get_one(DeletionReceipt, lease.row_id)).body)["pending"]
    # The second count of later, when the receipt is checked, is by this mark.
    this = update(Erasure).where(col(Erasure.mark) == erasures.mark(scope, row_id))
    await session.execute(this.values(receipt_id=lease.row_id))
    done = await receipts.finish(session, lease, left_over)
    if done is None:
        return False
    facts = receipts.view(done)
    for email, first_name in pending["mail"]:
        outbox.write(session, email, templates.organization_erased(first_name, _lines(facts)))
    return True


def _lines(facts: receipts.Receipt) -> list[str]:
    """Return what the mail says of a receipt: it is the only copy that the administrators keep."""
    gone_by = texts.dutch_date(facts.backups_gone_by) if facts.backups_gone_by else "onbekend, niet ingesteld"
    counts = {name: (facts.counts.get(kind, 0), facts.left_over.get(kind, 0)) for kind, name in receipts.LABELS.items()}
    return [
        f"Wisbewijs {facts.number}, {texts.dutch_moment(facts.done_at)}.",
        *(f"{label}: {erased} gewist, {left} over." for label, (erased, left) in counts.items() if erased or left),
        *(f"Eerder naar {one.party}, {one.country}: {one.requests} keer." for one in facts.outside),
        f"Het logboek blijft bewaard tot {texts.dutch_date(facts.log_until)}, betalingen zeven jaar.",
        f"Uit alle back-ups verdwenen op: {gone_by}.",
        f"sha256: {facts.digest}",
    ]


async def _take(session: WriteSession, scope: str, row_id: uuid.UUID) -> leases.Lease | None:
    """Lease the open receipt of a row that is gone; the lease of whom began it is over, for only one erases."""
    row = await _open(session, scope, row_id)
    if row is None or await session.get(_ROW_OF[scope], row_id) is not None:
        return None
    row.claimed_until = None
    await session.flush()
    taken = await leases.take(session, DeletionReceipt, receipts.LEASE, DeletionReceipt.id == row.id)
    return taken[1] if taken else None


async def _open(session: ReadSession, scope: str, row_id: uuid.UUID) -> DeletionReceipt | None:
    rows = await _unfinished(session, scope)
    return next((row for row in rows if json.loads(row.body)["pending"]["id"] == str(row_id)), None)


async def _unfinished(session: ReadSession, *scopes: str) -> list[DeletionReceipt]:
    mine = (col(DeletionReceipt.scope).in_(scopes or _ROW_OF), col(DeletionReceipt.done_at).is_(None))
    return list((await session.exec(select(DeletionReceipt).where(*mine))).all())


async def _count(session: ReadSession, scope: str, row_id: uuid.UUID) -> dict[str, int]:
    """Return how many rows are of this account or organization, by kind, in every table that goes with it."""
    counts: dict[str, int] = {}
    for table, column in _tables(_ROW_OF[scope].__tablename__):
        query: Any = select(func.count()).select_from(table).where(column == row_id)
        if table.name == "users" and scope == receipts.ORGANIZATION:
            query = query.where(table.c.role != PLATFORM_ADMIN)  # they stay, without an organization
        if table.name != "reports":
            kind = _KINDS.get(table.name, receipts.OTHER)
            counts[kind] = counts.get(kind, 0) + (await session.exec(query)).one()
            continue
        for kind, is_draft in ((erasures.DRAFT, True), (erasures.REPORT, False)):
            found = (await session.exec(query.where(table.c.is_draft.is_(is_draft)))).one()
            counts[kind] = counts.get(kind, 0) + found
    return counts


def _tables(target: Any) -> list[tuple[SqlTable, Any]]:
    """Return the tables, with their column, whose rows go with a row of the target; first the target itself."""
    found = [(SQLModel.metadata.tables[target], SQLModel.metadata.tables[target].c.id)]
    for table in SQLModel.metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.column.table.name == target and key.ondelete == "CASCADE":
                found.append((table, key.parent))
    return found
