"""The persistence of dictation: the lease on a segment, its transcribed text, and the draft that grows with it.

Within a process, duplicate uploads wait for the first (``dictation``). Between processes a lease in the database marks
a segment as being processed: it lasts 20 seconds and is renewed meanwhile, so after a crash the segment is free again
within 20 seconds, and the browser's next retry transcribes it.

While a dictation is open, its draft consists of the draft's earlier text and then the segments' texts in order. If the
draft was edited meanwhile, or the dictation was finished, a late segment is appended: no spoken or typed word is lost.
The audit trail gets one row when a dictation creates or begins to change a draft, not one for every segment.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select, update
from sqlmodel import col

from ... import clock
from ...core import texts
from ...db.models import Dictation, DictationSegment, Report
from ...db.session import ReadSession, WriteSession, run_in_transaction
from ...dutch.spelling import Change
from ...errors import Conflict, NotFound
from ..audit import trail
from ..drafts import drafts, generated, unsure
from ..drafts.unsure import Spot
from ..processing import engine_choice, steps
from ..processing.steps import Step
from ..shared import inserts, leases, locks
from ..shared.identity import CurrentUser, parse_id
from ..vocabulary import words
from . import replacements
from .replacements import Spelled

log = logging.getLogger(__name__)

#: How long a worker's lease on a segment lasts, and how often it is renewed.
LEASE = timedelta(seconds=20)
_RENEW_EVERY = 6.0

#: Replaced in tests, so that they do not sleep.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep


@dataclass(frozen=True, slots=True)
class SegmentResult:
    """A segment's text, and the draft that contains it (``None`` as long as nothing was said); ``changes`` are words
    that were heard otherwise."""

    text: str
    draft_id: uuid.UUID | None
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class SegmentLease:
    """A segment leased by this worker, and the step in which it is heard."""

    segment_id: uuid.UUID
    lease: leases.Lease
    step: Step


async def claim(
    session: WriteSession,
    user: CurrentUser,
    dictation_id: uuid.UUID,
    position: int,
    draft_id: uuid.UUID | str | None,
) -> SegmentLease | SegmentResult:
    """Lease the segment, or return its text if it has been transcribed. Raises ``Conflict`` if it is leased already."""
    await locks.caller(session, user)
    dictation = await opened(session, user, dictation_id, draft_id)
    choice = await engine_choice.for_speech(session, user)
    until = clock.now() + LEASE
    fresh = DictationSegment(dictation_id=dictation_id, position=position, claimed_until=until)
    if await inserts.insert_once(session, fresh):
        step = await steps.begin_speech(session, user, choice, dictation_id, report_id=dictation.draft_id)
        return SegmentLease(fresh.id, leases.Lease(DictationSegment, fresh.id, until), step)
    query = select(DictationSegment).where(
        col(DictationSegment.dictation_id) == dictation_id, col(DictationSegment.position) == position
    )
    segment = (await session.execute(query)).scalar_one()
    if segment.text is not None:
        return _result(segment, dictation)
    wanted = (col(DictationSegment.id) == segment.id, col(DictationSegment.text).is_(None))
    taken = await leases.take(session, DictationSegment, LEASE, *wanted)
    if taken is None:
        raise Conflict("Deze opname wordt al verwerkt.", code="in_progress", retry_after=2)
    step = await steps.begin_speech(session, user, choice, dictation_id, report_id=dictation.draft_id)
    return SegmentLease(segment.id, taken[1], step)


async def opened(
    session: WriteSession, user: CurrentUser, dictation_id: uuid.UUID, draft_id: uuid.UUID | str | None
) -> Dictation:
    """Return the user's dictation, created if it is new; the draft that it continues never changes once it is known."""
    dictation = await own(session, user, dictation_id)
    if dictation is None:
        fresh = Dictation(id=dictation_id, user_id=user.id, organization_id=user.organization_id)
        await inserts.insert_once(session, fresh)
        dictation = await own(session, user, dictation_id)
    if dictation is None:
        raise unknown()
    if draft_id and dictation.draft_id is None:
        try:
            draft = await _draft(session, user, parse_id(draft_id, drafts.NOT_FOUND))
        except NotFound:
            raise _missing() from None
        if draft is None:
            raise _missing()
        dictation.draft_id, dictation.base_text = draft.id, draft.transcript
        await session.flush()
        await trail.record(session, user, "change", "draft", draft.id, client_id=draft.client_id)
    return dictation


