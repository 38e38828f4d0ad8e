"""The level of a user's sessions: 'two_factor' exactly as long as there is a second factor.

Those that an identity provider opened keep their own.
"""

import uuid
from typing import Any

from sqlmodel import case, col, update

from ...db.models import LoginSession, Organization, User
from ...db.session import WriteSession
from ...errors import Conflict
from ..shared import locks
from ..shared.identity import PASSWORD, SINGLE_SIGN_ON, TWO_FACTOR
from . import owned_factors, requirement, sessions, single_sign_on_required
from .opening import Opening

LAST_WAY_IN = (
    "Je bent de enige beheerder die zonder werkaccount binnenkomt. Laat eerst een andere beheerder een tweede stap "
    "instellen."
)
REQUIRED = "Je moet een tweede stap hebben. Stel eerst een andere in."


async def lift(session: WriteSession, own: User, *, by: str, keep: uuid.UUID | None) -> None:
    """Lift the session ``keep``, in which the factor ``by`` was just set up, after the password; end the others, which
    were opened without it. A session that a factor opened keeps how it was opened."""
    await requirement.end_reset(session, own)
    await sessions.end_sessions(session, own.id, keep=keep)
    given = Opening(by)
    stepped = {"stepped_up_at": given.stepped_up_at, "stepped_up_by": given.stepped_up_by}
    opened_by = case((col(LoginSession.level) == PASSWORD, by), else_=col(LoginSession.opened_by))
    await _set(session, own.id, level=TWO_FACTOR, opened_by=opened_by, **stepped)


async def lower(session: WriteSession, own: User) -> None:
    """Remove the last factor of the locked user with the recovery codes, and lower the sessions.

    Locks the organization, so that of two administrators one keeps it. Raises ``Conflict`` when the user must have a
    factor, or is the last whom a required identity provider cannot shut out.
    """
    await locks.locked(session, Organization, own.organization_id)
    if await requirement.is_required(session, own):
        raise Conflict(REQUIRED, code="second_factor_required")
    if await single_sign_on_required.is_last_way_in(session, own):
        raise Conflict(LAST_WAY_IN, code="last_way_in")
    await owned_factors.drop_all(session, own.id)
    await _set(session, own.id, level=PASSWORD, stepped_up_at=None, stepped_up_by="")


async def _set(session: WriteSession, user_id: uuid.UUID, **columns: Any) -> None:
    by_us = (col(LoginSession.user_id) == user_id, col(LoginSession.level) != SINGLE_SIGN_ON)
    await session.execute(update(LoginSession).where(*by_us).values(**columns))
    sessions.rights_changed(session)
