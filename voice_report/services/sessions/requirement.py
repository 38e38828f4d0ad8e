"""Which users must sign in with a second factor, and which sessions are therefore not valid (security.md S38, S42).

An organization requires one from a day on (Europe/Amsterdam). Platform admins always need one in production.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Boolean, ColumnElement, Date, and_, bindparam, exists, or_
from sqlmodel import col, delete, select

from ...config import settings
from ...db.models import FactorReset, IdentityProvider, LinkedIdentity, LoginSession, Organization, User
from ...db.models.base import UtcDateTime
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict
from ..shared import dates, locks
from ..shared.identity import PLATFORM_ADMIN, SINGLE_SIGN_ON, TWO_FACTOR, CurrentUser
from . import owned_factors

#: What an organization asks of its members (``Organization.second_factor``).
OFF, RECOMMENDED, REQUIRED = "off", "recommended", "required"

YOU_FIRST = "Stel eerst bij Mijn account zelf een tweede stap in."
BY_PASSWORD = "Je bent ingelogd met je werkaccount. Log hiervoor in met je wachtwoord en je tweede stap."  # noqa: S105


@dataclass(frozen=True, slots=True)
class Notice:
    """What the organization chose; ``since`` is the day from which it is required."""

    choice: str
    since: date | None


async def is_required(session: ReadSession, user: User) -> bool:
    """Return whether the user must have a second factor today."""
    if user.role == PLATFORM_ADMIN and settings().is_production:
        return True
    organization = await session.get(Organization, user.organization_id) if user.organization_id else None
    return organization is not None and is_due(organization)


def is_due(organization: Organization) -> bool:
    """Return whether the organization requires a second factor today."""
    since = organization.second_factor_from
    return organization.second_factor == REQUIRED and since is not None and since <= dates.today()


async def require_own_factor(session: ReadSession, user: CurrentUser) -> None:
    """Raise ``Conflict`` unless this session was opened with a second factor of the user's own: an identity provider's
    word is none."""
    if user.level == TWO_FACTOR:
        return
    if user.level == SINGLE_SIGN_ON and await owned_factors.of(session, user.id):
        raise Conflict(BY_PASSWORD, code="second_factor_session")
    raise Conflict(YOU_FIRST, code="no_second_factor")


def was_reset(user_id: Any) -> ColumnElement[bool]:
    """Return the condition that an administrator took this user's (a column) factor away (``is_reset``)."""
    return exists().where(col(FactorReset.user_id) == user_id)


async def wanted(session: ReadSession, user: CurrentUser) -> Notice | None:
    """Return the organization's policy for a user who has no second factor; ``None`` for a user who signs in at an
    identity provider, which asks for it itself."""
    if user.organization is None or user.level == SINGLE_SIGN_ON or await owned_factors.of(session, user.id):
        return None
    organization = await session.get_one(Organization, user.organization.id)
    if organization.second_factor == OFF or await _has_work_account(session, user):
        return None
    return Notice(organization.second_factor, organization.second_factor_from)


async def notice(session: ReadSession, user: CurrentUser) -> Notice | None:
    """Return what to tell such a user on the dashboard; ``None`` once that was closed."""
    found = await wanted(session, user)
    closed = (await session.exec(select(User.second_factor_notice).where(User.id == user.id))).first()
    return None if found is None or found.choice == closed else found


async def _has_work_account(session: ReadSession, user: CurrentUser) -> bool:
    """Return whether the user is linked at the identity provider that the organization uses now."""
    linked = (LinkedIdentity.user_id == user.id, LinkedIdentity.organization_id == user.organization_id)
    in_use = (
        IdentityProvider.organization_id == user.organization_id,
        IdentityProvider.issuer == LinkedIdentity.issuer,
        IdentityProvider.usage != OFF,
    )
    return (await session.exec(select(LinkedIdentity.id).where(*linked, *in_use))).first() is not None


async def close_notice(session: WriteSession, user: CurrentUser) -> None:
    """Do not show the notice again, until the organization chooses otherwise."""
    own = await locks.caller_row(session, user)
    organization = await session.get(Organization, own.organization_id) if own.organization_id else None
    own.second_factor_notice = organization.second_factor if organization else None


async def is_reset(session: ReadSession, user: User) -> bool:
    """Return whether an administrator took the user's second factor away, and no new one was set up since."""
    return (await session.exec(select(FactorReset.id).where(FactorReset.user_id == user.id))).first() is not None


async def end_reset(session: WriteSession, user: User) -> None:
    """Forget that the factor was taken away: there is a new one, or a newer link."""
    await session.execute(delete(FactorReset).where(col(FactorReset.user_id) == user.id))


async def more_than_password(session: ReadSession, user: User) -> bool:
    """Return whether the password alone opens no session of this user."""
    if await owned_factors.of(session, user.id):
        return True
    return await is_reset(session, user) or await is_required(session, user)


def high_enough() -> ColumnElement[bool]:
    """Return the condition that a session's level is enough; the query has ``LoginSession`` and ``User``.

    For every way in: while the product is being replaced, a process of an older version may not know of factors. An
    identity provider opens a session only with a second step where one is required (``single_sign_on``); one that was
    opened before that is over.
    """
    return or_(
        col(LoginSession.level) == TWO_FACTOR,
        and_(col(LoginSession.level) == SINGLE_SIGN_ON, ~_due_since_opened()),
        ~or_(
            owned_factors.has_any(col(User.id)),
            was_reset(col(User.id)),
            _required(),
        ),
    )


def _due() -> tuple[ColumnElement[bool], ...]:
    """Return ``is_due`` of the user's organization as conditions; their values are read when the query runs."""
    today = bindparam("today", callable_=dates.today, type_=Date(), unique=True)
    return (
        col(Organization.id) == col(User.organization_id),
        col(Organization.second_factor) == REQUIRED,
        col(Organization.second_factor_from) <= today,
    )


def _due_since_opened() -> ColumnElement[bool]:
    """Return the condition that the organization requires a second factor only since the session was opened.

    A database compares a moment with a day in UTC, so that of the night before the first day some sessions are over a
    day later; never those of today.
    """
    midnight = bindparam("midnight", callable_=lambda: dates.begin(dates.today()), type_=UtcDateTime(), unique=True)
    opened = col(LoginSession.created_at)
    before = and_(opened < col(Organization.second_factor_from), opened < midnight)
    return select(Organization.id).where(*_due(), before).correlate(User, LoginSession).exists()


def _required() -> ColumnElement[bool]:
    """Return ``is_required`` as a condition."""
    is_production = bindparam("is_production", callable_=lambda: settings().is_production, type_=Boolean(), unique=True)
    return or_(
        select(Organization.id).where(*_due()).correlate(User).exists(),
        and_(col(User.role) == PLATFORM_ADMIN, is_production),
    )
