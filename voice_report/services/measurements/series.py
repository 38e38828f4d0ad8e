"""A client's measured values over time, of the organization's archived reports, as rows and as CSV.

There is no norm, sum, average or trend (security.md S92). Every query is bound to the organization; each look is in the
audit trail with the client (S93).
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select

from ... import clock
from ...core import texts
from ...db.models import Client, MeasuredValue, Report, User
from ...db.session import AuditedSession, ReadSession, WriteSession
from ...errors import Invalid, or_not_found
from ...reporting.measurements import KINDS, Kind
from ...reporting.measurements.lines import number
from ..audit import trail
from ..audit.audited_reads import audited_read
from ..shared import dates, export, pagination, rate_limits, step_up_reasons
from ..shared.identity import CurrentUser, require_step_up
from ..shared.text import lookup_id
from . import archived, rows
from .rows import Row

NOT_FOUND = "Cliënt niet gevonden"
#: Values of a page unless more are requested, and of one file.
PAGE, MOST = 200, 20_000

_RESOURCE = "measurements"
_HEAD = (
    "datum", "tijd", "meting", "waarde", "waarde2", "eenheid", "ongeveer", "toelichting", "gezegd", "door", "verslag",
)  # fmt: skip
_LAST_FIRST = pagination.newest_first(col(MeasuredValue.measured_at), col(MeasuredValue.id))


@dataclass(frozen=True, slots=True)
class Value:
    """A value with when it was measured, by whom, and in which report. ``has_time``: ``at`` is more than its day."""

    row: Row
    at: datetime
    has_time: bool
    author: str
    report_id: UUID
    reference: str

    @property
    def when(self) -> str:
        """'do 26 november 2026, 08.52 uur', or the day alone."""
        words = texts.short_day_and_time(self.at)
        return words if self.has_time else words.partition(",")[0]


@dataclass(frozen=True, slots=True)
class OfKind:
    """How many values a client has of a kind, in all time."""

    kind: Kind
    label: str
    number: int


@dataclass(frozen=True, slots=True)
class Series:
    """A page of a client's values, the latest first, and the kinds that there are, in the order of the table."""

    client_id: str
    kinds: tuple[OfKind, ...]
    values: pagination.Page[Value]


async def of_client(
    session: AuditedSession,
    user: CurrentUser,
    client_id: str,
    *,
    kind: str = "",
    since: date | None = None,
    until: date | None = None,
    after: str | None = None,
    limit: int = PAGE,
) -> Series:
    """Return a page of the values of a client, of one kind or all, in whole days in Amsterdam, both included.

    Raises ``NotFound`` for a client that is not the organization's, and ``Invalid`` (``unknown_kind``; ``since``: the
    period ends before it begins; a malformed ``after``).
    """
    client = await _client(session, user, client_id)
    query = _values(user, client.id, kind, since, until)
    page = await pagination.fetch(session, query, _LAST_FIRST, after=after, limit=limit)
    counted = select(MeasuredValue.kind, func.count()).where(*_of(user, client.id)).group_by(col(MeasuredValue.kind))
    found: dict[Any, int] = {one: count for one, count in (await session.exec(counted)).all()}
    await trail.record(session, user, "view", _RESOURCE, client_id=client.id)
    return Series(
        client.id, tuple(OfKind(one, KINDS[one].label, found[one]) for one in KINDS if one in found), page.map(_value)
    )


async def note_copied(session: WriteSession, user: CurrentUser, client_id: str) -> None:
    """Record that a table of values of a client was copied. Raises ``NotFound``."""
    client = await _client(session, user, client_id)
    await trail.record(session, user, "copy", _RESOURCE, client_id=client.id)


async def as_csv(
    user: CurrentUser, client_id: str, *, kind: str = "", since: date | None = None, until: date | None = None
) -> tuple[str, bytes]:
    """Return the name and the content of a file with the values of a client, the latest first; it is recorded.

    Its cells are inert in a spreadsheet. Raises ``StepUpNeeded``, ``TooMany``, and what ``of_client`` raises; with
    ``Invalid`` (``too_large``) for more than ``MOST``.
    """
    require_step_up(user, step_up_reasons.MEASUREMENTS)
    await rate_limits.hit("export", str(user.id))
    async with audited_read() as session:
        client = await _client(session, user, client_id)
        query = _values(user, client.id, kind, since, until).order_by(*_LAST_FIRST.columns).limit(MOST + 1)
        found = [_value(one) for one in (await session.exec(query)).all()]
        if len(found) > MOST:
            raise Invalid("Dit past niet in één bestand. Kies een kortere periode.", code="too_large")
        await trail.record(session, user, "export", _RESOURCE, client_id=client.id)
    name = export.file_name(clock.now(), f"{client.first_name} {client.last_name}", "csv", what="metingen")
    lines = [export.csv_line(_HEAD), *(export.csv_line(_cells(one)) for one in found)]
    return name, ("\ufeff" + "".join(lines)).encode()


async def _client(session: ReadSession, user: CurrentUser, client_id: str) -> Client:
    return or_not_found(
        await session.get(Client, (user.organization_id, lookup_id(client_id)), populate_existing=True), NOT_FOUND
    )


def _of(user: CurrentUser, client_id: str) -> tuple[Any, ...]:
    here = col(MeasuredValue.organization_id) == user.organization_id
    return here, col(MeasuredValue.client_id) == client_id


def _values(user: CurrentUser, client_id: str, kind: str, since: date | None, until: date | None) -> Any:
    if kind and kind not in KINDS:
        raise Invalid("Deze meting kennen we niet.", code="unknown_kind")
    dates.in_order(since, until)
    begin, end = dates.begin(since), dates.end(until)
    where = [
        *_of(user, client_id),
        *([col(MeasuredValue.kind) == kind] if kind else []),
        *([col(MeasuredValue.measured_at) >= begin] if begin else []),
        *([col(MeasuredValue.measured_at) < end] if end else []),
    ]
    columns: Any = (MeasuredValue, MeasuredValue.measured_at, MeasuredValue.id, User, Report.created_at)
    query = select(*columns).join(Report, col(Report.id) == col(MeasuredValue.report_id))
    return query.join(User, col(User.id) == col(Report.user_id)).where(*where)


def _value(found: Any) -> Value:
    stored: MeasuredValue = found[0]
    return Value(
        row=archived.row(stored),
        at=stored.measured_at,
        has_time=stored.precision == archived.TIME,
        author=f"{found[3].first_name} {found[3].last_name}",
        report_id=stored.report_id,
        reference=texts.reference(stored.report_id, found[4]),
    )


def _cells(value: Value) -> tuple[str, ...]:
    row = value.row
    amounts = {name: number(low) if low == high else f"{number(low)} tot {number(high)}" for name, (low, high) in
               row.parts.items()}  # fmt: skip
    if row.kind == "blood_pressure":
        first, second = amounts.get("systolic", ""), amounts.get("diastolic", "")
    else:
        first, *more = amounts.values()
        second = " x ".join(more)
    return (
        texts.dutch_date(value.at),
        texts.time(value.at) if value.has_time else "",
        row.name or row.label,
        first,
        second,
        row.unit,
        row.about,
        ", ".join(filter(None, (row.details, rows.TYPED if row.is_typed else ""))),
        row.said,
        value.author,
        value.reference,
    )
