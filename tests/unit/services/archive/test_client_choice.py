"""Whom a report is about: the person's own latest clients first, and nobody of another organization."""

import pytest

from tests.support import people as cast
from voice_report.db.models import Client
from voice_report.services.archive import archive, client_choice
from voice_report.services.drafts import deleted, drafts


async def search(db, person: cast.Person, query: str = "", limit: int = 20) -> tuple[list[str], int]:
    found, recent = await person.call(client_choice.search, query, limit)
    return [client.id for client in found], recent


async def draft(db, person: cast.Person, client_id: str | None) -> str:
    async with db.transaction() as session:
        made = await drafts.save_draft(session, await person.current(), transcript="Goed.", client_id=client_id)
    return str(made.id)


@pytest.fixture
async def clients(people) -> None:
    for number, first, last in (("C-2", "Anna", "Aalders"), ("C-3", "Truus", "Bakker"), ("C-4", "Truus", "Aalders")):
        await cast.make_client(people.organization_id, number, first, last)


@pytest.mark.usefixtures("clients")
async def test_the_own_latest_come_first_and_the_rest_by_name(db, people, wall_clock):
    assert await search(db, people.user) == (["C-2", "C-4", "C-3", "C-1"], 0)
    for client_id in ("C-1", "C-3", None, "C-1"):
        wall_clock.advance(minutes=1)
        await draft(db, people.user, client_id)
    assert await search(db, people.user) == (["C-1", "C-3", "C-2", "C-4"], 2)
    assert await search(db, people.user, limit=3) == (["C-1", "C-3", "C-2"], 2)
    assert await search(db, people.user, limit=1) == (["C-1"], 1)
    assert await search(db, people.user, "truus") == (["C-3", "C-4"], 1)
    assert await search(db, people.admin) == (["C-2", "C-4", "C-3", "C-1"], 0)  # a colleague's are not hers


@pytest.mark.usefixtures("clients")
async def test_an_archived_report_counts_and_a_deleted_draft_does_not(db, people):
    kept, gone = await draft(db, people.user, "C-3"), await draft(db, people.user, "C-1")
    async with db.transaction() as session:
        user = await people.user.current()
        await deleted.delete_draft(session, user, gone)
        row = await drafts.find(session, user, kept)
        row.is_draft = False
        session.add(row)
        await archive.recount(session, people.organization_id, ["C-3"])
    assert await search(db, people.user) == (["C-3", "C-2", "C-4", "C-1"], 1)


async def test_s02_the_same_id_in_another_organization_is_another_client(db, people):
    await draft(db, people.outsider, "C-1")
    async with db.transaction() as session:
        found, recent = await client_choice.search(session, await people.user.current())
        theirs = await session.get_one(Client, (people.other_organization_id, "C-1"))
    assert ([client.name for client in found], recent) == (["Cor Voorbeeld"], 0)
    assert theirs.first_name == "Dora"
