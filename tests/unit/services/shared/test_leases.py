"""Leases: one holder at a time, whoever comes together; free again after a crash; nothing from who lost it."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import col, select

from tests.support import tables
from voice_report import clock
from voice_report.db.models import OutboxMail
from voice_report.services.shared import leases

LENGTH = timedelta(seconds=20)


@pytest.fixture
async def mails(db, wall_clock) -> list[OutboxMail]:
    rows = [OutboxMail(recipient=f"gast.{n}@zorg.example", subject="", text="", html="") for n in range(3)]
    async with db.transaction() as session:
        session.add_all(rows)
    return rows


async def take(db, *where) -> leases.Lease | None:
    taken = await db.run_in_transaction(leases.take, OutboxMail, LENGTH, *where, order_by=(col(OutboxMail.recipient),))
    return taken and taken[1]


async def stored(db, lease: leases.Lease) -> OutboxMail:
    return await tables.row(select(OutboxMail).where(col(OutboxMail.id) == lease.row_id))


async def test_workers_at_once_never_share_a_row(db, mails) -> None:
    held = [one for one in await asyncio.gather(*(take(db) for _ in range(8))) if one]
    while (late := await take(db)) is not None:  # skipped while another transaction had the row locked
        held.append(late)
    assert sorted(one.row_id for one in held) == sorted(one.id for one in mails)


async def test_the_first_that_matches_is_taken(db, mails) -> None:
    first, second = await take(db), await take(db)
    assert [first and first.row_id, second and second.row_id] == [mails[0].id, mails[1].id]
    assert await take(db, col(OutboxMail.id) == mails[0].id) is None


async def test_a_row_is_free_again_when_its_holder_must_be_dead(db, mails, wall_clock) -> None:
    its_own = col(OutboxMail.id) == mails[0].id
    dead = await take(db, its_own)
    wall_clock.advance(seconds=19)
    assert await take(db, its_own) is None
    wall_clock.advance(seconds=1)
    again = await take(db, its_own)
    assert dead
    assert again
    async with db.transaction() as session:  # the first was only slow: it changes nothing of the second's
        await leases.renew(session, dead, LENGTH)
        await leases.end(session, dead, attempts=9)
    row = await stored(db, again)
    assert (row.claimed_until, row.attempts) == (again.until, 0)


async def test_a_renewed_lease_lasts_and_its_end_stores_the_outcome(db, mails, wall_clock) -> None:
    lease = await take(db)
    assert lease
    wall_clock.advance(seconds=15)
    await db.run_in_transaction(leases.renew, lease, LENGTH)
    wall_clock.advance(seconds=15)
    assert await take(db, col(OutboxMail.id) == lease.row_id) is None
    await db.run_in_transaction(leases.end, lease, sent_at=clock.now())
    row = await stored(db, lease)
    assert (row.claimed_until, row.sent_at) == (None, clock.now())


async def test_after_a_renewal_that_was_rolled_back_the_holder_can_still_end(db, mails, wall_clock) -> None:
    lease = await take(db)
    assert lease
    wall_clock.advance(seconds=5)
    with pytest.raises(RuntimeError):  # noqa: PT012  the transaction is what is tested
        async with db.transaction() as session:
            await leases.renew(session, lease, LENGTH)
            raise RuntimeError
    await db.run_in_transaction(leases.end, lease)
    assert (await stored(db, lease)).claimed_until is None
