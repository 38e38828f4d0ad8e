"""Segments of speech, and a look at what a dictation made of them: for the tests of dictation."""

import functools

from sqlalchemy import func, select

from tests.support.fakes import sound
from voice_report.services.dictation import dictation
from voice_report.services.drafts import drafts

SILENCE = sound.encoded(sound.silence(2), "webm")


@functools.cache
def spoken(number: int) -> bytes:
    """A segment in which marker ``number`` sounds."""
    return sound.encoded(sound.dictation(1, first=number), "webm")


async def draft_of(db, user, draft_id) -> drafts.DraftView:
    async with db.transaction() as session:
        return await drafts.get_draft(session, user, draft_id)


async def finished(db, user, dictation_id) -> drafts.DraftView | None:
    async with db.transaction() as session:
        return await dictation.finish(session, user, dictation_id)


async def count(db, model) -> int:
    async with db.reading() as session:
        return (await session.execute(select(func.count()).select_from(model))).scalar_one()


async def existing_draft(db, user, transcript: str) -> drafts.DraftView:
    async with db.transaction() as session:
        return await drafts.save_draft(session, user, transcript=transcript)
