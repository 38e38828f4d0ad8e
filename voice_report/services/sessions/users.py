"""User accounts: lookup, audit records and creation."""

import uuid

from sqlalchemy import ColumnElement
from sqlmodel import col, select

from ...db.models import User
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, Invalid
from ..audit import trail
from ..shared.identity import ADMIN, PLATFORM_ADMIN, USER, CurrentUser
from ..shared.text import checked_email
from . import single_sign_on_required

ROLES = (USER, ADMIN, PLATFORM_ADMIN)


async def by_email(session: ReadSession, email: str, *, lock: bool = False) -> User | None:
    """Return the account with this address (normalized by ``text.checked_email``)."""
    query = select(User).where(User.email == email)
    return (await session.exec(query.with_for_update() if lock else query)).first()


def depends_on_provider(organization_id: uuid.UUID) -> ColumnElement[bool]:
    """Return the condition that a user is of this organization and does not get in without its identity provider."""
    return col(User.id).in_(single_sign_on_required.depending(organization_id))


async def require_password_allowed(session: ReadSession, organization_id: uuid.UUID) -> None:
    """Raise ``SingleSignOnRequired`` when a new member of this organization must come in by its identity provider."""
    if await single_sign_on_required.is_required(session, organization_id):
        raise single_sign_on_required.SingleSignOnRequired


async def note(session: WriteSession, action: str, user: User | None, *, error: str | None = None) -> None:
    """Record an action on an account outside a session; ``None`` is an account that does not exist."""
    await trail.record(
        session,
        None,
        action,
        "user",
        user.id if user else None,
        user_id=user.id if user else None,
        organization_id=user.organization_id if user else None,
        success=error is None,
        error_message=error,
    )


async def create(
    session: WriteSession,
    *,
    email: str,
    password_hash: str,
    first_name: str,
    last_name: str,
    role: str,
    organization_id: uuid.UUID | None,
    actor: CurrentUser | None = None,
) -> User:
    """Add an account that can sign in at once (the caller vouches for its address).

    The caller hashes the password beforehand, outside the transaction. Raises ``Invalid`` or ``Conflict``.
    """
    if role not in ROLES:
        raise Invalid("Onbekende rol")
    email = checked_email(email)
    if (await session.exec(select(User.id).where(User.email == email))).first():
        raise Conflict("Er bestaat al een account met dit e-mailadres.")
    user = User(
        email=email,
        password_hash=password_hash,
        first_name=first_name,
        last_name=last_name,
        role=role,
        organization_id=organization_id,
        is_email_verified=True,
    )
    session.add(user)
    await session.flush()
    await trail.record(session, actor, "create", "user", user.id, organization_id=organization_id)
    return user
