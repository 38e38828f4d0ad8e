"""The signed-in user's organization."""

import uuid

from fastapi import APIRouter

from ....db.session import run_reading
from ....services.organizations import organizations
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, PlanId

router = APIRouter(prefix="/api/organization", tags=["organization"])


class OrganizationOut(Camel):
    """Credits are -1 when unlimited."""

    id: uuid.UUID
    name: str
    plan: PlanId
    current_credits: int
    monthly_credits: int
    can_save_to_archive: bool


@router.get("", responses=refusals(403, 404))
async def get_organization(user: Caller) -> OrganizationOut:
    """Return the plan and the credits; 403 for a user without an organization."""
    return OrganizationOut.model_validate(await run_reading(organizations.view, user.organization_id))
