"""Organisations as their members see them."""

import uuid

from sqlmodel.ext.asyncio.session import AsyncSession

from ..errors import NotFound
from ..models import Organization
from . import credits, plans
from .identity import OrganizationView

PLANS_WITHOUT_ARCHIVE = ("trial", "free")


async def view(session: AsyncSession, organization_id: uuid.UUID) -> OrganizationView:
    """Return the organisation as its members see it. Raises ``NotFound``."""
    organization = await session.get(Organization, organization_id)
    if organization is None:
        raise NotFound("Organisatie niet gevonden")
    return as_view(organization)


def as_view(organization: Organization) -> OrganizationView:
    """Picture a row: -1 when unlimited, and the archive only where the plan allows it (decisions.md "Plans")."""
    return OrganizationView(
        id=organization.id,
        name=organization.name,
        plan=organization.plan,
        current_credits=credits.organization_balance(organization),
        monthly_credits=plans.UNLIMITED if organization.unlimited else organization.monthly_credits,
        can_save_to_archive=organization.save_reports_to_archive and organization.plan not in PLANS_WITHOUT_ARCHIVE,
    )
