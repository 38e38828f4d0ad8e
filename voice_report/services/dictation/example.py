"""A spoken example with which a new user tries the product without spending a credit.

The sound is the server's own, and the speech engine really transcribes it; the transcript becomes a draft marked as
the example. The concept of that draft is free for as long as its text is nearly the example's (``example_text``):
it gives no report of other words. No ledger row and no row of ``report_usage`` is written, because it is no
report of care work. It is not in the list of drafts, cannot be archived, and is deleted after a day.
"""

import asyncio
import uuid
from datetime import timedelta
from pathlib import Path

from sqlmodel import col, select

from ... import clock
from ...db.models import Report, ReportUsage
from ...db.session import ReadSession, WriteSession, run_in_transaction
from ..audit import trail
from ..drafts import drafts, example_text
from ..shared import locks
from ..shared.identity import CurrentUser
from . import dictation

#: Its address on the site; and what is said in it.
SOUND = "/voorbeeld.mp3"
SENTENCES = example_text.SENTENCES

_FILE = Path(__file__).resolve().parents[3] / "assets" / SOUND.strip("/")
_KEPT_FOR = timedelta(days=1)


async def begin(user: CurrentUser) -> uuid.UUID:
    """Transcribe the example with the speech engine, and return the draft of it; it replaces the user's former example.

    Raises ``NoOrganization``, ``TooMany``, and what ``dictation.transcribe`` raises.
    """
    await example_text.count_use(user)
    heard = await dictation.transcribe(user, await asyncio.to_thread(_FILE.read_bytes))
    return await run_in_transaction(_replace, user, heard)


async def is_new(session: ReadSession, user: CurrentUser) -> bool:
    """Return whether the person has not made a report yet."""
    made = select(ReportUsage.id).where(ReportUsage.user_id == user.id).limit(1)
    return (await session.exec(made)).first() is None


async def purge(session: WriteSession) -> int:
    """Delete examples of more than a day ago (hourly job); returns how many."""
    old = (col(Report.example).is_not(None), col(Report.is_draft).is_(True))
    before = col(Report.updated_at) < clock.now() - _KEPT_FOR
    found = await locks.free(session, Report, *old, before)
    await drafts.remove(session, found)
    return len(found)


async def _replace(session: WriteSession, user: CurrentUser, heard: str) -> uuid.UUID:
    await locks.caller(session, user)
    mine = select(Report.id).where(Report.user_id == user.id, col(Report.is_draft).is_(True))
    await drafts.remove(session, (await session.exec(mine.where(col(Report.example).is_not(None)))).all())
    now = clock.now()
    draft = Report(
        user_id=user.id,
        organization_id=user.organization_id,
        transcript=heard,
        example=heard,
        title="Voorbeeld",
        is_draft=True,
        created_at=now,
        updated_at=now,
    )
    session.add(draft)
    await session.flush()
    await trail.record(session, user, "create", "example", draft.id)
    return draft.id
