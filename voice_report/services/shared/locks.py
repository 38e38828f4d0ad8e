"""The single order in which rows are locked, so that transactions cannot deadlock.

1. Users, by id: the caller's own row first (``caller``), together with the users that the action is about.
2. Organizations, by id.
3. Clients, by id.
4. Rows that belong to a user or a client: concept jobs, dictations, reports; then invitations and mails.
5. The audit chain (``audit.trail``): always last, because every action of an organization needs it.

A lock that the transaction already holds may be taken again at any time. A cleanup of many rows skips locked rows
(``free``, SKIP LOCKED) and never waits. SQLite has a single writer at a time, so there the locks cost nothing.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, and_, bindparam, or_
from sqlalchemy import select as sa_select
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from ...db.models import Client, Organization, User
from ...db.session import ReadSession, WriteSession
from ...errors import NotSignedIn, or_not_found
from .identity import CurrentUser

Owner = TypeVar("Owner", User, Organization)
Row = TypeVar("Row")


def not_being_deleted(model: type[User] | type[Organization]) -> ColumnElement[bool]:
    """Return the condition that a row is not being deleted; a user is deleted together with their organization."""
    if model is Organization:
        return col(Organization.deleting_at).is_(None)
    going = select(Organization.id).where(col(Organization.deleting_at).is_not(None))
    home = col(User.organization_id)
    return and_(col(User.deleting_at).is_(None), or_(home.is_(None), home.not_in(going)))


#: The caller's own row, and whether it is still there. Every action asks this, so the queries are built once, and of
#: columns: making an object of a row takes longer than finding it.
_USERS = User.__table__  # pyright: ignore[reportAttributeAccessIssue]
_OWN = sa_select(_USERS.c.id).where(_USERS.c.id == bindparam("user")).with_for_update(key_share=True)
_STILL_THERE = sa_select(_USERS.c.id).where(_USERS.c.id == bindparam("user"), not_being_deleted(User))

_AS_IT_IS_NOW = {"populate_existing": True}  # also where the session has the row already

#: Rows per statement: SQLite accepts 32,766 values, and no other transaction should have to wait long.
PORTION = 500


async def locked(
    session: WriteSession, model: type[Owner], row_id: uuid.UUID | None, *, deleting: bool = False
) -> Owner | None:
    """Lock a user or an organization until the transaction ends, and return its current row.

    Returns ``None`` for a row that is being deleted, unless the caller is the deletion itself (``deleting``).
    """
    rows = await _locked_rows(session, model, {row_id} if row_id else set(), deleting)
    return rows.get(row_id) if row_id else None


async def accounts(
    session: WriteSession, *, people: Iterable[uuid.UUID] = (), organizations: Iterable[uuid.UUID] = ()
) -> tuple[dict[uuid.UUID, User], dict[uuid.UUID, Organization]]:
    """Lock users, then organizations, each in order of id; returns the rows that exist, keyed by id."""
    return (
        await _locked_rows(session, User, set(people), False),
        await _locked_rows(session, Organization, set(organizations), False),
    )


async def row(
    session: ReadSession,
    query: SelectOfScalar[Row],
    refusal: str,
    parameters: dict[str, Any] | None = None,
    *,
    locked: bool,
) -> Row:
    """Return the row that a query finds, as it is now; ``locked``: no one else changes it until the transaction ends.

    Raises ``NotFound`` with this sentence when there is none.
    """
    if locked:
        query = query.with_for_update(key_share=True)
    return or_not_found(
        (await session.exec(query, params=parameters, execution_options=_AS_IT_IS_NOW)).first(), refusal
    )


async def caller(session: WriteSession, user: CurrentUser) -> None:
    """Lock the caller's own row, which serializes their writes with each other and with the deletion of the account.

    Raises ``NotSignedIn`` when the account no longer exists, or is being deleted with its organization.
    """
    own = {"user": user.id}
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(_OWN, own)
    # What was deleted during the wait for the lock shows in a second query only.
    if (await session.execute(_STILL_THERE, own)).first() is None:
        raise NotSignedIn


async def caller_row(session: WriteSession, user: CurrentUser) -> User:
    """Lock the caller's own row as ``caller`` does, and return it."""
    await caller(session, user)
    own = await session.get(User, user.id, populate_existing=True)
    if own is None:
        raise NotSignedIn
    return own


async def clients(session: WriteSession, organization_id: uuid.UUID, client_ids: Iterable[str]) -> None:
    """Lock clients of one organization."""
    wanted = sorted(set(client_ids))
    for start in range(0, len(wanted), PORTION):
        some = col(Client.id).in_(wanted[start : start + PORTION])
        query = select(Client.id).where(Client.organization_id == organization_id, some).order_by(Client.id)
        await session.exec(query.with_for_update(key_share=True))


async def all_of(session: WriteSession, model: Any, *where: Any) -> Sequence[uuid.UUID]:
    """Lock every matching row before a deletion; returns their ids, sorted."""
    return (await session.exec(select(model.id).where(*where).order_by(model.id).with_for_update())).all()


async def free(session: WriteSession, model: Any, *where: Any, limit: int = PORTION) -> Sequence[uuid.UUID]:
    """Lock matching rows, skipping those that another transaction has locked (SKIP LOCKED); returns their ids."""
    query = select(model.id).where(*where).order_by(model.id).limit(limit)
    return (await session.exec(query.with_for_update(skip_locked=True))).all()


async def _locked_rows(
    session: WriteSession, model: type[Owner], ids: set[uuid.UUID], deleting: bool
) -> dict[uuid.UUID, Owner]:
    if not ids:
        return {}
    query = select(model).where(col(model.id).in_(ids)).order_by(col(model.id)).with_for_update(key_share=True)
    rows = (await session.exec(query.execution_options(populate_existing=True))).all()
    return {row.id: row for row in rows if deleting or row.deleting_at is None}
