"""What is ready to be copied: one's own concepts of today, newest first, and what tells that one changed."""

from datetime import timedelta

import pytest

from tests.support import tables
from voice_report import clock
from voice_report.db.models import ConceptJob
from voice_report.services.concepts import ready
from voice_report.services.drafts import drafts, ticks
from voice_report.services.shared.identity import CurrentUser

REPORT = "## Situatie\n\nMevrouw sliep goed."
FIELD = {"0123456789abcdef.0": "fedcba9876543210"}


async def made(db, user: CurrentUser, report: str | None = REPORT, client_id: str | None = None) -> drafts.DraftView:
    return await db.run_in_transaction(
        drafts.save_draft, user, transcript="Mevrouw sliep goed.", structured_report=report, client_id=client_id
    )


async def test_s87_only_ones_own_concepts_are_ready(db, people):
    user = await people.user.current()
    await made(db, user)
    for other in (people.outsider, people.admin):
        assert await ready.concepts(await other.current()) == ()
    assert len(await ready.concepts(user)) == 1


async def test_the_last_changed_is_first_and_a_dictation_without_a_concept_is_not_there(db, people, wall_clock):
    user = await people.user.current()
    first = await made(db, user, client_id=people.client_id)
    await made(db, user, report=None)
    wall_clock.advance(minutes=1)
    second = await made(db, user)
    found = await ready.concepts(user)
    assert [(one.id, one.client_name) for one in found] == [(second.id, ""), (first.id, "Cor Voorbeeld")]
    assert ready.is_recent(found[0])
    wall_clock.advance(hours=13)
    assert not ready.is_recent(found[0])


async def test_those_of_another_day_are_not_in_the_list(db, people, wall_clock):
    user = await people.user.current()
    await made(db, user)
    wall_clock.advance(hours=25)
    assert await ready.concepts(user) == ()


async def test_it_says_what_is_being_written(db, people, wall_clock):
    user = await people.user.current()
    draft = await made(db, user, report=None)
    job = ConceptJob(
        key="k" * 64,
        user_id=user.id,
        organization_id=people.organization_id,
        draft_id=draft.id,
        expires_at=clock.now() + timedelta(minutes=2),
    )
    await tables.add(job)
    (found,) = await ready.concepts(user)
    assert (found.id, found.is_written) == (draft.id, True)
    wall_clock.advance(minutes=3)  # its process was killed
    assert await ready.concepts(user) == ()


@pytest.mark.parametrize("change", ["text", "tick", "copy"])
async def test_a_changed_concept_differs(db, people, change):
    user = await people.user.current()
    draft = await made(db, user)
    before = await ready.concepts(user)
    assert await ready.concepts(user) == before
    async with db.transaction() as session:
        if change == "text":
            await drafts.put_report(session, user, draft.id, REPORT.replace("goed", "slap"))
        elif change == "tick":
            await ticks.put(session, user, draft.id, FIELD)
        else:
            await drafts.note_copied(session, user, draft.id, draft.version)
    (after,) = await ready.concepts(user)
    assert (after,) != before
    assert (after.is_begun, after.is_copied) == (change == "tick", change == "copy")
