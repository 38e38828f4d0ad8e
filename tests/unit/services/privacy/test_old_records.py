"""Payments after seven years and rows of the trail after their term: gone, counted again, and the chain verifiable."""

import json
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, delete, select, update

from tests.unit.services.privacy.files import line, the_chapters
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import AuditLog, DeletionReceipt, Payment
from voice_report.services.audit import pruning, trail, verification
from voice_report.services.privacy import old_records


async def all_of(table, *where) -> list:
    async with database.reading() as session:
        return list((await session.exec(select(table).where(*where))).all())


def a_payment(organization_id: uuid.UUID, moment: datetime) -> Payment:
    about: dict[str, Any] = {"organization_name": "Zorggroep De Linde", "package_id": "bundle"}
    about["stripe_id"] = f"cs_{moment:%Y%m%d%H}"
    return Payment(organization_id=organization_id, created_at=moment, amount_cents=1, status="paid", **about)


async def test_s62_payments_go_after_seven_whole_years(db, people, wall_clock):
    moments = [datetime(2018, 12, 31, 22, 59, tzinfo=UTC), datetime(2018, 12, 31, 23, 0, tzinfo=UTC)]
    async with database.transaction() as session:
        session.add_all([a_payment(people.organization_id, moment) for moment in moments])
    wall_clock.set(datetime(2025, 12, 31, 22, 0, tzinfo=UTC))
    assert await old_records.run() == 0
    assert line(await the_chapters(people), "terms.old_records").value == "Nog niets gewist"
    wall_clock.set(datetime(2026, 1, 1, 3, 0, tzinfo=UTC))
    assert await old_records.run() == 1
    told = line(await the_chapters(people), "terms.old_records")
    assert (told.value, told.passes) == ("01-01-2026, 04.00 uur: er was niets van over", True)
    assert [row.created_at for row in await all_of(Payment)] == moments[1:]
    (receipt,) = await all_of(DeletionReceipt)
    body = json.loads(receipt.body)
    assert (body["counts"], body["left_over"]) == ({"payment": 1}, {"payment": 0})


async def history(organization_id: uuid.UUID, years: tuple[float, ...]) -> str:
    """Write a row of the trail for each number of years ago, by the machine's clock, and return the chain."""
    for ago in years:
        moment = datetime.now(UTC) - timedelta(days=365.25 * ago)
        clock.use(lambda moment=moment: moment)
        async with database.transaction() as session:
            await trail.record(session, None, "view", "drafts", organization_id=organization_id)
    clock.use(None)
    return str(organization_id)


@pytest.fixture
async def chain(db, people) -> str:
    return await history(uuid.uuid4(), (6.2, 6.1, 6.0, 4, 3))


async def test_s62_old_rows_of_the_trail_go_and_the_chain_stays_whole(chain):
    assert (await verification.verify(renew=True)).deviations == []
    assert await old_records.run() == 1
    rows = sorted(await all_of(AuditLog, AuditLog.chain == chain), key=lambda row: row.sequence)
    assert [(row.sequence, row.action) for row in rows] == [(4, "view"), (5, "view"), (6, "prune")]
    assert (await verification.verify()).deviations == []
    (receipt,) = await all_of(DeletionReceipt)
    assert json.loads(receipt.body)["counts"] == {"audit row": 3}
    assert json.loads(receipt.body)["left_over"] == {"audit row": 0}
    assert await old_records.run() == 0, "there is nothing more"


async def test_s27_rows_younger_than_five_years_cannot_be_removed(chain):
    async with database.reading() as session:
        rows = (await session.exec(select(AuditLog).where(AuditLog.chain == chain))).all()
    for one in [row.id for row in rows if row.sequence >= 4]:
        with pytest.raises(DBAPIError, match="append-only"):
            await remove(one)
    assert len(await all_of(AuditLog, AuditLog.chain == chain)) == 5


async def remove(row_id: uuid.UUID) -> None:
    async with database.transaction() as session:
        await session.execute(delete(AuditLog).where(col(AuditLog.id) == row_id))


async def test_s27_old_rows_that_were_removed_without_a_word_are_found(chain):
    async with database.transaction() as session:
        assert await pruning.remove(session, chain, 2) == 2
    async with database.reading() as session:
        assert await trail.first_broken(session, chain) == 1


async def test_s27_a_removal_that_was_cut_off_is_no_deviation(chain):
    async with database.transaction() as session:
        last = await pruning.begin(session, chain)
    assert last == 3
    async with database.transaction() as session:
        await pruning.remove(session, chain, 1)
    async with database.reading() as session:
        assert await trail.first_broken(session, chain) is None
    assert await old_records.run() == 1
    async with database.reading() as session:
        assert await trail.first_broken(session, chain) is None


async def test_s27_what_is_left_is_still_verified(chain, db_kind):
    await old_records.run()
    async with database.transaction() as session:
        if db_kind == "postgresql":
            await session.execute(text("ALTER TABLE audit_logs DISABLE TRIGGER USER"))
        else:
            await session.execute(text("DROP TRIGGER audit_logs_no_update"))
        fifth = (col(AuditLog.chain) == chain, col(AuditLog.sequence) == 5)
        await session.execute(update(AuditLog).where(*fifth).values(ip_address="::1"))
    async with database.reading() as session:
        broken = await trail.first_broken(session, chain)
    async with database.transaction() as session:
        if db_kind == "postgresql":
            await session.execute(text("ALTER TABLE audit_logs ENABLE TRIGGER USER"))
    assert broken == 5
