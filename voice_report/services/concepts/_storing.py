"""Store a finished concept: the credit, the job's result, the draft and the audit row (concepts/reports.md).

A report that was made before is put back in its draft the same way.
"""

import uuid
from dataclasses import dataclass
from typing import Any

from sqlalchemy import update
from sqlmodel import col, select

from ...db.models import ConceptJob
from ...db.session import ReadSession, WriteSession, run_reading, transaction
from ...errors import Unavailable
from ...integrations.structuring import engine
from ...reporting.templates import ReportTemplate
from ...reporting.writing import BY_THE_RULES, Style
from ..audit import trail
from ..billing import credits
from ..drafts import drafts, templates
from ..processing import engine_choice, provenance
from ..processing.engine_choice import Choice
from ..processing.provenance import Provenance
from ..processing.steps import Step
from ..shared import locks
from ..shared.identity import CurrentUser
from . import _outgoing, _writing, repeats, tidying
from ._writing import WrittenReport

NOT_GENERATED = "Kon concept niet genereren"


@dataclass(frozen=True, slots=True)
class Request:
    """What a concept is made of, checked; ``key`` identifies it (``ConceptJob``). ``is_free``: it is the spoken example
    (``example``). ``choice`` is who writes it."""

    user: CurrentUser
    transcript: str
    draft_id: uuid.UUID | None
    template: ReportTemplate
    style: Style
    key: str
    is_free: bool
    choice: Choice


@dataclass(frozen=True, slots=True)
class Concept:
    """A report as stored, what it is made of, the template that it was made with, why the local rules wrote where an
    engine outside would have (``Choice.refusal``), and how it came to be."""

    written: WrittenReport
    template: ReportTemplate
    reason: str
    provenance: Provenance

    @property
    def refusal(self) -> str:
        """The sentence about text that stayed here; '' when none had to."""
        return engine_choice.sentence(self.reason)

    @property
    def report(self) -> str:
        return self.written.report


async def concept(request: Request, claim: credits.ReservedCredit, written: WrittenReport) -> Concept:
    return await _concept(request.user, claim.job_id, written, request.template, request.choice.refusal)


async def given_before(user: CurrentUser, first: repeats.First) -> Concept:
    """Return what the caller's first request under a key got; nothing changes."""
    written = await run_reading(made_before, ConceptJob.id == first.job_id)
    if written is None:
        raise Unavailable(NOT_GENERATED)
    return await _concept(user, first.job_id, written, first.template, first.reason)


async def _concept(
    user: CurrentUser, job_id: uuid.UUID, written: WrittenReport, template: ReportTemplate, reason: str
) -> Concept:
    told = await run_reading(provenance.of_job, user, job_id, written.style, written.label)
    return Concept(written, template, reason, told)


async def for_draft(request: Request, written: WrittenReport) -> tuple[str, str | None]:
    """Return a report as the request's draft gets it, and what a person undid there (``tidying.retold``)."""
    if request.draft_id is None:
        return written.report, None
    made_of = (request.transcript, written.report, request.template, written.style)
    return await tidying.retold(request.user, request.draft_id, *made_of)


async def settle(
    session: WriteSession,
    request: Request,
    claim: credits.ReservedCredit,
    step: Step,
    written: WrittenReport,
    in_draft: tuple[str, str | None],
) -> None:
    """Write the credit, usage row, job result, draft, how it was made and audit row in one transaction: all or none."""
    if request.draft_id is not None:
        await drafts.require_draft(session, request.user, request.draft_id)
    await credits.settle(session, claim, written.report)
    this = update(ConceptJob).where(col(ConceptJob.id) == claim.job_id)
    await session.exec(this.values(written=_writing.to_json(written)))
    client = None
    if request.draft_id is not None:
        client = await _put_in_draft(session, request, request.draft_id, written, in_draft)
    about = {"report_id": request.draft_id, "job_id": claim.job_id}
    await _outgoing.finish(session, request.user, step, written, request.transcript, **about)
    await templates.mark_used(session, request.user, request.template)
    how = "concept without AI" if written.label in BY_THE_RULES else "concept by AI"
    await trail.record(session, request.user, "create", how, request.draft_id or claim.job_id, client_id=client)


async def _put_in_draft(
    session: WriteSession,
    request: Request,
    draft_id: uuid.UUID,
    written: WrittenReport,
    in_draft: tuple[str, str | None],
) -> str | None:
    """Write the report into its draft, and return the draft's client."""
    made, (report, undone) = _writing.as_generated(written, request.transcript), in_draft
    content = (report, written.label, request.template, made)
    return await drafts.put_report(session, request.user, draft_id, *content, tidying=undone, keep_former=True)


async def made_before(session: ReadSession, which: Any) -> WrittenReport | None:
    """Return what the job that meets ``which`` wrote, if it has ended well."""
    query = select(ConceptJob.structured_report, ConceptJob.written).where(which, ConceptJob.status == "settled")
    report, stored = (await session.exec(query)).first() or (None, None)
    if report is None:
        return None
    if stored is None:  # made before styles were kept
        return WrittenReport(report, "vrij", engine().label, ())
    return _writing.from_json(report, stored)


async def show_again(request: Request, claim: credits.ReservedCredit) -> WrittenReport:
    """Put an earlier report back in its draft, unless the draft's report was generated as this one; return it.

    A draft that has it already keeps the user's own changes.
    """
    written = await run_reading(made_before, ConceptJob.id == claim.job_id)
    if written is None:
        raise Unavailable(NOT_GENERATED)
    in_draft = await for_draft(request, written)
    async with transaction() as session:
        await locks.caller(session, request.user)
        if request.draft_id is not None and not await _is_in_draft(session, request, request.draft_id, written):
            client = await _put_in_draft(session, request, request.draft_id, written, in_draft)
            await trail.record(session, request.user, "change", "draft", request.draft_id, client_id=client)
    return written


async def _is_in_draft(session: WriteSession, request: Request, draft_id: uuid.UUID, written: WrittenReport) -> bool:
    draft = drafts.view(await drafts.find(session, request.user, draft_id, locked=True))
    made = _writing.as_generated(written, request.transcript)
    is_there = draft.template == request.template and (draft.structured_report or "").strip() != ""
    return is_there and draft.generated is not None and draft.generated.continues(made)
