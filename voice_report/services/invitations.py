"""Invitations into an organisation: valid for a week, for one address, once (decisions.md "Accounts").

``max_users`` counts users and open invitations when inviting; an invitation that is accepted needs a free place among
the users. The organisation's row is locked meanwhile, so that two at once never take the last place twice.
"""

from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from .. import clock
from ..errors import Conflict, Invalid, NotAllowed, NotFound
from ..models import Invitation, Organization, User
from . import audit, letters, outbox, rate_limits, tokens, users
from .identity import ADMIN, USER, CurrentUser
from .ledger import locked

VALID_FOR = timedelta(days=7)

INVALID = "Deze uitnodiging is ongeldig of verlopen."
NOT_FOUND = "Ongeldige of verlopen uitnodiging"


@dataclass(frozen=True, slots=True)
class InvitationView:
    """What whoever holds the token sees of an invitation."""

    email: str
    organization_name: str
    role: str


async def look_up(session: AsyncSession, token: str) -> InvitationView:
    """Show an open invitation to whoever holds its token. Raises ``NotFound``."""
    found = await _open(session, token)
    organization = await session.get(Organization, found.organization_id) if found else None
    if found is None or organization is None:
        raise NotFound(NOT_FOUND)
    return InvitationView(found.email, organization.name, found.role)


async def check(session: AsyncSession, token: str, email: str) -> Invitation:
    """Return the open invitation for this address. Raises ``Invalid``."""
    found = await _open(session, token)
    if found is None:
        raise Invalid(INVALID, code="invalid_invitation")
    if found.email != email:
        raise Invalid("Deze uitnodiging is voor een ander e-mailadres.", code="other_address")
    return found


async def accept(session: AsyncSession, token: str, email: str) -> Invitation:
    """Use up an invitation; the caller makes its user in this transaction. Raises ``Invalid`` or ``Conflict``."""
    organization = await locked(session, Organization, (await check(session, token, email)).organization_id)
    found = await check(session, token, email)  # as it is now that we have the lock
    if organization is None:
        raise Invalid(INVALID, code="invalid_invitation")
    members = await _members(session, organization)
    if members >= organization.max_users:
        raise Conflict(_full(organization, "Vraag je beheerder om meer plaatsen."), code="full")
    found.accepted_at = clock.now()
    await session.flush()
    return found


async def invite(session: AsyncSession, user: CurrentUser, email: str, role: str = USER) -> Invitation:
    """Invite an address with a role; a second time sends a new mail and ends the first link.

    Raises ``Invalid``, ``NotAllowed``, ``Conflict``, ``TooMany``.
    """
    if user.role != ADMIN:
        raise NotAllowed
    email = users.checked_email(email)
    if role not in (USER, ADMIN):
        raise Invalid("Onbekende rol")
    await rate_limits.check("invite", str(user.id))
    organization = await locked(session, Organization, user.organization_id)
    if organization is None:
        raise NotFound("Organisatie niet gevonden")
    if await _is_member(session, organization, email):
        raise Conflict("Deze persoon hoort al bij je organisatie.")
    await session.execute(delete(Invitation).where(*_waiting(organization), col(Invitation.email) == email))
    taken = await _members(session, organization) + await _open_places(session, organization)
    if taken >= organization.max_users:
        raise Conflict(_full(organization, "Openstaande uitnodigingen tellen mee."), code="full")
    token = tokens.new()
    made = Invitation(
        email=email,
        organization_id=organization.id,
        role=role,
        token=tokens.hashed(token),
        created_by_id=user.id,
        expires_at=clock.now() + VALID_FOR,
    )
    session.add(made)
    await session.flush()
    outbox.write(session, email, letters.invitation(organization.name, role, user.name, VALID_FOR.days, token))
    await audit.record(session, user, "create", "invitation", made.id)
    return made


async def _open(session: AsyncSession, token: str) -> Invitation | None:
    query = (
        select(Invitation)
        .where(
            Invitation.token == tokens.hashed(token),
            col(Invitation.accepted_at).is_(None),
            Invitation.expires_at > clock.now(),
        )
        .execution_options(populate_existing=True)
    )
    return (await session.exec(query)).first()


def _waiting(organization: Organization):
    return col(Invitation.organization_id) == organization.id, col(Invitation.accepted_at).is_(None)


async def _open_places(session: AsyncSession, organization: Organization) -> int:
    query = select(func.count()).where(*_waiting(organization), col(Invitation.expires_at) > clock.now())
    return (await session.exec(query)).one()


async def _members(session: AsyncSession, organization: Organization) -> int:
    return (await session.exec(select(func.count()).where(col(User.organization_id) == organization.id))).one()


async def _is_member(session: AsyncSession, organization: Organization, email: str) -> bool:
    query = select(User.id).where(User.organization_id == organization.id, User.email == email)
    return (await session.exec(query)).first() is not None


def _full(organization: Organization, advice: str) -> str:
    people = "gebruiker" if organization.max_users == 1 else "gebruikers"
    return f"{organization.name} kan maximaal {organization.max_users} {people} hebben. {advice}"
