"""An import holds nobody up, goes on after a crash, and saves every line once (decisions/0005).

``IMPORT_LINES=50000`` measures what colleagues wait meanwhile; the suite imports fewer.
"""

import asyncio
import os
import statistics
import time
import uuid
from datetime import date

import pytest
from sqlmodel import func, select

from tests.support import tables
from voice_report.db import session as database
from voice_report.db.models import AuditLog, Client, ClientImport
from voice_report.db.session import run_in_transaction
from voice_report.services.archive import dossier
from voice_report.services.audit import trail
from voice_report.services.clients import file_import
from voice_report.services.clients.client_file import ClientFile, Line
from voice_report.services.clients.clients import ClientView
from voice_report.services.dictation import segments
from voice_report.services.drafts import listing
from voice_report.services.platform import deletion
from voice_report.services.sessions import sessions

LINES = int(os.environ.get("IMPORT_LINES", "1500"))


def file_of(lines: int, fingerprint: str = "f") -> ClientFile:
    return ClientFile(
        fingerprint,
        [Line(n + 1, ClientView(f"N-{n}", "Jan", f"Naam{n}", date(1940, 1, 1))) for n in range(lines)],
    )


async def stored(organization_id) -> tuple[int, int]:
    """Return how many clients there are, and how many the audit trail says were made."""
    async with database.reading() as session:
        clients = select(func.count()).where(Client.organization_id == organization_id, Client.id != "C-1")
        made = select(func.count()).where(
            AuditLog.organization_id == organization_id, AuditLog.action == "create", AuditLog.resource == "client"
        )
        return (await session.exec(clients)).one(), (await session.exec(made)).one()


async def test_an_import_that_is_cut_off_goes_on_where_it_stopped(db, people, monkeypatch):
    admin, file, portions = await people.admin.current(), file_of(1100), 0

    class Killed(BaseException):
        """What a process that is killed does: nothing more."""

    async def stops_after_two(_seconds: float) -> None:
        nonlocal portions
        portions += 1
        if portions == 2:
            raise Killed

    monkeypatch.setattr(file_import, "pause", stops_after_two)
    with pytest.raises(Killed):
        await file_import.save(admin, file, "f")
    assert await stored(people.organization_id) == (500, 500)
    async with db.transaction() as session:  # by hand meanwhile: the rest of the import leaves it alone
        (await session.get_one(Client, (people.organization_id, "N-3"))).last_name = "Anders"
    done = await file_import.save(admin, file, "f")
    assert (done.new, done.changed, done.same) == (1100, 0, 0), "all of it is counted, before and after"
    assert {line.outcome for line in done.sample} == {"new"}
    assert await stored(people.organization_id) == (1100, 1100)
    async with db.reading() as session:
        assert (await session.get_one(Client, (people.organization_id, "N-3"))).last_name == "Anders"
        assert await trail.first_broken(session, str(people.organization_id)) is None
        ends = (await session.exec(select(AuditLog).where(AuditLog.action == "import"))).all()
        assert len(ends) == 1
    again = await file_import.save(admin, file, "f")
    assert (again.new, again.changed, again.same) == (0, 1, 1099), "later it is an import like any other"


async def test_two_who_import_the_same_file_save_each_line_once(db, people):
    admin = await people.admin.current()
    both = await asyncio.gather(*(file_import.save(admin, file_of(900), "f") for _ in range(2)))
    assert max(one.new for one in both) == 900
    assert await stored(people.organization_id) == (900, 900)


async def test_two_imports_of_the_same_clients_in_another_order(db, people):
    admin = await people.admin.current()
    backwards = ClientFile("b", file_of(600).lines[::-1])
    await asyncio.gather(file_import.save(admin, file_of(600), "f"), file_import.save(admin, backwards, "b"))
    assert await stored(people.organization_id) == (600, 600)


async def test_an_organization_that_is_deleted_takes_its_imports_along(db, people):
    await file_import.save(await people.admin.current(), file_of(300), "f")
    await deletion.delete_organization(await people.platform_admin.current(), people.organization_id)
    assert await tables.row(select(func.count()).select_from(ClientImport)) == 0


async def test_colleagues_get_through_while_an_import_runs(db, db_kind, people, monkeypatch):
    """Not one of them waits for the import as a whole: it goes on after each portion when all of them got through. How
    long they wait beside it is printed."""
    admin, user = await people.admin.current(), await people.user.current()
    over, waits = asyncio.Event(), {"alone": [], "between": [], "beside": []}

    async def draft_list() -> None:
        await db.run_in_transaction(listing.list_drafts, user)

    async def client_list() -> None:
        await db.run_in_transaction(dossier.list_clients, user)

    async def sign_in() -> None:
        await db.run_in_transaction(sessions.open_session, user.id)

    async def segment() -> None:
        claim = await run_in_transaction(segments.claim, user, uuid.uuid4(), 0, None)
        assert isinstance(claim, segments.SegmentLease)

    async def work(where: str) -> None:
        for request in (draft_list, client_list, segment, sign_in):
            began = time.monotonic()
            await request()
            waits[where].append(time.monotonic() - began)
        await asyncio.sleep(0.02)  # what a person does between two clicks

    for _ in range(5):
        await work("alone")

    async def rest(seconds: float) -> None:
        await work("between")
        await asyncio.sleep(seconds)

    monkeypatch.setattr(file_import, "pause", rest)

    async def meanwhile() -> None:
        while not over.is_set():
            await work("beside")

    busy = asyncio.create_task(meanwhile())
    began = time.monotonic()
    done = await file_import.save(admin, file_of(LINES), "f")
    took = time.monotonic() - began
    over.set()
    await busy
    assert done.new == LINES
    p95 = {where: statistics.quantiles(all_, n=20)[-1] * 1000 for where, all_ in waits.items()}
    print(
        f"{db_kind}: {LINES} lines in {took:.1f} s; {len(waits['beside'])} requests of colleagues: "
        f"p95 {p95['beside']:.0f} ms, longest {max(waits['beside']) * 1000:.0f} ms; alone p95 {p95['alone']:.0f} ms"
    )
    assert len(waits["between"]) == 4 * LINES // file_import._AT_ONCE


@pytest.mark.one_database
async def test_an_import_of_nothing_is_written_down(db, people):
    done = await file_import.save(await people.admin.current(), ClientFile("leeg"), "leeg")
    assert (done.new, done.sample) == (0, [])
    assert (await tables.row(select(AuditLog).where(AuditLog.action == "import"))).resource == "clients"
