"""The second factor as an organization's administrators want it of their members (security.md S42, S43).

'off', 'recommended', or 'required' from a day on; for how many days a device may be remembered; who has none yet, and
reminding them by mail. ``accounts.requirement`` says what follows from it.
"""

import uuid
from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import col, func, select, update

from ... import clock
from ...core import texts
from ...db.models import LoginSession, Organization, User
from ...db.session import AuditedSession, ReadSession, WriteSession
from ...errors import Conflict, Invalid, NotFound, or_not_found, refuse_stale
from ..audit import trail
from ..mail import outbox, templates
from ..sessions import owned_factors, remembered, requirement, sessions
from ..sessions.requirement import OFF, RECOMMENDED, REQUIRED
from ..shared import dates, locks, pagination, rate_limits, step_up_reasons
from ..shared.identity import (
    ADMIN,
    ORGANIZATION_NOT_FOUND,
    SINGLE_SIGN_ON,
    CurrentUser,
    Named,
    parse_id,
    require,
    require_step_up,
)
from ..shared.locks import not_being_deleted
from ..sign_in import linked_identities

UNKNOWN = "Kies Uit, Aanbevolen of Verplicht."
NO_DAY = "Kies vanaf welke dag het verplicht is."
PAST = "Kies vandaag of een dag die nog komt."
DAYS = f"Een toestel kan 1 tot en met {remembered.MOST_DAYS} dagen worden onthouden, of niet."
STALE = "Een andere beheerder heeft dit intussen gewijzigd. Er is niets opgeslagen."
NOT_FOUND = "Gebruiker niet gevonden"
NOT_ASKED = "Zet tweestapsverificatie eerst op Aanbevolen of Verplicht."
NOBODY = "Iedereen die nog geen tweede stap heeft, is vandaag al herinnerd."
REMINDED = "Deze collega is vandaag al herinnerd."

_AT_ONCE = 500  # mails in one transaction


@dataclass(frozen=True, slots=True)
class Policy:
    """What the organization asks. ``since`` is set when it is required; ``version`` is for ``change``."""

    choice: str
    since: date | None
    remember_days: int
    version: int


@dataclass(frozen=True, slots=True)
class MemberWithoutFactor(Named):
    """A member who has no second factor; ``reminded_at`` is when the last reminder was mailed."""

    id: uuid.UUID
    first_name: str
    last_name: str
    email: str
    reminded_at: datetime | None


async def view(session: ReadSession, user: CurrentUser) -> Policy:
    """Return what the organization asks. Raises ``NotAllowed``."""
    require(user, ADMIN)
    organization = or_not_found(await session.get(Organization, user.organization_id), ORGANIZATION_NOT_FOUND)
    return _view(organization)


