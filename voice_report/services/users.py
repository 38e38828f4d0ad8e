"""People's accounts."""

import re
import unicodedata
import uuid

from email_validator import EmailNotValidError, validate_email
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from ..errors import Conflict, Invalid
from ..models import User
from . import audit
from .identity import ADMIN, PLATFORM_ADMIN, USER, CurrentUser

ROLES = (USER, ADMIN, PLATFORM_ADMIN)
MAX_NAME = 100  # characters

#: What has no place in a name: control characters, and marks that turn the writing direction or cannot be seen.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def checked_email(email: str) -> str:
    """Return the address as it is stored, in lower case. Raises ``Invalid``."""
    try:
        found = validate_email(email.strip(), check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        raise Invalid("Ongeldig e-mailadres") from None
    return found.normalized.lower()


def checked_name(name: str, label: str, longest: int = MAX_NAME) -> str:
    """Return a name as it is stored; ``label`` is the field's ('Voornaam'). Raises ``Invalid``."""
    name = name.encode("utf-8", "ignore").decode()
    name = unicodedata.normalize("NFC", " ".join(_CONTROL.sub(" ", name).split()))
    if not name:
        raise Invalid(f"{label} is verplicht")
    if len(name) > longest:
        raise Invalid(f"{label} mag maximaal {longest} tekens hebben")
    return name


async def by_email(session: AsyncSession, email: str, *, lock: bool = False) -> User | None:
    """Return the account with this address (as ``checked_email`` gives it)."""
    query = select(User).where(User.email == email)
    return (await session.exec(query.with_for_update() if lock else query)).first()


async def note(session: AsyncSession, action: str, user: User | None, *, error: str | None = None) -> None:
    """Record what happened to an account from outside a session; ``None`` is an account that does not exist."""
    await audit.record(
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
    session: AsyncSession,
    *,
    email: str,
    password_hash: str,
    first_name: str,
    last_name: str,
    role: str,
    organization_id: uuid.UUID | None,
    actor: CurrentUser | None = None,
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
    await audit.record(session, actor, "create", "user", user.id, organization_id=organization_id)
    return user
