"""The archive, by client: the saved reports that the whole organization may see (decisions/0005).

Lists have no content; a report's words are read one report at a time, and each view is a row in the audit trail with
the client. When a page shows the content of several reports (the JSON API, a search), each client on it gets a row.
Every function that records one therefore needs an ``AuditedSession``.
"""

import uuid
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import and_, func
from sqlmodel import col, select

from ...core import texts
from ...db.models import Client, Report, User
from ...db.session import AuditedSession, ReadSession, WriteSession
from ...errors import NotFound
from ...reporting.templates import ReportTemplate
from ..audit import trail
from ..drafts import listing, templates
from ..shared import dates, export, pagination
from ..shared.identity import CurrentUser, parse_id
from ..shared.text import lookup_id, search_words
from . import archive

NOT_FOUND = "Rapportage niet gevonden"

#: The report's date, by which every list of reports is in order, and searched by period.
REPORTED_AT = func.coalesce(col(Report.reported_at), col(Report.created_at)).label("reported_at")
NEWEST = pagination.newest_first(REPORTED_AT, col(Report.id))


@dataclass(frozen=True, slots=True)
class ClientSummary:
    """A client with archived reports: their number, and the date of the last one."""

    client_id: str
    name: str
    date_of_birth: date
    reports: int
    last_report_at: datetime

    @property
    def age(self) -> int:
        """The age in years, as the product shows it."""
        return texts.age(self.date_of_birth)


@dataclass(frozen=True, slots=True)
class ReportHead:
    """An archived report without its words: client, author, the report's date, when it was saved, and its template."""

    id: uuid.UUID
    client_id: str
    client_name: str
    user_id: uuid.UUID
    author: str
    reported_at: datetime
    created_at: datetime
    template: ReportTemplate

    @property
    def reference(self) -> str:
        """The human-readable reference of the report."""
        return texts.reference(self.id, self.created_at)


@dataclass(frozen=True, slots=True)
class ReportView(ReportHead):
    """An archived report with its words; ``report_label`` says how it was generated, if the reader should know.

    ``reviewed_by`` and ``reviewed_at`` are of the user who signed it off, ``refiled_by`` and ``refiled_at`` of the one
    who moved it to this client. ``transcript_removed_at``: the transcript was erased by the organization's term.
    """

    transcript: str
    structured_report: str | None
    report_label: str | None
    title: str
    updated_at: datetime
    reviewed_by: str | None
    reviewed_at: datetime | None
    refiled_by: str | None
    refiled_at: datetime | None
    transcript_removed_at: datetime | None
    date_of_birth: date

    def plain_text(self, *, empty: bool = True) -> str:
        """Return the words for downloads and searches: the report (``export.plain_text``), or else the transcript."""
        return export.plain_text(self.structured_report or "", empty=empty) or export.spoken_text(self.transcript)


async def recent_clients(session: AuditedSession, user: CurrentUser, limit: int = 3) -> list[ClientSummary]:
    """Return the organization's clients with the latest archived reports, the latest first."""
    return (await list_clients(session, user, limit=limit)).items


async def list_clients(
    session: AuditedSession, user: CurrentUser, query: str = "", *, after: str | None = None, limit: int = 30
) -> pagination.Page[ClientSummary]:
    """Return a page of the clients with archived reports, latest report first.

    ``query`` keeps the clients whose name or id contains each of its words. Raises ``Invalid`` for a malformed
    ``after``.
    """
    wanted = select(Client).where(
        Client.organization_id == user.organization_id,
        col(Client.last_report_at).is_not(None),
        *[col(Client.search_key).contains(word, autoescape=True) for word in search_words(query)],
    )
    order = pagination.newest_first(col(Client.last_report_at), col(Client.id))
    page = await pagination.fetch(session, wanted, order, after=after, limit=limit)
    if page.items:
        await trail.record(session, user, "view", "clients")
    return page.map(_summary)


async def get_client(session: ReadSession, user: CurrentUser, client_id: str) -> ClientSummary:
    """Return one client with archived reports. Raises ``NotFound``."""
    found = await session.get(Client, (user.organization_id, lookup_id(client_id)), populate_existing=True)
    if found is None or found.last_report_at is None:
        raise NotFound(archive.UNKNOWN_CLIENT)
    return _summary(found)


async def client_reports(
    session: AuditedSession,
    user: CurrentUser,
    client_id: str,
    *,
    since: date | None = None,
    until: date | None = None,
    after: str | None = None,
    limit: int = 20,
) -> pagination.Page[ReportHead]:
    """Return a page of a client's reports without their words, newest first; empty for an unknown client.

    ``since`` and ``until`` are whole days in Amsterdam, both included.
    """
    wanted = _select(user, *_HEAD).where(Report.client_id == lookup_id(client_id), *during(since, until))
    page = await pagination.fetch(session, wanted, NEWEST, after=after, limit=limit)
    if page.items:
        await trail.record(session, user, "view", "dossier", client_id=page.items[0].client_id)
    return page.map(lambda row: ReportHead(**_head(row)))


async def get_report(session: AuditedSession, user: CurrentUser, report_id: uuid.UUID | str) -> ReportView:
    """Return one archived report of the organization. Raises ``NotFound``."""
    return await _look(session, user, report_id, "view")


async def note_copied(session: WriteSession, user: CurrentUser, report_id: uuid.UUID | str) -> None:
    """Record that a report, or a part of it, was copied. Raises ``NotFound``."""
    await _look(session, user, report_id, "copy")


