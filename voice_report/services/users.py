"""People's accounts."""

import uuid

from email_validator import EmailNotValidError, validate_email
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from ..errors import Conflict, Invalid
from ..models import User
from . import audit
from .identity import ADMIN, PLATFORM_ADMIN, USER

ROLES = (USER, ADMIN, PLATFORM_ADMIN)


def checked_email(email: str) -> str:
    """Return the address as it is stored, in lower case. Raises ``Invalid``."""
    try:
        found = validate_email(email.strip(), check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        raise Invalid("Ongeldig e-mailadres") from None
    return found.normalized.lower()


async def create(
    session: AsyncSession,
    *,
    email: str,
    password_hash: str,
    first_name: str,
    last_name: str,
    role: str,
    organization_id: uuid.UUID | None,
) -> User:
    """Add an account that can sign in at once (its address is vouched for by whoever creates it).

    The password is hashed before, outside the transaction. Raises ``Invalid`` or ``Conflict``.
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
    await audit.record(session, None, "create", "user", user.id, organization_id=organization_id)
    return user
