"""Taking away a user's links to an identity provider: apart, because what ends a factor needs it too."""

import uuid

from sqlmodel import col, delete, select

from ...db.models import LinkedIdentity, LoginSession, PendingLink, SingleSignOnSession
from ...db.session import WriteSession
from . import sessions


async def remove(session: WriteSession, user_id: uuid.UUID) -> None:
    """Remove all links of a user, and those that wait for a password; end the sessions that a provider opened."""
    of_user = select(LinkedIdentity.id).where(LinkedIdentity.user_id == user_id)
    opened = select(SingleSignOnSession.session_id).where(col(SingleSignOnSession.identity_id).in_(of_user))
    await sessions.end(session, col(LoginSession.id).in_(opened))
    await session.execute(delete(LinkedIdentity).where(col(LinkedIdentity.user_id) == user_id))
    await session.execute(delete(PendingLink).where(col(PendingLink.user_id) == user_id))
