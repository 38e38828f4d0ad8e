"""Whether an organization wants its members to sign in with its identity provider, and who never depends on that.

An active administrator with a second factor always gets in with password and factor: when the provider is down, or its
settings are wrong, an administrator must be able to change them.
"""

import uuid
from collections.abc import Sequence

from sqlalchemy import ColumnElement
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from ...db.models import EmailDomain, FactorReset, IdentityProvider, User
from ...db.session import ReadSession
from ...errors import NotAllowed
from ..shared.identity import ADMIN
from ..shared.locks import not_being_deleted
from . import owned_factors

REQUIRED = "required"

SENTENCE = "Je organisatie laat je inloggen met je werkaccount. Vul je e-mailadres in en ga verder met je organisatie."


class SingleSignOnRequired(NotAllowed):
    """Signing in with the password was refused (403): the organization's own sign-in must be used."""

    code = "single_sign_on_required"
    sentence = SENTENCE


async def for_domain_of(session: ReadSession, email: str) -> bool:
    """Return whether the domain of an address belongs to an organization that requires its identity provider.

    It says nothing about accounts: the address need not have one.
    """
    query = (
        select(EmailDomain.id)
        .join(IdentityProvider, col(IdentityProvider.organization_id) == col(EmailDomain.organization_id))
        .where(
            EmailDomain.domain == email.rpartition("@")[2],
            col(EmailDomain.proven_at).is_not(None),
            IdentityProvider.usage == REQUIRED,
        )
    )
    return (await session.exec(query)).first() is not None


async def refuses(session: ReadSession, user: User) -> bool:
    """Return whether this user must sign in with the organization's identity provider."""
    if user.organization_id is None or not await is_required(session, user.organization_id):
        return False
    return (await session.exec(select(User.id).where(User.id == user.id, _always_gets_in()))).first() is None


async def is_required(session: ReadSession, organization_id: uuid.UUID) -> bool:
    """Return whether this organization requires its identity provider."""
    required = (IdentityProvider.organization_id == organization_id, IdentityProvider.usage == REQUIRED)
    return (await session.exec(select(IdentityProvider.id).where(*required))).first() is not None


def depending(organization_id: uuid.UUID) -> SelectOfScalar[uuid.UUID]:
    """Return the query for the users of an organization who do not get in without its identity provider."""
    return select(User.id).where(User.organization_id == organization_id, ~_always_gets_in())


async def may_set_up(session: ReadSession, user: User) -> bool:
    """Return whether the password begins to set up a second factor for this user, although ``refuses`` holds.

    For an administrator who has none, when no user can sign in without the provider or when the factor was taken away
    from this one (which needs the mailed link as well): else no user could change the settings while the provider is
    down.
    """
    if user.role != ADMIN or user.organization_id is None or await owned_factors.of(session, user.id):
        return False
    was_reset = select(FactorReset.id).where(FactorReset.user_id == user.id)
    if (await session.exec(was_reset)).first() is not None:
        return True
    return not await always_in(session, user.organization_id)


async def always_in(session: ReadSession, organization_id: uuid.UUID) -> Sequence[User]:
    """Return the organization's administrators who get in without its identity provider: by password and factor."""
    query = select(User).where(User.organization_id == organization_id, _always_gets_in())
    return (await session.exec(query.order_by(col(User.search_key), col(User.id)).limit(100))).all()


async def is_last_way_in(session: ReadSession, user: User) -> bool:
    """Return whether the organization requires its provider, and only this user gets in without it.

    It holds until the transaction ends if the caller has locked the organization, as the change that requires the
    provider does.
    """
    if user.organization_id is None or not await is_required(session, user.organization_id):
        return False
    ways = select(User.id).where(User.organization_id == user.organization_id, _always_gets_in()).limit(2)
    return (await session.exec(ways)).all() == [user.id]


def _always_gets_in() -> ColumnElement[bool]:
    return (
        (col(User.role) == ADMIN) & col(User.is_active) & not_being_deleted(User) & owned_factors.has_any(col(User.id))
    )
