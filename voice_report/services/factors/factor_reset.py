"""Taking away a user's second factor because it was lost, by an administrator (security.md S43).

From then on the password alone opens nothing: a person who knows only that cannot set up a factor as the owner. A link
mailed to the owner, with the password, begins to set up a new one.
"""

import hmac
from datetime import timedelta

from sqlmodel import select

from ... import clock
from ...db.models import FactorReset, User
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, NotAllowed
from ..audit import trail
from ..mail import outbox, templates
from ..sessions import mailed_links, owned_factors, requirement, sessions
from ..shared import tokens
from ..shared.identity import CurrentUser

VALID_FOR = timedelta(hours=24)

NOTHING = "Deze collega heeft geen tweede stap om te herstellen."
LINK_NEEDED = "Je tweede stap is weggehaald. Open de link in de mail die je kreeg, en stel hem opnieuw in."
LINK_OVER = "Deze link is verlopen of al gebruikt. Vraag je beheerder om een nieuwe."


async def reset(session: WriteSession, user: CurrentUser, person: User) -> None:
    """Take the second factor of ``person`` away, end all sessions, and mail a link to set up a new one.

    The caller has locked the person, and checked who may. An earlier link no longer works. Raises ``Conflict`` for
    a user who has no second factor, and was not reset before.
    """
    if not await owned_factors.of(session, person.id) and not await requirement.is_reset(session, person):
        raise Conflict(NOTHING, code="no_second_factor")
    await owned_factors.drop_all(session, person.id)
    await mailed_links.remove(session, person.id)
    await sessions.end_sessions(session, person.id)
    await requirement.end_reset(session, person)
    token = tokens.new()
    session.add(FactorReset(user_id=person.id, token_hash=tokens.hashed(token), expires_at=clock.now() + VALID_FOR))
    await session.flush()
    outbox.write(session, person.email, templates.second_factor_reset(person.first_name, user.name, token))
    await trail.record(session, user, "reset second factor", "user", person.id, organization_id=person.organization_id)


async def refusal(session: ReadSession, user: User, token: str) -> NotAllowed | None:
    """Return why this mailed token does not let the user set up a second factor; ``None`` when it does, or when no
    administrator took it away."""
    found = (await session.exec(select(FactorReset).where(FactorReset.user_id == user.id))).first()
    if found is None:
        return None
    if not token:
        return NotAllowed(LINK_NEEDED, code="factor_reset")
    is_right = hmac.compare_digest(found.token_hash, tokens.hashed(token))
    return None if is_right and found.expires_at > clock.now() else NotAllowed(LINK_OVER, code="factor_reset")
