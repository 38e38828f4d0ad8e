"""The author's own drafts in lists: whole, for the API, and as previews, for the screen.

A page of a list is bounded in the characters of its texts too; the archive's lists share that bound.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, func, or_
from sqlalchemy import select as sa_select
from sqlmodel import col

from ...db.models import Client, Report
from ...db.session import AuditedSession, ReadSession
from ...dutch import folding
from ...dutch.characters import cleaned
from ..audit import trail
from ..shared import pagination
from ..shared.identity import CurrentUser
from ..shared.text import MAX_SEARCH, MAX_WORDS
from . import templates
from .content import MAX_REPORT, MAX_TRANSCRIPT
from .drafts import COLUMNS, ListedDraft, own

#: Drafts of the maximum size that fit on one page of a list, and the characters of their texts.
PAGE_DRAFTS = 20
PAGE_CHARACTERS = PAGE_DRAFTS * (MAX_TRANSCRIPT + MAX_REPORT)
PREVIEW = 400  # characters


@dataclass(frozen=True, slots=True)
class DraftPreview:
    """A draft in the author's list: ``preview`` is the beginning of its transcript, on one line.

    ``client_name`` is empty without a client, ``template`` (its name) without a report. ``copied_at``: its present text
    was copied then.
    """

    id: uuid.UUID
    title: str
    preview: str
    updated_at: datetime
    has_report: bool
    client_name: str
    template: str
    copied_at: datetime | None


def characters(transcript: Any = Report.transcript, report: Any = Report.structured_report) -> Any:
    """Return the number of characters of both texts, as an expression for a query."""
    return func.length(transcript) + func.coalesce(func.length(report), 0)


#: The author's drafts, in the columns of ``ListedDraft``.
_LISTED = sa_select(
    *(COLUMNS[one.name] for one in fields(ListedDraft) if one.name not in ("has_former", "reported_at")),
    COLUMNS.former.is_not(None).label("has_former"),
    func.coalesce(COLUMNS.reported_at, COLUMNS.created_at).label("reported_at"),
).where(*own(bindparam("user"), bindparam("organization")), COLUMNS.example.is_(None))
_LAST_CHANGED = pagination.newest_first(COLUMNS.updated_at, COLUMNS.id)
_LIST = pagination.Listing(_LISTED, _LAST_CHANGED)


async def list_drafts(
    session: AuditedSession, user: CurrentUser, *, after: str | None = None, limit: int = 20
) -> pagination.Page[ListedDraft]:
    """Return a page of the author's drafts, last changed first; ``after`` is the previous page's ``next``.

    The page ends before ``limit`` when its drafts have more than ``PAGE_CHARACTERS`` in total.
    """
    mine = {"user": user.id, "organization": user.organization_id}
    if limit <= PAGE_DRAFTS:
        short = (await _LIST.fetch(session, mine, after=after, limit=limit)).map(_listed)
        await trail.record_shown(session, user, "drafts", [one.client_id for one in short.items])
        return short
    sizes = sa_select(COLUMNS.id, COLUMNS.updated_at, characters()).where(
        *own(user.id, user.organization_id), COLUMNS.example.is_(None)
    )
    page = within_size(await pagination.fetch(session, sizes, _LAST_CHANGED, after=after, limit=limit), _LAST_CHANGED)
    found = await session.execute(_LISTED.where(COLUMNS.id.in_([row.id for row in page.items])), mine)
    rows = {row.id: row for row in found}
    await trail.record_shown(session, user, "drafts", [row.client_id for row in rows.values()])
    return pagination.Page([_listed(rows[row.id]) for row in page.items if row.id in rows], page.next)


def _listed(row: Any) -> ListedDraft:
    return ListedDraft(**{**row._mapping, "template": templates.frozen(row.template)})


async def list_previews(
    session: AuditedSession,
    user: CurrentUser,
    *,
    words: str = "",
    copied: bool | None = None,
    after: str | None = None,
    limit: int = 20,
) -> pagination.Page[DraftPreview]:
    """Return the same page for a list on the screen, without reading the whole texts (megabytes for a long list).

    ``words``: only drafts that have each of them in a text or in the client's name, without regard to capitals and
    accents. ``copied``: only those whose present text was copied, or was not.
    """
    beginning = func.substr(Report.transcript, 1, PREVIEW).label("beginning")
    has_report = (func.coalesce(func.length(Report.structured_report), 0) > 0).label("has_report")
    client: Any = (Client.first_name, Client.last_name, col(Client.id).label("client_id"))
    columns: Any = (Report.id, Report.title, beginning, Report.updated_at, has_report, *client)
    columns = (*columns, Report.template, Report.copied_at)
    query = sa_select(*columns).select_from(Report).outerjoin(Client, client_of())
    query = query.where(*own(user.id, user.organization_id), col(Report.example).is_(None))
    if copied is not None:
        query = query.where(col(Report.copied_at).is_not(None) if copied else col(Report.copied_at).is_(None))
    query = having(session, query, words, Report)
    page = await pagination.fetch(session, query, _LAST_CHANGED, after=after, limit=limit)
    await trail.record_shown(session, user, "drafts", [row.client_id for row in page.items])
    return page.map(_preview)


def _preview(row: Any) -> DraftPreview:
    return DraftPreview(
        id=row.id,
        title=row.title,
        preview=" ".join(row.beginning.split()),
        updated_at=row.updated_at,
        has_report=row.has_report,
        client_name=f"{row.first_name} {row.last_name}" if row.last_name else "",
        template=templates.frozen(row.template).name if row.has_report else "",
        copied_at=row.copied_at,
    )


def within_size(page: pagination.Page[Any], order: pagination.Order) -> pagination.Page[Any]:
    """End a page of rows (id, moment, characters) before they have more than ``PAGE_CHARACTERS`` in total."""
    return pagination.within(page, order, (row[2] for row in page.items), PAGE_CHARACTERS)


def client_of(table: Any = Report) -> Any:
    """Return the condition that joins a report, or a row of another table about a client, with its client."""
    return and_(col(Client.organization_id) == col(table.organization_id), col(Client.id) == col(table.client_id))


def having(session: ReadSession, query: Any, words: str, table: Any) -> Any:
    """Return the query of drafts and their clients with only those that have each of the words, if there are any."""
    wanted = terms(words)
    texts = (table.transcript, table.structured_report, Client.first_name, Client.last_name)
    return query.where(holds(session, wanted, texts)) if wanted else query


def terms(words: str) -> list[str]:
    """Return the words of a search in the form that ``holds`` takes, ``MAX_WORDS`` at most."""
    found = map(folding.term, cleaned(words[:MAX_SEARCH]).split()[:MAX_WORDS])
    return [term for term in found if term]


def holds(session: ReadSession, terms: list[str], texts: Sequence[Any]) -> Any:
    """Return the condition that each of the terms is in one of the texts."""
    if session.get_bind().dialect.name == "sqlite":
        return func.holds_all(" ".join(terms), *texts)
    return and_(*(or_(*(text.regexp_match(folding.pattern(term)) for text in texts)) for term in terms))
