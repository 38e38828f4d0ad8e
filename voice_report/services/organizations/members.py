"""The users of an organization, as its administrator sees them."""

import uuid
from dataclasses import dataclass

from sqlmodel import col, select

from ...db.models import User
from ...db.session import AuditedSession, ReadSession, WriteSession
from ...errors import Conflict, NotFound
from ..audit import trail
from ..factors import factor_reset
from ..mail import outbox, templates
from ..sessions import mailed_links, owned_factors, requirement
from ..shared import locks, pagination, step_up_reasons
from ..shared.identity import ADMIN, PLATFORM_ADMIN, CurrentUser, Named, parse_id, require, require_step_up
from ..shared.locks import not_being_deleted
from ..sign_in import linked_identities
from . import seats

NOT_FOUND = "Gebruiker niet gevonden"
SELF = "Je eigen tweede stap stel je opnieuw in bij Mijn account."
OWN_LINK = "Je eigen werkaccount koppel je los met 'Wachtwoord vergeten'."
NOT_LINKED = "Deze collega heeft geen gekoppeld werkaccount."


@dataclass(frozen=True, slots=True)
class Colleague(Named):
    """A user of the organization (``GET /api/auth/users``).

    ``is_reset``: an administrator took the second factor away, and no new one was set up yet. ``is_linked``: a work
    account opens the account.
    """

    id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    role: str
    is_active: bool
    has_second_factor: bool = False
    is_reset: bool = False
    is_linked: bool = False


async def list_users(
    session: AuditedSession, user: CurrentUser, *, after: str | None = None, limit: int = 20
) -> pagination.Page[Colleague]:
    """Return a page of the organization's users, by last name. Raises ``NotAllowed``."""
    require(user, ADMIN)
    how = (
        owned_factors.has_any(col(User.id)),
        requirement.was_reset(col(User.id)),
        linked_identities.is_linked(col(User.id)),
    )
    query = select(User, *how).where(User.organization_id == user.organization_id, not_being_deleted(User))
    order = pagination.by_text(col(User.search_key), col(User.id))
    page = await pagination.fetch(session, query, order, after=after, limit=limit)
    await trail.record(session, user, "view", "users")
    return page.map(_view)


async def reset_second_factor(session: WriteSession, user: CurrentUser, member_id: object) -> None:
    """Take a member's lost second factor away, and mail the member a link to set up a new one (S43).

    For administrators, of their own organization's members; for platform administrators, of an organization's
    administrator. They need a second factor themselves, given just now. Raises ``NotAllowed``, ``StepUpNeeded``,
    ``NotFound`` or ``Conflict``.
    """
    require(user, ADMIN, PLATFORM_ADMIN)
    await requirement.require_own_factor(session, user)
    require_step_up(user, step_up_reasons.FACTOR_RESET)
    person_id = parse_id(member_id, NOT_FOUND)
    if person_id == user.id:
        raise Conflict(SELF, code="own_account")
    person = await _locked(session, user, person_id)
    if person is None or not _is_for(user, person):
        raise NotFound(NOT_FOUND)
    await factor_reset.reset(session, user, person)


async def unlink(session: WriteSession, user: CurrentUser, member_id: object) -> None:
    """Loosen the work account of a colleague, who is mailed; ends the sessions that the identity provider opened (S45).

    It is linked again at the next sign-in there, by password, code or passkey. A member without a password chooses one
    by 'Wachtwoord vergeten'. Raises ``NotAllowed``, ``StepUpNeeded``, ``NotFound`` or ``Conflict``.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.UNLINKING)
    person_id = parse_id(member_id, NOT_FOUND)
    if person_id == user.id:
        raise Conflict(OWN_LINK, code="own_account")
    person = await _locked(session, user, person_id)
    if person is None or person.organization_id != user.organization_id or person.role == PLATFORM_ADMIN:
        raise NotFound(NOT_FOUND)
    if not await linked_identities.has_link(session, person.id):
        raise Conflict(NOT_LINKED, code="not_linked")
    await mailed_links.remove(session, person.id)
    outbox.write(session, person.email, templates.identity_unlinked(person.first_name, user.name))
    await trail.record(session, user, "unlink identity", "user", person.id)


async def count_seats(session: ReadSession, user: CurrentUser) -> seats.SeatUsage:
    """Return how many seats the organization has and how many are taken. Raises ``NotAllowed``."""
    require(user, ADMIN)
    return await seats.count_for(session, user.organization_id)


async def _locked(session: WriteSession, user: CurrentUser, person_id: uuid.UUID) -> User | None:
    """Lock the caller and this person; return the person, ``None`` for one who is being deleted."""
    people, _ = await locks.accounts(session, people={user.id, person_id})
    is_there = (
        await session.exec(select(User.id).where(User.id == person_id, not_being_deleted(User)))
    ).first() is not None
    return people.get(person_id) if is_there else None


def _view(found: tuple[User, bool, bool, bool]) -> Colleague:
    row, *how = found
    return Colleague(row.id, row.first_name, row.last_name, row.email, row.role, row.is_active, *how)


def _is_for(user: CurrentUser, person: User) -> bool:
    """Return whether this administrator may reset this person."""
    if user.role == PLATFORM_ADMIN:
        return person.role == ADMIN
    return person.organization_id == user.organization_id and person.role != PLATFORM_ADMIN
