"""Measured values of archived reports: stored in the archiving transaction, and gone with the report.

Stored are the rows that were measured, and those that a person confirmed or typed; never what was taken back, is a
limit, is of another day or person, or is an open question (security.md S91). A report that becomes a draft again loses
them; its answers stay, so archiving it again gives the same ones. The words go with the transcript.
"""

import asyncio
import json
import secrets
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, update
from sqlmodel import col, select

from ... import clock
from ...db.models import MeasuredValue, Report
from ...db.session import AuditedSession, ReadSession, WriteSession
from ...errors import TooMany, Unavailable, or_not_found
from ...reporting.measurements import KINDS, VERSION, Context, Measurement, Measurements, Span, Time, measurements
from ...reporting.measurements.lines import figures
from ..audit import trail
from ..concepts import evidence
from ..shared.identity import CurrentUser, parse_id
from ..vocabulary import words
from . import answers, rows
from .answers import Answer, from_json
from .rows import Row

NOT_FOUND = "Rapportage niet gevonden"
SPOKEN, TYPED = "spoken", "typed"
TIME, DAY = "time", "day"
#: Of a value that was not exact, once its words are erased.
INEXACT = "ongeveer"

_LONGEST = 300  # characters of the spoken sentence that are kept
_NAME = 200
_HALF_DAY = 12 * 60
_EARLY = 6 * 60  # until when a night's hour is after midnight


async def read(user: CurrentUser, transcript: str) -> Measurements:
    """Return the values of a transcript that is archived: off the event loop, and never refused."""

    async def arguments() -> tuple[str, frozenset[str]]:
        return transcript, await words.medicines_of(user)

    try:
        return await evidence.off_the_loop(user, measurements, arguments, transcript)
    except (TooMany, Unavailable):
        return await asyncio.to_thread(measurements, *await arguments())


async def store(session: WriteSession, report: Report, found: Measurements) -> int:
    """Store the values of a report that was archived in this transaction, instead of those it had.

    ``found`` is what its transcript says. Answers about anything else end. Returns how many values there are.
    """
    report.measured = answers.only(report.measured, _answerable(found))
    return await _replace(session, report, list(_values(report, found, from_json(report.measured))))


async def recount(session: WriteSession, report: Report, found: Measurements) -> bool:
    """Make the rows of an archived report again, after the rules were changed; return whether they are others now.

    They stay as they are once its transcript is erased, and when the rules do not find any more what a person
    answered about.
    """
    given = from_json(report.measured)
    if report.transcript_removed_at is not None or not given.keys() <= _answerable(found):
        report.measured_rules = VERSION
        session.add(report)
        return False
    here = select(MeasuredValue).where(MeasuredValue.report_id == report.id).order_by(col(MeasuredValue.position))
    before, made = (await session.exec(here)).all(), list(_values(report, found, given))
    await _replace(session, report, made)
    return [_content(one) for one in before] != [_content(one) for one in made]


async def _replace(session: WriteSession, report: Report, made: list[MeasuredValue]) -> int:
    report.measured_rules = VERSION
    session.add(report)
    await remove(session, [report.id])
    session.add_all(made)
    await session.flush()
    return len(made)


def _answerable(found: Measurements) -> set[str]:
    return {one.key for one in found.rows[: rows.MOST] if one.state in answers.ANSWERABLE}


def _content(value: MeasuredValue) -> dict[str, Any]:
    return value.model_dump(exclude={"id", "created_at", "rules_version"})


async def remove(session: WriteSession, report_ids: Sequence[uuid.UUID]) -> None:
    await session.exec(delete(MeasuredValue).where(col(MeasuredValue.report_id).in_(report_ids)))


async def move(session: WriteSession, report_id: uuid.UUID, client_id: str) -> None:
    """Let the values of a report follow it to another client."""
    theirs = col(MeasuredValue.report_id) == report_id
    await session.execute(update(MeasuredValue).where(theirs).values(client_id=client_id))


async def remove_words(session: WriteSession, report_ids: Sequence[uuid.UUID]) -> None:
    """Empty the spoken words of these reports, whose transcripts are erased: the sentences, and what was said with a
    value. What its figures are of stays: the medicine, the litres of oxygen, and that it was no exact value."""
    query = select(MeasuredValue).where(col(MeasuredValue.report_id).in_(report_ids), col(MeasuredValue.words) != "")
    for one in (await session.exec(query)).all():
        said = Kept(**json.loads(one.context))
        about = INEXACT if said.about else ""
        left = Kept(name=said.name, about=about, oxygen=said.oxygen)
        one.words, one.context = "", json.dumps(asdict(left), ensure_ascii=False)
    await session.flush()


async def ids_of(session: ReadSession, report_ids: Sequence[uuid.UUID]) -> Sequence[uuid.UUID]:
    """Return the ids of the values of these reports."""
    return (await session.exec(select(MeasuredValue.id).where(col(MeasuredValue.report_id).in_(report_ids)))).all()


async def of_report(session: AuditedSession, user: CurrentUser, report_id: uuid.UUID | str) -> list[Row]:
    """Return the values of an archived report of the organization, in the order of the table. Raises ``NotFound``."""
    query = select(Report.id, Report.client_id).where(
        col(Report.id) == parse_id(report_id, NOT_FOUND),
        col(Report.organization_id) == user.organization_id,
        col(Report.is_draft).is_(False),
    )
    report = or_not_found((await session.exec(query)).first(), NOT_FOUND)
    found, client_id = report
    await trail.record(session, user, "view", "measurements", found, client_id=client_id)
    return [one for _, one in await for_files(session, user, [found])]


