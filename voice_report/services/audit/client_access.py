"""'Wie heeft dit dossier gezien': the views of and changes in one client's dossier, and the engines used (S64).

It is for the client, so it has nothing of other clients and no addresses or devices; colleagues are shown by function,
or by name when the administrator chooses that. The rows are those of the audit trail about this client, from when it
was entered on (its number can have been another's), and those about a report or draft that is this client's now. Making
the overview is a row of the trail as well.
"""

import asyncio
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import and_, func, or_
from sqlmodel import col, select

from ... import clock
from ...clock import AMSTERDAM
from ...config import settings
from ...core import texts
from ...db.models import AuditLog, Client, DeletedDraft, ProcessingStep, Report, User
from ...db.session import AuditedSession, ReadSession
from ...errors import Invalid, or_not_found
from ..shared import dates, export, rate_limits, step_up_reasons
from ..shared.identity import ADMIN, PLATFORM_ADMIN, CurrentUser, require, require_step_up
from ..shared.text import lookup_id
from . import _labels, trail
from .audited_reads import audited_read

NOT_FOUND = "Cliënt niet gevonden"
REFUSED = "refused"
#: Rows of the trail that one overview is made of.
MOST = 20_000

_RESOURCE = "access overview"
_AT_ONCE = 500  # ids in a statement
_FUNCTIONS = {ADMIN: "Beheerder", "user": "Zorgmedewerker"}
_AUTOMATIC, _FORMER = "Automatisch", "Oud-medewerker"
#: Of each resource that is a report or draft: the noun of one, and of several.
_NOUNS = {
    **dict.fromkeys(("report", "concept", "concept by AI", "concept without AI"), ("Rapportage", "rapportages")),
    **dict.fromkeys(
        ("draft", "draft point", "draft measurement", "former draft", "concept section"), ("Concept", "concepten")
    ),
}
_FORMS = {"audio": "Stem, onbewerkt", "plain": "Tekst zoals gezegd", "pseudonymised": "Tekst met vervangen namen"}
_HEAD = ("Datum", "Eerste keer", "Wie", "Wat", "Betreft", "Aantal", "Reden")
_PROCESSING_HEAD = ("Verwerkt door", "Wat", "Waar", "Hoe vaak")


@dataclass(frozen=True, slots=True)
class Line:
    """What one person did of one kind on one day in Amsterdam: ``number`` times, ``at`` the first.

    ``kind`` is one of ``viewer.KINDS``, or ``REFUSED``; ``about`` is a report with its date, or how many.
    """

    at: datetime
    who: str
    kind: str
    what: str
    about: str
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Processing:
    """What a party got of this client's words, and how often: requests outside, steps on this server."""

    party: str
    what: str
    where: str
    number: int


@dataclass(frozen=True, slots=True)
class Overview:
    """The overview of one client, the latest day first. ``by`` is the function of who made it."""

    client_id: str
    client_name: str
    date_of_birth: date
    since: date | None
    until: date | None
    made_at: datetime
    by: str
    lines: list[Line]
    processing: list[Processing]


