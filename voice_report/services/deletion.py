"""Deleting people and organisations for good (spec section 4, security.md S29).

The tables follow by their foreign keys; named here is what no key reaches (mails, addresses in invitations), what has
to go in a certain order, and what is counted elsewhere. What stays: the audit trail, which has no content, and one row
per generated report, which then belongs to nobody. Pages still open lose their session at once, and what they held is
forgotten (``ui.forgetting``).
"""

import uuid
from collections.abc import Sequence

from sqlmodel import col, delete, or_, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from ..errors import Conflict, NotFound
from ..models import ConceptJob, Dictation, Invitation, Organization, Report, User
from . import archive, audit, auth, outbox, platform_users
from .identity import ADMIN, PLATFORM_ADMIN, CurrentUser, parse_id, require_platform_admin
from .ledger import locked
from .organisations import NOT_FOUND


async def delete_user(session: AsyncSession, user: CurrentUser, user_id: uuid.UUID | str) -> None:
    """Delete an account with all its reports, transcripts and the invitations it made.

    Raises ``NotFound``, ``NotAllowed`` (oneself, a platform admin) or ``Conflict`` (an organisation's last admin).
    """
    person = await platform_users.find_editable(session, user, user_id)
    organization_id = person.organization_id
    if person.role == ADMIN:
        await platform_users.require_another_admin(session, person)
    await _erase_texts(session, [person.id])
    await archive.remove_author(session, person.id)
    await _erase_letters(session, [person.id])
    await session.execute(delete(User).where(col(User.id) == person.id))
    auth.rights_changed(session)
    await audit.record(session, user, "delete", "user", person.id, organization_id=organization_id)


async def delete_organization(session: AsyncSession, user: CurrentUser, organization_id: uuid.UUID | str) -> None:
    """Delete an organisation with its users, their reports and transcripts, its clients and its invitations.

    Raises ``NotFound``, or ``Conflict`` while a subscription would go on being paid.
    """
    require_platform_admin(user)
    wanted = parse_id(organization_id, NOT_FOUND)
    # People before their organisation, as everywhere, so that nobody waits for each other in a circle.
    members = select(User.id).where(User.organization_id == wanted, User.role != PLATFORM_ADMIN)
    people = (await session.exec(members.order_by(col(User.id)).with_for_update())).all()
    organization = await locked(session, Organization, wanted)
    if organization is None:
        raise NotFound(NOT_FOUND)
    if organization.subscription_status in ("active", "trialing", "past_due"):
        raise Conflict("Stop eerst het abonnement van deze organisatie: het wordt anders nog betaald.")
    await _erase_texts(session, people, organization.id)
    for author in await _authors_elsewhere(session, organization.id):
        await archive.remove_author(session, author)
    await session.execute(delete(Report).where(col(Report.organization_id) == organization.id))
    await _erase_letters(session, people, organization.id)
    staff = update(User).where(col(User.organization_id) == organization.id, col(User.role) == PLATFORM_ADMIN)
    await session.execute(staff.values(organization_id=None))
    await session.execute(delete(Organization).where(col(Organization.id) == organization.id))
    auth.rights_changed(session)
    for person in people:
        await audit.record(session, user, "delete", "user", person, organization_id=organization.id)
    await audit.record(session, user, "delete", "organization", organization.id, organization_id=organization.id)


async def _erase_texts(
    session: AsyncSession, people: Sequence[uuid.UUID], organization_id: uuid.UUID | None = None
) -> None:
    """Delete what was said and made on the way to reports; before the reports, which would only let go of it."""
    for table in (ConceptJob, Dictation):
        for some in _portions(people):
            await session.execute(delete(table).where(col(table.user_id).in_(some)))
        if organization_id is not None:
            await session.execute(delete(table).where(col(table.organization_id) == organization_id))


async def _authors_elsewhere(session: AsyncSession, organization_id: uuid.UUID) -> Sequence[uuid.UUID]:
    """Return the members who also wrote reports in an organisation they belonged to before."""
    elsewhere = (
        select(User.id)
        .join(Report, col(Report.user_id) == col(User.id))
        .where(User.organization_id == organization_id, User.role != PLATFORM_ADMIN)
        .where(Report.organization_id != organization_id)
    )
    return (await session.exec(elsewhere.distinct())).all()


async def _erase_letters(
    session: AsyncSession, people: Sequence[uuid.UUID], organization_id: uuid.UUID | None = None
) -> None:
    """Delete mails to these people and to those they invited, and invitations that name their address."""
    addresses: set[str] = set()
    for some in _portions(people):
        named = await session.exec(select(User.email, User.pending_email).where(col(User.id).in_(some)))
        own = {address for row in named for address in row if address}
        theirs = or_(col(Invitation.created_by_id).in_(some), col(Invitation.email).in_(own))
        addresses |= own | await _erase_invitations(session, theirs)
    if organization_id is not None:
        addresses |= await _erase_invitations(session, col(Invitation.organization_id) == organization_id)
    await outbox.forget(session, addresses)


async def _erase_invitations(session: AsyncSession, which) -> set[str]:
    """Delete these invitations; return the addresses that waited for one, whose mails name who invited them."""
    waiting = select(Invitation.email).where(which, col(Invitation.accepted_at).is_(None))
    addresses = set((await session.exec(waiting)).all())
    await session.execute(delete(Invitation).where(which))
    return addresses


def _portions(ids: Sequence[uuid.UUID]) -> list[Sequence[uuid.UUID]]:
    return [ids[start : start + 500] for start in range(0, len(ids), 500)]