async def list_reports(
    session: AuditedSession,
    user: CurrentUser,
    *,
    client_id: str | None = None,
    since: date | None = None,
    until: date | None = None,
    after: str | None = None,
    limit: int = 20,
) -> pagination.Page[ReportView]:
    """Return a page of archived reports with their words, newest first, of one client or of all.

    The page ends before ``limit`` when its reports have more than ``listing.PAGE_CHARACTERS`` in total. Raises
    ``NotFound`` for a client that is not the organization's, ``Invalid`` for a malformed ``after``.
    """
    sizes = select(Report.id, REPORTED_AT, listing.characters()).where(
        *archived(user), *await about(session, user, client_id), *during(since, until)
    )
    page = listing.within_size(await pagination.fetch(session, sizes, NEWEST, after=after, limit=limit), NEWEST)
    found = await read_reports(session, user, [row.id for row in page.items])
    await note_shown(session, user, found)
    return pagination.Page(found, page.next)


async def read_reports(session: ReadSession, user: CurrentUser, ids: list[uuid.UUID]) -> list[ReportView]:
    """Return these reports of the organization, newest first; the caller must call ``note_shown``."""
    return await read_where(session, user, col(Report.id).in_(ids))


async def read_where(session: ReadSession, user: CurrentUser, *conditions: Any) -> list[ReportView]:
    """Return the organization's reports that meet the conditions, newest first; the caller records the view."""
    query = _select(user, *_HEAD, *_WORDS).where(*conditions)
    rows = await session.exec(query.order_by(*NEWEST.columns))
    return [_view(row) for row in rows.all()]


async def read_one(session: ReadSession, user: CurrentUser, report_id: uuid.UUID | str) -> ReportView:
    """Return one archived report of the organization; the caller records the view. Raises ``NotFound``."""
    found = await read_where(session, user, col(Report.id) == parse_id(report_id, NOT_FOUND))
    if not found:
        raise NotFound(NOT_FOUND)
    return found[0]


async def note_shown(session: AuditedSession, user: CurrentUser, shown: list[ReportView]) -> None:
    """Record in the audit trail whose reports were shown: one row for each client on the page."""
    clients = sorted({report.client_id for report in shown})
    await trail.record_clients(session, user, [("view", client_id) for client_id in clients], "reports")


def archived(user: CurrentUser) -> tuple[Any, ...]:
    """Return the conditions of every query here: the caller's organization, and no drafts."""
    return (col(Report.organization_id) == user.organization_id, col(Report.is_draft).is_(False))


def during(since: date | None, until: date | None) -> tuple[Any, ...]:
    """Return the conditions for reports about a period of whole days in Amsterdam, both included."""
    begin, end = dates.begin(since), dates.end(until)
    return (
        *([] if begin is None else [begin <= REPORTED_AT]),
        *([] if end is None else [end > REPORTED_AT]),
    )


async def about(session: ReadSession, user: CurrentUser, client_id: str | None) -> tuple[Any, ...]:
    """Return the condition for reports about one client, or none for all clients. Raises ``NotFound``."""
    if client_id is None:
        return ()
    client_id = lookup_id(client_id)
    if await session.get(Client, (user.organization_id, client_id)) is None:
        raise NotFound(archive.UNKNOWN_CLIENT)
    return (col(Report.client_id) == client_id,)


_HEAD = (
    Report.id,
    Report.client_id,
    Report.user_id,
    REPORTED_AT,
    Report.created_at,
    Report.template,
    col(Client.first_name).label("client_first"),
    col(Client.last_name).label("client_last"),
    col(User.first_name).label("author_first"),
    col(User.last_name).label("author_last"),
)
_WORDS = (
    Report.transcript,
    Report.structured_report,
    Report.report_label,
    Report.title,
    Report.updated_at,
    Report.reviewed_by,
    Report.reviewed_at,
    Report.refiled_by,
    Report.refiled_at,
    Report.transcript_removed_at,
    Client.date_of_birth,
)


def _select(user: CurrentUser, *columns: Any):
    about = and_(col(Client.organization_id) == col(Report.organization_id), col(Client.id) == col(Report.client_id))
    query = select(*columns).join(Client, about).join(User, col(User.id) == col(Report.user_id))
    return query.where(*archived(user))


async def _look(session: AuditedSession, user: CurrentUser, report_id: uuid.UUID | str, action: str) -> ReportView:
    found = await read_one(session, user, report_id)
    await trail.record(session, user, action, "report", found.id, client_id=found.client_id)
    return found


def _summary(row: Client) -> ClientSummary:
    assert row.last_report_at is not None  # noqa: S101  required by every query above
    return ClientSummary(
        row.id, f"{row.first_name} {row.last_name}", row.date_of_birth, row.report_count, row.last_report_at
    )


def _head(row: Any) -> dict[str, Any]:
    return {
        "id": row.id,
        "client_id": row.client_id,
        "client_name": f"{row.client_first} {row.client_last}",
        "user_id": row.user_id,
        "author": f"{row.author_first} {row.author_last}",
        "reported_at": row.reported_at,
        "created_at": row.created_at,
        "template": templates.frozen(row.template),
    }


def _view(row: Any) -> ReportView:
    return ReportView(
        **_head(row),
        transcript=row.transcript,
        structured_report=row.structured_report,
        report_label=row.report_label,
        title=row.title,
        updated_at=row.updated_at,
        reviewed_by=row.reviewed_by,
        reviewed_at=row.reviewed_at,
        refiled_by=row.refiled_by,
        refiled_at=row.refiled_at,
        transcript_removed_at=row.transcript_removed_at,
        date_of_birth=row.date_of_birth,
    )
