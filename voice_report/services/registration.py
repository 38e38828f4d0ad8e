"""Registering, with or without an invitation, and proving an address (decisions.md "Accounts", security.md S09, S10).

Whether an address has an account is told to its owner only, by mail: who registers gets the same answer in the same
time either way.
"""

import uuid
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from .. import clock
from ..config import settings
from ..database import transaction
from ..errors import Conflict, Invalid
from ..models import Organization, User
from . import (
    audit,
    auth,
    credits,
    equal_time,
    invitations,
    letters,
    outbox,
    password_reset,
    passwords,
    rate_limits,
    tokens,
    users,
)
from .identity import ADMIN
from .text import checked_email, checked_name

VALID_FOR = timedelta(hours=24)
KEPT_UNPROVEN = timedelta(days=7)

INVALID_LINK = "Deze link is ongeldig, verlopen of al gebruikt."
VERIFIED = "Je e-mailadres is bevestigd. Je kunt nu inloggen."
ADDRESS_CHANGED = "Je nieuwe e-mailadres is bevestigd. Voortaan log je daarmee in."


@dataclass(frozen=True, slots=True)
class Registered:
    """The outcome: ``signed_in`` only for who came with an invitation, whose address was proven by it."""

    email: str
    first_name: str
    last_name: str
    signed_in: auth.SignedIn | None = None


@dataclass(frozen=True, slots=True)
class _Person:
    """What was filled in, checked."""

    email: str
    first_name: str
    last_name: str
    password_hash: str = ""


async def register(
    *,
    email: str,
    password: str,
    first_name: str,
    last_name: str,
    invitation_token: str | None = None,
    device_token: str | None = None,
    old_token: str | None = None,
) -> Registered:
    """Make an account: in an organisation of its own, or in the one that invited.

    Raises ``Invalid`` with the sentence for the first field that is wrong or for the invitation, ``Conflict`` for an
    invited address that has an account or an organisation that is full, ``TooMany``.
    """
    await rate_limits.check("register", audit.caller.get().ip_address)
    person = _Person(
        checked_email(email),
        checked_name(first_name, "Voornaam"),
        checked_name(last_name, "Achternaam"),
    )
    passwords.check_rule(password)
    if not invitation_token:
        await rate_limits.check("mail_account", person.email)
        return await equal_time.in_steps(_register_new(person, password))
    async with transaction() as session:
        await invitations.check(session, invitation_token, person.email)
    person = await _with_hash(person, password)
    async with transaction() as session:
        user = await _join(session, person, invitation_token)
        signed_in = await auth.open_session(session, user.id, device_token=device_token, old_token=old_token)
    return Registered(person.email, person.first_name, person.last_name, signed_in)


async def resend(email: str) -> None:
    """Send the verification mail again, to an account that waits for it; the answer never tells. Raises ``TooMany``."""
    await rate_limits.check("mail_address", audit.caller.get().ip_address)
    email = checked_email(email)
    await rate_limits.check("mail_account", email)
    await equal_time.in_steps(_resend(email))


async def verify(token: str) -> str:
    """Prove an address, of a new account or a new one of an existing account; return the sentence to show.

    Single use: whoever is second finds nothing. Raises ``Invalid`` or ``TooMany``.
    """
    await rate_limits.check("token", audit.caller.get().ip_address)
    if not token:
        raise Invalid("Verificatie token ontbreekt.", code="token_missing")
    try:
        async with transaction() as session:
            return await _verify(session, token)
    except IntegrityError:  # somebody else proved this address a moment earlier
        raise Invalid(INVALID_LINK, code="invalid_token") from None


async def send_verification(session: AsyncSession, user: User) -> None:
    """Give the account a fresh token and write the mail. What was sent before no longer works."""
    token = tokens.new()
    user.email_verification_token = tokens.hashed(token)
    user.email_verification_expires = clock.now() + VALID_FOR
    outbox.write(session, user.email, letters.verification(user.first_name, token))


