"""The users of the caller's organization, for its administrators (spec section 7, ``GET /api/auth/users``)."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from ...database import transaction
from ...services.organizations import members
from ...services.shared.identity import ADMIN, CurrentUser
from ..guards import with_role
from ..responses import SIGNED_IN
from ..shapes import PAGE, Camel, Limit, Next

router = APIRouter(prefix="/api/auth/users", tags=["admin"], responses=SIGNED_IN)


class ColleagueOut(Camel):
    id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    role: str
    is_active: bool


class UserList(Camel):
    users: list[ColleagueOut]
    next: Next


@router.get("")
async def list_users(
    user: Annotated[CurrentUser, Depends(with_role(ADMIN))],
    after: Annotated[str | None, Query(max_length=1000)] = None,
    limit: Limit = PAGE,
) -> UserList:
    """Return the users of the organization, by last name, page by page."""
    async with transaction() as session:
        page = await members.list_users(session, user, after=after, limit=limit)
    return UserList(users=[ColleagueOut.model_validate(one) for one in page.items], next=page.next)
