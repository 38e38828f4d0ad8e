"""Removing the oldest rows of the audit trail after their term, so that what remains can still be verified.

First a row at the chain's end says up to which row it is removed, with that row's hash; verification then begins behind
it (``trail.first_broken``). The database itself refuses to delete a row younger than five years.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, text
from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...db.models import AuditLog
from ...db.session import ReadSession, WriteSession
from . import trail

_PORTION = 200
_ON_POSTGRESQL = text("SELECT audit_logs_prune(:chain, :last, :portion)")


def kept_since() -> datetime:
    """Return the moment from which on rows are kept."""
    yesterday = clock.now() - timedelta(days=1)  # the database's clock may be behind
    year = yesterday.year - settings().audit_log_years
    return yesterday.replace(year=year, day=min(yesterday.day, 28))


async def due(session: ReadSession) -> Sequence[str]:
    """Return the chains that begin with rows past their term."""
    old = select(AuditLog.chain).where(col(AuditLog.created_at) < kept_since()).distinct()
    return (await session.exec(old.order_by(AuditLog.chain))).all()


async def begin(session: WriteSession, chain: str) -> int:
    """Append the row that says up to where this chain is removed, and return that sequence number; 0 for nothing.

    A chain whose due rows are only earlier rows of this kind keeps them: removing one would add another.
    """
    mine = select(AuditLog).where(AuditLog.chain == chain)
    first_kept = select(func.min(AuditLog.sequence)).where(
        AuditLog.chain == chain, col(AuditLog.created_at) >= kept_since()
    )
    until = (await session.exec(first_kept)).one()
    last = mine.where(col(AuditLog.sequence) < until) if until is not None else mine
    row = (await session.exec(last.order_by(col(AuditLog.sequence).desc()).limit(1))).first()
    others = select(AuditLog.id).where(AuditLog.chain == chain, AuditLog.action != trail.PRUNE)
    if (
        row is None
        or (await session.exec(others.where(col(AuditLog.sequence) <= row.sequence).limit(1))).first() is None
    ):
        return 0
    home = row.organization_id if chain != trail.PLATFORM_CHAIN else None
    note = f"{row.sequence} {row.entry_hash}"
    await trail.record(session, None, trail.PRUNE, "audit", organization_id=home, error_message=note)
    return row.sequence


async def remove(session: WriteSession, chain: str, last: int) -> int:
    """Remove a portion of the rows up to ``last``, oldest first; return how many."""
    if session.get_bind().dialect.name == "postgresql":
        removed = await session.execute(_ON_POSTGRESQL, {"chain": chain, "last": last, "portion": _PORTION})
        return removed.scalar_one()
    some = select(AuditLog.id).where(AuditLog.chain == chain, col(AuditLog.sequence) <= last)
    found = (await session.exec(some.order_by(col(AuditLog.sequence)).limit(_PORTION))).all()
    await session.execute(delete(AuditLog).where(col(AuditLog.id).in_(found)))
    return len(found)
