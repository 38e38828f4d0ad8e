"""Into the archive: who may, for which client, once, and never to be changed again."""

import asyncio
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.support.held import held
from voice_report import clock
from voice_report.db.models import AuditLog, Client, Report
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound, TooLarge
from voice_report.services.archive import archive, dossier
from voice_report.services.drafts import deleted, drafts, generated, listing
from voice_report.services.drafts.generated import Settled
from voice_report.services.exports import files

NOTE = "## Situatie\n\nMevrouw had pijn aan de knie."
WORDS: dict[str, Any] = {"transcript": "ik zei het", "structured_report": NOTE}


@pytest.fixture
async def people(db) -> cast.People:
    """Everybody; both organizations keep an archive."""
    made = await cast.make_people()
    for organization_id in (made.organization_id, made.other_organization_id):
        await cast.keep_archive(organization_id)
    return made


async def save(db, person: cast.Person, client_id: str | None = "C-1", **fields) -> archive.ArchivedReport:
    user = await person.current()
    return await db.run_in_transaction(archive.archive, user, client_id=client_id, **{**WORDS, **fields})


async def draft(db, person: cast.Person, **fields) -> drafts.DraftView:
    user = await person.current()
    return await db.run_in_transaction(drafts.save_draft, user, **{**WORDS, **fields})


async def everything(db) -> list[Report]:
    return await tables.rows(select(Report))


async def counted(db, people, client_id: str = "C-1"):
    async with db.reading() as session:
        client = await session.get(Client, (people.organization_id, client_id))
    return client.report_count, client.last_report_at


async def test_s02_a_foreign_client_or_draft_is_not_found(db, people):
    await cast.make_client(people.other_organization_id, "only-there")
    own = await draft(db, people.user)
    for client_id in ("only-there", "nowhere", "x\x00y", "\ud800x"):
        with pytest.raises(NotFound, match="Cliënt niet gevonden"):
            await save(db, people.user, client_id)
    for stranger in (people.outsider, people.admin):
        with pytest.raises(NotFound, match="Draft niet gevonden"):
            await save(db, stranger, draft_id=own.id)
        assert await db.run_reading(archive.find_archived, await stranger.current(), own.id) is None
    for made_up in ("x", "", uuid.uuid4()):
        with pytest.raises(NotFound, match="Draft niet gevonden"):
            await save(db, people.user, draft_id=made_up)
    assert [(row.id, row.is_draft, row.version) for row in await everything(db)] == [(own.id, True, 1)]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"plan": "trial"}, archive.PRO_ONLY),
        ({"plan": "free"}, archive.PRO_ONLY),
        ({"save_reports_to_archive": False}, archive.SWITCHED_OFF),
        ({"plan": "trial", "save_reports_to_archive": False}, archive.PRO_ONLY),
    ],
)
async def test_the_permission_is_read_when_it_is_saved(db, people, columns, sentence):
    """The person was signed in, and the page drawn, while the organization still allowed it."""
    user = await people.user.current()
    assert user.organization is not None
    assert user.organization.can_save_to_archive
    await cast.keep_archive(people.organization_id, **columns)
    with pytest.raises(NotAllowed) as refused:
        await db.run_in_transaction(archive.archive, user, client_id="C-1", **WORDS)
    assert refused.value.message == sentence
    assert await everything(db) == []


async def test_a_platform_admin_without_an_organization_is_refused(db, people):
    with pytest.raises(NotAllowed):
        await save(db, people.platform_admin)


@pytest.mark.parametrize("client_id", [None, "", "  "])
async def test_without_a_client_nothing_is_saved(db, people, client_id):
    own = await draft(db, people.user)
    with pytest.raises(Invalid, match="Selecteer eerst een cliënt"):
        await save(db, people.user, client_id, draft_id=own.id)
    assert (await everything(db))[0].is_draft


