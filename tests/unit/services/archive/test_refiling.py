"""A report at the wrong client: taken back by its author within ten minutes, moved from then on, and never lost."""

import asyncio
import uuid
from typing import Any

import pytest
from sqlmodel import col, select

from tests.support import people as cast
from tests.support import tables
from voice_report.db.models import AuditLog, Client, Report
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound
from voice_report.services.archive import archive, dossier, refiling
from voice_report.services.audit import trail
from voice_report.services.drafts import drafts

WORDS: dict[str, Any] = {"transcript": "ik zei het", "structured_report": "## Situatie\n\nMevrouw had pijn."}


@pytest.fixture
async def people(db) -> cast.People:
    """Everybody; both organizations keep an archive, and De Linde has a second client."""
    made = await cast.make_people()
    for organization_id in (made.organization_id, made.other_organization_id):
        await cast.keep_archive(organization_id)
    await cast.make_client(made.organization_id, "C-2", "Ria", "Verzonnen")
    return made


async def saved(db, person: cast.Person, client_id: str = "C-1") -> archive.ArchivedReport:
    user = await person.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, **WORDS)
        return await archive.archive(session, user, client_id=client_id, draft_id=draft.id, **WORDS)


async def take_back(db, person: cast.Person, report_id) -> None:
    user = await person.current()
    await db.run_in_transaction(refiling.take_back, user, report_id)


async def move(db, person: cast.Person, report_id, client_id: str) -> str:
    user = await person.current()
    return await db.run_in_transaction(refiling.move, user, report_id, client_id)


async def stored(db, report_id: uuid.UUID) -> Report:
    return await tables.row(select(Report).where(Report.id == report_id))


async def counts(db, people) -> dict[str, tuple[int, bool]]:
    async with db.reading() as session:
        rows = await session.exec(select(Client).where(Client.organization_id == people.organization_id))
        return {row.id: (row.report_count, row.last_report_at is not None) for row in rows.all()}


async def noted(db, action: str) -> list[tuple[str | None, str | None]]:
    async with db.reading() as session:
        rows = await session.exec(select(AuditLog).where(AuditLog.action == action).order_by(col(AuditLog.sequence)))
        return [(row.resource_id, row.client_id) for row in rows.all()]


async def test_its_author_takes_it_back_within_ten_minutes(db, wall_clock, people):
    report = await saved(db, people.user)
    wall_clock.advance(minutes=9, seconds=59)
    await take_back(db, people.user, report.id)
    await take_back(db, people.user, report.id)
    draft = await people.user.call(drafts.get_draft, report.id)
    assert (draft.transcript, draft.structured_report, draft.client_id) == (*WORDS.values(), "C-1")
    assert (await counts(db, people))["C-1"] == (0, False)
    assert await noted(db, "take back") == [(str(report.id), "C-1")]
    user = await people.user.current()
    again = await db.run_in_transaction(
        archive.archive, user, client_id="C-2", draft_id=report.id, version=draft.version, **WORDS
    )
    assert (again.client_name, (await counts(db, people))["C-2"]) == ("Ria Verzonnen", (1, True))


async def test_after_ten_minutes_it_stays(db, wall_clock, people):
    report = await saved(db, people.user)
    wall_clock.advance(minutes=10, seconds=1)
    with pytest.raises(Conflict, match="10 minuten") as refused:
        await take_back(db, people.user, report.id)
    assert refused.value.code == "too_late"
    assert not (await stored(db, report.id)).is_draft


@pytest.mark.parametrize("who", ["admin", "outsider", "other_admin"])
async def test_s02_nobody_else_takes_it_back(db, people, who):
    report = await saved(db, people.user)
    for wanted in (report.id, uuid.uuid4(), "x"):
        with pytest.raises(NotFound, match="Rapportage niet gevonden"):
            await take_back(db, getattr(people, who), wanted)
    assert not (await stored(db, report.id)).is_draft


