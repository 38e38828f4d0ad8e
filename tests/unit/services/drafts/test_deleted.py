"""Deleted drafts: out of reach of everybody at once, restored whole by their author, and erased after thirty days."""

import uuid
from datetime import timedelta

import pytest
from sqlmodel import select

from tests.support import tables
from voice_report import clock
from voice_report.db.models import AuditLog, Client, ConceptJob, DeletedDraft, Dictation, Report
from voice_report.errors import NotFound
from voice_report.services.drafts import deleted, drafts, listing
from voice_report.services.shared.identity import CurrentUser

REPORT = "## Situatie\n\nMevrouw sliep goed."


async def a_draft(db, user: CurrentUser, **fields) -> drafts.DraftView:
    return await db.run_in_transaction(drafts.save_draft, user, **{"transcript": "Mevrouw sliep goed.", **fields})


async def do(db, user: CurrentUser, action, *args, **options):
    return await db.run_in_transaction(action, user, *args, **options)


async def rows(db, table) -> list:
    return await tables.rows(select(table))


async def test_a_draft_comes_back_as_it_was(db, people, wall_clock):
    user = await people.user.current()
    draft = await a_draft(db, user, structured_report=REPORT, client_id=people.client_id, title="Ochtend")
    async with db.transaction() as session:
        row = await session.get_one(Report, draft.id)
        row.former, row.settled, row.unsure, row.style, row.reviewed_by = "{}", "[]", "[]", "netjes", "Anna de Vries"
        row.reviewed_at = row.copied_at = clock.now()
        session.add(row)
    (before,) = [row.model_dump() for row in await rows(db, Report)]
    wall_clock.advance(days=3)
    await do(db, user, deleted.delete_draft, draft.id)
    with pytest.raises(NotFound, match="Draft niet gevonden"):
        await do(db, user, drafts.get_draft, draft.id)
    assert (await do(db, user, listing.list_drafts)).items == []
    wall_clock.advance(days=29)
    await do(db, user, deleted.restore, draft.id)
    (after,) = [row.model_dump() for row in await rows(db, Report)]
    assert after.pop("updated_at") == clock.now()
    assert after.pop("version") == before.pop("version") + 1
    assert after == {name: value for name, value in before.items() if name != "updated_at"}
    assert await rows(db, DeletedDraft) == []
    trail = [(one.action, one.resource) for one in await rows(db, AuditLog) if one.resource_id == str(draft.id)]
    assert [one for one in trail if one[0] in ("delete", "restore")] == [("delete", "draft"), ("restore", "draft")]


async def test_what_was_made_on_the_way_goes_at_once(db, people):
    user = await people.user.current()
    draft = await a_draft(db, user)
    own = {"user_id": user.id, "organization_id": people.organization_id, "draft_id": draft.id}
    async with db.transaction() as session:
        session.add_all([Dictation(**own, base_text="Een."), ConceptJob(**own, key="k", expires_at=clock.now())])
    await do(db, user, deleted.delete_draft, draft.id)
    assert await rows(db, Dictation) == await rows(db, ConceptJob) == []


async def test_the_example_is_not_kept(db, people):
    user = await people.user.current()
    draft = await a_draft(db, user)
    async with db.transaction() as session:
        row = await session.get_one(Report, draft.id)
        row.example = "Mevrouw sliep goed."
        session.add(row)
    await do(db, user, deleted.delete_draft, draft.id)
    assert await rows(db, DeletedDraft) == await rows(db, Report) == []


@pytest.mark.parametrize("who", ["outsider", "other_admin", "admin"])
@pytest.mark.parametrize("action", [deleted.restore, deleted.erase])
async def test_s02_another_persons_deleted_draft_does_not_exist(db, people, who, action):
    user, stranger = await people.user.current(), await getattr(people, who).current()
    draft = await a_draft(db, user)
    await do(db, user, deleted.delete_draft, draft.id)
    with pytest.raises(NotFound, match="Draft niet gevonden"):
        await do(db, stranger, action, draft.id)
    assert (await do(db, stranger, deleted.list_deleted)).items == []
    assert len((await do(db, user, deleted.list_deleted)).items) == 1


async def test_after_thirty_days_it_is_gone(db, people, wall_clock):
    user = await people.user.current()
    draft = await a_draft(db, user)
    await do(db, user, deleted.delete_draft, draft.id)
    (listed,) = (await do(db, user, deleted.list_deleted)).items
    assert listed.erased_at == clock.now() + timedelta(days=30)
    wall_clock.advance(days=30)
    assert (await do(db, user, deleted.list_deleted)).items == []
    with pytest.raises(NotFound):
        await do(db, user, deleted.restore, draft.id)
    wall_clock.advance(seconds=1)
    assert await db.run_in_transaction(deleted.purge) == 1
    assert await rows(db, DeletedDraft) == []


async def test_what_is_erased_cannot_be_restored(db, people):
    user = await people.user.current()
    draft = await a_draft(db, user)
    with pytest.raises(NotFound):
        await do(db, user, deleted.erase, draft.id)
    await do(db, user, deleted.delete_draft, draft.id)
    await do(db, user, deleted.erase, draft.id)
    with pytest.raises(NotFound):
        await do(db, user, deleted.restore, draft.id)
    assert await rows(db, DeletedDraft) == []


async def test_a_client_that_is_gone_is_left_out(db, people):
    user = await people.user.current()
    draft = await a_draft(db, user, client_id=people.client_id)
    await do(db, user, deleted.delete_draft, draft.id)
    async with db.transaction() as session:
        await session.delete(await session.get_one(Client, (people.organization_id, people.client_id)))
    await do(db, user, deleted.restore, draft.id)
    assert (await do(db, user, drafts.get_draft, draft.id)).client_id is None


async def test_the_oldest_beyond_the_bound_is_erased(db, people, wall_clock, monkeypatch):
    user = await people.user.current()
    monkeypatch.setattr(deleted, "MOST", 2)
    ids: list[uuid.UUID] = []
    for number in range(3):
        wall_clock.advance(minutes=1)
        ids.append((await a_draft(db, user, transcript=f"Verslag {number}")).id)
        await do(db, user, deleted.delete_draft, ids[-1])
    assert [one.id for one in (await do(db, user, deleted.list_deleted)).items] == [ids[2], ids[1]]


async def test_deleted_drafts_are_found_by_their_words_page_by_page(db, people, wall_clock):
    user = await people.user.current()
    for words, client_id in (("Café bezocht", None), ("Wond verzorgd", people.client_id), ("Café weer dicht", None)):
        wall_clock.advance(minutes=1)
        draft = await a_draft(db, user, transcript=words, client_id=client_id)
        await do(db, user, deleted.delete_draft, draft.id)
    first = await do(db, user, deleted.list_deleted, words="cafe", limit=1)
    second = await do(db, user, deleted.list_deleted, words="cafe", limit=1, after=first.next)
    assert [one.preview for one in (*first.items, *second.items)] == ["Café weer dicht", "Café bezocht"]
    (about_client,) = (await do(db, user, deleted.list_deleted, words="wond")).items
    assert about_client.client_name
