"""Management of user accounts by platform admins.

A platform admin's own account and those of other platform admins are never changed here. An organization with other
users keeps an admin who can sign in: its last admin cannot be deleted, moved or demoted, nor the last who gets in
without the identity provider it requires; neither can the latter be paused, because no one else there could change its
settings then. Pausing any other user is possible, because it can be undone and may be urgent.
"""

import uuid
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, func, select

from ... import clock
from ...db.models import Organization, User
from ...db.session import WriteSession, transaction
from ...errors import Conflict, Invalid, NotAllowed, NotFound, or_not_found, refuse_stale
from ..audit import trail
from ..billing.ledger import Account, checked_credits, locked
from ..factors import passwords
from ..mail import outbox
from ..organizations import invitations, seats
from ..sessions import mailed_links, sessions, single_sign_on_required, users
from ..shared import locks, step_up_reasons
from ..shared.identity import (
    ADMIN,
    ORGANIZATION_NOT_FOUND,
    PLATFORM_ADMIN,
    USER,
    CurrentUser,
    parse_id,
    require,
    require_step_up,
)
from ..shared.text import MAX_NAME, checked_email, checked_name

NOT_FOUND = "Gebruiker niet gevonden"
NO_ORGANIZATION = "Selecteer een organisatie voor deze gebruiker."
STALE = "Deze gebruiker is intussen door iemand anders gewijzigd. Er is niets opgeslagen."
TAKEN = "Er bestaat al een account met dit e-mailadres."
MONTHLY = "Maandelijkse persoonlijke credits moeten -1 (unlimited) of hoger zijn."
CURRENT = "Huidige persoonlijke credits moeten -1 (unlimited) of hoger zijn."


@dataclass(frozen=True, slots=True)
class PersonalCredits:
    """A user's personal credits, -1 for unlimited; both are ``None`` when the user has none."""

    monthly: int | None = None
    current: int | None = None


@dataclass(frozen=True, slots=True)
class NewUser:
    """The form of a new account; personal credits start at the monthly number unless ``current`` is given."""

    email: str
    password: str = field(repr=False)
    first_name: str
    last_name: str
    organization_id: uuid.UUID | str
    role: str = USER
    personal: PersonalCredits = PersonalCredits()


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes to an account; ``None`` leaves a field unchanged."""

    is_active: bool | None = None
    organization_id: uuid.UUID | str | None = None
    role: str | None = None
    personal: PersonalCredits | None = None


async def create(user: CurrentUser, new: NewUser) -> uuid.UUID:
    """Create an account that can sign in at once, and return its id.

    Hashes the password between its own transactions. Raises ``Invalid``, ``NotFound`` for the organization, or
    ``Conflict``: the address is taken, or the organization is full.
    """
    require(user, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.NEW_ACCOUNT)
    email = checked_email(new.email)
    outbox.require_deliverable(email)
    passwords.check_rule(new.password, (email, new.first_name[:MAX_NAME], new.last_name[:MAX_NAME]))
    names = checked_name(new.first_name, "Voornaam"), checked_name(new.last_name, "Achternaam")
    if not new.organization_id:
        raise Invalid("Organisatie is verplicht")
    organization_id = parse_id(new.organization_id, ORGANIZATION_NOT_FOUND)
    role = _checked_role(new.role)
    personal = _checked_start(new.personal)
    password_hash = await passwords.hashed(new.password)
    try:
        async with transaction() as session:
            await seats.require_seat(session, organization_id, email)
            await invitations.cancel(session, organization_id, email)
            made = await users.create(
                session,
                email=email,
                password_hash=password_hash,
                first_name=names[0],
                last_name=names[1],
                role=role,
                organization_id=organization_id,
                actor=user,
            )
            if personal.monthly is not None:
                await Account(made).set(session, personal.monthly, personal.current, user.id)
            return made.id
    except IntegrityError:  # created concurrently by another request
        raise Conflict(TAKEN) from None


async def change(
    session: WriteSession,
    user: CurrentUser,
    user_id: uuid.UUID | str,
    wanted: Changes,
    *,
    version: int | None = None,
) -> None:
    """Change an account; with ``version`` only if no platform admin has changed it since.

    A pause or a move ends the user's sessions; a new role takes effect at their next click. Raises ``Invalid``,
    ``NotFound``, ``NotAllowed`` or ``Conflict``.
    """
    require(user, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.ACCOUNT)
    person = await find_editable(session, user, user_id)
    refuse_stale(version, person.version, STALE)
    role = person.role if wanted.role is None else _checked_role(wanted.role)
    organization_id = former = person.organization_id
    if wanted.organization_id is not None:
        organization_id = _checked_organization(wanted.organization_id)
    personal = None if wanted.personal is None else _checked_personal(wanted.personal)
    moves = organization_id != person.organization_id
    _, homes = await locks.accounts(session, organizations=filter(None, {former, organization_id}))
    if former is not None and former not in homes:  # the organization is being deleted, with all its users
        raise NotFound(NOT_FOUND)
    if person.role == ADMIN and (moves or role != ADMIN):
        await require_another_admin(session, person)
    elif wanted.is_active is False:
        await _require_another_way_in(session, person)
    changed = []
    if moves and organization_id is not None:
        await seats.require_seat(session, organization_id, person.email)
        await invitations.cancel(session, organization_id, person.email)
        person.organization_id = organization_id
        await mailed_links.remove(session, person.id)
        changed.append("move")
    if role != person.role:
        person.role = role
        changed.append("change role")
    if wanted.is_active is not None and wanted.is_active != person.is_active:
        person.is_active = wanted.is_active
        changed.append("activate" if person.is_active else "pause")
    if personal is not None and await _set_personal(session, person, personal, user.id):
        changed.append("change personal credits")
    if not changed:
        return
    person.version += 1
    person.updated_at = clock.now()
    await session.flush()
    if moves or not person.is_active:
        await sessions.end_sessions(session, person.id)
    sessions.rights_changed(session)
    await _record(session, user, person, changed, former)


async def _record(
    session: WriteSession, user: CurrentUser, person: User, changed: list[str], former: uuid.UUID | None
) -> None:
    """Record the changes in the audit trail of the user's organization; a move also in that of the ``former`` one."""
    for what in changed:
        homes = {person.organization_id, former} if what == "move" else {person.organization_id}
        for organization_id in sorted(filter(None, homes)):
            await trail.record(session, user, what, "user", person.id, organization_id=organization_id)