async def change(
    session: WriteSession,
    user: CurrentUser,
    *,
    choice: str,
    since: date | None,
    remember_days: int,
    version: int | None = None,
) -> Policy:
    """Change what the organization asks; with ``version`` only if no other administrator has changed it since.

    Who requires it from today on must have a second factor: another session ends with this, also one that an identity
    provider opened earlier today, which may have seen none. Raises ``NotAllowed``,
    ``StepUpNeeded``, ``Invalid`` (the code names the field) or ``Conflict``.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.SIGNING_IN)
    if choice not in (OFF, RECOMMENDED, REQUIRED):
        raise Invalid(UNKNOWN, code="choice")
    if not 0 <= remember_days <= remembered.MOST_DAYS:
        raise Invalid(DAYS, code="remember_days")
    organization = or_not_found(await locks.locked(session, Organization, user.organization_id), ORGANIZATION_NOT_FOUND)
    refuse_stale(version, organization.sign_in_version, STALE)
    since = _checked_since(organization, since) if choice == REQUIRED else None
    was_due = requirement.is_due(organization)
    if since is not None and since <= dates.today():
        await requirement.require_own_factor(session, user)
    asked = (organization.second_factor, organization.second_factor_from) != (choice, since)
    fewer, other_days = remember_days < organization.remember_days, remember_days != organization.remember_days
    if not asked and not other_days:
        return _view(organization)
    organization.second_factor, organization.second_factor_from = choice, since
    organization.remember_days = remember_days
    organization.sign_in_version += 1
    await session.flush()
    if requirement.is_due(organization) and not was_due:
        members = select(User.id).where(User.organization_id == organization.id)
        by_provider = col(LoginSession.level) == SINGLE_SIGN_ON
        await sessions.end(session, by_provider, col(LoginSession.user_id).in_(members))
    if fewer:
        await remembered.forget_all_of(session, organization.id)
    sessions.rights_changed(session)
    for what, is_changed in (("change second factor", asked), ("change remembered devices", other_days)):
        if is_changed:
            await trail.record(session, user, what, "organization", organization.id)
    return _view(organization)


async def list_without(
    session: AuditedSession, user: CurrentUser, *, after: str | None = None, limit: int = 20
) -> pagination.Page[MemberWithoutFactor]:
    """Return a page of the active members who have no second factor, by last name. Raises ``NotAllowed``."""
    require(user, ADMIN)
    query = select(User).where(*_lacking(user))
    page = await pagination.fetch(
        session, query, pagination.by_text(col(User.search_key), col(User.id)), after=after, limit=limit
    )
    await trail.record(session, user, "view", "users")
    return page.map(_without)


async def count(session: ReadSession, user: CurrentUser) -> tuple[int, int]:
    """Return how many active members have no second factor, and how many there are. Raises ``NotAllowed``."""
    require(user, ADMIN)
    members = select(func.count()).select_from(User).where(*_members(user))
    without = members.where(*_lacking(user))
    return (await session.exec(without)).one(), (await session.exec(members)).one()


async def remind(session: WriteSession, user: CurrentUser, member_id: object = None) -> int:
    """Mail a reminder to a member who has no second factor, or to all of them (at most 500 in one call), each at most
    once a day; return how many.

    Raises ``NotAllowed``, ``NotFound``, ``TooMany``, or ``Conflict``: the organization requires none, or each of them
    was reminded today.
    """
    require(user, ADMIN)
    await rate_limits.hit("remind", str(user.id))
    today = dates.begin(dates.today())
    lacking = _lacking(user)
    if member_id is not None:
        lacking = (*lacking, User.id == parse_id(member_id, NOT_FOUND))
        if (await session.exec(select(User.id).where(*lacking))).first() is None:
            raise NotFound(NOT_FOUND)
    organization = await session.get_one(Organization, user.organization_id)
    if organization.second_factor == OFF:
        raise Conflict(NOT_ASKED, code="not_asked")
    due = col(User.second_factor_reminded_at).is_(None) | (col(User.second_factor_reminded_at) < today)
    people = await locks.free(session, User, *lacking, due, limit=_AT_ONCE)
    if not people:
        raise Conflict(NOBODY if member_id is None else REMINDED, code="reminded")
    since = texts.long_date(organization.second_factor_from) if organization.second_factor_from else ""
    rows = await session.exec(select(User.email, User.first_name).where(col(User.id).in_(people)))
    for email, first_name in rows.all():
        outbox.write(session, email, templates.second_factor_reminder(first_name, organization.name, since))
    reminded = update(User).where(col(User.id).in_(people))
    await session.execute(reminded.values(second_factor_reminded_at=clock.now()))
    await trail.record(session, user, "remind of second factor", "user", people[0] if member_id else None)
    return len(people)


def _members(user: CurrentUser) -> tuple:
    return User.organization_id == user.organization_id, not_being_deleted(User), col(User.is_active)


def _lacking(user: CurrentUser) -> tuple:
    """Return the conditions for members without a second factor, who do not sign in at an identity provider either."""
    return *_members(user), ~owned_factors.has_any(col(User.id)), ~linked_identities.is_linked(col(User.id))


def _checked_since(organization: Organization, since: date | None) -> date:
    if since is None:
        raise Invalid(NO_DAY, code="since")
    if since < dates.today() and since != organization.second_factor_from:
        raise Invalid(PAST, code="since")
    return since


def _without(row: User) -> MemberWithoutFactor:
    return MemberWithoutFactor(row.id, row.first_name, row.last_name, row.email, row.second_factor_reminded_at)


def _view(row: Organization) -> Policy:
    return Policy(row.second_factor, row.second_factor_from, row.remember_days, row.sign_in_version)