async def read(
    user: CurrentUser,
    client_id: str,
    *,
    since: date | None = None,
    until: date | None = None,
    names: bool = False,
    action: str = "view",
) -> Overview:
    """Return who saw this client's dossier in a period of whole days in Amsterdam, both included.

    ``names``: colleagues by name, else by function. ``action`` is what the trail says of making it. Raises
    ``NotAllowed``, ``StepUpNeeded``, ``NotFound``, ``TooMany``, and ``Invalid`` (``since``: the period ends before it
    begins; ``too_large``: more than ``MOST`` rows).
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.CLIENT_ACCESS)
    dates.in_order(since, until)
    await rate_limits.hit("export", str(user.id))
    async with audited_read() as session:
        client = or_not_found(await session.get(Client, (user.organization_id, lookup_id(client_id))), NOT_FOUND)
        made = await _made(session, user, client, since, until, names=names)
        await trail.record(session, user, action, _RESOURCE, client_id=client.id)
    return made


async def export_csv(user: CurrentUser, client_id: str, **wanted: Any) -> str:
    """Return the same overview as CSV; its cells are inert in a spreadsheet. Raises as ``read`` does."""
    found = await read(user, client_id, **wanted, action="export")
    return await asyncio.to_thread(_csv, found)


def _csv(found: Overview) -> str:
    lines = [export.csv_line(_HEAD), *(export.csv_line(_cells(one)) for one in found.lines)]
    processed = [(one.party, one.what, one.where, str(one.number)) for one in found.processing]
    return "\ufeff" + "".join([*lines, "\r\n", *map(export.csv_line, [_PROCESSING_HEAD, *processed])])


def _cells(line: Line) -> tuple[str, ...]:
    moment = (texts.dutch_date(line.at), texts.time(line.at))
    return (*moment, line.who, line.what, line.about, str(line.number), line.reason)


async def _made(
    session: AuditedSession, user: CurrentUser, client: Client, since: date | None, until: date | None, *, names: bool
) -> Overview:
    home, period = user.organization_id, (dates.begin(since), dates.end(until))
    dated = await _reports(session, client)
    rows = await _rows(session, client, list(dated), period)
    people = await _people(session, home, {row.user_id for row in rows if row.user_id}, names=names)
    return Overview(
        client_id=client.id,
        client_name=f"{client.first_name} {client.last_name}",
        date_of_birth=client.date_of_birth,
        since=since,
        until=until,
        made_at=clock.now(),
        by=user.name if names else _FUNCTIONS[ADMIN],
        lines=await asyncio.to_thread(_lines, rows, people, dated),
        processing=await _processing(session, client, period),
    )


def _of(client: Client, table: Any) -> list[Any]:
    """Return the conditions for the reports or deleted drafts of a client. The latter do not hold its number, so that
    those of before it was entered are another's."""
    theirs = [col(table.organization_id) == client.organization_id, col(table.client_id) == client.id]
    return theirs + ([table.deleted_at >= client.created_at] if table is DeletedDraft else [])


async def _reports(session: ReadSession, client: Client) -> dict[str, date]:
    """Return the days of the reports and drafts that are this client's now, deleted drafts too, by id."""
    moment = func.coalesce(col(Report.reported_at), col(Report.created_at))
    query = select(Report.id, moment).where(*_of(client, Report))
    found = {str(row_id): _day(at) for row_id, at in (await session.exec(query)).all()}
    deleted = select(DeletedDraft.id, DeletedDraft.created_at).where(*_of(client, DeletedDraft))
    return found | {str(row_id): _day(at) for row_id, at in (await session.exec(deleted)).all()}


async def _rows(session: ReadSession, client: Client, ids: list[str], period: Any) -> list[Any]:
    """Return the rows of the trail about this client, oldest first. Raises ``Invalid`` when there are too many."""
    log = AuditLog
    columns: Any = (
        log.created_at, log.user_id, log.action, log.resource, log.resource_id, log.success, log.error_message,
    )  # fmt: skip
    query = select(*columns).where(log.organization_id == client.organization_id, *_during(log.created_at, period))
    theirs = (log.client_id == client.id, col(log.created_at) >= client.created_at)
    found = list((await session.exec(query.where(*theirs).limit(MOST + 1))).all())
    elsewhere = or_(
        col(log.client_id).is_(None), col(log.client_id) != client.id, col(log.created_at) < client.created_at
    )
    # The moves of a report say where it went: that is about the other client.
    about = query.where(elsewhere, col(log.action).not_in(("refile from", "refile to")))
    for start in range(0, len(ids), _AT_ONCE):
        some = about.where(col(log.resource_id).in_(ids[start : start + _AT_ONCE])).limit(MOST + 1)
        found += (await session.exec(some)).all()
        if len(found) > MOST:
            break
    if len(found) > MOST:
        raise Invalid("Dat is te veel voor één overzicht. Kies een kortere periode.", code="too_large")
    return sorted(found, key=lambda row: row.created_at)


def _during(column: Any, period: tuple[datetime | None, datetime | None]) -> list[Any]:
    begin, end = period
    return [*([] if begin is None else [column >= begin]), *([] if end is None else [column < end])]


