"""A request under the caller's own key is made and paid once, whichever process gets it again (docs/api.md)."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import col, select, update

from tests.support import tables
from tests.unit.services.concepts.concepts import new_draft, read_draft
from voice_report import clock
from voice_report.db.models import AuditLog, ConceptJob, Organization, User
from voice_report.errors import Conflict, Invalid
from voice_report.services.billing import credits
from voice_report.services.concepts import repeats, structuring
from voice_report.services.drafts import drafts, styles, templates

SAID = "Mevrouw heeft goed geslapen. Ik heb haar geholpen met douchen."


async def make(user, transcript: str = SAID, key: str = "ochtend", draft_id=None):
    return await structuring.generate_whole(user, transcript, draft_id, asked=repeats.asked(user, key, transcript))


async def choose_otherwise(db, people) -> None:
    """Choose another template and another style for all of the organization."""
    admin = await people.admin.current()
    async with db.transaction() as session:
        await templates.set_default(session, admin, "soep")
        await styles.set_default(session, admin, "letterlijk")


async def written_down(db, user) -> tuple:
    """Return what a concept leaves behind: rows of the audit trail, and the template chosen last."""
    last = await tables.row(select(User.last_template).where(User.id == user.id))
    return len(await tables.rows(select(AuditLog.id))), last


async def change(db, **columns) -> None:
    """Change the only job, as another process would."""
    await tables.run(update(ConceptJob).values(**columns))


async def choices_of(db) -> str:
    return await tables.row(select(ConceptJob.asked_choices)) or ""


async def balance(db, user) -> int:
    return credits.organization_balance(await tables.get(Organization, user.organization_id))


@pytest.fixture
async def user(people):
    yield await people.user.current()
    await structuring.finish_all()


async def test_a_repeat_gives_what_was_made_and_takes_no_credit(db, user) -> None:
    assert (await make(user)).report == (await make(user)).report
    assert await balance(db, user) == 9


async def test_two_at_the_same_moment_are_made_once(db, user) -> None:
    outcomes = await asyncio.gather(make(user), make(user), return_exceptions=True)
    made = [one for one in outcomes if isinstance(one, structuring.Concept)]
    refused = [one for one in outcomes if not isinstance(one, structuring.Concept)]
    assert made
    assert all(isinstance(one, Conflict) and one.code == "under_way" for one in refused)
    assert await balance(db, user) == 9


async def test_a_repeat_of_what_another_process_makes_is_refused_for_the_moment(db, user) -> None:
    await make(user)
    soon = clock.now() + timedelta(seconds=30)
    await change(db, status="reserved", structured_report=None, written=None, settled_at=None, expires_at=soon)
    with pytest.raises(Conflict) as refused:
        await make(user)
    assert (refused.value.code, refused.value.retry_after) == ("under_way", repeats._WAIT)


async def test_a_repeat_of_what_a_killed_process_began_is_made(db, user) -> None:
    await make(user)
    before = clock.now() - timedelta(seconds=1)
    await change(db, status="reserved", structured_report=None, written=None, settled_at=None, expires_at=before)
    assert "geslapen" in (await make(user)).report


async def test_the_key_of_another_request_is_refused(db, user) -> None:
    await make(user)
    with pytest.raises(Invalid) as refused:
        await make(user, "Meneer at goed.")
    assert refused.value.code == "key_reused"
    assert await balance(db, user) == 9


async def test_a_key_is_of_one_account(db, user, people) -> None:
    await make(user)
    colleague = await people.admin.current()
    assert "goed" in (await make(colleague, "Meneer at goed.")).report
    assert await balance(db, user) == 8


async def test_a_repeat_after_a_choice_was_changed_is_the_same_request(db, user, people) -> None:
    made = await make(user)
    await choose_otherwise(db, people)
    before = await written_down(db, user)
    assert await make(user) == made
    assert (await written_down(db, user), await balance(db, user)) == (before, 9)
    other = await make(user, key="middag")
    assert (other.template.key, other.written.style) == ("soep", "letterlijk")


async def test_a_repeat_after_an_engine_was_chosen_gives_what_was_made_and_why(db, user) -> None:
    made = await make(user)
    kept = await choices_of(db)
    await change(db, key="0" * 64, asked_choices=kept.replace('""]', '"policy"]'))  # as with another engine
    again = await make(user)
    assert (again.report, again.reason) == (made.report, "policy")
    assert again.refusal.startswith("Op deze server ingedeeld")
    assert await balance(db, user) == 9


async def test_after_a_failure_it_is_made_as_it_was_asked_first(db, user, people) -> None:
    made = await make(user)
    await change(db, status="released", structured_report=None, written=None, settled_at=None)
    await choose_otherwise(db, people)
    _, chosen = await written_down(db, user)
    again = await make(user)
    assert (again.template, again.written) == (made.template, made.written)
    assert (await written_down(db, user))[1] == chosen, "nobody chose it for the next report"


async def test_a_late_repeat_leaves_the_draft_as_its_author_made_it(db, user) -> None:
    draft = await new_draft(db, user, SAID)
    made = await make(user, draft_id=draft.id)
    await db.run_in_transaction(
        drafts.save_draft, user, draft_id=draft.id, transcript="Meneer at goed.", structured_report="Zelf geschreven."
    )
    await structuring.generate_whole(user, "Meneer at goed.", draft.id)
    now, before = await read_draft(db, user, draft.id), await written_down(db, user)
    assert await make(user, draft_id=draft.id) == made
    assert await written_down(db, user) == before
    assert await read_draft(db, user, draft.id) == now


async def test_a_key_moves_with_its_request_to_another_job(db, user) -> None:
    await make(user)
    await change(db, status="released", key="0" * 64)  # failed, before another engine was chosen
    made = await make(user)
    assert await make(user) == made
    keys = await tables.rows(select(ConceptJob.asked_key, ConceptJob.asked_choices))
    assert sorted(one is not None for row in keys for one in row) == [False, False, True, True]


async def test_a_key_is_forgotten_with_its_job(db, user, wall_clock) -> None:
    await make(user)
    wall_clock.advance(hours=25)
    assert await db.run_in_transaction(structuring.purge) == 1
    assert await tables.rows(select(col(ConceptJob.asked_key))) == []
    assert "at goed" in (await make(user, "Meneer at goed.")).report
