"""Looks at once share a transaction for their audit rows, and none is answered without its row (S27)."""

import asyncio

import pytest
from sqlalchemy import event, text
from sqlmodel import col, select

from voice_report.db import engine
from voice_report.db import session as database
from voice_report.db.models import AuditLog
from voice_report.errors import NotFound, Unavailable
from voice_report.services.audit import audited_reads, trail
from voice_report.services.audit.audited_reads import audited_read
from voice_report.services.drafts import drafts, listing

LOOKS = 40


@pytest.fixture
def transactions(monkeypatch) -> list[int]:
    """The number of rows of each transaction that wrote rows of looks."""
    written: list[int] = []
    append = trail.append

    async def counting(session, rows) -> None:
        await append(session, rows)
        written.append(len(rows))

    monkeypatch.setattr(trail, "append", counting)
    return written


async def look(user, subject: str = "r-1") -> None:
    async with audited_read() as session:
        await trail.record(session, user, "view", "report", subject)


async def rows(db, chain: object) -> list[AuditLog]:
    async with db.reading() as session:
        query = select(AuditLog).where(AuditLog.chain == str(chain), AuditLog.resource == "report")
        found = list((await session.exec(query.order_by(col(AuditLog.sequence)))).all())
        assert await trail.first_broken(session, str(chain)) is None
    return found


async def test_s27_looks_at_once_are_written_together_and_in_order(db, people, transactions) -> None:
    user = await people.user.current()
    await asyncio.gather(*(look(user, f"r-{number}") for number in range(LOOKS)))
    found = await rows(db, people.organization_id)
    assert sorted(row.resource_id or "" for row in found) == sorted(f"r-{number}" for number in range(LOOKS))
    assert [row.sequence for row in found] == list(range(found[0].sequence, found[0].sequence + LOOKS))
    assert sum(transactions) == LOOKS
    assert len(transactions) < LOOKS / 4, "one transaction for many looks"


async def test_s27_a_row_is_there_when_its_look_ends_and_has_the_callers_origin(db, people) -> None:
    user = await people.user.current()

    async def from_address(address: str) -> None:
        trail.caller.set(trail.Caller(address, "a browser"))
        await look(user, address)
        [row] = [row for row in await rows(db, people.organization_id) if row.resource_id == address]
        assert (row.ip_address, row.user_agent) == (address, "a browser")

    addresses = [f"192.0.2.{number}" for number in range(12)]
    await asyncio.gather(*(asyncio.create_task(from_address(one)) for one in addresses))


async def test_s27_nothing_is_shown_when_its_row_cannot_be_stored(db, people, monkeypatch) -> None:
    user = await people.user.current()
    await db.run_in_transaction(drafts.save_draft, user, transcript="Mevrouw was vrolijk.")

    async def fails(*_args) -> None:
        raise Unavailable("Even niet bereikbaar")

    monkeypatch.setattr(database, "run_in_transaction", fails)
    shown = []

    async def show() -> None:
        async with audited_read() as session:
            page = await listing.list_drafts(session, user)
        shown.append(page)

    outcomes = await asyncio.gather(*(show() for _ in range(3)), return_exceptions=True)
    assert [type(one) for one in outcomes] == [Unavailable] * 3
    assert shown == []
    monkeypatch.undo()
    await show()
    assert [len(page.items) for page in shown] == [1], "the next look works again"


async def test_s27_a_row_that_no_database_takes_does_not_take_the_others_with_it(db, people) -> None:
    user = await people.user.current()
    wrong: object = None
    async with asyncio.TaskGroup() as group:  # the first is being written while the others come to wait together
        group.create_task(look(user, "first"))
        bad = group.create_task(caught(look_at(user, wrong)))
        group.create_task(look(user, "second"))
    assert bad.result() is not None
    assert {row.resource_id for row in await rows(db, people.organization_id)} == {"first", "second"}


async def look_at(user, resource: object) -> None:
    async with audited_read() as session:
        await trail.record(session, user, "view", resource)  # pyright: ignore[reportArgumentType]


async def caught(work) -> Exception | None:
    try:
        await work
    except Exception as error:  # noqa: BLE001  whichever the driver raises
        return error
    return None