async def find_editable(
    session: WriteSession, user: CurrentUser, user_id: uuid.UUID | str, *, deleting: bool = False
) -> User:
    """Lock and return an account that a platform admin may change. Raises ``NotAllowed`` or ``NotFound``.

    ``deleting`` also allows an account whose deletion has begun.
    """
    require(user, PLATFORM_ADMIN)
    person = or_not_found(await locked(session, User, parse_id(user_id, NOT_FOUND), deleting=deleting), NOT_FOUND)
    if person.id == user.id:
        raise NotAllowed("Je kunt je eigen account hier niet wijzigen of verwijderen.", code="own_account")
    if person.role == PLATFORM_ADMIN:
        raise NotAllowed("Een platform admin kan hier niet worden gewijzigd of verwijderd.", code="platform_admin")
    return person


async def require_another_admin(session: WriteSession, person: User) -> None:
    """Raise ``Conflict`` when the organization has other users and would lose its last active admin with this user, or
    the last whom its required identity provider cannot shut out."""
    organization = await locked(session, Organization, person.organization_id)
    if organization is None:
        return
    others = (
        col(User.organization_id) == organization.id,
        col(User.id) != person.id,
        col(User.deleting_at).is_(None),
    )
    left = (await session.exec(select(func.count()).where(*others))).one()
    admins = (col(User.role) == ADMIN, col(User.is_active))
    if left and not (await session.exec(select(func.count()).where(*others, *admins))).one():
        raise Conflict(
            f"Dit is de laatste actieve admin van {organization.name}. Maak eerst een andere gebruiker admin.",
            code="last_admin",
        )
    if left:
        await _require_another_way_in(session, person)


async def _require_another_way_in(session: WriteSession, person: User) -> None:
    """Raise ``Conflict`` for the last whom the required identity provider of the organization, which the caller has
    locked, cannot shut out."""
    if await single_sign_on_required.is_last_way_in(session, person):
        organization = await session.get_one(Organization, person.organization_id)
        raise Conflict(
            f"Dit is de enige admin van {organization.name} die zonder werkaccount binnenkomt. Laat eerst een andere "
            "admin een tweede stap instellen.",
            code="last_way_in",
        )


def _checked_role(role: str) -> str:
    if role not in (USER, ADMIN):
        raise Invalid("Onbekende rol")
    return role


def _checked_organization(organization_id: Any) -> uuid.UUID:
    if not organization_id:
        raise Invalid(NO_ORGANIZATION, title="Validatie fout")
    return parse_id(organization_id, ORGANIZATION_NOT_FOUND)


def _checked_start(personal: PersonalCredits) -> PersonalCredits:
    """Return a new account's credits: ``current`` defaults to the monthly number, which defaults to 0."""
    if personal.monthly is None and personal.current is None:
        return personal
    monthly = 0 if personal.monthly is None else personal.monthly
    return _checked_personal(PersonalCredits(monthly, monthly if personal.current is None else personal.current))


def _checked_personal(personal: PersonalCredits) -> PersonalCredits:
    if personal.monthly is None and personal.current is None:
        return personal
    return PersonalCredits(checked_credits(personal.monthly, MONTHLY), checked_credits(personal.current, CURRENT))


async def _set_personal(session: WriteSession, person: User, personal: PersonalCredits, actor_id: uuid.UUID) -> bool:
    """Set the personal credits, or remove them with a ledger row; returns whether anything changed."""
    account = Account(person)
    had = person.personal_unlimited or person.personal_current_credits is not None or account.allowance > 0
    if personal.monthly is not None:
        changed = await account.set(session, personal.monthly, personal.current, actor_id)
        if person.personal_current_credits is None:  # no personal credits before, and unlimited now
            person.personal_current_credits = 0
        return changed or not had
    if had:
        await account.set(session, 0, 0, actor_id)
    person.personal_monthly_credits = person.personal_current_credits = None
    return had
