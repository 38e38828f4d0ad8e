"""'Hoe dit verslag is gemaakt': the rows of a report in sentences, for who may read the report."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from sqlmodel import and_, col, func, or_, select

from ... import clock
from ...config import settings
from ...core import texts
from ...db.models import ProcessingStep, Report
from ...db.session import ReadSession
from ...errors import or_not_found
from ..shared import export
from ..shared.identity import CurrentUser, parse_id
from . import provenance, steps
from .engine_choice import REFUSALS, sentence
from .provenance import Provenance

NOT_FOUND = "Rapportage niet gevonden"
#: How long work on speech may be under way; text has the time-out of its engine.
_LONGEST = timedelta(hours=1)
#: Kinds of what was replaced that are names.
_NAMES = ("PERSOON", "NAAM", "PLAATS", "INSTELLING")
#: What the card reads of a report: none of its text.
_COLUMNS: Any = (
    Report.id, Report.style, Report.report_label, Report.reviewed_by, Report.reviewed_at,
    (func.trim(func.coalesce(Report.structured_report, "")) != "").label("is_written"),
)  # fmt: skip
_STYLES = {"letterlijk": "Letterlijk", "netjes": "Netjes", "leesbaar": "Leesbaar", "vrij": "Vrij"}


@dataclass(frozen=True, slots=True)
class Line:
    """What the card says about one thing."""

    about: Literal["speech", "replaced", "report", "reviewed", "kept"]
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """A report's rows: in sentences, each as it is, and in one for programs."""

    lines: list[Line]
    steps: list[ProcessingStep]
    provenance: Provenance


async def read(session: ReadSession, user: CurrentUser, report_id: uuid.UUID | str) -> Card:
    """Return the card of the caller's own draft or of the organization's report. Raises ``NotFound``.

    Not recorded in the audit trail: nothing of the report is shown.
    """
    query = select(*_COLUMNS).where(
        Report.id == parse_id(report_id, NOT_FOUND),
        Report.organization_id == user.organization_id,
        or_(col(Report.is_draft).is_(False), and_(col(Report.is_draft).is_(True), Report.user_id == user.id)),
    )
    row = or_not_found((await session.exec(query)).first(), NOT_FOUND)
    found = await steps.of_report(session, row.id)
    wrote = [one for one in found if one.step in provenance.WRITING and one.outcome == "done"]
    told = provenance.of(wrote, row.style, row.report_label, row.reviewed_by, row.reviewed_at)
    return Card([*_lines(found, row)], found, told)


async def refusal(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | str) -> str:
    """Return why the caller's draft was put in order on this server, when an outside engine would have been used."""
    query = select(ProcessingStep).where(
        ProcessingStep.report_id == parse_id(draft_id, NOT_FOUND),
        ProcessingStep.organization_id == user.organization_id,
        ProcessingStep.user_id == user.id,
        ProcessingStep.step == "report",
    )
    query = query.order_by(col(ProcessingStep.began_at).desc(), col(ProcessingStep.created_at).desc()).limit(2)
    found = (await session.exec(query)).all()
    refused = next((one.reason for one in found if one.reason in REFUSALS), "")
    is_here = any(one.form == "here" for one in found)
    return sentence(refused) if refused and is_here else ""


async def replaced(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | str) -> str:
    """Return how much was replaced in what the caller's draft sent for its report; '' when nothing was sent."""
    query = select(ProcessingStep).where(
        ProcessingStep.report_id == parse_id(draft_id, NOT_FOUND),
        ProcessingStep.organization_id == user.organization_id,
        ProcessingStep.user_id == user.id,
        ProcessingStep.step == "report",
        ProcessingStep.outcome == "done",
    )
    query = query.order_by(col(ProcessingStep.began_at).desc(), col(ProcessingStep.created_at).desc()).limit(1)
    last = (await session.exec(query)).first()
    if last is None or not last.attempts or last.form != "pseudonymised":
        return ""
    number = sum(json.loads(last.masked or "{}").values())
    return f"{texts.counted(number, 'gegeven', 'gegevens')} vervangen voor verzending" if number else ""


