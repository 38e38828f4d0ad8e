"""What the rows of the audit trail are about, read from the tables at the moment of looking.

The trail keeps ids only. What was deleted since then has no name here, and no content of a report is read.
"""

import contextlib
import uuid
from collections.abc import Callable
from typing import Any

from sqlmodel import col, select

from ...core import texts
from ...db.models import AuditLog, FieldProfile, Invitation, OwnTemplate, OwnWord, Report
from ...db.session import ReadSession
from ...errors import NotFound
from ..shared.identity import PLATFORM_ADMIN, CurrentUser, parse_id


def _report(row: Any) -> str:
    day = f"Concept van {texts.dutch_date(row.created_at)}"
    return day if row.is_draft else texts.reference(row.id, row.created_at)


_REPORT = (Report, (Report.id, Report.is_draft, Report.created_at), _report)
_SOURCES: dict[str, tuple[Any, tuple[Any, ...], Callable[[Any], str]]] = {
    "invitation": (Invitation, (Invitation.id, Invitation.email), lambda row: row.email),
    "template": (OwnTemplate, (OwnTemplate.id, OwnTemplate.name), lambda row: row.name),
    "field profile": (FieldProfile, (FieldProfile.id, FieldProfile.name), lambda row: row.name),
    "word": (OwnWord, (OwnWord.id, OwnWord.word), lambda row: row.word),
    **dict.fromkeys(("report", "draft", "draft point", "former draft"), _REPORT),
    **dict.fromkeys(("concept", "concept by AI", "concept without AI", "concept section"), _REPORT),
}


async def of(session: ReadSession, user: CurrentUser, rows: list[AuditLog]) -> dict[tuple[str, str], str]:
    """Return the name of what each row is about, by resource and resource id; the caller sees these rows already."""
    found: dict[tuple[str, str], str] = {}
    for table in {source[0] for source in _SOURCES.values()}:
        resources = [name for name, source in _SOURCES.items() if source[0] is table]
        _, columns, name = _SOURCES[resources[0]]
        ids = {one for row in rows if row.resource in resources for one in _id(row)}
        if not ids:
            continue
        query = select(*columns).where(col(table.id).in_(ids))
        if user.role != PLATFORM_ADMIN:
            query = query.where(table.organization_id == user.organization_id)
        for thing in (await session.exec(query)).all():
            found.update({(resource, str(thing.id)): name(thing) for resource in resources})
    return found


def _id(row: AuditLog) -> list[uuid.UUID]:
    with contextlib.suppress(NotFound):
        return [parse_id(row.resource_id, "")]
    return []