async def own(session: WriteSession, user: CurrentUser, dictation_id: uuid.UUID) -> Dictation | None:
    """Lock and return the dictation; ``None`` when it does not exist. Raises ``NotFound`` for another user's."""
    query = select(Dictation).where(col(Dictation.id) == dictation_id).with_for_update(key_share=True)
    found = (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()
    if found is not None and (found.user_id, found.organization_id) != (user.id, user.organization_id):
        raise unknown()
    return found


async def store(
    session: WriteSession,
    user: CurrentUser,
    dictation_id: uuid.UUID,
    claimed: SegmentLease,
    spelled: Spelled,
    spots: Sequence[Spot] = (),
    began: datetime | None = None,
    *,
    seconds: float = 0.0,
) -> SegmentResult:
    """Store the text and add it to the draft, in one transaction; ``spots`` are its unsure words. A new draft is dated
    when the dictation ``began``, or now. ``seconds`` are those of the sound.

    Raises ``NotFound`` code ``draft_not_found`` when the draft was deleted meanwhile, together with its dictation: a
    retry without the draft puts the words in a new draft.
    """
    await locks.caller(session, user)
    dictation = await own(session, user, dictation_id)
    segment = await session.get(DictationSegment, claimed.segment_id, populate_existing=True)
    if dictation is None or segment is None or segment.dictation_id != dictation.id:
        raise _missing()
    if segment.text is not None:
        return _result(segment, dictation)  # a worker that took over our lease was first
    spoken = await _spoken(session, dictation)
    segment.text, segment.claimed_until = spelled.text, None
    segment.heard = replacements.to_json(spelled.changes)
    await session.flush()
    await words.note_uses(session, user, spelled.uses)
    if spelled.text:
        spoken_by_now = {**spoken, segment.position: spelled.text}
        before, after = _composed(dictation, spoken), _composed(dictation, spoken_by_now)
        up_to = {position: text for position, text in spoken_by_now.items() if position <= segment.position}
        at = len(_composed(dictation, up_to)) - len(spelled.text)
        grown = _Grown(before, after, at, spelled.text, spots)
        await _grow(session, user, dictation, grown, began)
    await steps.finish_speech(session, claimed.step, dictation.draft_id, seconds, len(spelled.text))
    return _result(segment, dictation)


def _result(segment: DictationSegment, dictation: Dictation) -> SegmentResult:
    return SegmentResult(segment.text or "", dictation.draft_id, replacements.from_json(segment.heard))


@dataclass(frozen=True, slots=True)
class _Grown:
    """A draft's transcript ``before`` and ``after`` a segment's ``text`` was put ``at`` its place; ``spots`` are the
    unsure words in it."""

    before: str
    after: str
    at: int
    text: str
    spots: Sequence[Spot]

    def unsure(self, at: int) -> list[Spot]:
        """Return the unsure words of the text when it begins at this place."""
        return [(at + start, at + end) for start, end in self.spots]


async def _grow(
    session: WriteSession, user: CurrentUser, dictation: Dictation, segment: _Grown, began: datetime | None
) -> None:
    """Write a segment into the draft: in its place if only this dictation has changed the draft, else at the end."""
    draft = await _draft(session, user, dictation.draft_id) if dictation.draft_id else None
    now, is_finished = clock.now(), dictation.finished_at is not None
    if draft is None:  # or it was archived: then what was said before is in that report
        title = texts.draft_title(now)
        draft = Report(
            user_id=user.id,
            organization_id=user.organization_id,
            transcript=segment.text if is_finished else segment.after,
            unsure=unsure.to_json(segment.unsure(0 if is_finished else segment.at)),
            title=title,
            is_draft=True,
            reported_at=began or now,
            created_at=now,
            updated_at=now,
        )
        session.add(draft)
        await session.flush()
        dictation.draft_id = draft.id
        session.add(dictation)
        await session.flush()
        await trail.record(session, user, "create", "draft", draft.id)
        return
    untouched = not is_finished and draft.transcript == segment.before
    space = "" if not draft.transcript or draft.transcript[-1].isspace() else " "
    grown = segment.after if untouched else f"{draft.transcript}{space}{segment.text}"
    generated.note_change(draft, grown, draft.structured_report)
    draft.transcript = grown
    spots = segment.unsure(segment.at if untouched else len(grown) - len(segment.text))
    draft.unsure = unsure.to_json(sorted([*unsure.from_json(draft.unsure), *spots])[: unsure.MOST])
    draft.version += 1
    draft.updated_at = now
    session.add(draft)
    await session.flush()


async def _spoken(session: ReadSession, dictation: Dictation) -> dict[int, str]:
    rows = await session.execute(
        select(col(DictationSegment.position), col(DictationSegment.text)).where(
            col(DictationSegment.dictation_id) == dictation.id, col(DictationSegment.text) != ""
        )
    )
    return {position: text for position, text in rows if text}


def _composed(dictation: Dictation, spoken: Mapping[int, str]) -> str:
    """Return the expected text of the draft if only this dictation has changed it."""
    words = " ".join(spoken[position] for position in sorted(spoken))
    if not words or not dictation.base_text.strip():
        return words or dictation.base_text
    return f"{dictation.base_text.rstrip()}\n{words}"


async def _draft(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID) -> Report | None:
    """Lock and return the user's own draft, or ``None``."""
    query = select(Report).where(
        col(Report.id) == draft_id,
        col(Report.user_id) == user.id,
        col(Report.organization_id) == user.organization_id,
        col(Report.is_draft).is_(True),
    )
    query = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    return (await session.execute(query)).scalar_one_or_none()


def _missing() -> NotFound:
    """Return an error with a separate code, at which the recorder retries without the draft to get a new one."""
    return NotFound(drafts.NOT_FOUND, code="draft_not_found")


async def keep(lease: leases.Lease) -> None:
    """Renew the lease until cancelled."""
    while True:
        await pause(_RENEW_EVERY)
        await _change(leases.renew, lease, LEASE)


async def release(lease: leases.Lease) -> None:
    """Release the segment for the next retry; if this fails too, the lease expires by itself."""
    await _change(leases.end, lease)


async def release_all(session: WriteSession) -> int:
    """Release every leased segment (start of a single-process installation); returns how many."""
    claimed = update(DictationSegment).where(col(DictationSegment.claimed_until).is_not(None))
    freed = await session.execute(claimed.values(claimed_until=None))
    return freed.rowcount  # type: ignore[attr-defined]


async def _change(change: Callable[..., Awaitable[object]], *args: Any) -> None:
    try:
        await run_in_transaction(change, *args)
    except Exception:
        log.exception("dictation: a lease could not be changed and will expire")


def unknown() -> NotFound:
    """Return the error for a dictation that does not exist or belongs to another user."""
    return NotFound("Dictee niet gevonden")
