"""The users of an organization, as its administrator sees them."""

import uuid
from dataclasses import dataclass

from sqlmodel import col, select

from ...database import ReadSession, WriteSession
from ...models import User
from ..audit import trail
from ..shared import pagination
from ..shared.existing import existing
from ..shared.identity import ADMIN, CurrentUser, require
from . import seats


@dataclass(frozen=True, slots=True)
class Colleague:
    """A user of the organization (spec section 7, ``GET /api/auth/users``)."""

    id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    role: str
    is_active: bool

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


async def list_users(
    session: WriteSession, user: CurrentUser, *, after: str | None = None, limit: int = 20
) -> pagination.Page[Colleague]:
    """Return a page of the organization's users, by last name. Raises ``NotAllowed``."""
    require(user, ADMIN)
    query = select(User).where(User.organization_id == user.organization_id, existing(User))
    order = pagination.by_text(col(User.last_name), col(User.id))
    page = await pagination.fetch(session, query, order, after=after, limit=limit)
    await trail.record(session, user, "view", "users")
    return page.map(_view)


async def count_places(session: ReadSession, user: CurrentUser) -> seats.SeatUsage:
    """Return how many seats the organization has and how many are taken. Raises ``NotAllowed``."""
    require(user, ADMIN)
    return await seats.count_for(session, user.organization_id)


def _view(row: User) -> Colleague:
    return Colleague(row.id, row.first_name, row.last_name, row.email, row.role, row.is_active)
