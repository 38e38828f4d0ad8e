"""From transcript to concept: reserve a credit, stream, check, settle (concepts/reports.md "Structuring").

No transaction is open while the engine works. Identical requests (user, organization, draft, transcript, template,
style) share one job: a second request waits for the first and gets the same report, without paying again.

The work continues when the client disconnects: after a phone locks or a page reloads, the concept is in its draft, or
is returned for the same request. A stopping server releases the reservation; if it is killed, the reservation expires.
"""

import asyncio
import hashlib
import json
import logging
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from datetime import timedelta
from functools import partial

from sqlalchemy import delete, or_
from sqlmodel import col, select

from ... import clock
from ...config import settings
from ...db.models import ConceptJob
from ...db.session import ReadSession, WriteSession, reading, run_in_transaction, run_reading, transaction
from ...errors import DomainError, Invalid, TooMany, Unavailable
from ...integrations.structuring import engine, local
from ...reporting import deidentification
from ...reporting.writing import Style
from ..billing import credits
from ..drafts import drafts, example_text, news, styles, templates
from ..drafts.content import cleaned_texts
from ..processing import engine_choice, steps
from ..processing.steps import Step
from ..shared import locks, moments, rate_limits
from ..shared.identity import CurrentUser, parse_id
from ..vocabulary import masking_words, words
from . import _line_writing, _masked_engine, _outgoing, _storing, repeats
from ._storing import NOT_GENERATED, Concept, Request
from ._writing import ReportSnapshot as ReportSnapshot
from ._writing import WrittenReport

log = logging.getLogger(__name__)

#: Characters at the end of a transcript that ``headings_covered`` places: about ten minutes of speech.
PLACED_CHARACTERS = 8_000

#: How long the text of a job is kept for identical requests.
KEPT_FOR = timedelta(hours=24)

#: Replaced in tests, so that they do not sleep.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep

_WAIT = 0.25  # seconds between two polls for a report that another request is making
_PATIENCE = 30.0  # seconds on top of the engine's own limit, for opening and retrying
_LEASE_MARGIN = 30.0  # seconds that a reservation outlives the engine's deadline, for checking and settling

#: Keeps the tasks alive after the client disconnects (asyncio holds only weak references to tasks).
_working: dict[asyncio.Task[None], tuple[credits.ReservedCredit, Step]] = {}
_releasing: set[asyncio.Task[None]] = set()


async def generate(
    user: CurrentUser,
    transcript: str,
    draft_id: uuid.UUID | str | None = None,
    template: str | None = None,
    style: Style | None = None,
) -> AsyncGenerator[str | ReportSnapshot, None]:
    """Yield the report's markdown as it arrives; at the end it is paid and, with ``draft_id``, stored in that draft.

    A string is appended to what came before; a ``ReportSnapshot`` replaces it. The stored report, which ``get_draft``
    returns, may differ: in white space, or in what was checked last. ``style``: see ``styles.find``. Without a draft
    only the job keeps the text, for 24 hours. ``template`` is a key; it is for this report alone: a choice is
    remembered when it is made (``templates.choose``). Without it, see ``templates.find``. Raises ``Invalid`` (nothing
    said), ``TooLarge`` (over 200,000 characters), ``NotFound`` (not the author's draft; the template), ``Conflict`` (an
    archived template), ``TooMany``, ``OutOfCredits`` and ``Unavailable``; nothing is charged then.
    """
    async for piece in _pieces(user, transcript, draft_id, template, style, remember=False):
        if not isinstance(piece, Concept):
            yield piece


async def generate_whole(
    user: CurrentUser,
    transcript: str,
    draft_id: uuid.UUID | str | None = None,
    template: str | None = None,
    style: Style | None = None,
    *,
    asked: repeats.Asked | None = None,
) -> Concept:
    """Return the whole report as stored; ``template`` becomes the person's last choice.

    Costs and raises the same as ``generate``, and with ``asked`` what ``repeats.first`` raises. What was made under
    that key is returned as it was: no draft and no choice changes.
    """
    async for piece in _pieces(user, transcript, draft_id, template, style, remember=True, asked=asked):
        if isinstance(piece, Concept):
            return piece
    raise Unavailable(NOT_GENERATED)


async def headings_covered(user: CurrentUser, said: str, template: str) -> list[str]:
    """Return the headings of this template that ``said`` comes to, the one spoken about last at the end.

    The local rules place the last ``PLACED_CHARACTERS`` of the text: nothing leaves the machine, and no credit is used.
    Raises ``TooMany``, ``NotFound`` (no such template) and ``Conflict`` (archived).
    """
    await rate_limits.hit("headings", str(user.id))
    found = await run_reading(templates.find, user, template)
    placed = await asyncio.to_thread(local.place, said[-PLACED_CHARACTERS:], found)
    latest = {section.title: None for _, section in reversed(placed)}
    return list(reversed(latest))


