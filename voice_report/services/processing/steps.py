"""The rows of what engines do: the only module that writes ``processing_steps`` (security.md S67).

``begin`` writes a step's row in the transaction that reserves the work; ``under_way`` lets the task that does it send
to the step's engine, and no other one, and counts each request in the row before it leaves; ``finish`` writes how it
ended. So a process that is killed in between leaves a row that records what left.
"""

import asyncio
import json
import logging
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, or_, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from ... import clock
from ...config import VERSION
from ...core import metrics
from ...db.models import ProcessingStep
from ...db.session import WriteSession, run_in_transaction, transaction
from ...engines import REGIONS_WITHIN, Profile
from ...errors import Unavailable
from ...integrations import checkpoint
from ...integrations.checkpoint import Masking, Ticket
from ...integrations.egress import Kind
from ...integrations.structuring.chat import line_prompt
from ...reporting import deidentification
from ..shared import inserts, locks, tokens
from ..shared.identity import CurrentUser
from . import egress
from .engine_choice import PLAIN, PSEUDONYMISED, Choice

log = logging.getLogger(__name__)

#: For how long the row of a look at what a model can is kept: it has no text of anybody.
CHECKS_KEPT = timedelta(days=90)

_STEP: Any = ProcessingStep.__table__.c  # pyright: ignore[reportAttributeAccessIssue]
#: Which rows are of what left this server, whatever came of it: an answer, none, or a process that was killed.
LEFT = (_STEP.form != "here", _STEP.attempts > 0)
#: Which of those are of text.
TEXT_LEFT = (*LEFT, _STEP.step.in_(("report", "section")))


@dataclass(frozen=True, slots=True)
class Step:
    """A step under way: its row, and the ticket under which its engine may be called."""

    id: uuid.UUID
    ticket: Ticket = field(repr=False)

    @property
    def profile(self) -> Profile:
        return self.ticket.profile


async def begin(
    session: WriteSession, user: CurrentUser, step: str, choice: Choice, *, text: str, **about: Any
) -> Step:
    """Write the row of a step on text, and return the step; when the text may not leave for the engine that would have
    got it, a row says that first. ``about``: further columns."""
    common = {"organization_id": user.organization_id, "user_id": user.id, "step": step, **about}
    common |= {"input_amount": len(text), "input_unit": "characters"}
    if choice.wanted is not None:
        refused = _row(choice.wanted, form="plain", outcome="refused", reason=choice.refusal, **common)
        refused.ended_at = refused.began_at
        session.add(refused)
        await session.flush()
    digest = tokens.signed("sent", text) if choice.form == PLAIN else ""  # of a masked text: when it is masked
    row = _row(choice.profile, form=choice.form, sent_digest=digest, **common)
    session.add(row)
    await session.flush()
    return _step(row, choice.profile, choice.regions, is_masked=choice.form == PSEUDONYMISED)


async def begin_speech(
    session: WriteSession, user: CurrentUser, choice: Choice, dictation_id: uuid.UUID | None = None, **about: Any
) -> Step:
    """Write the row of a dictation's speech, unless it has one for this engine, and return the step.

    The id of a dictation comes from a browser: where another organization's row has it, the row is without.
    """
    common = {"organization_id": user.organization_id, "user_id": user.id, "step": "speech", "input_unit": "seconds"}
    row = _row(choice.profile, form=choice.form, dictation_id=dictation_id, **common, **about)
    if dictation_id is None:
        session.add(row)
        await session.flush()
        return _step(row, choice.profile, choice.regions)
    is_this = (
        _STEP.organization_id == user.organization_id,
        _STEP.dictation_id == dictation_id,
        _STEP.config_hash == choice.profile.config_hash,
        _STEP.step == "speech",
    )
    known = (await session.exec(select(ProcessingStep.id).where(*is_this))).first()
    if known is None and not await inserts.insert_once(session, row):
        known = (await session.exec(select(ProcessingStep.id).where(*is_this))).first()
        if known is None:
            row.dictation_id = None
            await inserts.insert_once(session, row)
    row.id = known or row.id
    return _step(row, choice.profile, choice.regions)


@contextmanager
def under_way(step: Step) -> Iterator[None]:
    """Let this task ask the step's engine; afterwards nothing more is sent for the step."""
    with metrics.engine_call(step.profile.task, step.profile.key), checkpoint.permits(step.ticket):
        yield


@asynccontextmanager
async def checking(profile: Profile) -> AsyncIterator[None]:
    """Let this task ask a model whether it can do the work, with a text of ours; in a row of no organization.

    Raises ``Unavailable``: the row could not be stored.
    """
    row = _row(profile, step="check", form="plain" if profile.is_outside else "here", input_unit="characters")
    try:
        async with transaction() as session:
            session.add(row)
            await session.flush()
    except SQLAlchemyError as error:
        log.warning("processing: a model is not asked what it can do, without its row (%s)", type(error).__name__)
        raise Unavailable("De database is even niet bereikbaar.") from None
    step = _step(row, profile, REGIONS_WITHIN["all"])
    try:
        with under_way(step):
            yield
        await run_in_transaction(finish, step, "done")
    except BaseException:
        await asyncio.shield(fail_now(step))
        raise


async def finish(
    session: WriteSession, step: Step, outcome: str, *, reason: str = "", output_amount: int = 0, **also: Any
) -> None:
    """Write how a step on text ended."""
    also |= _masking(step)
    ended = {"outcome": outcome, "reason": reason, "output_amount": output_amount, "ended_at": clock.now(), **also}
    told = {"model_answered": step.ticket.model_answered, "fingerprint": step.ticket.fingerprint}
    await session.execute(update(ProcessingStep).where(_STEP.id == step.id).values(**ended, **told))


