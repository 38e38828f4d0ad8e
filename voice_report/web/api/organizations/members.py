"""The users of the caller's organization, for its administrators (``GET /api/auth/users``)."""

import uuid

from fastapi import APIRouter
from pydantic import Field

from ....db.session import run_in_transaction
from ....services.audit.audited_reads import run_audited
from ....services.organizations import members
from ..guards import Admin, AnyAdmin
from ..responses import refusals
from ..shapes import PAGE, After, Camel, Done, Limit, Next, PathId, Role

router = APIRouter(prefix="/api/auth/users", tags=["admin"])


class ColleagueOut(Camel):
    id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    role: Role
    is_active: bool
    has_second_factor: bool = Field(description="an authenticator app or a passkey")
    is_reset: bool = Field(description="the second factor was taken away, and no new one set up yet")
    is_linked: bool = Field(description="the organization's identity provider opens the account")


class UserList(Camel):
    users: list[ColleagueOut]
    next: Next


@router.get("")
async def list_colleagues(
    user: Admin,
    after: After = None,
    limit: Limit = PAGE,
) -> UserList:
    """Return the users of the organization, by last name, page by page."""
    page = await run_audited(members.list_users, user, after=after, limit=limit)
    return UserList(users=[ColleagueOut.model_validate(one) for one in page.items], next=page.next)


@router.post("/{user_id}/reset-second-factor", responses=refusals(409))
async def reset_second_factor(user_id: PathId, user: AnyAdmin) -> Done:
    """Take a lost second factor away: sessions end, and a mailed link begins to set up a new one.

    For members of one's own organization; for platform administrators, of an organization's administrator.
    """
    await run_in_transaction(members.reset_second_factor, user, user_id)
    return Done()


@router.post("/{user_id}/unlink-identity", responses=refusals(409))
async def unlink_identity(user_id: PathId, user: Admin) -> Done:
    """Loosen the work account of a member of one's own organization, who is mailed: the sessions that the identity
    provider opened end, and the next sign-in there needs the password or a passkey of the account."""
    await run_in_transaction(members.unlink, user, user_id)
    return Done()