async def _people(
    session: ReadSession, home: uuid.UUID, ids: set[uuid.UUID], *, names: bool
) -> Mapping[uuid.UUID, str]:
    columns: Any = (User.id, User.first_name, User.last_name, User.role, User.organization_id)
    found: dict[uuid.UUID, str] = {}
    wanted = sorted(ids)
    for start in range(0, len(wanted), _AT_ONCE):
        query = select(*columns).where(col(User.id).in_(wanted[start : start + _AT_ONCE]))
        for row in (await session.exec(query)).all():
            row_id, first, last, role, of = row
            found[row_id] = f"{first} {last}".strip() if names else _function(role, is_member=of == home)
    return found


def _function(role: str, *, is_member: bool) -> str:
    if role == PLATFORM_ADMIN:
        return f"Beheerder van {settings().app_name}"
    return _FUNCTIONS.get(role, "Medewerker") if is_member else _FORMER


def _lines(rows: Sequence[Any], people: Mapping[uuid.UUID, str], dated: Mapping[str, date]) -> list[Line]:
    """Return one line for each person, kind of action, noun and day."""
    together: dict[tuple[Any, ...], list[Any]] = {}
    labels: dict[tuple[str, str, bool], tuple[str, str, str]] = {}
    for row in rows:  # ten thousand of them in a tenth of a second: what repeats is made once
        sort = (row.action, row.resource, row.success)
        label = labels.get(sort)
        if label is None:
            label = labels[sort] = _label(*sort)
        together.setdefault((_day(row.created_at), row.user_id, label, row.error_message), []).append(row)
    made = [_line(key, of, people, dated) for key, of in together.items()]
    return sorted(made, key=lambda line: line.at, reverse=True)


def _label(action: str, resource: str, success: bool) -> tuple[str, str, str]:
    """Return the kind, the participle and the noun of what was done."""
    thing, done = _labels.parts(action, resource)
    is_of_report = resource in _NOUNS and action != "refuse to send"  # that is about the text
    noun = _NOUNS[resource][0] if is_of_report else f"{thing[:1].upper()}{thing[1:]}"
    if not success:
        return REFUSED, "Geweigerd", noun
    return _labels.kind(action), f"{done[:1].upper()}{done[1:]}", noun


def _line(
    key: tuple[Any, ...], rows: Sequence[Any], people: Mapping[uuid.UUID, str], dated: Mapping[str, date]
) -> Line:
    _, user_id, (kind, what, noun), reason = key
    several = next((more for one, more in _NOUNS.values() if one == noun), "")
    ids = {row.resource_id for row in rows if row.resource_id}
    day = dated.get(next(iter(ids))) if len(ids) == 1 and several else None
    about = f"{noun} van {texts.long_date(day)}" if day else noun
    return Line(
        at=rows[0].created_at,
        who=people.get(user_id, _FORMER) if user_id else _AUTOMATIC,
        kind=kind,
        what=what,
        about=f"{len(ids)} {several}" if len(ids) > 1 and several else about,
        number=len(rows),
        reason=_labels.reason(reason) if kind == REFUSED else "",
    )


async def _processing(session: ReadSession, client: Client, period: Any) -> list[Processing]:
    """Return what engines did with this client's reports and drafts, those on this server first."""
    step = ProcessingStep
    how_often = func.sum(func.coalesce(step.attempts, 0))
    columns: Any = (step.party, step.country, step.region, step.form, step.step, func.count(), how_often)
    counted: dict[tuple[bool, str, str, str], int] = {}
    for table, key in ((Report, step.report_id), (DeletedDraft, step.deleted_draft_id)):
        theirs = and_(col(table.id) == key, *_of(client, table))
        query = select(*columns).join(table, theirs).where(*_during(step.began_at, period))
        by: Any = (step.party, step.country, step.region, step.form, step.step)
        for party, country, region, form, what, number, requests in (await session.exec(query.group_by(*by))).all():
            is_here = region == "local"
            done = ("Spraak" if what == "speech" else "Verslag") if is_here else _FORMS.get(form) or form
            name = "Deze server" if is_here else party
            place = (not is_here, name, done, country)
            counted[place] = counted.get(place, 0) + (number if is_here else int(requests or 0))
    return [*_sent(counted)]


def _sent(counted: Mapping[tuple[bool, str, str, str], int]) -> Iterator[Processing]:
    for (_, party, what, where), number in sorted(counted.items()):
        if number:  # what was refused never left
            yield Processing(party, what, where, number)


def _day(moment: datetime) -> date:
    return moment.astimezone(AMSTERDAM).date()
