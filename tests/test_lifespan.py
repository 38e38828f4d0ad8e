"""What a server does when it starts: it frees what a killed one held, when it is sure to be alone."""

from datetime import timedelta

import pytest
from sqlmodel import select

from voice_report import clock, lifespan
from voice_report.models import ConceptJob, Dictation, DictationSegment
from voice_report.services import credits, demo, dictation, segments


async def held_by_a_dead_process(db, user) -> None:
    async with db.transaction() as session:
        await credits.reserve(session, user, "key", timedelta(minutes=3))
        taken = Dictation(user_id=user.id, organization_id=user.organization_id)
        session.add(taken)
        await session.flush()
        assert isinstance(await segments.claim(session, user, taken.id, 0, None), segments.Claim)


async def still_held(db) -> tuple[bool, bool]:
    async with db.reading() as session:
        job = (await session.exec(select(ConceptJob.status))).one()
        segment = (await session.exec(select(DictationSegment.claimed_until))).one()
        return job == "reserved", segment is not None and segment > clock.now()


@pytest.mark.parametrize(("redis", "held"), [(None, False), ("redis://shared.example/0", True)])
async def test_s18_a_lone_process_frees_at_its_start_what_a_killed_one_held(db, people, monkeypatch, redis, held):
    """Without this the same request waits for a lease of minutes that nobody will end."""
    await held_by_a_dead_process(db, await people.user.current())
    assert await still_held(db) == (True, True)

    async def nothing() -> list:
        return []

    monkeypatch.setattr(demo, "fill_when_empty", nothing)
    monkeypatch.setattr(dictation, "start_loading", lambda: None)
    monkeypatch.setattr(lifespan, "migrate", lambda: None)
    monkeypatch.setattr(lifespan, "_ROUND", ())
    monkeypatch.setattr(lifespan.settings(), "redis_url", redis)
    async with lifespan.run():
        assert await still_held(db) == (held, held)
