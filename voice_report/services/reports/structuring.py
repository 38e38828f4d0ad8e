"""From transcript to concept: reserve a credit, stream the engine's words, check, settle (dictation.md "Structuring").

No transaction is open while the engine works. The same request (person, organization, draft, transcript) is one job,
however often it is asked: who comes second waits for the first and gets the same report, without paying again.

Who stops listening does not stop the work: a phone that locks or a page that reloads finds the concept in its draft,
or gets it by asking the same again. A server that stops gives the reservation back; one that is killed lets it expire.
"""

import asyncio
import hashlib
import logging
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, or_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from ... import clock
from ...config import settings
from ...database import reading, run_in_transaction, transaction
from ...errors import DomainError, Invalid, Unavailable
from ...integrations.structuring import engine, headings
from ...models import ConceptJob
from ...report_templates import DEFAULT
from ..audit import trail
from ..billing import credits
from ..shared import locks, rate_limits
from ..shared.identity import CurrentUser, parse_id
from ..shared.text import storable
from . import drafts

log = logging.getLogger(__name__)

NOT_GENERATED = "Kon concept niet genereren"

#: How long the text of a job is kept for who asks the same again.
KEPT_FOR = timedelta(hours=24)

#: Replaced in tests: nothing sleeps there.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep

_WAIT = 0.25  # seconds between two looks at a report that another request is making
_PATIENCE = 30.0  # seconds on top of the engine's own limit, for opening and retrying
_LEASE_MARGIN = 30.0  # seconds a reservation outlives its engine's deadline, for checking and settling

#: Keeps the work alive when nobody listens any more (asyncio itself holds tasks weakly).
_working: dict[asyncio.Task[None], credits.ReservedCredit] = {}


@dataclass(frozen=True, slots=True)
class _Request:
    user: CurrentUser
    transcript: str
    draft_id: uuid.UUID | None
    key: str


@dataclass(frozen=True, slots=True)
class _Made:
    """The end of the stream: the report as it was stored."""

    report: str


async def generate(
    user: CurrentUser, transcript: str, draft_id: uuid.UUID | str | None = None
) -> AsyncGenerator[str, None]:
    """Yield the report's markdown as it arrives; when this ends it is paid for and, with ``draft_id``, in that draft.

    The pieces are the engine's own; the stored report may differ in white space and is what ``get_draft`` returns.
    Without a draft only the job keeps the text, for 24 hours. Raises ``Invalid`` (nothing said), ``TooLarge`` (over
    200,000 characters), ``NotFound`` (not the author's draft), ``TooMany``, ``OutOfCredits`` and ``Unavailable``;
    nothing is charged then.
    """
    async for piece in _pieces(user, transcript, draft_id):
        if isinstance(piece, str):
            yield piece


async def generate_whole(user: CurrentUser, transcript: str, draft_id: uuid.UUID | str | None = None) -> str:
    """Return the whole report as stored. Costs, and raises, what ``generate`` does."""
    report = ""
    async for piece in _pieces(user, transcript, draft_id):
        if isinstance(piece, _Made):
            report = piece.report
    return report


async def is_under_way(session: AsyncSession, user: CurrentUser, draft_id: uuid.UUID | str) -> bool:
    """Tell whether a concept for this person's draft is being made by a process that may still be alive."""
    mine = (col(ConceptJob.user_id) == user.id, col(ConceptJob.draft_id) == parse_id(draft_id, drafts.NOT_FOUND))
    open_ = (col(ConceptJob.status) == "reserved", col(ConceptJob.expires_at) > clock.now())
    return (await session.exec(select(ConceptJob.id).where(*mine, *open_).limit(1))).first() is not None


async def purge(session: AsyncSession) -> int:
    """Remove the jobs, and with them their texts, of more than 24 hours ago; returns how many (a daily job)."""
    before = clock.now() - KEPT_FOR
    ended = or_(col(ConceptJob.settled_at) < before, col(ConceptJob.settled_at).is_(None))
    old = await locks.free(session, ConceptJob, col(ConceptJob.expires_at) < before, ended)
    removed = await session.exec(delete(ConceptJob).where(col(ConceptJob.id).in_(old)))
    return removed.rowcount


async def release_stale_leases(session: AsyncSession) -> int:
    """Give back what a killed process had reserved. Only for a process that works alone, before its first request."""
    return await credits.release_all(session)


def engine_state() -> str:
    """Return ``ready``, ``failing`` (the engine's last answers) or ``missing`` (not set up) (``/readyz``)."""
    return engine().state()


async def finish_all() -> None:
    """Stop what is being made and give its reservations back (shutdown)."""
    stopped = dict(_working)
    for task in stopped:
        task.cancel()
    await asyncio.gather(*stopped, return_exceptions=True)
    for task, claim in stopped.items():
        if task.cancelled():  # perhaps before its first step: then it has given nothing back itself
            await _release(claim)


async def _pieces(user: CurrentUser, transcript: str, draft_id: uuid.UUID | str | None) -> AsyncIterator[str | _Made]:
    """Make the report, wait for who is making it, or repeat what was made; takes over where another gave up."""
    await rate_limits.hit("structure", str(user.id))
    request = None
    while True:
        async with transaction() as session:
            await locks.caller(session, user)
            request = request or await _request(session, user, transcript, draft_id)
            claim = await credits.reserve(session, user, request.key, _lease(), request.draft_id)
        if claim.status == "reserved":
            async for piece in _make(request, claim):
                yield piece
            return
        if claim.status == "settled" and claim.report is not None:
            await _show_again(request, claim, claim.report)
            yield claim.report
            yield _Made(claim.report)
            return
        await _until_ended(claim)


