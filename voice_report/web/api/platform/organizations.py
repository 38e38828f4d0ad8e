"""The platform and its organizations, for platform admins."""

import uuid
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, status
from pydantic import BaseModel, Field

from ....db.session import run_in_transaction, run_reading, transaction
from ....services.audit.audited_reads import run_audited
from ....services.billing import checkout
from ....services.organizations import organizations
from ....services.platform import deletion, members, overview
from ....services.shared import text
from ..guards import PlatformAdmin
from ..responses import refusals
from ..shapes import (
    LAST_SEEN,
    PAGE,
    After,
    Camel,
    Done,
    GivenPlan,
    Id,
    Limit,
    Next,
    Number,
    PathId,
    PlanId,
    Role,
    Said,
    Search,
)

router = APIRouter(prefix="/api/admin", tags=["admin"])

OrganizationName = Annotated[
    str,
    Field(
        max_length=text.DECOMPOSED * organizations.MAX_NAME,
        description=f"at most {organizations.MAX_NAME} characters, composed",
    ),
]


class ByPlan(Camel):
    paid: int = Field(description="organizations with another plan than `trial`")
    trial: int = Field(description="organizations with the plan `trial`")


class ByRole(BaseModel):
    """Counts per role; the fields are named as the roles are."""

    platform_admin: int = Field(description="how many")
    admin: int = Field(description="how many")


class StatsOut(Camel):
    total_organizations: int
    organizations_by_plan: ByPlan
    total_users: int
    active_users: int = Field(description="not paused")
    total_reports: int = Field(description="ever made")
    users_by_role: ByRole


class MemberOut(Camel):
    id: uuid.UUID
    email: str
    role: Role


class OrganizationAdminOut(Camel):
    """Credits are -1 when unlimited. `users` lists all users, `userCount` is their number.

    Only an organization with more than 10,000 users shows just its first 10,000 here; its own list has the rest.
    """

    id: uuid.UUID
    name: str
    plan: PlanId
    monthly_credits: int
    current_credits: int
    max_users: int
    save_reports_to_archive: bool
    stripe_subscription_id: str | None = Field(description="null: no subscription")
    subscription_status: str | None = Field(description="as Stripe names it; null: no subscription")
    subscription_current_period_end: datetime | None = Field(description="in UTC; null: no subscription")
    created_at: datetime
    updated_at: datetime
    version: int
    user_count: int = Field(description="all of them, also where `users` has fewer")
    users: list[MemberOut]


class OrganizationAdminList(Camel):
    organizations: list[OrganizationAdminOut]
    next: Next


class MemberList(Camel):
    users: list[MemberOut]
    next: Next


class OneOrganization(Camel):
    organization: OrganizationAdminOut


class NewOrganizationIn(Camel):
    name: OrganizationName
    plan: GivenPlan = "trial"


class OrganizationIn(Camel):
    name: OrganizationName
    plan: GivenPlan
    max_users: Number
    save_reports_to_archive: bool
    monthly_credits: Annotated[
        Number | None, Field(description="-1 is unlimited; left out or null: as the plan says when that changes")
    ] = None
    current_credits: Annotated[Number | None, Field(description="the same; otherwise the balance stays")] = None
    version: Annotated[int | None, Field(ge=1, description=LAST_SEEN)] = None


class CreditsIn(Camel):
    amount: Annotated[Number, Field(description="how many to add: 1 to 1,000,000")]
    reason: Annotated[
        str, Field(max_length=text.DECOMPOSED * organizations.MAX_REASON, description="its ledger shows it")
    ]
    key: Annotated[Id | None, Field(min_length=1, description="your own; the same key gives only once")] = None


@router.get("/stats")
async def get_stats(user: PlatformAdmin) -> StatsOut:
    """Return the counts of the whole installation."""
    counts = await run_reading(overview.stats, user)
    return StatsOut(
        total_organizations=counts.organizations,
        organizations_by_plan=ByPlan(paid=counts.paid, trial=counts.trial),
        total_users=counts.users,
        active_users=counts.active_users,
        total_reports=counts.reports,
        users_by_role=ByRole(platform_admin=counts.platform_admins, admin=counts.admins),
    )


@router.get("/organizations")
async def list_organizations(
    user: PlatformAdmin, query: Search = "", after: After = None, limit: Limit = PAGE
) -> OrganizationAdminList:
    """Return the organizations by name with all their users, page by page.

    A page ends before `limit` when its organizations have more than 10,000 users together; `next` continues.
    """
    page = await run_audited(overview.list_organizations, user, query=query, after=after, limit=limit, all_users=True)
    found = [OrganizationAdminOut.model_validate(one) for one in page.items]
    return OrganizationAdminList(organizations=found, next=page.next)


@router.post("/organizations", status_code=status.HTTP_201_CREATED, responses=refusals(404))
async def create_organization(content: NewOrganizationIn, user: PlatformAdmin) -> OneOrganization:
    """Create an organization, with the credits of its starting plan."""
    async with transaction() as session:
        made = await organizations.create(session, user, content.name, content.plan)
        row = await overview.get_organization(session, user, made, all_users=True)
    return OneOrganization(organization=OrganizationAdminOut.model_validate(row))


@router.get("/organizations/{organization_id}/users")
async def list_members(
    organization_id: PathId, user: PlatformAdmin, after: After = None, limit: Limit = PAGE
) -> MemberList:
    """Return the users of one organization by last name, page by page."""
    page = await run_audited(members.list_members, user, organization_id, after=after, limit=limit)
    return MemberList(users=[MemberOut.model_validate(one) for one in page.items], next=page.next)


@router.put("/organizations/{organization_id}", responses=refusals(409))
async def change_organization(organization_id: PathId, content: OrganizationIn, user: PlatformAdmin) -> OneOrganization:
    """Change an organization; with `version`, only when it has not changed since."""
    wanted = organizations.Settings(**content.model_dump(exclude={"version"}))
    async with transaction() as session:
        await organizations.change(session, user, organization_id, wanted, version=content.version)
        row = await overview.get_organization(session, user, organization_id, all_users=True)
    return OneOrganization(organization=OrganizationAdminOut.model_validate(row))


@router.post("/organizations/{organization_id}/credits", responses=refusals(409))
async def give_credits(organization_id: PathId, content: CreditsIn, user: PlatformAdmin) -> OneOrganization:
    """Add credits to an organization's balance, with a reason."""
    given = (content.amount, content.reason)
    await run_in_transaction(organizations.give_credits, user, organization_id, *given, key=content.key)
    row = await run_in_transaction(overview.get_organization, user, organization_id, all_users=True)
    return OneOrganization(organization=OrganizationAdminOut.model_validate(row))


@router.delete("/organizations/{organization_id}", responses=refusals(409))
async def delete_organization(organization_id: PathId, user: PlatformAdmin) -> Done:
    """Delete an organization with its users, reports, clients and invitations, for good."""
    await deletion.delete_organization(user, organization_id)
    return Done()


@router.post("/organizations/{organization_id}/cancel-subscription", responses=refusals(409, 422))
async def cancel_subscription(organization_id: PathId, user: PlatformAdmin) -> Said:
    """Cancel an active subscription; it lasts until the end of the paid period."""
    await checkout.cancel_subscription(user, organization_id)
    return Said(message="Abonnement geannuleerd")