async def test_a_draft_becomes_the_report_with_the_words_on_the_screen(db, wall_clock, people):
    own = await draft(db, people.user, structured_report=None)
    wall_clock.advance(hours=11)
    saved = await save(db, people.user, draft_id=own.id, version=own.version)
    (row,) = await everything(db)
    assert (row.id, row.is_draft, row.client_id, row.structured_report) == (own.id, False, "C-1", NOTE)
    assert (row.created_at, saved.saved_at, saved.id) == (wall_clock.now, wall_clock.now, own.id)
    assert saved.reference == f"R-2026-{own.id.hex[:8].upper()}"
    assert await counted(db, people) == (1, own.reported_at)
    user = await people.user.current()
    async with db.transaction() as session:
        assert (await listing.list_drafts(session, user)).items == []
        assert await archive.find_archived(session, user, str(own.id)) == saved


async def test_the_archived_report_cannot_be_reached_as_a_draft(db, people):
    own = await draft(db, people.user)
    await save(db, people.user, draft_id=own.id)
    user = await people.user.current()
    for attempt in (
        lambda session: drafts.get_draft(session, user, own.id),
        lambda session: drafts.save_draft(session, user, draft_id=own.id, transcript="anders"),
        lambda session: deleted.delete_draft(session, user, own.id),
        lambda session: drafts.put_report(session, user, own.id, "anders"),
    ):
        with pytest.raises(NotFound, match="Draft niet gevonden"):
            await db.run_in_transaction(attempt)
    assert [row.transcript for row in await everything(db)] == ["ik zei het"]


@pytest.mark.parametrize("from_draft", [True, False])
async def test_saved_many_times_at_once_it_is_one_report(db, people, from_draft):
    fields: dict[str, Any] = {"draft_id": (await draft(db, people.user)).id} if from_draft else {}
    told = await asyncio.gather(*(save(db, people.user, **fields) for _ in range(8)))
    assert len(set(told)) == 1
    assert len(await everything(db)) == 1
    assert (await counted(db, people))[0] == 1


async def test_the_same_words_another_day_are_another_report(db, wall_clock, people):
    first = await save(db, people.user)
    wall_clock.advance(minutes=1)
    assert await save(db, people.user) == first
    assert (await save(db, people.admin)).id != first.id
    wall_clock.advance(hours=9)
    assert (await save(db, people.user)).id != first.id
    assert await counted(db, people) == (3, wall_clock.now)


async def test_what_is_in_the_archive_is_not_changed_by_saving_again(db, people):
    await cast.make_client(people.organization_id, "C-2")
    own = await draft(db, people.user)
    await save(db, people.user, draft_id=own.id)
    others: tuple[dict[str, Any], ...] = ({"transcript": "anders"}, {"structured_report": None}, {"client_id": "C-2"})
    for fields in others:
        with pytest.raises(Conflict, match="staat al in het archief"):
            await save(db, people.user, **{"draft_id": own.id, **fields})
    assert [(row.transcript, row.client_id) for row in await everything(db)] == [("ik zei het", "C-1")]
    assert (await counted(db, people, "C-2"))[0] == 0


async def test_a_draft_that_was_changed_elsewhere_stays_a_draft(db, people):
    own = await draft(db, people.user)
    newer = await draft(db, people.user, draft_id=own.id, transcript="nieuwer")
    with pytest.raises(Conflict) as refused:
        await save(db, people.user, draft_id=own.id, version=own.version)
    assert refused.value.code == "stale_version"
    assert [(row.is_draft, row.transcript, row.version) for row in await everything(db)] == [
        (True, "nieuwer", newer.version)
    ]


async def test_words_that_continue_what_another_window_saved_are_archived(db, people):
    own = await draft(db, people.user)
    await draft(db, people.user, draft_id=own.id, transcript="ik zei het,")
    await save(db, people.user, draft_id=own.id, version=own.version, transcript="ik zei het, en meer")
    assert [(row.is_draft, row.transcript) for row in await everything(db)] == [(False, "ik zei het, en meer")]


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"transcript": " \n"}, Invalid),
        ({"transcript": "x" * 200_001}, TooLarge),
        ({"structured_report": "x" * 600_001}, TooLarge),
    ],
)
async def test_bad_words_leave_the_draft_as_it_was(db, people, fields, error):
    own = await draft(db, people.user)
    with pytest.raises(error):
        await save(db, people.user, draft_id=own.id, **fields)
    assert [(row.is_draft, row.transcript) for row in await everything(db)] == [(True, "ik zei het")]
    assert await counted(db, people) == (0, None)


