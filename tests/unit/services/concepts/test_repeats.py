"""A request under the caller's own key is made and paid once, whichever process gets it again (docs/api.md)."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import col, select, update

from voice_report import clock
from voice_report.db.models import ConceptJob, Organization
from voice_report.errors import Conflict, Invalid
from voice_report.services.billing import credits
from voice_report.services.concepts import repeats, structuring

SAID = "Mevrouw heeft goed geslapen. Ik heb haar geholpen met douchen."


async def make(user, transcript: str = SAID, key: str = "ochtend"):
    return await structuring.generate_whole(user, transcript, asked=repeats.asked(user, key, transcript))


async def change(db, **columns) -> None:
    """Change the only job, as another process would."""
    async with db.transaction() as session:
        await session.exec(update(ConceptJob).values(**columns))


async def balance(db, user) -> int:
    async with db.reading() as session:
        return credits.organization_balance(await session.get_one(Organization, user.organization_id))


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


async def test_a_repeat_after_a_setting_was_changed_costs_no_second_credit(db, user) -> None:
    await make(user)
    await change(db, key="0" * 64)  # as another template or engine would have it
    with pytest.raises(Conflict) as refused:
        await make(user)
    assert refused.value.code == "settings_changed"
    assert await balance(db, user) == 9


async def test_a_key_is_forgotten_with_its_job(db, user, wall_clock) -> None:
    await make(user)
    wall_clock.advance(hours=25)
    async with db.transaction() as session:
        assert await structuring.purge(session) == 1
    async with db.reading() as session:
        assert (await session.exec(select(col(ConceptJob.asked_key)))).all() == []
    assert "at goed" in (await make(user, "Meneer at goed.")).report
