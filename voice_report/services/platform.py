"""What platform admins see of the whole installation."""

from dataclasses import dataclass

from sqlalchemy import func
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from ..models import Organization, ReportUsage, User
from .identity import ADMIN, PLATFORM_ADMIN


@dataclass(frozen=True, slots=True)
class PlatformStats:
    """The counts of the four stat cards (spec section 3, Platform stats)."""

    organizations: int
    paid: int
    trial: int
    users: int
    active_users: int
    reports: int
    platform_admins: int
    admins: int


async def stats(session: AsyncSession) -> PlatformStats:
    """Count organisations, users and generated reports. For callers who were checked to be platform admin."""
    organizations = (await session.exec(select(func.count()).select_from(Organization))).one()
    trial = (await session.exec(select(func.count()).where(col(Organization.plan) == "trial"))).one()
    people = (
        await session.exec(select(User.role, User.is_active, func.count()).group_by(User.role, col(User.is_active)))
    ).all()
    reports = (await session.exec(select(func.count()).select_from(ReportUsage))).one()
    return PlatformStats(
        organizations=organizations,
        paid=organizations - trial,
        trial=trial,
        users=sum(number for _, _, number in people),
        active_users=sum(number for _, active, number in people if active),
        reports=reports,
        platform_admins=sum(number for role, _, number in people if role == PLATFORM_ADMIN),
        admins=sum(number for role, _, number in people if role == ADMIN),
    )