async def finish_speech(
    session: WriteSession, step: Step, report_id: uuid.UUID | None, seconds: float, characters: int
) -> None:
    """Add a segment that is stored to its dictation's row, and name the draft that its words are in."""
    more = {
        "outcome": "done",
        "reason": "",
        "ended_at": clock.now(),
        "pieces": _STEP.pieces + 1,
        "input_amount": _STEP.input_amount + round(seconds),
        "output_amount": _STEP.output_amount + characters,
    }
    if report_id is not None:
        more["report_id"] = report_id
    await session.execute(update(ProcessingStep).where(_STEP.id == step.id).values(more))


async def fail(session: WriteSession, step: Step, reason: str = "") -> None:
    """Write that a step failed, unless it has ended, or has a piece that is stored already."""
    failed = {"outcome": "failed", "reason": reason[:40], "ended_at": clock.now(), **_masking(step)}
    is_open = (_STEP.id == step.id, _STEP.outcome == "begun")
    await session.execute(update(ProcessingStep).where(*is_open).values(**failed))


async def fail_now(step: Step, reason: str = "") -> None:
    """Do the same in a transaction of its own, for a caller that has another failure to report."""
    try:
        await run_in_transaction(fail, step, reason)
    except Exception:  # the row stays 'begun', and is shown as broken off
        log.exception("processing: how a step ended could not be stored")


async def written_here(
    session: WriteSession, user: CurrentUser, profile: Profile, step: str = "report", **about: Any
) -> None:
    """Write the row of a report, or a part of one, that an engine on this server made."""
    now = clock.now()
    common = {"organization_id": user.organization_id, "user_id": user.id, "step": step, "form": "here"}
    common |= {"input_unit": "characters", "began_at": now, "ended_at": now, "outcome": "done"}
    session.add(_row(profile, **common, **about))
    await session.flush()


def _masking(step: Step) -> dict[str, Any]:
    """Return the columns of what was replaced in a step's text."""
    if (masking := step.ticket.masking) is None:
        return {}
    counts = json.dumps(masking.counts) if masking.counts else ""
    return {"masked": counts, "sent_digest": masking.digest, "rules_version": str(deidentification.VERSION)}


async def purge(session: WriteSession) -> int:
    """Delete old rows of looks at what a model can (hourly job); return how many."""
    old = await locks.free(session, ProcessingStep, _STEP.step == "check", _STEP.began_at < clock.now() - CHECKS_KEPT)
    await session.execute(delete(ProcessingStep).where(_STEP.id.in_(old)))
    return len(old)


async def keep_for_deleted(session: WriteSession, draft_id: uuid.UUID) -> None:
    """Keep the rows of a draft that is about to be deleted, with what can be restored of it.

    Its dictations go with it: what is said under the same id from then on is another draft's.
    """
    of_draft = update(ProcessingStep).where(_STEP.report_id == draft_id)
    await session.execute(of_draft.values(deleted_draft_id=draft_id, report_id=None, dictation_id=None))


async def give_back(session: WriteSession, draft_id: uuid.UUID) -> None:
    """Give a draft that was restored its rows back, before its deleted form goes."""
    of_draft = update(ProcessingStep).where(_STEP.deleted_draft_id == draft_id)
    await session.execute(of_draft.values(report_id=draft_id, deleted_draft_id=None))


async def of_report(session: Any, report_id: uuid.UUID, limit: int = 50) -> list[ProcessingStep]:
    """Return the latest rows of a draft or report, the oldest first; the caller may see it."""
    query = select(ProcessingStep).where(or_(_STEP.report_id == report_id, _STEP.deleted_draft_id == report_id))
    rows = await session.exec(query.order_by(col(ProcessingStep.began_at).desc(), _STEP.id).limit(limit))
    return list(reversed(rows.all()))


async def left(session: Any, report_id: uuid.UUID) -> list[ProcessingStep]:
    """Return all rows of what left for a draft or report, the oldest first; the caller may see it."""
    query = select(ProcessingStep).where(_STEP.report_id == report_id, *LEFT)
    return list((await session.exec(query.order_by(col(ProcessingStep.began_at), _STEP.created_at))).all())


def _row(profile: Profile, **columns: Any) -> ProcessingStep:
    return ProcessingStep(
        engine=profile.key,
        party=profile.party,
        host=profile.host,
        country=profile.country,
        region=profile.region,
        model_asked=profile.model,
        app_version=VERSION,
        prompt_version=line_prompt.VERSION if profile.task == "structuring" and profile.is_outside else "",
        config_hash=profile.config_hash,
        **columns,
    )


def _step(row: ProcessingStep, profile: Profile, regions: tuple[str, ...], *, is_masked: bool = False) -> Step:
    row_id, organization_id = row.id, row.organization_id

    async def count(size: int) -> bool:
        """Count a request that is about to leave; what it sends is counted before it is sent."""
        async with transaction() as session:
            more = {"attempts": _STEP.attempts + 1, "sent_bytes": _STEP.sent_bytes + size}
            counted = await session.execute(update(ProcessingStep).where(_STEP.id == row_id).values(more))
            if counted.rowcount != 1:  # type: ignore[attr-defined]
                return False
            kind: Kind = "engine" if profile.is_outside else "own_engine"
            await egress.add(session, kind, profile.host, size, organization_id)
            return True

    return Step(row_id, Ticket(profile, regions, count, masking=Masking() if is_masked else None))
