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
    return await db.run_in_transaction(drafts.get_draft, user, draft_id)


async def finished(db, user, dictation_id) -> drafts.DraftView | None:
    return await db.run_in_transaction(dictation.finish, user, dictation_id)


async def count(db, model) -> int:
    async with db.reading() as session:
        return (await session.execute(select(func.count()).select_from(model))).scalar_one()


async def existing_draft(db, user, transcript: str) -> drafts.DraftView:
    return await db.run_in_transaction(drafts.save_draft, user, transcript=transcript)
