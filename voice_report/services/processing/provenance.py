"""How a report came to be, in the form that programs read: in JSON, in copied HTML and in files (security.md S66)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import col, select

from ...config import settings
from ...db.models import Organization, ProcessingStep, Report
from ...db.session import ReadSession
from ...reporting.writing import BUT_A_SECTION, BY_THE_RULES
from ..shared.identity import CurrentUser

#: The styles in which a language model writes sentences; in the others it only says where the spoken ones belong.
REWRITTEN = ("leesbaar", "vrij")
#: The steps of which something is in the report.
WRITING = ("report", "section")


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a report came to be. What is not known is empty or ``None``: rows are kept since version 0.3.

    ``ai_assisted``: a language model took part. ``rewritten``: it wrote the sentences; otherwise they are the spoken
    ones. ``engine``, ``party``, ``model``, ``region`` and ``form`` are of the step that made it, ``rules_version`` of
    the rules by which names were replaced, '' when nothing was. ``sent`` are the forms in which text left for it,
    whatever came of it, also of a report made here. ``edited``: a person changed what was generated.
    """

    ai_assisted: bool | None
    rewritten: bool | None
    style: str | None
    engine: str = ""
    party: str = ""
    model: str = ""
    region: str = ""
    form: str = ""
    rules_version: str = ""
    sent: tuple[str, ...] = ()
    generated_at: datetime | None = None
    reviewed_by: str | None = None
    reviewed_at: datetime | None = None
    edited: bool | None = None

    def as_mark(self) -> dict[str, str]:
        """Return it as names and texts: attributes of copied HTML ('data-...'), and properties of a file."""
        told = {
            "generator": settings().app_name,
            "ai-assisted": _answer(self.ai_assisted),
            "ai-rewritten": _answer(self.rewritten),
            "ai-style": self.style or "",
            "ai-party": self.party,
            "ai-model": self.model,
            "ai-region": self.region,
            "ai-form": self.form,
            "ai-sent": " ".join(self.sent),
            "generated": _moment(self.generated_at),
            "reviewed": _moment(self.reviewed_at),
        }
        return {name: value for name, value in told.items() if value}

    def as_line(self) -> str:
        """Return it as a sentence for people, the last line of copied text where an organization wants one."""
        how = ""
        if self.rewritten:
            how = ": geschreven door een taalmodel uit wat er is gezegd"
        elif self.ai_assisted is not None:
            who = "door een taalmodel, niet herschreven" if self.ai_assisted else "zonder taalmodel"
            how = f": gesproken zinnen, ingedeeld {who}"
        return f"Gemaakt met {settings().app_name}{how}."


async def of_reports(session: ReadSession, user: CurrentUser, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Provenance]:
    """Return how these drafts and reports of the caller's organization came to be; the caller may see them."""
    if not ids:
        return {}
    here = (col(Report.organization_id) == user.organization_id, col(Report.id).in_(ids))
    columns: Any = (Report.id, Report.style, Report.report_label, Report.reviewed_by, Report.reviewed_at)
    rows = await session.exec(select(*columns).where(*here))
    made = select(ProcessingStep).where(
        ProcessingStep.organization_id == user.organization_id,
        col(ProcessingStep.report_id).in_(ids),
        col(ProcessingStep.step).in_(WRITING),
    )
    steps: dict[uuid.UUID | None, list[ProcessingStep]] = {}
    for step in (await session.exec(made.order_by(col(ProcessingStep.began_at)))).all():
        steps.setdefault(step.report_id, []).append(step)
    return {row[0]: of(steps.get(row[0], ()), *row[1:]) for row in rows.all()}


async def mark_of(session: ReadSession, user: CurrentUser, report_id: uuid.UUID) -> dict[str, str]:
    """Return the mark of a draft or report of the caller's organization, which the caller may see; {} for none."""
    found = await of_reports(session, user, [report_id])
    return found[report_id].as_mark() if report_id in found else {}


async def of_copy(session: ReadSession, user: CurrentUser, report_id: uuid.UUID) -> dict[str, str]:
    """Return the same for the clipboard: ``line`` is the last one of the plain text, where the organization chose
    that."""
    found = await of_reports(session, user, [report_id])
    if report_id not in found:
        return {}
    asked = select(Organization.marks_copies).where(Organization.id == user.organization_id)
    is_marked = (await session.exec(asked)).first()
    return found[report_id].as_mark() | ({"line": found[report_id].as_line()} if is_marked else {})


async def of_job(session: ReadSession, user: CurrentUser, job_id: uuid.UUID, style: str, label: str) -> Provenance:
    """Return how the report of the caller's own job came to be, which may be in no draft."""
    query = select(ProcessingStep).where(
        ProcessingStep.organization_id == user.organization_id,
        ProcessingStep.user_id == user.id,
        ProcessingStep.job_id == job_id,
    )
    return of((await session.exec(query.order_by(col(ProcessingStep.began_at)))).all(), style, label)


def of(
    steps: Sequence[ProcessingStep],
    style: str | None,
    label: str | None,
    reviewed_by: str | None = None,
    reviewed_at: datetime | None = None,
) -> Provenance:
    """Return how a report in this style, with this label, came to be: by the last of the steps that wrote in it, and
    that was of the rules where the label says so."""
    by_rules, has_section = label in BY_THE_RULES, label == BUT_A_SECTION
    told = [one for one in steps if one.outcome == "done" and (has_section or one.step == "report")]
    fits = (one for one in reversed(told) if (one.style, is_by_rules(one)) == (style or "", by_rules))
    step = next(fits, None)
    sent = tuple(sorted({one.form for one in steps if one.attempts and one.form != "here"}))
    about: dict[str, Any] = {"sent": sent, "style": style, "reviewed_by": reviewed_by, "reviewed_at": reviewed_at}
    if by_rules:
        ai_assisted: bool | None = False
    else:  # in the other styles a report without its row may be of a model, or of a person
        ai_assisted = True if step is not None or has_section or style in REWRITTEN else None
    about["rewritten"] = None if style is None and ai_assisted is None else bool(ai_assisted) and style in REWRITTEN
    if step is None:  # from before rows were kept, or from elsewhere
        return Provenance(ai_assisted=ai_assisted, **about)
    return Provenance(
        ai_assisted=ai_assisted,
        engine=step.engine,
        party=step.party,
        model=step.model_answered or step.model_asked,
        region=step.region,
        form=step.form,
        rules_version=step.rules_version,
        generated_at=step.ended_at,
        **about,
    )


def _answer(known: bool | None) -> str:
    return {None: "", True: "true", False: "false"}[known]


def _moment(moment: datetime | None) -> str:
    return moment.isoformat(timespec="seconds") if moment else ""


def is_by_rules(step: ProcessingStep) -> bool:
    """Return whether a report was made by the local rules, which are no language model."""
    return step.step in ("report", "section") and not step.host
