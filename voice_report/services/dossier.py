"""The archive, by client: what the whole organisation may see of saved reports."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, func
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from ..models import Client, Report
from .identity import CurrentUser


@dataclass(frozen=True, slots=True)
class ClientSummary:
    """A client with archived reports: how many, and when the last was saved."""

    client_id: str
    name: str
    reports: int
    last_report_at: datetime


async def recent_clients(session: AsyncSession, user: CurrentUser, limit: int = 3) -> list[ClientSummary]:
    """Return the organisation's clients with the latest archived reports, the latest first."""
    count, last = func.count(col(Report.id)), func.max(col(Report.created_at))
    same_client = and_(
        col(Report.organization_id) == col(Client.organization_id), col(Report.client_id) == col(Client.id)
    )
    query = (
        select(Client, count, last)
        .join(Report, same_client)
        .where(Client.organization_id == user.organization_id, col(Report.is_draft).is_(False))
        .group_by(col(Client.organization_id), col(Client.id))
        .order_by(last.desc(), col(Client.id))
        .limit(limit)
    )
    rows = (await session.exec(query)).all()
    return [ClientSummary(row.id, f"{row.first_name} {row.last_name}", number, at) for row, number, at in rows]
