"""The audit trail: a chain that holds when many write at once, and breaks where a row was made up (S27)."""

import asyncio

from sqlmodel import col, func, select

from tests.support import tables
from voice_report.db.models import AuditLog
from voice_report.services.audit import trail
from voice_report.services.shared import tokens


async def test_s27_the_chain_holds_when_many_write_at_once(db, people) -> None:
    user = await people.user.current()

    async def one() -> None:
        await db.run_in_transaction(trail.record, user, "view", "report", "r-1", client_id=people.client_id)

    await asyncio.gather(*(one() for _ in range(12)))
    counted = select(func.count()).select_from(AuditLog).where(col(AuditLog.action) == "view")
    assert await tables.row(counted) == 12
    assert await db.run_reading(trail.first_broken, str(people.organization_id)) is None


async def test_s27_a_forged_row_breaks_the_chain(db, people) -> None:
    user = await people.user.current()
    async with db.transaction() as session:
        await trail.record(session, user, "view", "report", "r-1")
        await trail.record(session, user, "export", "report", "r-1")
    async with db.transaction() as session:
        last, _hash = await trail._head(session, str(people.organization_id))
        session.add(
            AuditLog(
                chain=str(people.organization_id),
                sequence=last + 1,
                action="view",
                resource="report",
                entry_hash=tokens.hashed("made up"),
            )
        )
    assert await db.run_reading(trail.first_broken, str(people.organization_id)) == last + 1
