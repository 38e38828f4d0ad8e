"""What platform admins see of the whole installation: the counts, the organizations and the users.

Lists are searched by any part of a name or address and read in pages, so that they stay fast at any size. Viewing them
is recorded in the audit trail, so they need a session of ``audited_reads.audited_read()``.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, or_
from sqlmodel import col, select

from ...db.models import Organization, ReportUsage, User
from ...db.session import AuditedSession, ReadSession
from ...errors import or_not_found
from ..audit import trail
from ..billing import credits
from ..billing.plans import UNLIMITED
from ..sessions import owned_factors, requirement
from ..shared import pagination
from ..shared.identity import ADMIN, PLATFORM_ADMIN, CurrentUser, Named, parse_id, require
from ..shared.locks import not_being_deleted
from ..shared.text import search_words
from . import members
from .members import MemberRow

_BY_NAME = pagination.by_text(col(Organization.search_key), col(Organization.id))
#: Which organizations a list can show alone: the paying ones, those on trial, those with hardly a credit left.
_TRIAL, _FEW = col(Organization.plan) == "trial", 5
_KINDS: dict[str, tuple[Any, ...]] = {
    "paid": (~_TRIAL,),
    "trial": (_TRIAL,),
    "low": (~col(Organization.unlimited), col(Organization.current_credits) < _FEW),
}
KINDS = tuple(_KINDS)
_NEWEST = pagination.newest_first(col(User.created_at), col(User.id))


@dataclass(frozen=True, slots=True)
class PlatformStats:
    organizations: int
    paid: int
    trial: int
    users: int
    active_users: int
    reports: int
    platform_admins: int
    admins: int


@dataclass(frozen=True, slots=True)
class OrganizationRow:
    """An organization with all or the first of its users; credits are -1 when unlimited."""

    id: uuid.UUID
    name: str
    plan: str
    monthly_credits: int
    current_credits: int
    max_users: int
    save_reports_to_archive: bool
    stripe_subscription_id: str | None
    subscription_status: str | None
    subscription_current_period_end: datetime | None
    created_at: datetime
    updated_at: datetime
    version: int
    user_count: int
    users: list[MemberRow]


@dataclass(frozen=True, slots=True)
class UserRow(Named):
    """A user of any organization; personal credits are ``None`` when the user has none, -1 when unlimited.

    ``is_resettable``: a platform administrator may take a lost second factor away (``organizations.members``).
    """

    id: uuid.UUID
    email: str
    first_name: str
    last_name: str
    role: str
    is_active: bool
    is_email_verified: bool
    organization_id: uuid.UUID | None
    organization_name: str | None
    personal_monthly_credits: int | None
    personal_current_credits: int | None
    last_login_at: datetime | None
    created_at: datetime
    version: int
    is_resettable: bool = False


async def stats(session: ReadSession, user: CurrentUser) -> PlatformStats:
    """Count organizations, users and generated reports. Raises ``NotAllowed``."""
    require(user, PLATFORM_ADMIN)
    organizations = (await session.exec(select(func.count()).where(not_being_deleted(Organization)))).one()
    trial = (
        await session.exec(
            select(func.count()).where(not_being_deleted(Organization), col(Organization.plan) == "trial")
        )
    ).one()
    per_role = select(User.role, User.is_active, func.count()).where(not_being_deleted(User))
    people = (await session.exec(per_role.group_by(User.role, col(User.is_active)))).all()
    reports = (await session.exec(select(func.count()).select_from(ReportUsage))).one()
    return PlatformStats(
        organizations=organizations,
        paid=organizations - trial,
        trial=trial,
        users=sum(number for _, _, number in people),
        active_users=sum(number for _, active, number in people if active),
        reports=reports,
        platform_admins=sum(number for role, _, number in people if role == PLATFORM_ADMIN),
        admins=sum(number for role, _, number in people if role == ADMIN),
    )


async def list_organizations(
    session: AuditedSession,
    user: CurrentUser,
    *,
    query: str = "",
    only: str = "",
    after: str | None = None,
    limit: int = 20,
    all_users: bool = False,
) -> pagination.Page[OrganizationRow]:
    """Return a page of organizations by name; ``only`` is one of ``KINDS``, or '' for all of them.

    Raises ``NotAllowed``, ``Invalid`` for a malformed ``after``.

    With ``all_users`` each row lists all users instead of the first few, and the page ends before ``limit`` when its
    organizations have more than ``members.AT_ONCE`` users in total; a single larger one lists that many.
    """
    require(user, PLATFORM_ADMIN)
    wanted = select(Organization).where(
        not_being_deleted(Organization), *_matching(query, col(Organization.search_key))
    )
    wanted = wanted.where(*_KINDS.get(only, ()))
    page = await pagination.fetch(session, wanted, _BY_NAME, after=after, limit=limit)
    counts = await members.counts(session, [one.id for one in page.items])
    if all_users:
        page = pagination.within(page, _BY_NAME, (counts.get(one.id, 0) for one in page.items), members.AT_ONCE)
    await trail.record(session, user, "view", "organizations")
    return pagination.Page(await _organization_rows(session, page.items, counts, all_users=all_users), page.next)


async def get_organization(
    session: ReadSession, user: CurrentUser, organization_id: uuid.UUID | str, *, all_users: bool = False
) -> OrganizationRow:
    """Return one organization as it appears in the list. Raises ``NotAllowed`` or ``NotFound``."""
    found = await members.organization(session, user, organization_id)
    counts = await members.counts(session, [found.id])
    return (await _organization_rows(session, [found], counts, all_users=all_users))[0]


async def find_organizations(
    session: ReadSession, user: CurrentUser, query: str = "", limit: int = 8
) -> list[tuple[uuid.UUID, str]]:
    """Return the first matching organizations by name, as (id, name), for a picker."""
    require(user, PLATFORM_ADMIN)
    wanted = select(Organization.id, Organization.name).where(
        not_being_deleted(Organization), *_matching(query, col(Organization.search_key))
    )
    return [(row[0], row[1]) for row in (await session.exec(wanted.order_by(Organization.search_key).limit(limit)))]


async def list_users(
    session: AuditedSession, user: CurrentUser, *, query: str = "", after: str | None = None, limit: int = 20
) -> pagination.Page[UserRow]:
    """Return a page of users of all organizations, newest first, by their name, address and organization's name.

    Raises ``NotAllowed``, ``Invalid``.
    """
    require(user, PLATFORM_ADMIN)
    wanted = _people().where(*_matching(query, col(User.search_key), col(Organization.search_key)))
    page = await pagination.fetch(session, wanted, _NEWEST, after=after, limit=limit)
    await trail.record(session, user, "view", "users")
    return page.map(lambda row: _user_row(*row))


async def get_user(session: ReadSession, user: CurrentUser, user_id: uuid.UUID | str) -> UserRow:
    """Return one user as they appear in the list. Raises ``NotAllowed`` or ``NotFound``."""
    require(user, PLATFORM_ADMIN)
    sentence = "Gebruiker niet gevonden"
    found = or_not_found(
        (await session.exec(_people().where(User.id == parse_id(user_id, sentence)))).first(), sentence
    )
    return _user_row(*found)


def _people():
    home = col(Organization.id) == col(User.organization_id)
    has_factor = owned_factors.has_any(col(User.id)) | requirement.was_reset(col(User.id))
    return (
        select(User, Organization.name, has_factor & (col(User.role) == ADMIN))
        .outerjoin(Organization, home)
        .where(not_being_deleted(User))
    )


def _matching(query: str, *keys: Any) -> list[Any]:
    """Return the conditions that every word occurs in one of these keys, ignoring capitals and accents."""
    return [or_(*(key.contains(word, autoescape=True) for key in keys)) for word in search_words(query)]


async def _organization_rows(
    session: ReadSession, found: Sequence[Organization], counts: dict[Any, int], *, all_users: bool
) -> list[OrganizationRow]:
    ids = [organization.id for organization in found]
    users = await (members.all_of(session, ids) if all_users else members.first_of(session, ids))
    return [_organization_row(one, counts.get(one.id, 0), users.get(one.id, [])) for one in found]


def _organization_row(organization: Organization, user_count: int, users: list[MemberRow]) -> OrganizationRow:
    return OrganizationRow(
        id=organization.id,
        name=organization.name,
        plan=organization.plan,
        monthly_credits=UNLIMITED if organization.unlimited else organization.monthly_credits,
        current_credits=credits.organization_balance(organization),
        max_users=organization.max_users,
        save_reports_to_archive=organization.save_reports_to_archive,
        stripe_subscription_id=organization.stripe_subscription_id,
        subscription_status=organization.subscription_status,
        subscription_current_period_end=organization.subscription_current_period_end,
        created_at=organization.created_at,
        updated_at=organization.updated_at,
        version=organization.version,
        user_count=user_count,
        users=users,
    )


def _user_row(person: User, organization_name: str | None, is_resettable: bool) -> UserRow:
    return UserRow(
        id=person.id,
        email=person.email,
        first_name=person.first_name,
        last_name=person.last_name,
        role=person.role,
        is_active=person.is_active,
        is_email_verified=person.is_email_verified,
        organization_id=person.organization_id,
        organization_name=organization_name,
        personal_monthly_credits=UNLIMITED if person.personal_unlimited else person.personal_monthly_credits,
        personal_current_credits=credits.personal_balance(person),
        last_login_at=person.last_login_at,
        created_at=person.created_at,
        version=person.version,
        is_resettable=is_resettable,
    )
