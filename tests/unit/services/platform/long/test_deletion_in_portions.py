"""Deletion in portions: out at once, gone for good, also when the process dies halfway (security.md S06, S29)."""

from datetime import date, timedelta

import pytest
from sqlmodel import func, select

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.platform.test_deletion import CANARY, leave_traces, places_of_the_canary
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.failures import busy
from voice_report.db.models import (
    AuditLog,
    Client,
    CreditEntry,
    Invitation,
    KnownDevice,
    Organization,
    Report,
    ReportUsage,
    User,
)
from voice_report.db.session import run_in_transaction
from voice_report.errors import NotFound, NotSignedIn
from voice_report.services.audit import trail
from voice_report.services.billing import credits, stripe_account
from voice_report.services.clients import file_import
from voice_report.services.clients.client_file import ClientFile, Line
from voice_report.services.clients.clients import ClientView
from voice_report.services.drafts import drafts
from voice_report.services.organizations import invitations, seats
from voice_report.services.platform import deletion, members, overview, users
from voice_report.services.sessions import sessions
from voice_report.services.shared import tokens


class Killed(BaseException):
    """What happens to a process that is killed: nothing more."""


def die_after(transactions: int, monkeypatch, death: BaseException | None = None) -> None:
    done = 0

    async def counting(*args):
        nonlocal done
        if done == transactions:
            raise death or Killed
        done += 1
        return await run_in_transaction(*args)

    monkeypatch.setattr(deletion, "run_in_transaction", counting)


@pytest.mark.parametrize("transactions", [1, 2, 4, 6])
async def test_s29_a_deletion_that_is_cut_off_is_finished_later(db, people, monkeypatch, transactions):
    """The people are out after the first transaction, whenever the rest happens; then nothing is left."""
    boss = await people.platform_admin.current()
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)
    with monkeypatch.context() as patched:
        die_after(transactions, patched)
        with pytest.raises(Killed):
            await deletion.delete_organization(boss, people.organization_id)
    assert await places_of_the_canary() != []
    for person in (people.user, people.admin):
        with pytest.raises(AssertionError, match="is not signed in"):
            await person.current()
    async with db.reading() as session:
        remains = await session.get(User, people.admin.id) is not None
    if remains:
        with pytest.raises(sessions.WrongCredentials):
            await run_in_transaction(sessions.open_session, people.admin.id)
    assert await deletion.resume() == 1
    assert await places_of_the_canary() == []
    assert await deletion.resume() == 0
    async with db.reading() as session:
        assert await session.get(Organization, people.organization_id) is None
        rows = await session.exec(select(AuditLog).where(AuditLog.organization_id == people.organization_id))
        assert sorted((row.action, row.resource, row.user_id == boss.id) for row in rows) == [
            ("begin to delete", "organization", True), ("delete", "organization", True),
            ("delete", "user", True), ("delete", "user", True), ("issue", "deletion receipt", False),
        ]  # fmt: skip
        assert await trail.first_broken(session, str(people.organization_id)) is None


async def test_s29_asking_again_goes_on_with_a_person_half_deleted(db, people, monkeypatch):
    boss = await people.platform_admin.current()
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)
    with monkeypatch.context() as patched:
        die_after(2, patched)
        with pytest.raises(Killed):
            await deletion.delete_user(boss, people.user.id)
    with pytest.raises(AssertionError, match="is not signed in"):
        await people.user.current()
    await deletion.delete_user(boss, people.user.id)
    assert await places_of_the_canary() == []
    with pytest.raises(NotFound):
        await deletion.delete_user(boss, people.user.id)


async def test_s29_more_than_a_portion_of_everything_goes(db, people, monkeypatch):
    monkeypatch.setattr(deletion, "_PORTION", 3)
    admin = await people.admin.current()
    lines = [Line(n, ClientView(f"N-{n}", CANARY, CANARY, date(1940, 1, 1))) for n in range(10)]
    await file_import.save(admin, ClientFile("f", lines), "f")
    for number in range(7):
        person = await cast.make_user(people.organization_id, CANARY)
        who = await person.current()
        for client_id in ("N-1", "N-2"):
            await run_in_transaction(drafts.save_draft, who, transcript=f"{CANARY} {number}", client_id=client_id)
    await deletion.delete_organization(await people.platform_admin.current(), people.organization_id)
    assert await places_of_the_canary() == []
    left = select(func.count()).where(Client.organization_id == people.organization_id)
    assert await tables.row(left) == 0
    removed = select(func.count()).where(
        AuditLog.organization_id == people.organization_id, AuditLog.action == "delete", AuditLog.resource == "user"
    )
    assert await tables.row(removed) == 9
    assert await database.run_reading(trail.first_broken, str(people.organization_id)) is None


async def test_an_organization_that_is_being_deleted_exists_for_nobody(db, people, monkeypatch):
    boss = await people.platform_admin.current()
    token = "t" * 43
    mark = {"organization_id": people.organization_id, "created_by_id": people.admin.id}
    expires = clock.now() + timedelta(days=1)
    await tables.add(Invitation(**mark, email="n@zorg.example", token=tokens.hashed(token), expires_at=expires))
    with monkeypatch.context() as patched:
        die_after(1, patched)
        with pytest.raises(Killed):
            await deletion.delete_organization(boss, people.organization_id)
    listed = (await db.run_in_transaction(overview.list_organizations, boss)).items
    assert people.organization_id not in {one.id for one in listed}
    counted = await run_in_transaction(overview.stats, boss)
    assert (counted.organizations, counted.users) == (1, 3)
    shown = (await run_in_transaction(overview.list_users, boss)).items
    assert {one.id for one in shown} == {people.outsider.id, people.other_admin.id, people.platform_admin.id}
    for call in (
        lambda: run_in_transaction(overview.get_organization, boss, people.organization_id),
        lambda: run_in_transaction(overview.get_user, boss, people.user.id),
        lambda: run_in_transaction(members.list_members, boss, people.organization_id),
        lambda: run_in_transaction(seats.count_for, people.organization_id),
        lambda: run_in_transaction(invitations.look_up, token),
        lambda: run_in_transaction(
            users.change, boss, people.user.id,
            users.Changes(organization_id=people.other_organization_id),
        ),
    ):  # fmt: skip
        with pytest.raises(NotFound):
            await call()


