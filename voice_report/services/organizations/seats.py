"""How many people an organization may have: its users and its open invitations together (decisions.md "Accounts").

Whoever gives a place away (inviting, sending an invitation again, creating, moving) asks ``require_place`` first, in
the same transaction: it keeps the organization's row locked, so that two at once never give the last place twice.
"""

import uuid
from dataclasses import dataclass

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from ... import clock
from ...errors import Conflict, NotFound
from ...models import Invitation, Organization, User
from ..billing.ledger import locked
from ..shared.existing import existing
from ..shared.identity import ORGANIZATION_NOT_FOUND


@dataclass(frozen=True, slots=True)
class SeatUsage:
    """An organization's places: how many are taken, by whom, and how many there are."""

    members: int
    invitations: int
    maximum: int

    @property
    def taken(self) -> int:
        return self.members + self.invitations


async def count(session: AsyncSession, organization: Organization, *, but_for: str = "") -> SeatUsage:
    """Count the places; an open invitation to the address ``but_for`` holds none (its own is about to be used)."""
    members = await session.exec(
        select(func.count()).where(col(User.organization_id) == organization.id, existing(User))
    )
    invited = await session.exec(
        select(func.count()).where(
            Invitation.organization_id == organization.id,
            col(Invitation.accepted_at).is_(None),
            col(Invitation.expires_at) > clock.now(),
            col(Invitation.email) != but_for,
        )
    )
    return SeatUsage(members.one(), invited.one(), organization.max_users)


async def count_for(session: AsyncSession, organization_id: uuid.UUID) -> SeatUsage:
    """Count the places of the organization with this id. Raises ``NotFound``."""
    query = select(Organization).where(Organization.id == organization_id, existing(Organization))
    organization = (await session.exec(query)).first()
    if organization is None:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    return await count(session, organization)


async def lock(session: AsyncSession, organization_id: uuid.UUID) -> Organization:
    """Keep an organization's places from being given away by others until the transaction ends. Raises ``NotFound``."""
    organization = await locked(session, Organization, organization_id)
    if organization is None:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    return organization


async def require_place(session: AsyncSession, organization_id: uuid.UUID, email: str) -> Organization:
    """Lock the organization and see that there is a place for this address.

    Raises ``NotFound``, or ``Conflict`` with a sentence that names the limit.
    """
    organization = await lock(session, organization_id)
    places = await count(session, organization, but_for=email)
    if places.taken >= places.maximum:
        raise full(organization, "Openstaande uitnodigingen tellen mee.")
    return organization


def full(organization: Organization, advice: str) -> Conflict:
    """Return the refusal, with the limit and what one can do about it."""
    people = "gebruiker" if organization.max_users == 1 else "gebruikers"
    return Conflict(f"{organization.name} kan maximaal {organization.max_users} {people} hebben. {advice}", code="full")
