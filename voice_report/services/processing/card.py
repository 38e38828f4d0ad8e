"""'Hoe dit verslag is gemaakt': the rows of a report in sentences, for who may read the report."""

import json
import uuid
from collections.abc import Iterator, Sequence
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
from .engine_choice import PLAIN, PSEUDONYMISED, REFUSALS, sentence
from .provenance import Provenance

NOT_FOUND = "Rapportage niet gevonden"
#: How long work on speech may be under way; text has the time-out of its engine.
_LONGEST = timedelta(hours=1)
#: Kinds of what was replaced that are names.
_NAMES = ("PERSOON", "NAAM", "PLAATS", "INSTELLING")
#: What the card reads of a report: none of its text.
_COLUMNS: Any = (
    Report.id, Report.reviewed_by, Report.reviewed_at,
    (func.trim(func.coalesce(Report.structured_report, "")) != "").label("is_written"),
)  # fmt: skip
#: How a text left.
_SENT_AS = {PLAIN: " zoals gezegd", PSEUDONYMISED: " met namen en nummers vervangen"}
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
    told = (await provenance.of_reports(session, user, [row.id]))[row.id]
    return Card([*_lines(found, await steps.left(session, row.id), row)], found, told)


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


async def sent(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | str) -> tuple[bool, str]:
    """Return whether text of the caller's draft left, and how much was replaced in it; '' when nothing was."""
    query = select(ProcessingStep).where(
        ProcessingStep.report_id == parse_id(draft_id, NOT_FOUND),
        ProcessingStep.organization_id == user.organization_id,
        ProcessingStep.user_id == user.id,
        *steps.TEXT_LEFT,
    )
    query = query.order_by(col(ProcessingStep.began_at), col(ProcessingStep.created_at))
    left = (await session.exec(query)).all()
    last = _last_masked(left)
    if last is None:
        return bool(left), ""
    if any(one.form == PLAIN for one in left):
        return True, "Ook verstuurd zoals gezegd"
    number = sum(json.loads(last.masked or "{}").values())
    return True, f"{texts.counted(number, 'gegeven', 'gegevens')} vervangen voor verzending" if number else ""


def outcome(step: ProcessingStep) -> str:
    """Return how a step ended; 'broken off' when it says that it is under way for longer than it can be."""
    longest = _LONGEST if step.step == "speech" else timedelta(seconds=settings().structure_timeout + 90)
    is_over = step.outcome == "begun" and step.began_at + longest < clock.now()
    return "broken off" if is_over else step.outcome


def _lines(found: list[ProcessingStep], left: list[ProcessingStep], row: Any) -> Iterator[Line]:
    spoken = [one for one in found if one.step == "speech" and one.region == "local"]
    spoken += [one for one in left if one.step == "speech"]
    yield from (Line("speech", _speech(one)) for one in sorted(spoken, key=lambda one: one.began_at))
    written = [one for one in found if one.step != "speech"]
    text_left = [one for one in left if one.step != "speech"]
    yield from (Line("replaced", one) for one in _replaced(text_left))
    if not text_left and any(one.step == "report" for one in written):
        stayed = "na het uitschrijven bleef de tekst" if left else "de tekst bleef"
        yield Line("replaced", f"Niets vervangen: {stayed} op deze server.")
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


def _replaced(left: Sequence[ProcessingStep]) -> Iterator[str]:
    """Yield in what form the text left, of all requests."""
    plain, last = [one for one in left if one.form == PLAIN], _last_masked(left)
    if plain:
        how = "Niet altijd vervangen" if last else "Niets vervangen"
        what = "de tekst" if any(one.step == "report" for one in plain) else "een deel van de tekst"
        yield f"{how}: {what} ging zoals gezegd naar {' en '.join(dict.fromkeys(one.party for one in plain))}."
    if last:
        yield _counted(last)


def _last_masked(left: Sequence[ProcessingStep]) -> ProcessingStep | None:
    """Return the last request with names replaced, of the whole report where there is one."""
    masked = [one for one in left if one.form == PSEUDONYMISED]
    return next((one for one in reversed(masked) if one.step == "report"), masked[-1] if masked else None)


def _counted(step: ProcessingStep) -> str:
    if step.outcome == "begun":  # how much is written at its end
        return "Namen en nummers zijn vervangen voor verzending."
    counts = json.loads(step.masked or "{}")
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
    form = _SENT_AS.get(step.form, "") if step.attempts else ""
    return f"{how}, door {_party(step)}, {amount}{form}, om {texts.time(step.began_at)} uur.{_ended(step)} {_stated()}"


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
