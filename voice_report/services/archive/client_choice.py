"""The choice of a client for a report: of those that match, the person's own latest clients come first."""

from sqlmodel import col, select

from ...db.models import Report
from ...db.session import AuditedSession, ReadSession
from ..clients import clients
from ..clients.clients import ClientView
from ..shared.identity import CurrentUser

RECENT = 6  # clients
_REPORTS = 40  # of the drafts, and of the archived reports: the latest, in which recent clients are looked for


async def search(
    session: AuditedSession, user: CurrentUser, query: str = "", limit: int = 20
) -> tuple[list[ClientView], int]:
    """Return the clients that match (``clients.search_clients``), and how many of them are recent and come first.

    Recent are the clients of the person's own latest drafts and archived reports. Recorded in the audit trail, so
    ``session`` is one of ``transaction()``.
    """
    recent = await _recent(session, user)
    found = await clients.search_clients(session, user, query, limit, first=recent)
    return found, sum(client.id in recent for client in found)


async def _recent(session: ReadSession, user: CurrentUser) -> list[str]:
    """Return the ids of the clients that this person reported on last, the latest first."""
    rows = []
    for is_draft in (True, False):  # each in the order of the index ``ix_reports_drafts``
        query = select(col(Report.updated_at), col(Report.client_id)).where(
            Report.user_id == user.id,
            Report.organization_id == user.organization_id,
            col(Report.is_draft).is_(is_draft),
        )
        latest = query.order_by(col(Report.updated_at).desc(), col(Report.id).desc()).limit(_REPORTS)
        rows += (await session.exec(latest)).all()
    rows.sort(key=lambda row: row[0], reverse=True)
    return list(dict.fromkeys(client_id for _, client_id in rows if client_id))[:RECENT]