async def _request(
    session: AsyncSession, user: CurrentUser, transcript: str, draft_id: uuid.UUID | str | None
) -> _Request:
    try:
        text = drafts.checked_transcript(transcript)
    except Invalid as blank:
        sentence = "Er is nog geen tekst om een concept van te maken."
        raise Invalid(sentence, code=blank.code, title=NOT_GENERATED) from None
    own_draft = await drafts.require_draft(session, user, draft_id) if draft_id else None
    parts = (str(user.id), str(user.organization_id), str(own_draft or ""), text)
    return _Request(user, text, own_draft, hashlib.sha256("\n".join(parts).encode()).hexdigest())


async def _until_ended(claim: credits.ReservedCredit) -> None:
    """Wait while another request, here or on another machine, makes this report: until it ends or its lease does."""
    while clock.now() < claim.expires_at:
        await pause(_WAIT)
        query = select(ConceptJob.status, ConceptJob.attempt).where(ConceptJob.id == claim.job_id)
        async with reading() as session:
            row = (await session.exec(query)).first()
        if row is None or row != ("reserved", claim.attempt):
            return


async def _make(request: _Request, claim: credits.ReservedCredit) -> AsyncIterator[str | _Made]:
    """Yield what the work brings, while the work itself goes on in a task of its own."""
    arrived: asyncio.Queue[str | _Made | Exception] = asyncio.Queue()
    task = asyncio.create_task(_work(request, claim, arrived))
    _working[task] = claim

    def ended(task: asyncio.Task[None]) -> None:
        _working.pop(task, None)
        if task.cancelled():
            arrived.put_nowait(Unavailable("De server wordt herstart. Probeer het zo opnieuw.", title=NOT_GENERATED))

    task.add_done_callback(ended)
    while True:
        piece = await arrived.get()
        if isinstance(piece, Exception):
            raise piece
        yield piece
        if isinstance(piece, _Made):
            return


async def _work(
    request: _Request, claim: credits.ReservedCredit, arrived: asyncio.Queue[str | _Made | Exception]
) -> None:
    """Stream, check, settle. Whatever goes wrong, the reservation is given back and the listener gets the reason.

    Of a cancellation ``_make`` tells the listener: a task may be cancelled before its first step.
    """
    try:
        words: list[str] = []
        length = 0
        async with asyncio.timeout(settings().structure_timeout + _PATIENCE):
            async for delta in engine().stream(request.transcript, DEFAULT):
                words.append(delta)
                length += len(delta)
                if length > drafts.MAX_REPORT:
                    raise Unavailable(NOT_GENERATED)  # an engine that does not stop by itself
                arrived.put_nowait(delta)
        report = storable(headings.check("".join(words), DEFAULT))
        await run_in_transaction(_settle, request, claim, report)
        arrived.put_nowait(_Made(report))
    except Exception as error:  # handed to the listener, which raises it
        await _release(claim)
        if not isinstance(error, DomainError | TimeoutError):
            log.exception("concept: unexpected failure")
        arrived.put_nowait(_too_slow() if isinstance(error, TimeoutError) else error)
    except asyncio.CancelledError:
        await asyncio.shield(_release(claim))
        raise


async def _settle(session: AsyncSession, request: _Request, claim: credits.ReservedCredit, report: str) -> None:
    """One transaction: the credit, the usage row, the job's result, the draft and the audit trail; or none of them."""
    if request.draft_id is not None:
        await drafts.require_draft(session, request.user, request.draft_id)
    await credits.settle(session, claim, report)
    if request.draft_id is not None:
        await drafts.put_report(session, request.user, request.draft_id, report, engine().label)
    await trail.record(session, request.user, "create", "concept", request.draft_id or claim.job_id)


async def _show_again(request: _Request, claim: credits.ReservedCredit, report: str) -> None:
    """Put a report that was made before back in its draft, when another was made for that draft since.

    Without one since, the draft has this report already, perhaps with the person's own changes, which stay.
    """
    if request.draft_id is None:
        return
    async with transaction() as session:
        await locks.caller(session, request.user)
        newest = select(ConceptJob.id).where(ConceptJob.draft_id == request.draft_id, ConceptJob.status == "settled")
        if (await session.exec(newest.order_by(col(ConceptJob.settled_at).desc()).limit(1))).first() != claim.job_id:
            await drafts.put_report(session, request.user, request.draft_id, report, engine().label)
            await session.exec(
                update(ConceptJob).where(col(ConceptJob.id) == claim.job_id).values(settled_at=clock.now())
            )
            await trail.record(session, request.user, "change", "draft", request.draft_id)


async def _release(claim: credits.ReservedCredit) -> None:
    try:
        async with transaction() as session:
            await credits.release(session, claim)
    except Exception:  # the lease ends by itself; the first failure is the one to tell
        log.exception("concept: reservation not released, it expires by itself")


def _lease() -> timedelta:
    return timedelta(seconds=settings().structure_timeout + _PATIENCE + _LEASE_MARGIN)


def _too_slow() -> Unavailable:
    return Unavailable(
        "Het maken van het concept duurde te lang. Er is niets afgeschreven. Probeer het opnieuw.",
        title=NOT_GENERATED,
        retry_after=5,
    )
