"""The users of an organization as platform admins see them: on its card, in the API's list, and in pages."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import func, union_all
from sqlmodel import col, select

from ...db.models import Organization, User
from ...db.session import AuditedSession, ReadSession
from ...errors import or_not_found
from ..audit import trail
from ..shared import pagination
from ..shared.identity import ORGANIZATION_NOT_FOUND, PLATFORM_ADMIN, CurrentUser, parse_id, require
from ..shared.locks import not_being_deleted

#: Users shown on an organization's card until more are requested.
SHOWN = 5
#: Users in one response, over all its organizations: about 1 MB of JSON.
AT_ONCE = 10_000

_BY_NAME = pagination.by_text(col(User.search_key), col(User.id))
_COLUMNS = (
    col(User.organization_id), col(User.id), col(User.email), col(User.role), col(User.first_name), col(User.last_name),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A user of an organization (id, email, role), with the name that lists are in order of."""

    id: uuid.UUID
    email: str
    role: str
    name: str = ""


Members = dict[uuid.UUID, list[MemberRow]]


async def counts(session: ReadSession, ids: Sequence[uuid.UUID]) -> dict[Any, int]:
    """Return the number of users per organization; organizations without users are absent."""
    query = select(User.organization_id, func.count()).where(
        col(User.organization_id).in_(ids), not_being_deleted(User)
    )
    return {row[0]: row[1] for row in await session.exec(query.group_by(col(User.organization_id)))}


async def first_of(session: ReadSession, ids: Sequence[uuid.UUID]) -> Members:
    """Return the first users of each organization by last name, in one statement that reads only those rows."""
    if not ids:
        return {}
    firsts = [
        sa.select(
            sa.select(*_COLUMNS)
            .where(col(User.organization_id) == one, not_being_deleted(User))
            .order_by(*_BY_NAME.columns)
            .limit(SHOWN)
            .subquery()
        )
        for one in ids
    ]
    return _by_organization(await session.execute(union_all(*firsts) if len(firsts) > 1 else firsts[0]))


async def all_of(session: ReadSession, ids: Sequence[uuid.UUID]) -> Members:
    """Return the users of these organizations by last name, at most ``AT_ONCE``; the last in name order are cut off."""
    query = sa.select(*_COLUMNS).where(col(User.organization_id).in_(ids), not_being_deleted(User))
    query = query.order_by(*_BY_NAME.columns).limit(AT_ONCE)
    return _by_organization(await session.execute(query))


async def organization(session: ReadSession, user: CurrentUser, organization_id: uuid.UUID | str) -> Organization:
    """Return an organization that is not being deleted. Raises ``NotAllowed`` or ``NotFound``."""
    require(user, PLATFORM_ADMIN)
    wanted = parse_id(organization_id, ORGANIZATION_NOT_FOUND)
    query = select(Organization).where(Organization.id == wanted, not_being_deleted(Organization))
    return or_not_found((await session.exec(query)).first(), ORGANIZATION_NOT_FOUND)


async def list_members(
    session: AuditedSession,
    user: CurrentUser,
    organization_id: uuid.UUID | str,
    *,
    after: str | None = None,
    limit: int = 20,
) -> pagination.Page[MemberRow]:
    """Return a page of an organization's users, by last name. Raises ``NotAllowed``, ``NotFound``, ``Invalid``."""
    found = await organization(session, user, organization_id)
    query = select(User).where(User.organization_id == found.id, not_being_deleted(User))
    page = await pagination.fetch(session, query, _BY_NAME, after=after, limit=limit)
    await trail.record(session, user, "view", "users", organization_id=found.id)
    return page.map(lambda row: MemberRow(row.id, row.email, row.role, f"{row.first_name} {row.last_name}"))


def _by_organization(rows: Any) -> Members:
    found: Members = {}
    for organization_id, user_id, email, role, first_name, last_name in rows:
        found.setdefault(organization_id, []).append(MemberRow(user_id, email, role, f"{first_name} {last_name}"))
    return found
