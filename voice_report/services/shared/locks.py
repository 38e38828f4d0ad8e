"""The one order in which rows are locked, so that no two transactions wait for each other in a circle.

1. People, by id: whoever acts locks their own row first (``caller``), together with the people it is about.
2. Organizations, by id.
3. Clients, by id.
4. What belongs to a person or a client: concept jobs, dictations, reports; then invitations and mails.
5. The audit chain (``audit``): always last, because every action of an organization needs it.

A lock that is held already may be asked for again at any time. Who tidies up many rows skips those that are locked
(``free``) and waits for nobody. On SQLite a write transaction is alone, and all of this costs nothing.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from ...errors import NotSignedIn
from ...models import Client, Organization, User
from .existing import existing
from .identity import CurrentUser

Owner = TypeVar("Owner", User, Organization)

#: Rows of one statement: SQLite takes 32,766 values, and nobody should wait long for it.
PORTION = 500


async def locked(
    session: AsyncSession, model: type[Owner], row_id: uuid.UUID | None, *, deleting: bool = False
) -> Owner | None:
    """Read a person or an organization as it is now, and keep others from changing it until the transaction ends.

    One that is being deleted does not exist any more, unless ``deleting`` says that this is the deletion.
    """
    rows = await _locked_rows(session, model, {row_id} if row_id else set(), deleting)
    return rows.get(row_id) if row_id else None


async def accounts(
    session: AsyncSession, *, people: Iterable[uuid.UUID] = (), organizations: Iterable[uuid.UUID] = ()
) -> tuple[dict[uuid.UUID, User], dict[uuid.UUID, Organization]]:
    """Lock people, then organizations, each by id; returns those that exist by their ids."""
    return (
        await _locked_rows(session, User, set(people), False),
        await _locked_rows(session, Organization, set(organizations), False),
    )


async def caller(session: AsyncSession, user: CurrentUser) -> User:
    """Lock the row of whoever acts: what one person writes happens one by one, and never beside their deletion.

    Raises ``NotSignedIn`` when the account is gone, or is being deleted with its organization.
    """
    own = await locked(session, User, user.id)
    if own is None or (await session.exec(select(User.id).where(User.id == own.id, existing(User)))).first() is None:
        raise NotSignedIn
    return own


async def clients(session: AsyncSession, organization_id: uuid.UUID, client_ids: Iterable[str]) -> None:
    """Lock clients of one organization."""
    wanted = sorted(set(client_ids))
    for start in range(0, len(wanted), PORTION):
        some = col(Client.id).in_(wanted[start : start + PORTION])
        query = select(Client.id).where(Client.organization_id == organization_id, some).order_by(Client.id)
        await session.exec(query.with_for_update(key_share=True))


async def all_of(session: AsyncSession, model: Any, *where: Any) -> Sequence[uuid.UUID]:
    """Lock every row that matches, for who is about to delete them; returns their ids, sorted."""
    return (await session.exec(select(model.id).where(*where).order_by(model.id).with_for_update())).all()


async def free(session: AsyncSession, model: Any, *where: Any, limit: int = PORTION) -> Sequence[uuid.UUID]:
    """Lock rows that match and that nobody else holds; returns their ids."""
    query = select(model.id).where(*where).order_by(model.id).limit(limit)
    return (await session.exec(query.with_for_update(skip_locked=True))).all()


async def _locked_rows(
    session: AsyncSession, model: type[Owner], ids: set[uuid.UUID], deleting: bool
) -> dict[uuid.UUID, Owner]:
    if not ids:
        return {}
    query = select(model).where(col(model.id).in_(ids)).order_by(col(model.id)).with_for_update(key_share=True)
    rows = (await session.exec(query.execution_options(populate_existing=True))).all()
    return {row.id: row for row in rows if deleting or row.deleting_at is None}