def outcome(step: ProcessingStep) -> str:
    """Return how a step ended; 'broken off' when it says that it is under way for longer than it can be."""
    longest = _LONGEST if step.step == "speech" else timedelta(seconds=settings().structure_timeout + 90)
    is_over = step.outcome == "begun" and step.began_at + longest < clock.now()
    return "broken off" if is_over else step.outcome


def _lines(found: list[ProcessingStep], row: Any) -> Iterator[Line]:
    spoken = [one for one in found if one.step == "speech" and (one.attempts or one.region == "local")]
    yield from (Line("speech", _speech(one)) for one in spoken)
    written = [one for one in found if one.step != "speech"]
    reports = [one for one in written if one.step == "report"]
    if reports:
        yield Line("replaced", _replaced([one for one in reports if one.region != "local"]))
    yield from (Line("report", _report(one)) for one in written)
    if not found and row.is_written:
        yield Line("report", "Niet bijgehouden: dit verslag is van voor die tijd, of van elders.")
    reviewed = export.review_line(row.reviewed_by, row.reviewed_at)
    yield Line("reviewed", f"{reviewed}." if reviewed else "Nog niet nagekeken.")
    yield Line("kept", "Geluid is niet bewaard op de server.")


def _speech(step: ProcessingStep) -> str:
    if step.region != "local":
        return f"Door {_party(step)}: je stem en alles wat je insprak, onbewerkt.{_ended(step)} {_stated()}"
    model = f"Whisper {step.model_asked}" if not step.host else step.model_asked
    minutes, seconds = divmod(step.input_amount, 60)
    length = f"{texts.counted(minutes, 'minuut', 'minuten')} {seconds}" if minutes else f"{seconds} seconden"
    return f"Door {model} op deze server, {length}, om {texts.time(step.began_at)} uur.{_ended(step)}"


def _replaced(reports: list[ProcessingStep]) -> str:
    last = next((one for one in reversed(reports) if one.attempts), None)
    if last is None:
        return "Niets vervangen: de tekst bleef op deze server."
    if last.form != "pseudonymised":
        return f"Niets vervangen: de tekst ging zoals gezegd naar {last.party}."
    counts = json.loads(last.masked or "{}")
    if not counts:
        return "Er hoefde niets te worden vervangen voor verzending."
    names, numbers = sum(counts.get(kind, 0) for kind in _NAMES), counts.get("BSN", 0)
    other = sum(counts.values()) - names - numbers
    parts = [texts.counted(names, "naam", "namen")] if names else []
    parts += [f"{numbers} BSN"] if numbers else []
    parts += [texts.counted(other, "ander", "andere")] if other else []
    total = texts.counted(sum(counts.values()), "gegeven", "gegevens")
    return f"{total} vervangen voor verzending: {', '.join(parts)}."


def _report(step: ProcessingStep) -> str:
    if step.outcome == "refused":
        return sentence(step.reason) or f"{step.party} kreeg niets: model kan dit niet."
    how = _STYLES.get(step.style, "Geschreven")
    how = f"Eén kopje opnieuw, {how.lower()}" if step.step == "section" else how
    if step.region == "local":
        who = "regels" if provenance.is_by_rules(step) else step.model_answered or step.model_asked
        return f"{how}, door {who} op deze server.{_ended(step)}"
    amount = f"{texts.dutch_number(step.input_amount)} tekens"
    return f"{how}, door {_party(step)}, {amount}, om {texts.time(step.began_at)} uur.{_ended(step)} {_stated()}"


def _ended(step: ProcessingStep) -> str:
    """Return what there is to say about how a step went, apart from well."""
    failed = REFUSALS.get(step.reason, "geen bruikbaar antwoord.")
    told = {"failed": f" {failed[0].upper()}{failed[1:]}", "broken off": " Afgebroken."}.get(outcome(step), "")
    is_again = step.step != "speech" and step.attempts > 1
    return told + (f" {step.attempts} pogingen." if is_again else "")


def _stated() -> str:
    """Return who says that a party is who it is and where: nothing checks it."""
    return f"Land en verwerker volgens de instelling van {settings().app_name}."


def _party(step: ProcessingStep) -> str:
    model = step.model_answered or step.model_asked
    return f"{step.party}{f' ({model})' if model else ''} in {step.country}"
