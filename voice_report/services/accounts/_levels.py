"""The level of a user's sessions: 'two_factor' exactly as long as there is a second factor.

Those that an identity provider opened keep their own.
"""

import uuid
from datetime import datetime

from sqlmodel import col, update

from ... import clock
from ...database import WriteSession
from ...errors import Conflict
from ...models import LoginSession, Organization, User
from ..shared import locks
from ..shared.identity import PASSWORD, SINGLE_SIGN_ON, TWO_FACTOR
from . import _factors, _single_sign_on_required, requirement, sessions

LAST_WAY_IN = (
    "Je bent de enige beheerder die zonder werkaccount binnenkomt. Laat eerst een andere beheerder een tweede stap "
    "instellen."
)
REQUIRED = "Je moet een tweede stap hebben. Stel eerst een andere in."


async def lift(session: WriteSession, own: User, *, keep: uuid.UUID | None) -> None:
    """Lift the session ``keep``, in which a factor was just set up; end the others, which were opened without it."""
    await requirement.end_reset(session, own)
    await sessions.end_sessions(session, own.id, keep=keep)
    await _set(session, own.id, TWO_FACTOR, clock.now())


async def lower(session: WriteSession, own: User) -> None:
    """Remove the last factor of the locked user with the recovery codes, and lower the sessions.

    Locks the organization, so that of two administrators one keeps it. Raises ``Conflict`` when the user must have a
    factor, or is the last whom a required identity provider cannot shut out.
    """
    await locks.locked(session, Organization, own.organization_id)
    if await requirement.is_required(session, own):
        raise Conflict(REQUIRED, code="second_factor_required")
    if await _single_sign_on_required.is_last_way_in(session, own):
        raise Conflict(LAST_WAY_IN, code="last_way_in")
    await _factors.drop_all(session, own.id)
    await _set(session, own.id, PASSWORD, None)


async def _set(session: WriteSession, user_id: uuid.UUID, level: str, stepped_up_at: datetime | None) -> None:
    by_us = (col(LoginSession.user_id) == user_id, col(LoginSession.level) != SINGLE_SIGN_ON)
    changing = update(LoginSession).where(*by_us)
    await session.execute(changing.values(level=level, stepped_up_at=stepped_up_at))
    sessions.rights_changed(session)