async def is_under_way(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | str) -> bool:
    """Return whether a concept for this user's draft is being generated under an unexpired reservation."""
    mine = (col(ConceptJob.user_id) == user.id, col(ConceptJob.draft_id) == parse_id(draft_id, drafts.NOT_FOUND))
    open_ = (col(ConceptJob.status) == "reserved", moments.is_coming(col(ConceptJob.expires_at), _lease()))
    return (await session.exec(select(ConceptJob.id).where(*mine, *open_).limit(1))).first() is not None


async def purge(session: WriteSession) -> int:
    """Delete jobs older than 24 hours, with their texts (daily job); returns how many."""
    before = clock.now() - KEPT_FOR
    ended = or_(col(ConceptJob.settled_at) < before, col(ConceptJob.settled_at).is_(None))
    old = await locks.free(session, ConceptJob, col(ConceptJob.expires_at) < before, ended)
    removed = await session.exec(delete(ConceptJob).where(col(ConceptJob.id).in_(old)))
    return removed.rowcount


async def examine() -> None:
    """Find out, for as long as it takes, what the installation's language models can do (a lifespan task)."""
    profiles = [one for one in settings().profiles("structuring") if one.host]
    await asyncio.gather(*(engine(one).examine(partial(steps.checking, one)) for one in profiles))


def engine_state() -> str:
    """Return ``ready``, ``failing`` (the engine's last answers) or ``missing`` (not set up) (``/readyz``)."""
    return engine().state()


def pseudonyms_state() -> str | None:
    """Return ``ready`` or ``failing``: whether names are replaced in text that leaves; None where none can
    (``/readyz``)."""
    if not settings().leaves("structuring"):
        return None
    return "ready" if deidentification.is_ready() else "failing"


async def finish_all() -> None:
    """Cancel the running jobs, release their reservations and end the other processes (shutdown)."""
    stopped = dict(_working)
    for task in stopped:
        task.cancel()
    await asyncio.gather(*stopped, *_releasing, return_exceptions=True)
    _line_writing.finish_all()
    _masked_engine.finish_all()
    for task, (claim, step) in stopped.items():
        if task.cancelled():  # if before its first step, the task has not released the reservation itself
            await _release(claim, step)


async def _pieces(
    user: CurrentUser,
    transcript: str,
    draft_id: uuid.UUID | str | None,
    template: str | None,
    style: Style | None,
    *,
    remember: bool,
    asked: repeats.Asked | None = None,
) -> AsyncIterator[str | ReportSnapshot | Concept]:
    """Make the report, wait for the request that makes it, or repeat the stored one; takes over a failed attempt."""
    await rate_limits.hit("structure", str(user.id))
    transcript, _ = await cleaned_texts(transcript, None)
    request = None
    while True:
        claim = step = None
        try:
            async with transaction() as session:
                await locks.caller(session, user)
                if asked and (first := await repeats.first(session, asked, _lease())):
                    if first.is_made:
                        break
                    template, style, remember = first.template.key, first.style, False
                request = request or await request_for(
                    session, user, transcript, draft_id, template, style, remember=remember
                )
                claim = await credits.reserve(
                    session, user, request.key, _lease(), request.draft_id, is_free=request.is_free
                )
                if asked:
                    chosen = repeats.First(claim.job_id, False, request.template, request.style, request.choice.refusal)
                    await repeats.note(session, asked, chosen)
                if claim.status == "reserved":
                    step = await _begin(session, request, claim)
                news.publish(session, user.id)
        except BaseException:
            if claim is not None and claim.status == "reserved":  # it may have been committed all the same
                _release_later(claim, step)
            raise
        if step is not None:
            await _count(request, claim, step)
            async for piece in _make(request, claim, step):
                yield piece
            return
        if claim.status == "settled" and claim.report is not None:
            written = await _storing.show_again(request, claim)
            yield ReportSnapshot(written.report)
            yield await _storing.concept(request, claim, written)
            return
        await _until_ended(claim)
    yield await _storing.given_before(user, first)


async def request_for(
    session: WriteSession,
    user: CurrentUser,
    transcript: str,
    draft_id: uuid.UUID | str | None,
    template: str | None,
    wanted: Style | None = None,
    *,
    remember: bool = True,
) -> Request:
    """Return the request for a report of this transcript, which is cleaned.

    ``remember``: its template becomes the person's last choice.

    Raises what ``generate`` does before the engine works.
    """
    try:
        text = drafts.checked_transcript(transcript)
    except Invalid as blank:
        sentence = "Er is nog geen tekst om een concept van te maken."
        raise Invalid(sentence, code=blank.code, title=NOT_GENERATED) from None
    own_draft = await drafts.require_draft(session, user, draft_id) if draft_id else None
    chosen = await (templates.choose if remember else templates.find)(session, user, template)
    choice = await engine_choice.for_text(session, user)
    style = await styles.find(session, user, wanted, engine(choice.profile).styles)
    whose = (str(user.id), str(user.organization_id), str(own_draft or ""))
    is_usual = choice.profile == settings().first("structuring") and choice.form in ("here", "plain")
    parts = (*whose, chosen.key, str(chosen.version), style, text)
    if not is_usual:  # as it was before there was a choice: a request that is repeated over an upgrade is the same
        chosen_words = await masking_words.choices(session, user, own_draft)
        listed = json.dumps([sorted(chosen_words.replace), sorted(chosen_words.keep), chosen_words.dates])
        parts = (choice.profile.key, choice.form, str(deidentification.VERSION), listed, *parts)
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    heard = await drafts.heard_example(session, own_draft)
    is_free = heard is not None and example_text.is_nearly(text, heard)
    return Request(user, text, own_draft, chosen, style, key, is_free, choice)


