"""The second factor that the caller's organization asks of its members, for its administrators."""

import uuid
from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from ....db.session import run_in_transaction, run_reading
from ....services.audit.audited_reads import run_audited
from ....services.organizations import second_factor_policy
from ..guards import Admin
from ..responses import refusals
from ..shapes import PAGE, After, Camel, Limit, Next, Number, PathId

router = APIRouter(prefix="/api/organization/second-factor", tags=["organization"])


class PolicyOut(Camel):
    choice: Literal["off", "recommended", "required"] = Field(
        description="of a second factor, for members who have none"
    )
    since: date | None = Field(description="the day from which it is required, in the Netherlands")
    remember_days: int = Field(description="for how long a device needs no code; 0 is not at all")
    version: int = Field(description="send it along with a change")


class PolicyIn(Camel):
    choice: Literal["off", "recommended", "required"]
    since: date | None = Field(
        default=None, description="needed with `required`: from which day, today or later, in the Netherlands"
    )
    remember_days: Annotated[Number, Field(ge=0, le=30)] = Field(
        default=0, description="for how long a device needs no code; 0 is not at all"
    )
    version: Number | None = Field(default=None, description="refuses the change when it is not the newest (409)")


class WithoutOut(Camel):
    id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    reminded_at: datetime | None = Field(description="of the last mail, in UTC; null: none")


class WithoutList(Camel):
    users: list[WithoutOut]
    next: Next


class Reminded(Camel):
    reminded: int = Field(description="how many were mailed; 500 at most, so call again")


@router.get("", responses=refusals(404))
async def get_second_factor_policy(user: Admin) -> PolicyOut:
    """Return what the organization asks of its members when they sign in."""
    return PolicyOut.model_validate(await run_reading(second_factor_policy.view, user))


@router.put("", responses=refusals(404, 409))
async def change_second_factor_policy(content: PolicyIn, user: Admin) -> PolicyOut:
    """Change what members need to sign in.

    From the day on, who has no second factor is led through setting one up after the password.
    """
    return PolicyOut.model_validate(await run_in_transaction(second_factor_policy.change, user, **content.model_dump()))


@router.get("/without")
async def list_without_second_factor(user: Admin, after: After = None, limit: Limit = PAGE) -> WithoutList:
    """Return the active members who have no second factor, by last name, page by page."""
    page = await run_audited(second_factor_policy.list_without, user, after=after, limit=limit)
    return WithoutList(users=[WithoutOut.model_validate(one) for one in page.items], next=page.next)


@router.post("/remind", responses=refusals(404, 409))
async def remind_members(user: Admin) -> Reminded:
    """Mail a reminder to each member without a second factor who got none today."""
    return Reminded(reminded=await run_in_transaction(second_factor_policy.remind, user))


@router.post("/remind/{user_id}", responses=refusals(409))
async def remind_member(user_id: PathId, user: Admin) -> Reminded:
    """Mail a reminder to one of them, at most once a day."""
    return Reminded(reminded=await run_in_transaction(second_factor_policy.remind, user, user_id))
