"""Users as their organization's identity provider knows them: linked by issuer and subject, never by mail address.

An existing account is linked by its owner (``linking``).
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, exists
from sqlmodel import col, delete, select

from ... import clock
from ...db.models import IdentityProvider, LinkedIdentity, LoginSession, SingleSignOnSession, User
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, NotAllowed
from ..audit import trail
from ..sessions import sessions, single_sign_on_required
from ..sessions.opening import Opening
from ..shared import locks
from ..shared.identity import PLATFORM_ADMIN, PROVIDER, SINGLE_SIGN_ON, CurrentUser
from . import _entry

OTHER_IDENTITY = (
    "Bij dit account hoort al een ander werkaccount. Kies 'Wachtwoord vergeten': daarna koppel je dit werkaccount."
)


@dataclass(frozen=True, slots=True)
class ExternalIdentity:
    """The user whom an identity provider signed in; ``email`` is what it says now, '' when it says nothing.

    ``subject`` is unique and lasting within ``issuer``. ``session`` is the provider's name for the session there.
    """

    issuer: str
    subject: str
    email: str
    first_name: str
    last_name: str
    session: str = ""
    authenticated_at: datetime | None = None
    is_unverified: bool = False
    has_second_step: bool = False
    hosted_domain: str = ""


async def find(session: ReadSession, organization_id: uuid.UUID, person: ExternalIdentity) -> LinkedIdentity | None:
    """Return the link of this person to a user of this organization."""
    query = select(LinkedIdentity).where(
        LinkedIdentity.organization_id == organization_id,
        LinkedIdentity.issuer == person.issuer,
        LinkedIdentity.subject == person.subject,
    )
    return (await session.exec(query.execution_options(populate_existing=True))).first()


def is_linked(user_id: Any, *, in_use: bool = True) -> ColumnElement[bool]:
    """Return the condition that this user (a column) signs in with the identity provider of their organization.

    Without ``in_use``: also while the organization does not use it.
    """
    of_organization = col(IdentityProvider.organization_id) == col(LinkedIdentity.organization_id)
    same = (col(IdentityProvider.issuer) == col(LinkedIdentity.issuer), col(LinkedIdentity.user_id) == user_id)
    used = [col(IdentityProvider.usage) != "off"] if in_use else []
    return exists().where(of_organization, *same, *used)


async def link(session: WriteSession, user: User, person: ExternalIdentity) -> LinkedIdentity:
    """Link a user of an organization to a person. Raises ``Conflict`` for a user with another link."""
    of_user = (LinkedIdentity.user_id == user.id, LinkedIdentity.issuer == person.issuer)
    present = (await session.exec(select(LinkedIdentity).where(*of_user))).first()
    if user.organization_id is None or (present is not None and present.subject != person.subject):
        raise Conflict(OTHER_IDENTITY, code="other_identity")
    if present is not None:
        return present
    made = LinkedIdentity(
        user_id=user.id, organization_id=user.organization_id, issuer=person.issuer, subject=person.subject
    )
    session.add(made)
    await session.flush()
    of_trail: dict[str, Any] = {"user_id": user.id, "organization_id": user.organization_id}
    await trail.record(session, None, "link identity", "user", user.id, **of_trail)
    return made


async def open_session(
    session: WriteSession,
    found: LinkedIdentity,
    person: ExternalIdentity,
    *,
    device_token: str | None = None,
    old_token: str | None = None,
) -> sessions.SignedIn:
    """Open the session of a linked user.

    Raises ``NotAllowed`` for one who is paused, has moved to another organization, or administers the platform.
    """
    user = await locks.locked(session, User, found.user_id)
    if user is None or user.organization_id != found.organization_id or user.role == PLATFORM_ADMIN:
        raise NotAllowed(_entry.PAUSED, code="paused")
    if not user.is_active:
        raise NotAllowed(_entry.PAUSED, code="paused")
    signed_in = await sessions.open_session(
        session,
        user.id,
        Opening(PROVIDER, seen_at=person.authenticated_at),
        device_token=device_token,
        old_token=old_token,
    )
    session.add(
        SingleSignOnSession(session_id=signed_in.user.session_id, identity_id=found.id, provider_session=person.session)
    )
    found.last_used_at = clock.now()
    session.add(found)
    await session.flush()
    return signed_in


async def unlink(session: WriteSession, organization_id: uuid.UUID) -> None:
    """Remove all links of an organization, and end the sessions that its provider opened."""
    await end_sessions(session, organization_id)
    await session.execute(delete(LinkedIdentity).where(col(LinkedIdentity.organization_id) == organization_id))


async def has_link(session: ReadSession, user_id: uuid.UUID) -> bool:
    """Return whether a person is linked to this user, at whichever provider."""
    return (await session.exec(select(LinkedIdentity.id).where(LinkedIdentity.user_id == user_id))).first() is not None


async def end_sessions(session: WriteSession, organization_id: uuid.UUID) -> None:
    """End the sessions that the provider of an organization opened."""
    of_organization = select(LinkedIdentity.id).where(LinkedIdentity.organization_id == organization_id)
    opened = select(SingleSignOnSession.session_id).where(col(SingleSignOnSession.identity_id).in_(of_organization))
    await sessions.end(session, col(LoginSession.id).in_(opened))


async def end_other_sessions(session: WriteSession, organization_id: uuid.UUID, *, keep: uuid.UUID) -> None:
    """End the sessions, but for ``keep``, that no provider opened, of the users who must sign in with it now."""
    depending = single_sign_on_required.depending(organization_id)
    by_other = col(LoginSession.level) != SINGLE_SIGN_ON
    await sessions.end(session, col(LoginSession.user_id).in_(depending), by_other, col(LoginSession.id) != keep)


async def step_up(session: WriteSession, user: CurrentUser, person: ExternalIdentity) -> None:
    """Note that the user signed in again at the provider just now. Raises ``NotAllowed`` for another person."""
    of_session = (
        select(LinkedIdentity)
        .join(SingleSignOnSession, col(SingleSignOnSession.identity_id) == col(LinkedIdentity.id))
        .where(SingleSignOnSession.session_id == user.session_id)
    )
    found = (await session.exec(of_session)).first()
    if found is None or (found.issuer, found.subject) != (person.issuer, person.subject):
        raise NotAllowed("Je logde in met een ander werkaccount. Probeer het opnieuw.", code="other_identity")
    await sessions.step_up(session, user, PROVIDER)
    await trail.record(session, user, "confirm at provider", "user", user.id)
