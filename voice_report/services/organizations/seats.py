"""The seats of an organization: its users and its open invitations together (decisions/0002).

Code that assigns a seat (inviting, resending an invitation, creating, moving) calls ``require_seat`` first in the same
transaction: it locks the organization's row, so that concurrent requests never assign the last seat twice.
"""

import uuid
from dataclasses import dataclass

from sqlmodel import col, func, select

from ... import clock
from ...core import texts
from ...db.models import Invitation, Organization, User
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, or_not_found
from ..billing.ledger import locked
from ..shared.identity import ORGANIZATION_NOT_FOUND
from ..shared.locks import not_being_deleted


@dataclass(frozen=True, slots=True)
class SeatUsage:
    """The seats of an organization: taken by members, taken by invitations, and the maximum."""

    members: int
    invitations: int
    maximum: int

    @property
    def taken(self) -> int:
        return self.members + self.invitations


async def count(session: ReadSession, organization: Organization, *, but_for: str = "") -> SeatUsage:
    """Count the seats, without open invitations to the address ``but_for`` (its own is about to be used)."""
    members = await session.exec(
        select(func.count()).where(col(User.organization_id) == organization.id, not_being_deleted(User))
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


async def count_for(session: ReadSession, organization_id: uuid.UUID) -> SeatUsage:
    """Count the seats of the organization with this id. Raises ``NotFound``."""
    query = select(Organization).where(Organization.id == organization_id, not_being_deleted(Organization))
    organization = or_not_found((await session.exec(query)).first(), ORGANIZATION_NOT_FOUND)
    return await count(session, organization)


async def lock(session: WriteSession, organization_id: uuid.UUID) -> Organization:
    """Lock the organization, so that no other transaction can assign its seats meanwhile. Raises ``NotFound``."""
    return or_not_found(await locked(session, Organization, organization_id), ORGANIZATION_NOT_FOUND)


async def require_seat(session: WriteSession, organization_id: uuid.UUID, email: str) -> Organization:
    """Lock the organization and check that it has a seat for this address.

    Raises ``NotFound``, or ``Conflict`` with a sentence that names the limit.
    """
    organization = await lock(session, organization_id)
    places = await count(session, organization, but_for=email)
    if places.taken >= places.maximum:
        raise full(organization, "Openstaande uitnodigingen tellen mee.")
    return organization


def full(organization: Organization, advice: str) -> Conflict:
    """Return the error, with the limit and the advice."""
    people = texts.counted(organization.max_users, "gebruiker", "gebruikers")
    return Conflict(f"{organization.name} kan maximaal {people} hebben. {advice}", code="full")
