"""Deleted drafts: their author can restore them for ``KEPT``; then the hourly job erases them.

No other user sees them, and nothing that reads drafts finds them: they have a table of their own. The dictations and
concept jobs of a draft go at its deletion, because their texts are copies of the draft's. The spoken example is not
kept.
"""

import json
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select as sa_select
from sqlmodel import col, delete, func, select

from ... import clock
from ...db.models import Client, DeletedDraft, Report
from ...db.session import AuditedSession, WriteSession
from ..audit import erasures, trail
from ..processing import steps
from ..shared import locks, pagination
from ..shared.identity import CurrentUser, parse_id
from . import drafts, listing, news

KEPT = timedelta(days=30)
#: Deleted drafts of one person; after that many the oldest goes. A day of work is some twenty reports.
MOST = 1000
_COLUMNS = {"id", "created_at", "user_id", "organization_id", "client_id", "transcript", "structured_report"}
_LAST_DELETED = pagination.newest_first(col(DeletedDraft.deleted_at), col(DeletedDraft.id))


@dataclass(frozen=True, slots=True)
class DeletedPreview:
    """A deleted draft in its author's list: ``preview`` is the beginning of its transcript, on one line.

    ``client_name`` is empty without a client. ``erased_at`` is when it can be restored no more.
    """

    id: uuid.UUID
    preview: str
    client_name: str
    deleted_at: datetime
    erased_at: datetime


async def delete_draft(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str) -> None:
    """Delete a draft, with its dictations and concept jobs, so that its author can restore it. Raises ``NotFound``."""
    await locks.caller(session, user)
    found = await drafts.find(session, user, draft_id, locked=True)
    kept = None if found.example is not None else _kept(found)
    if kept is not None:
        session.add(kept)
        await session.flush()
        await steps.keep_for_deleted(session, found.id)
    await drafts.remove(session, [found.id])
    if kept is not None:
        oldest = select(DeletedDraft.id).where(DeletedDraft.user_id == user.id)
        beyond = (await session.exec(oldest.order_by(*_LAST_DELETED.columns).offset(MOST))).all()
        await erasures.note(session, erasures.DRAFT, beyond, user.organization_id)
        await session.exec(delete(DeletedDraft).where(col(DeletedDraft.id).in_(beyond)))
    await trail.record(session, user, "delete", "draft", found.id, client_id=found.client_id)


async def list_deleted(
    session: AuditedSession, user: CurrentUser, *, words: str = "", after: str | None = None, limit: int = 20
) -> pagination.Page[DeletedPreview]:
    """Return a page of the author's deleted drafts, last deleted first; ``words`` as in ``listing.list_previews``."""
    beginning = func.substr(DeletedDraft.transcript, 1, listing.PREVIEW).label("beginning")
    columns: Any = (DeletedDraft.id, DeletedDraft.deleted_at, beginning, Client.first_name, Client.last_name)
    columns = (*columns, DeletedDraft.client_id)
    query = sa_select(*columns).select_from(DeletedDraft).outerjoin(Client, listing.client_of(DeletedDraft))
    query = listing.having(session, query.where(*_own(user)), words, DeletedDraft)
    page = await pagination.fetch(session, query, _LAST_DELETED, after=after, limit=limit)
    await trail.record_shown(session, user, "drafts", [row.client_id for row in page.items])
    return page.map(_preview)


async def restore(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str) -> None:
    """Make a deleted draft a draft again, the last changed one. A client that no longer exists is left out, also when
    its number is another's now.

    Raises ``NotFound``.
    """
    await locks.caller(session, user)
    found = await _find(session, user, draft_id)
    rest = {name: value for name, value in json.loads(found.rest).items() if name in Report.model_fields}
    draft = Report.model_validate({**rest, **{name: getattr(found, name) for name in _COLUMNS}, "is_draft": True})
    client = await session.get(Client, (found.organization_id, draft.client_id)) if draft.client_id else None
    if client is None or client.created_at > found.deleted_at:
        draft.client_id = None
    draft.version, draft.updated_at = draft.version + 1, clock.now()
    session.add(draft)
    await session.flush()
    await steps.give_back(session, draft.id)
    await session.delete(found)
    await session.flush()
    news.publish(session, user.id)
    await trail.record(session, user, "restore", "draft", draft.id, client_id=draft.client_id)


async def erase(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str) -> None:
    """Erase a deleted draft before its time. Raises ``NotFound``."""
    await locks.caller(session, user)
    found = await _find(session, user, draft_id)
    await erasures.note(session, erasures.DRAFT, [found.id], found.organization_id)
    await session.delete(found)
    await session.flush()
    await trail.record(session, user, "erase", "draft", found.id, client_id=found.client_id)


async def purge(session: WriteSession) -> int:
    """Erase the drafts that were deleted more than ``KEPT`` ago (hourly job); return how many."""
    found = await locks.free(session, DeletedDraft, col(DeletedDraft.deleted_at) < clock.now() - KEPT)
    whose = select(DeletedDraft.organization_id, DeletedDraft.id).where(col(DeletedDraft.id).in_(found))
    rows = (await session.exec(whose)).all()
    for organization_id in {row[0] for row in rows}:
        mine = [row[1] for row in rows if row[0] == organization_id]
        await erasures.note(session, erasures.DRAFT, mine, organization_id)
    await session.exec(delete(DeletedDraft).where(col(DeletedDraft.id).in_(found)))
    return len(found)


def _kept(draft: Report) -> DeletedDraft:
    rest = json.dumps(draft.model_dump(mode="json", exclude=_COLUMNS), ensure_ascii=False)
    return DeletedDraft(**draft.model_dump(include=_COLUMNS), rest=rest)


async def _find(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str) -> DeletedDraft:
    query = select(DeletedDraft).where(*_own(user), DeletedDraft.id == parse_id(draft_id, drafts.NOT_FOUND))
    return await locks.row(session, query, drafts.NOT_FOUND, locked=True)


def _own(user: CurrentUser) -> tuple[Any, ...]:
    """Return the condition for the author's own, which can still be restored."""
    return (
        DeletedDraft.user_id == user.id,
        DeletedDraft.organization_id == user.organization_id,
        DeletedDraft.deleted_at > clock.now() - KEPT,
    )


def _preview(row: Any) -> DeletedPreview:
    return DeletedPreview(
        id=row.id,
        preview=" ".join(row.beginning.split()),
        client_name=f"{row.first_name} {row.last_name}" if row.last_name else "",
        deleted_at=row.deleted_at,
        erased_at=row.deleted_at + KEPT,
    )