@pytest.mark.parametrize("who", ["user", "admin"])
async def test_its_author_or_an_administrator_moves_it(db, wall_clock, people, who):
    report = await saved(db, people.user)
    wall_clock.advance(hours=3)
    person = getattr(people, who)
    assert await move(db, person, report.id, "C-2") == "Ria Verzonnen"
    user = await people.user.current()
    found = await db.run_in_transaction(dossier.get_report, user, report.id)
    assert (found.client_id, found.transcript, found.structured_report) == ("C-2", *WORDS.values())
    assert (found.refiled_by, found.refiled_at) == ((await person.current()).name, wall_clock.now)
    assert found.created_at == report.saved_at
    assert await counts(db, people) == {"C-1": (0, False), "C-2": (1, True)}
    assert await noted(db, "refile from") == [(str(report.id), "C-1")]
    assert await noted(db, "refile to") == [(str(report.id), "C-2")]
    assert await db.run_reading(trail.first_broken, str(people.organization_id)) is None


async def test_s02_a_colleague_does_not_move_it_and_strangers_do_not_find_it(db, people):
    report = await saved(db, people.admin)
    with pytest.raises(NotAllowed):
        await move(db, people.user, report.id, "C-2")
    for stranger in (people.outsider, people.other_admin):
        with pytest.raises(NotFound, match="Rapportage niet gevonden"):
            await move(db, stranger, report.id, "C-2")
    assert (await stored(db, report.id)).client_id == "C-1"


async def test_s02_it_goes_to_a_client_of_the_organization_only(db, people):
    await cast.make_client(people.other_organization_id, "only-there")
    report = await saved(db, people.user)
    for client_id in ("only-there", "nowhere", "", "x\x00y"):
        with pytest.raises(NotFound, match="Cliënt niet gevonden"):
            await move(db, people.user, report.id, client_id)
    with pytest.raises(Invalid, match="staat al bij deze cliënt"):
        await move(db, people.user, report.id, "C-1")
    assert await noted(db, "refile from") == []


async def test_a_draft_is_not_moved(db, people):
    report = await saved(db, people.user)
    await take_back(db, people.user, report.id)
    with pytest.raises(NotFound, match="Rapportage niet gevonden"):
        await move(db, people.user, report.id, "C-2")


async def test_what_was_taken_back_was_moved_by_nobody(db, people):
    report = await saved(db, people.user)
    await move(db, people.admin, report.id, "C-2")
    await take_back(db, people.user, report.id)
    row = await stored(db, report.id)
    assert (row.is_draft, row.client_id, row.refiled_by, row.refiled_at) == (True, "C-2", None, None)


async def test_a_report_of_a_clock_that_was_ahead_is_not_taken_back_for_hours(db, wall_clock, people):
    wall_clock.advance(hours=5)
    report = await saved(db, people.user)
    wall_clock.advance(hours=-5)
    with pytest.raises(Conflict, match="10 minuten"):
        await take_back(db, people.user, report.id)


async def test_two_who_move_it_at_once_leave_it_at_one_client(db, people):
    await cast.make_client(people.organization_id, "C-3", "Henk", "Verzonnen")
    report = await saved(db, people.user)
    tried = await asyncio.gather(
        move(db, people.user, report.id, "C-2"), move(db, people.admin, report.id, "C-3"), return_exceptions=True
    )
    assert all(isinstance(one, str | Conflict) for one in tried)
    holds = (await stored(db, report.id)).client_id
    assert {name: count for name, (count, _) in (await counts(db, people)).items() if count} == {holds: 1}


async def test_the_same_text_twice_at_a_client_is_asked_about(db, wall_clock, people):
    user = await people.user.current()
    first = await saved(db, people.user)
    wall_clock.advance(days=6)
    second = await db.run_in_transaction(drafts.save_draft, user, **WORDS)
    wanted = {"client_id": "C-1", "draft_id": second.id, **WORDS}
    with pytest.raises(Conflict, match="staat al bij") as refused:
        await db.run_in_transaction(archive.archive, user, **wanted, once=True)
    assert refused.value.code == "twice"
    async with db.transaction() as session:
        elsewhere = await archive.archive(session, user, **{**wanted, "client_id": "C-2"}, once=True)
        await refiling.take_back(session, user, elsewhere.id)
        assert (await archive.archive(session, user, **wanted)).id == second.id != first.id
    assert (await counts(db, people))["C-1"][0] == 2
