"""The users of all organizations, for platform admins."""

import uuid
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, status
from pydantic import Field

from ....db.session import run_in_transaction
from ....services.audit.audited_reads import run_audited
from ....services.platform import deletion, overview, users
from ....services.platform.users import Changes, NewUser, PersonalCredits
from ..guards import PlatformAdmin
from ..responses import refusals
from ..shapes import (
    LAST_SEEN,
    PAGE,
    After,
    Camel,
    Done,
    Email,
    GivenRole,
    Id,
    Limit,
    Name,
    NewPassword,
    Next,
    Number,
    PathId,
    Role,
    Search,
)

router = APIRouter(prefix="/api/admin/users", tags=["admin"])

_CREDITS = "-1 is unlimited; null for both: no credits of their own"


class UserAdminOut(Camel):
    id: uuid.UUID
    email: str
    first_name: str
    last_name: str
    role: Role
    is_active: bool
    is_email_verified: bool
    organization_id: uuid.UUID | None
    organization_name: str | None = Field(description="null: in none")
    personal_monthly_credits: Annotated[int | None, Field(description=_CREDITS)]
    personal_current_credits: int | None
    last_login_at: datetime | None = Field(description="in UTC; null: never")
    created_at: datetime
    version: int


class UserAdminList(Camel):
    users: list[UserAdminOut]
    next: Next


class OneUser(Camel):
    user: UserAdminOut


class NewUserIn(Camel):
    email: Email
    password: NewPassword
    first_name: Name
    last_name: Name
    organization_id: Id
    role: GivenRole = "user"
    personal_monthly_credits: Annotated[Number | None, Field(description=_CREDITS)] = None
    personal_current_credits: Annotated[Number | None, Field(description="left out: as many as monthly")] = None


class UserIn(Camel):
    """Omitted fields keep their values; the personal credits fields go together."""

    is_active: bool | None = None
    organization_id: Id | None = Field(default=None, description="`id` of an organization; null: unchanged")
    role: GivenRole | None = Field(default=None, description="null: unchanged")
    personal_monthly_credits: Annotated[Number | None, Field(description=_CREDITS)] = None
    personal_current_credits: Number | None = None
    version: Annotated[int | None, Field(ge=1, description=LAST_SEEN)] = None


@router.get("")
async def list_users(
    user: PlatformAdmin, query: Search = "", after: After = None, limit: Limit = PAGE
) -> UserAdminList:
    """Return the users of all organizations, newest first, page by page."""
    page = await run_audited(overview.list_users, user, query=query, after=after, limit=limit)
    return UserAdminList(users=[UserAdminOut.model_validate(one) for one in page.items], next=page.next)


@router.post("", status_code=status.HTTP_201_CREATED, responses=refusals(404, 409))
async def create_user(content: NewUserIn, user: PlatformAdmin) -> OneUser:
    """Create an account that can sign in at once."""
    made = await users.create(
        user,
        NewUser(
            email=content.email,
            password=content.password,
            first_name=content.first_name,
            last_name=content.last_name,
            organization_id=content.organization_id,
            role=content.role,
            personal=PersonalCredits(content.personal_monthly_credits, content.personal_current_credits),
        ),
    )
    return await _one(user, made)


@router.put("/{user_id}", responses=refusals(409))
async def change_user(user_id: PathId, content: UserIn, user: PlatformAdmin) -> OneUser:
    """Change, pause or move an account; with `version`, only when it has not changed since."""
    given = content.model_fields_set
    wanted = Changes(
        is_active=content.is_active,
        organization_id=(content.organization_id or "") if "organization_id" in given else None,
        role=content.role,
        personal=PersonalCredits(content.personal_monthly_credits, content.personal_current_credits)
        if given & {"personal_monthly_credits", "personal_current_credits"}
        else None,
    )
    await run_in_transaction(users.change, user, user_id, wanted, version=content.version)
    return await _one(user, user_id)


@router.delete("/{user_id}", responses=refusals(409))
async def delete_user(user_id: PathId, user: PlatformAdmin) -> Done:
    """Delete an account with all its reports, transcripts and the invitations it made, for good."""
    await deletion.delete_user(user, user_id)
    return Done()


async def _one(user: PlatformAdmin, user_id: uuid.UUID | str) -> OneUser:
    return OneUser(user=UserAdminOut.model_validate(await run_in_transaction(overview.get_user, user, user_id)))