async def test_s27_who_leaves_while_a_row_is_written_takes_nobody_along(db, people) -> None:
    user = await people.user.current()
    leaving = [asyncio.create_task(look(user, "left")) for _ in range(3)]
    staying = [asyncio.create_task(look(user, "stayed")) for _ in range(3)]
    for _ in range(100):  # until their rows are on their way
        await asyncio.sleep(0)
    for one in leaving:
        one.cancel()
    await asyncio.wait_for(asyncio.gather(*staying), 100)
    found = [row.resource_id for row in await rows(db, people.organization_id)]
    assert found.count("stayed") == 3
    assert audited_reads._waiting == {}


async def test_s27_a_blocked_chain_costs_those_who_wait_one_time_out(db, people, monkeypatch) -> None:
    user = await people.user.current()
    tried = 0

    async def fails(*_args) -> None:
        nonlocal tried
        tried += 1
        for _ in range(20):  # the others come to wait meanwhile
            await asyncio.sleep(0)
        raise Unavailable("Het is nu erg druk")

    monkeypatch.setattr(database, "run_in_transaction", fails)
    outcomes = await asyncio.gather(*(look(user) for _ in range(LOOKS)), return_exceptions=True)
    assert tried == 1
    assert [str(one) for one in outcomes] == ["Het is nu erg druk"] * LOOKS
    assert len({id(one) for one in outcomes}) == LOOKS, "each has its own traceback"
    assert audited_reads._waiting == {}


async def test_s27_a_task_that_is_ended_before_its_first_step_leaves_nobody_waiting(db, people) -> None:
    user = await people.user.current()
    loop = asyncio.get_running_loop()
    rows = [trail.Noted(trail.Entry("view", "report", "r-1", organization_id=user.organization_id), trail.Caller())]
    waits = loop.create_task(audited_reads._stored(rows))
    loop.call_soon(lambda: [task.cancel() for task in audited_reads._tasks])
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(waits, 100)
    await asyncio.wait_for(look(user, "r-2"), 100)


async def test_s27_many_rows_are_several_transactions(db, people, transactions, monkeypatch) -> None:
    monkeypatch.setattr(audited_reads, "_ROWS_AT_ONCE", 10)
    user = await people.user.current()

    async def page(size: int) -> None:
        async with audited_read() as session:
            await trail.record_clients(session, user, [("view", f"C{number}") for number in range(size)], "report")

    await asyncio.gather(*(page(4) for _ in range(5)), page(25))
    assert sum(transactions) == 45
    assert max(transactions) == 25, "one look's rows stay together"
    assert sorted(transactions)[:-1] == [4, 8, 8]


async def test_s27_a_look_that_fails_records_nothing(db, people) -> None:
    user = await people.user.current()

    async def fails() -> None:
        async with audited_read() as session:
            await trail.record(session, user, "view", "report", "r-1")
            raise NotFound("Niet gevonden")

    with pytest.raises(NotFound):
        await fails()
    assert await rows(db, people.organization_id) == []


async def test_s27_a_look_cannot_write_and_a_plain_reader_cannot_record(db, people) -> None:
    user = await people.user.current()
    async with audited_read() as session:
        session.add(AuditLog(chain="c", sequence=1, action="view", resource="report", entry_hash="h"))
        with pytest.raises(TypeError):
            await session.flush()
        session.expunge_all()
    async with db.reading() as session:
        with pytest.raises(TypeError):
            await trail.record(session, user, "view", "report")


async def test_looks_that_wait_for_a_chain_hold_no_connection(db, db_kind, people) -> None:
    """More wait than a process has connections; a colleague of another organization is served meanwhile."""
    if db_kind != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    user, other = await people.user.current(), await people.outsider.current()
    chain = {"chain": str(people.organization_id)}
    async with db.transaction() as session:
        await session.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:chain, 0))"), chain)
        waiting = [asyncio.create_task(look(user)) for _ in range(3 * engine.CONNECTIONS)]
        await asyncio.wait_for(look(other), 100)
        assert not any(one.done() for one in waiting)
    await asyncio.wait_for(asyncio.gather(*waiting), 100)
    assert len(await rows(db, people.organization_id)) == len(waiting)


async def test_no_connection_is_opened_twice_for_requests_at_once(db, db_kind, people) -> None:
    """A connection over the pool's size would be closed after each use, and opening one costs 5 ms and a process."""
    opened: list[object] = []
    event.listen(db.engine().sync_engine, "connect", lambda connection, _record: opened.append(connection))
    user = await people.user.current()
    for _ in range(4):
        await asyncio.gather(*(look(user) for _ in range(16)))
    assert len(opened) <= 17
