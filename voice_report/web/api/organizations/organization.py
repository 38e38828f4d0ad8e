"""The signed-in user's organization."""

import uuid

from fastapi import APIRouter

from ....db.session import reading
from ....services.organizations import organizations
from ..guards import Caller
from ..responses import SIGNED_IN
from ..shapes import Camel

router = APIRouter(prefix="/api/organization", tags=["organization"], responses=SIGNED_IN)


class OrganizationOut(Camel):
    """Credits are -1 when unlimited."""

    id: uuid.UUID
    name: str
    plan: str
    current_credits: int
    monthly_credits: int
    can_save_to_archive: bool


@router.get("")
async def get_organization(user: Caller) -> OrganizationOut:
    """Return the plan and the credits; 403 for a user without an organization."""
    async with reading() as session:
        return OrganizationOut.model_validate(await organizations.view(session, user.organization_id))