async def for_files(
    session: ReadSession, user: CurrentUser, report_ids: Sequence[uuid.UUID]
) -> list[tuple[uuid.UUID, Row]]:
    """Return the values of archived reports of the organization, each with its report; the caller records the view."""
    here = (MeasuredValue.organization_id == user.organization_id, col(MeasuredValue.report_id).in_(report_ids))
    found = (await session.exec(select(MeasuredValue).where(*here).order_by(col(MeasuredValue.position)))).all()
    shown = [(one.report_id, row(one)) for one in found]
    return sorted(shown, key=lambda one: rows.ORDER[one[1].kind])


def row(stored: MeasuredValue) -> Row:
    """Return a stored value as it is shown."""
    said = Kept(**json.loads(stored.context))
    parts = {name: (low, high) for name, (low, high) in json.loads(stored.parts).items()}
    kind: Any = stored.kind
    text = figures(kind, parts, stored.unit)
    is_typed = stored.entered == TYPED
    return Row(
        key=str(stored.id),
        kind=kind,
        label=KINDS[kind].label,
        group="measured",
        parts=parts,
        unit=stored.unit,
        value=figures(kind, parts, ""),
        text=text,
        about=said.about,
        said=stored.words[said.start : said.end],
        details=rows.details(said),
        words=stored.words,
        spans=[Span(said.start, said.end, "value")] if stored.words else [],
        is_typed=is_typed,
        time=said.time,
        name=said.name,
        answered_by=stored.confirmed_by or "",
        line=rows.line_of(kind, said.name, said.about, text, said, is_typed=is_typed),
    )


@dataclass(frozen=True, slots=True)
class Kept(Context):
    """What is stored of a value next to its figures; ``start`` and ``end`` are the value's place in the words."""

    start: int = 0
    end: int = 0
    name: str = ""
    about: str = ""
    time: str = ""


def _values(report: Report, found: Measurements, given: dict[str, Answer]) -> Iterator[MeasuredValue]:
    assert report.client_id is not None  # noqa: S101  an archived report has a client
    moment = report.reported_at or report.created_at
    for position, (one, value, answer) in enumerate(_kept(found, given)):
        at, precision = measured_at(moment, value.time)
        piece, start, end = _piece(found.sentences[one.sentence], one.spans)
        time = value.time.text if value.time else ""
        about = value.about
        kept = Kept(**asdict(value.context), start=start, end=end, name=one.name, about=about, time=time)
        yield MeasuredValue(
            id=_in_order(moment, position),
            organization_id=report.organization_id,
            report_id=report.id,
            client_id=report.client_id,
            position=position,
            kind=value.kind,
            parts=json.dumps({name: [part.low, part.high] for name, part in value.parts.items()}),
            unit=value.unit,
            context=json.dumps(asdict(kept), ensure_ascii=False),
            measured_at=at,
            precision=precision,
            words=piece,
            entered=TYPED if rows.is_typed(answer) else SPOKEN,
            confirmed_by=answer.by[:_NAME] if answer else None,
            rules_version=VERSION,
        )


def _in_order(moment: datetime, position: int) -> uuid.UUID:
    """Return an id of version 7 (RFC 9562): values of a day sort as they were dictated, of a report as spoken."""
    milliseconds = int(moment.timestamp() * 1000)
    return uuid.UUID(int=milliseconds << 80 | 7 << 76 | position << 64 | 2 << 62 | secrets.randbits(62))


def _kept(found: Measurements, given: dict[str, Answer]) -> Iterable[tuple[Measurement, Measurement, Answer | None]]:
    for one in found.rows[: rows.MOST]:
        answer = given.get(one.key)
        if (value := rows.measured(one, answer)) is not None:
            yield one, value, answer


def _piece(sentence: str, spans: Sequence[Span]) -> tuple[str, int, int]:
    """Return the part of a sentence that is kept, and where the value is in it."""
    value = next(span for span in spans if span.role == "value")
    first = 0 if len(sentence) <= _LONGEST else max(0, min(value.start - _LONGEST // 2, len(sentence) - _LONGEST))
    return sentence[first : first + _LONGEST], value.start - first, min(value.end - first, _LONGEST)


def measured_at(moment: datetime, said: Time | None) -> tuple[datetime, str]:
    """Return when a value was measured that was dictated at ``moment``, and its precision.

    That is the day of the dictation in Amsterdam, and a time only when one was said that cannot be another on a clock
    of 24 hours: its part of the day was said, or only one of both lies before the dictation.
    """
    local = moment.astimezone(clock.AMSTERDAM)
    day = local.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    if said is not None and said.minutes is not None:
        times = [day.replace(hour=at // 60, minute=at % 60) for at in _on_24_hours(said.minutes, said.part)]
        past = [one for one in times if one <= local and _exists(one)]
        if len(past) == 1:
            return past[0], TIME
    return day, DAY


def _on_24_hours(minutes: int, part: str) -> tuple[int, ...]:
    if part == "ochtend":
        return (minutes,)
    if part in ("middag", "avond"):
        return (minutes + _HALF_DAY,)
    if part == "nacht":
        return (minutes,) if minutes < _EARLY else ()
    return minutes, minutes + _HALF_DAY


def _exists(moment: datetime) -> bool:
    """Return whether a local time is there once on its day, also when the clock changes."""
    return moment.utcoffset() == moment.replace(fold=1).utcoffset()