async def test_what_was_under_way_writes_nothing_into_an_organization_that_is_being_deleted(people, monkeypatch):
    boss, who = await people.platform_admin.current(), await people.user.current()
    with monkeypatch.context() as patched:
        die_after(1, patched)
        with pytest.raises(Killed):
            await deletion.delete_organization(boss, people.organization_id)
    with pytest.raises(NotSignedIn):
        await run_in_transaction(drafts.save_draft, who, transcript=CANARY, client_id=people.client_id)
    assert await places_of_the_canary() == []


@pytest.mark.parametrize("whose", ["user", "organization"])
async def test_s27_the_trail_says_who_asked_for_a_deletion_and_from_where(db, people, monkeypatch, whose):
    """The mark and its row are one transaction: what is erased later has nobody at a keyboard."""
    boss = await people.platform_admin.current()
    trail.caller.set(trail.Caller("203.0.113.9", "Firefox"))
    target = people.user.id if whose == "user" else people.organization_id
    delete = deletion.delete_user if whose == "user" else deletion.delete_organization
    with monkeypatch.context() as patched:
        die_after(1, patched)
        with pytest.raises(Killed):
            await delete(boss, target)
    (row,) = await tables.rows(select(AuditLog).where(AuditLog.resource_id == str(target)))
    known = await db.run_reading(stripe_account.buyer, people.organization_id)
    assert (row.action, row.resource, row.user_id, row.ip_address) == ("begin to delete", whose, boss.id, "203.0.113.9")
    assert known is stripe_account.Buyer.KNOWN


async def leave_much(person_id, organization_id, number: int) -> None:
    """Put rows in the tables that grow with use: the person's, the organization's, and what was written elsewhere."""
    own = {"user_id": person_id, "organization_id": organization_id}
    async with database.transaction() as session:
        for at in range(number):
            ledger = {"change": 0, "balance_after": 0, "reason": "proef"}
            session.add_all([
                ReportUsage(**own),
                CreditEntry(user_id=person_id, key=f"p{at}", **ledger),
                CreditEntry(organization_id=organization_id, key=f"o{at}", **ledger),
                KnownDevice(user_id=person_id, token_hash=f"d{at}"),
                Report(**own, transcript=CANARY),
            ])  # fmt: skip


async def rows_left(person_id, organization_id) -> dict[str, int]:
    """Count what still belongs to the person or the organization, per column that says so."""
    columns = [
        (ReportUsage.user_id, person_id), (ReportUsage.organization_id, organization_id),
        (CreditEntry.user_id, person_id), (CreditEntry.organization_id, organization_id),
        (KnownDevice.user_id, person_id), (Report.user_id, person_id),
    ]  # fmt: skip
    async with database.reading() as session:
        return {
            str(column): (await session.exec(select(func.count()).where(column == value))).one()
            for column, value in columns
        }


@pytest.mark.parametrize("whose", ["user", "organization", "former organization"])
async def test_s29_no_transaction_takes_more_than_a_portion_along(people, monkeypatch, whose):
    """What follows by a foreign key follows in one statement, which takes too long when there is much of it."""
    boss = await people.platform_admin.current()
    home = people.other_organization_id if whose == "former organization" else people.organization_id
    await leave_much(people.user.id, home, 10)
    monkeypatch.setattr(deletion, "_PORTION", 3)
    most: dict[str, int] = {}

    async def measuring(*args):
        before = await rows_left(people.user.id, home)
        done = await run_in_transaction(*args)
        for name, left in (await rows_left(people.user.id, home)).items():
            most[name] = max(most.get(name, 0), before[name] - left)
        return done

    monkeypatch.setattr(deletion, "run_in_transaction", measuring)
    if whose == "user":
        await deletion.delete_user(boss, people.user.id)
    else:
        await deletion.delete_organization(boss, people.organization_id)
    assert {name: number for name, number in most.items() if number > 3} == {}
    left = await rows_left(people.user.id, home)
    kept = {"user": 10, "organization": 0, "former organization": 10}[whose]
    assert left.pop("ReportUsage.organization_id") == kept
    assert left.pop("CreditEntry.organization_id") == (kept and kept + 1)  # what it began with
    assert set(left.values()) == {0}


@pytest.mark.parametrize("transactions", [1, 3, 8])
async def test_s29_a_database_that_cannot_go_on_leaves_the_rest_to_the_hourly_work(people, monkeypatch, transactions):
    """Nothing is wrong for the platform admin: everybody is out, and the books do not miss what is half erased."""
    boss = await people.platform_admin.current()
    await leave_much(people.user.id, people.organization_id, 10)
    with monkeypatch.context() as patched:
        patched.setattr(deletion, "_PORTION", 3)
        die_after(transactions, patched, busy())
        assert await deletion.delete_organization(boss, people.organization_id) is False
        assert await deletion.resume() == 0
    assert await database.run_reading(credits.audit_balances) == []
    assert await deletion.resume() == 1
    assert await places_of_the_canary() == []