async def test_s27_saving_names_who_what_and_which_client(db, people):
    saved = await save(db, people.user)
    (row,) = await tables.rows(select(AuditLog).where(AuditLog.action == "create"))
    assert (row.user_id, row.resource, row.resource_id, row.client_id) == (
        people.user.id,
        "report",
        str(saved.id),
        "C-1",
    )
    assert row.organization_id == people.organization_id


async def test_what_only_a_draft_needs_is_not_archived(db, people, monkeypatch):
    own = await draft(db, people.user)
    points = [
        Settled("Situatie", text, ("number",), "Anna", "nu") for text in ("Mevrouw had pijn aan de knie.", "Weg.")
    ]
    async with db.transaction() as session:
        row = await session.get_one(Report, own.id)
        row.generated = row.former = "{}"
        row.settled = generated.with_settled(generated.with_settled(None, points[0]), points[1])
        row.style, row.reviewed_by, row.reviewed_at = "leesbaar", "Anna", row.created_at
    async with held(monkeypatch, generated, "settled_in") as began:
        saving = asyncio.create_task(
            archive.save(await people.user.current(), client_id="C-1", draft_id=own.id, **WORDS)
        )
        await began.wait()
        await draft(db, people.admin)  # nobody waits
    await saving
    (row,) = [one for one in await everything(db) if not one.is_draft]
    assert (row.generated, row.former, row.style, row.reviewed_by) == (None, None, "leesbaar", "Anna")
    assert generated.settled_points(row.settled) == points[:1]


@pytest.mark.parametrize("other", [{"structured_report": NOTE + " Soms."}, {"transcript": "ik zei het niet"}])
async def test_a_sign_off_of_another_text_is_not_archived(db, people, other):
    own = await draft(db, people.user)
    async with db.transaction() as session:
        row = await session.get_one(Report, own.id)
        row.reviewed_by, row.reviewed_at = "Anna", row.created_at
    await save(db, people.user, draft_id=own.id, **other)
    (row,) = await everything(db)
    assert (row.reviewed_by, row.reviewed_at) == (None, None)


async def test_an_organization_that_was_erased_between_two_clicks_is_not_found(db, people):
    user = await people.user.current()
    erased = replace(user, organization=replace(user.organization, id=uuid.uuid4()))
    async with db.transaction() as session:
        with pytest.raises(NotFound, match="Organisatie niet gevonden"):
            await archive.archive(session, erased, client_id="C-1", **WORDS)


async def test_the_archive_keeps_the_date_of_the_report(db, wall_clock, people):
    spoken = clock.now() - timedelta(days=1)
    written = await draft(db, people.user, reported_at=spoken)
    saved = await save(db, people.user, draft_id=written.id)
    other = await save(db, people.user, reported_at=spoken, transcript="nog iets")
    now = await save(db, people.user, transcript="en nu")
    user = await people.user.current()
    found = {one.id: one for one in (await db.run_in_transaction(dossier.list_reports, user)).items}
    assert (found[saved.id].reported_at, found[saved.id].created_at) == (spoken, saved.saved_at)
    assert found[other.id].reported_at == spoken
    assert found[now.id].reported_at == clock.now()
    assert (await files.of_report(user, saved.id, "txt")).name == "rapportage-Cor_Voorbeeld-01-03-2026.txt"
    with pytest.raises(Invalid):
        await save(db, people.user, transcript="later", reported_at=clock.now() + timedelta(days=1))


async def test_an_archived_report_keeps_no_unsure_words(db, people):
    made = await draft(db, people.user)
    async with db.transaction() as session:
        row = await session.get(Report, made.id)
        row.unsure = "[[0, 3]]"
        session.add(row)
    await save(db, people.user, draft_id=made.id)
    assert [row.unsure for row in await everything(db)] == [None]