async def _begin(session: WriteSession, request: Request, claim: credits.ReservedCredit) -> Step:
    about = {"report_id": request.draft_id, "job_id": claim.job_id, "style": request.style}
    return await steps.begin(session, request.user, "report", request.choice, text=request.transcript, **about)


async def _count(request: Request, claim: credits.ReservedCredit, step: Step) -> None:
    """Count a concept that costs no credit. Raises ``TooMany``; nothing is reserved then."""
    if not request.is_free:
        return
    try:
        await example_text.count_use(request.user)
    except TooMany:
        await _release(claim, step)
        raise


async def _until_ended(claim: credits.ReservedCredit) -> None:
    """Wait while another request, here or on another machine, makes this report: until it ends or its lease expires."""
    while clock.now() < claim.expires_at:
        await pause(_WAIT)
        query = select(ConceptJob.status, ConceptJob.attempt).where(ConceptJob.id == claim.job_id)
        async with reading() as session:
            row = (await session.exec(query)).first()
        if row is None or row != ("reserved", claim.attempt):
            return


async def _make(
    request: Request, claim: credits.ReservedCredit, step: Step
) -> AsyncIterator[str | ReportSnapshot | Concept]:
    """Yield the output of the work, which runs in a separate task; of the sheets that wait, only the last."""
    arrived: asyncio.Queue[str | ReportSnapshot | Concept | Exception] = asyncio.Queue()
    task = asyncio.create_task(_work(request, claim, step, arrived))
    _working[task] = claim, step

    def ended(task: asyncio.Task[None]) -> None:
        _working.pop(task, None)
        if task.cancelled():
            arrived.put_nowait(Unavailable("De server wordt herstart. Probeer het zo opnieuw.", title=NOT_GENERATED))

    task.add_done_callback(ended)
    while True:
        piece = await arrived.get()
        while isinstance(piece, ReportSnapshot) and not arrived.empty():
            piece = arrived.get_nowait()
        if isinstance(piece, Exception):
            raise piece
        yield piece
        if isinstance(piece, Concept):
            return


async def _work(
    request: Request,
    claim: credits.ReservedCredit,
    step: Step,
    arrived: asyncio.Queue[str | ReportSnapshot | Concept | Exception],
) -> None:
    """Stream, check, settle. On any error the reservation is released and the listener receives the exception.

    ``_make`` notifies the listener of a cancellation, because a task may be cancelled before its first step.
    """
    try:
        written: WrittenReport | None = None
        medicines = await words.medicines_of(request.user)
        asked = (engine(step.profile), request.transcript, request.template, request.style, medicines)
        whose = (request.user, request.draft_id)
        async with asyncio.timeout(settings().structure_timeout + _PATIENCE):
            async for piece in _outgoing.write(step, *asked, whose):
                if isinstance(piece, WrittenReport):
                    written = piece
                else:
                    arrived.put_nowait(piece)
        if written is None:
            raise Unavailable(NOT_GENERATED)
        in_draft = await _storing.for_draft(request, written)
        await run_in_transaction(_storing.settle, request, claim, step, written, in_draft)
        arrived.put_nowait(await _storing.concept(request, claim, written))
    except Exception as error:  # handed to the listener, which raises it
        await _release(claim, step, error.code if isinstance(error, DomainError) else "")
        if not isinstance(error, DomainError | TimeoutError):
            log.exception("concept: unexpected failure")
        arrived.put_nowait(_too_slow() if isinstance(error, TimeoutError) else error)
    except asyncio.CancelledError:
        await asyncio.shield(_release(claim, step, "stopped"))
        raise


def _release_later(claim: credits.ReservedCredit, step: Step | None) -> None:
    """Release in the background a reservation whose commit has an unknown outcome: the database may not answer for a
    while. No process works on it, and the same request would wait for its lease."""
    task = asyncio.create_task(_release(claim, step))
    _releasing.add(task)
    task.add_done_callback(_releasing.discard)


async def _release(claim: credits.ReservedCredit, step: Step | None, reason: str = "") -> None:
    try:
        async with transaction() as session:
            await credits.release(session, claim)
            if step is not None:
                await steps.fail(session, step, reason)
            news.publish(session, claim.user_id)
    except Exception:  # the lease expires by itself; the first failure is the one to report
        log.exception("concept: reservation not released, it expires by itself")


def _lease() -> timedelta:
    return timedelta(seconds=settings().structure_timeout + _PATIENCE + _LEASE_MARGIN)


def _too_slow() -> Unavailable:
    return Unavailable(
        "Het maken van het concept duurde te lang. Er is niets afgeschreven. Probeer het opnieuw.",
        title=NOT_GENERATED,
        retry_after=5,
    )
