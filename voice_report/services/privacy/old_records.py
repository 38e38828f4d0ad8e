"""What has a term of its own in the whole installation: payments after seven years, rows of the audit trail after
theirs. One receipt a night, in the platform's chain."""

import logging
from collections.abc import Sequence

from sqlmodel import col, delete, func, select

from ...db.models import AuditLog, Payment
from ...db.session import ReadSession, WriteSession, reading, run_in_transaction
from ..audit import erasures, pruning
from ..billing import reconciliation
from ..shared import leases
from . import _counting, receipts, retention

logger = logging.getLogger(__name__)

LOG = "audit row"


async def run() -> int:
    """Erase what is past its term (hourly job); return how many receipts it made, 0 or 1."""
    async with reading() as session:
        chains = await pruning.due(session)
    last = {chain: number for chain in chains if (number := await run_in_transaction(pruning.begin, chain))}
    lease = await run_in_transaction(_claim, last)
    if lease is None:
        return 0
    while await run_in_transaction(_payments, lease):
        pass
    for chain, number in last.items():
        while await run_in_transaction(_rows, lease, chain, number):
            pass
    left_over = await receipts.count_again(lease.row_id, None)
    async with reading() as session:
        left_over |= {LOG: await _rows_left(session, last)} if last else {}
    if any(left_over.values()):
        logger.error("what was to be erased is still there: %s", left_over)
    return 0 if await run_in_transaction(receipts.finish, lease, left_over) is None else 1


async def _claim(session: WriteSession, last: dict[str, int]) -> leases.Lease | None:
    """Take what was cut off, or begin a receipt when something is due."""
    cut_off = await receipts.unfinished(session, receipts.RECORDS)
    if cut_off is not None:
        return cut_off[1]
    if not last and not await _due(session, limit=1):
        return None
    _, lease = receipts.begin(session, receipts.RECORDS, None, retention.tonight())
    return lease


async def _payments(session: WriteSession, lease: leases.Lease) -> int:
    receipt = await receipts.held(session, lease)
    found = await _due(session, limit=retention.PORTION) if receipt else ()
    if receipt is None or not found:
        return 0
    await erasures.note(session, _counting.PAYMENT, found, None, receipt.id)
    await session.exec(delete(Payment).where(col(Payment.id).in_(found)))
    receipts.add(session, receipt, {_counting.PAYMENT: len(found)})
    return len(found)


async def _due(session: ReadSession, limit: int) -> Sequence:
    old = select(Payment.id).where(col(Payment.created_at) < reconciliation.kept_since())
    return (await session.exec(old.order_by(col(Payment.created_at)).limit(limit))).all()


async def _rows(session: WriteSession, lease: leases.Lease, chain: str, last: int) -> int:
    receipt = await receipts.held(session, lease)
    removed = await pruning.remove(session, chain, last) if receipt else 0
    if receipt is None or not removed:
        return 0
    receipts.add(session, receipt, {LOG: removed})
    return removed


async def _rows_left(session: ReadSession, last: dict[str, int]) -> int:
    left = 0
    for chain, number in last.items():
        query = select(func.count()).select_from(AuditLog).where(AuditLog.chain == chain)
        left += (await session.exec(query.where(col(AuditLog.sequence) <= number))).one()
    return left
