"""Registering, with or without an invitation (decisions.md "Accounts", security.md S09, S10).

Whether an address has an account is told to its owner only, by mail: who registers gets the same answer in the same
time either way. Without an invitation the address is proven later (``verification``). An invitation is proof by itself,
because it came by mail: an account that somebody else made for its address, and that nobody ever proved or used, gives
way to it, password and all.
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
from ..errors import Conflict
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
    users,
    verification,
)
from .identity import ADMIN

KEPT_UNPROVEN = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Registered:
    """The outcome: ``signed_in`` only for who came with an invitation, whose address was proven by it.

    ``cookie`` is for the browser of everybody else (``verification``), whether the address was free or not.
    """

    email: str
    first_name: str
    last_name: str
    signed_in: auth.SignedIn | None = None
    cookie: str = ""


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
    person = _Person(
        users.checked_email(email),
        users.checked_name(first_name, "Voornaam"),
        users.checked_name(last_name, "Achternaam"),
    )
    passwords.check_rule(password)
    await rate_limits.check("register", audit.caller.get().ip_address)
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


async def purge(session: AsyncSession) -> int:
    """Forget accounts whose address nobody proved within a week of the last mail, and the organisations they leave
    empty (the hourly work); return how many accounts."""
    over = clock.now() - KEPT_UNPROVEN + verification.VALID_FOR
    unproven = select(User).where(
        col(User.is_email_verified).is_(False),
        col(User.last_login_at).is_(None),
        col(User.email_verification_expires) <= over,
    )
    gone = (await session.exec(unproven.order_by(col(User.id)).with_for_update(skip_locked=True))).all()
    for user in gone:
        await _forget(session, user)
    await _drop_empty(session, {user.organization_id for user in gone})
    return len(gone)


async def _forget(session: AsyncSession, user: User) -> None:
    await users.note(session, "delete unproven", user)
    await session.delete(user)
    await session.flush()


async def _drop_empty(session: AsyncSession, organization_ids: set[uuid.UUID | None]) -> None:
    """Delete those of these organizations that have no users any more."""
    inhabited = select(User.id).where(User.organization_id == Organization.id).exists()
    await session.execute(delete(Organization).where(col(Organization.id).in_(organization_ids), ~inhabited))


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
    cookie = verification.cookie_value(person.email, person.password_hash)
    return Registered(person.email, person.first_name, person.last_name, cookie=cookie)


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
    await verification.send(session, user)
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
    if existing is not None and (existing.is_email_verified or existing.last_login_at is not None):
        raise Conflict("Er bestaat al een account met dit e-mailadres. Log daarmee in.", code="already_registered")
    if existing is not None:  # nobody proved it or signed in to it: whoever made it did not own the address
        await _forget(session, existing)
    user = _user(person, invitation.organization_id, invitation.role)
    user.is_email_verified = True  # the invitation came by mail to this address
    session.add(user)
    await session.flush()
    if existing is not None:
        await _drop_empty(session, {existing.organization_id})
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