async def purge(session: AsyncSession) -> int:
    """Forget accounts whose address nobody proved within a week of the last mail, and the organisations they leave
    empty (the hourly work); return how many accounts."""
    over = clock.now() - KEPT_UNPROVEN + VALID_FOR
    unproven = select(User).where(
        col(User.is_email_verified).is_(False),
        col(User.last_login_at).is_(None),
        col(User.email_verification_expires) <= over,
    )
    gone = (await session.exec(unproven.order_by(col(User.id)).with_for_update(skip_locked=True))).all()
    for user in gone:
        await users.note(session, "delete unproven", user)
        await session.delete(user)
    await session.flush()
    left = {user.organization_id for user in gone}
    inhabited = select(User.id).where(User.organization_id == Organization.id).exists()
    await session.execute(delete(Organization).where(col(Organization.id).in_(left), ~inhabited))
    return len(gone)


async def _with_hash(person: _Person, password: str) -> _Person:
    return _Person(person.email, person.first_name, person.last_name, await passwords.hashed(password))


async def _register_new(person: _Person, password: str) -> Registered:
    person = await _with_hash(person, password)  # for a known address too: it is the better part of the work
    try:
        async with transaction() as session:
            existing = await users.by_email(session, person.email, lock=True)
            await (_remind(session, existing) if existing else _found(session, person))
    except IntegrityError:  # registered twice at once: the second finds the first
        async with transaction() as session:
            existing = await users.by_email(session, person.email, lock=True)
            if existing is None:
                raise
            await _remind(session, existing)
    return Registered(person.email, person.first_name, person.last_name)


async def _found(session: AsyncSession, person: _Person) -> None:
    """Make the organisation with its first user, who is its administrator."""
    organization = Organization(name=f"{person.first_name} {person.last_name}"[:200])
    session.add(organization)
    await session.flush()
    if settings().trial_credits:
        await credits.grant(
            session,
            settings().trial_credits,
            reason="trial",
            key=f"trial:{organization.id}",
            organization_id=organization.id,
        )
    user = _user(person, organization.id, ADMIN)
    session.add(user)
    await session.flush()
    await send_verification(session, user)
    await users.note(session, "register", user)


async def _remind(session: AsyncSession, existing: User) -> None:
    if existing.is_email_verified:
        outbox.write(session, existing.email, letters.already_registered(existing.first_name))
    else:
        token = password_reset.new_token(existing)
        outbox.write(session, existing.email, letters.unfinished_registration(existing.first_name, token))
    await users.note(session, "register", existing, error="already registered")


async def _join(session: AsyncSession, person: _Person, invitation_token: str) -> User:
    invitation = await invitations.accept(session, invitation_token, person.email)
    existing = await users.by_email(session, person.email, lock=True)
    if existing is not None:
        raise Conflict("Er bestaat al een account met dit e-mailadres. Log daarmee in.", code="already_registered")
    user = _user(person, invitation.organization_id, invitation.role)
    user.is_email_verified = True  # the invitation came by mail to this address
    session.add(user)
    await session.flush()
    await users.note(session, "register", user)
    await audit.record(
        session,
        None,
        "accept",
        "invitation",
        invitation.id,
        user_id=user.id,
        organization_id=invitation.organization_id,
    )
    return user


def _user(person: _Person, organization_id: uuid.UUID, role: str) -> User:
    return User(
        email=person.email,
        password_hash=person.password_hash,
        first_name=person.first_name,
        last_name=person.last_name,
        role=role,
        organization_id=organization_id,
    )


async def _resend(email: str) -> None:
    async with transaction() as session:
        user = await users.by_email(session, email, lock=True)
        waiting = user is not None and not user.is_email_verified
        if user is not None and waiting:
            await send_verification(session, user)
        await users.note(session, "resend verification", user, error=None if waiting else "nothing to verify")


async def _verify(session: AsyncSession, token: str) -> str:
    query = select(User).where(User.email_verification_token == tokens.hashed(token)).with_for_update()
    user = (await session.exec(query)).first()
    if user is None or user.email_verification_expires is None or user.email_verification_expires <= clock.now():
        raise Invalid(INVALID_LINK, code="invalid_token")
    user.email_verification_token = user.email_verification_expires = None
    user.updated_at = clock.now()
    if user.pending_email is None:
        user.is_email_verified = True
        await users.note(session, "verify email", user)
        return VERIFIED
    user.email, user.pending_email = user.pending_email, None
    user.password_reset_token = user.password_reset_token_expires = None  # it went to the former address
    await session.flush()
    auth.rights_changed(session)
    await users.note(session, "change email", user)
    return ADDRESS_CHANGED
