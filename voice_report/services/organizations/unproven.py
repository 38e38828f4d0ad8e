"""Accounts without a proven owner: never verified and never signed in to. They give way to the real owner of the
address.

Their creator need not own it. With the last of them goes the organization that was created with it, if it is unused.
"""

import uuid
from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import tuple_
from sqlmodel import col, delete, select

from ... import clock
from ...db.models import Client, CreditEntry, Organization, Payment, Report, User
from ...db.session import WriteSession
from ..accounts import verification
from ..audit import trail
from ..shared import locks

KEPT = timedelta(days=7)
_PURGED_AT_ONCE = 100
#: Rows that show that an organization is in use.
_CONTENT = (User, Client, Report, Payment)


def is_unproven(user: User) -> bool:
    """Return whether the address of this account was never proven, and the account never used."""
    return not user.is_email_verified and user.last_login_at is None


def organization_name(first_name: str, last_name: str) -> str:
    """Return the name of the organization that is created with this person's account."""
    return f"{first_name} {last_name}"[:200]


async def drop(session: WriteSession, account: User) -> trail.Entry:
    """Delete an unproven account, locked by the caller as its organization is; return what is to be recorded last."""
    entry = _forgotten(account)
    await session.delete(account)
    await session.flush()
    return entry


async def purge(session: WriteSession) -> int:
    """Delete accounts whose address was not verified within a week of the last mail, and the organizations created
    with them, one batch per call; return how many accounts."""
    over = clock.now() - KEPT + verification.VALID_FOR
    unproven = (
        col(User.is_email_verified).is_(False),
        col(User.last_login_at).is_(None),
        col(User.email_verification_expires) <= over,
    )
    ids = await locks.free(session, User, *unproven, limit=_PURGED_AT_ONCE)
    gone = (await session.exec(select(User).where(col(User.id).in_(ids)).order_by(col(User.id)))).all()
    left = made_with(gone)
    await locks.accounts(session, organizations=left)
    await session.execute(delete(User).where(col(User.id).in_(ids)))
    await drop_unused(session, left)
    await trail.record_many(session, [_forgotten(user) for user in gone])
    return len(gone)


def _forgotten(user: User) -> trail.Entry:
    return trail.Entry("delete unproven", "user", user.id, organization_id=user.organization_id, user_id=user.id)


def made_with(people: Iterable[User]) -> dict[uuid.UUID, set[str]]:
    """Return these users' organizations, each with the names it would have if one of them had registered it."""
    made: dict[uuid.UUID, set[str]] = {}
    for person in people:
        if person.organization_id:
            made.setdefault(person.organization_id, set()).add(organization_name(person.first_name, person.last_name))
    return made


async def drop_unused(session: WriteSession, made: dict[uuid.UUID, set[str]]) -> None:
    """Delete those of these organizations that are unchanged since registration and no longer have users.

    An organization that a platform admin created or changed, or in which anything was stored, bought or spent, is kept.
    """
    as_made = (
        tuple_(col(Organization.id), col(Organization.name)).in_([(one, name) for one in made for name in made[one]]),
        col(Organization.version) == 1,
        col(Organization.plan) == "trial",
        col(Organization.unlimited).is_(False),
        col(Organization.monthly_credits) == 0,
        col(Organization.stripe_customer_id).is_(None),
        col(Organization.stripe_subscription_id).is_(None),
    )
    other_credits = select(CreditEntry.id).where(
        CreditEntry.organization_id == Organization.id, CreditEntry.reason != "trial"
    )
    kept = [select(one.organization_id).where(one.organization_id == Organization.id) for one in _CONTENT]
    empty = [~rows.exists() for rows in (*kept, other_credits)]
    await session.execute(delete(Organization).where(*as_made, *empty))
