"""Registering, with or without an invitation (decisions.md "Accounts", security.md S09, S10).

Only the owner of an address learns, by mail, whether it has an account: a registration gets the same response in the
same time either way. Without an invitation the address is verified later (``verification``). An invitation verifies it,
because it came by mail: an account that somebody else registered with its address, and that was never verified or used,
is deleted, including its password.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import tuple_
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...database import WriteSession, transaction
from ...errors import Conflict
from ...models import Client, CreditEntry, Organization, Payment, Report, User
from ..accounts import password_reset, passwords, requirement, sessions, signing_in, users, verification
from ..audit import trail
from ..billing import credits
from ..mail import outbox, templates
from ..shared import constant_time, locks, rate_limits
from ..shared.identity import ADMIN
from ..shared.text import checked_email, checked_name
from . import invitations

KEPT_UNPROVEN = timedelta(days=7)
_PURGED_AT_ONCE = 100
#: Rows that show that an organization is in use.
_CONTENT = (User, Client, Report, Payment)


@dataclass(frozen=True, slots=True)
class Registered:
    """The outcome: ``signed_in`` is set only after an invitation, which verifies the address; ``setup_needed`` in its
    place, when the organization requires a second factor.

    Otherwise ``cookie`` is for the browser (``verification``), whether the address was free or not.
    """

    email: str
    first_name: str
    last_name: str
    signed_in: sessions.SignedIn | None = None
    setup_needed: signing_in.SetupNeeded | None = None
    cookie: str = ""


@dataclass(frozen=True, slots=True)
class _Person:
    """The registration form, validated."""

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
    """Create an account: in a new organization, or in the inviting one.

    Raises ``Invalid`` with the sentence for the first invalid field or for the invitation, ``Conflict`` for an invited
    address that has an account or an organization that is full, ``TooMany``.
    """
    await rate_limits.hit("register", trail.caller.get().ip_address)
    person = _Person(
        checked_email(email),
        checked_name(first_name, "Voornaam"),
        checked_name(last_name, "Achternaam"),
    )
    passwords.check_rule(password)
    if not invitation_token:
        await rate_limits.hit("mail_account", person.email)
        return await constant_time.run(_register_new(person, password))
    async with transaction() as session:
        await invitations.check(session, invitation_token, person.email)
    person = await _with_hash(person, password)
    async with transaction() as session:
        user = await _join(session, person, invitation_token)
        names = (person.email, person.first_name, person.last_name)
        if await requirement.more_than_password(session, user):
            return Registered(*names, setup_needed=await signing_in.setup_needed(session, user))
        signed_in = await sessions.open_session(session, user.id, device_token=device_token, old_token=old_token)
    return Registered(*names, signed_in)


async def purge(session: WriteSession) -> int:
    """Delete accounts whose address was not verified within a week of the last mail, and the organizations created
    with them (hourly job), one batch per call; return how many accounts."""
    over = clock.now() - KEPT_UNPROVEN + verification.VALID_FOR
    unproven = (
        col(User.is_email_verified).is_(False),
        col(User.last_login_at).is_(None),
        col(User.email_verification_expires) <= over,
    )
    ids = await locks.free(session, User, *unproven, limit=_PURGED_AT_ONCE)
    gone = (await session.exec(select(User).where(col(User.id).in_(ids)).order_by(col(User.id)))).all()
    left = _made_with(gone)
    await locks.accounts(session, organizations=left)
    await session.execute(delete(User).where(col(User.id).in_(ids)))
    await _drop_unused(session, left)
    await trail.record_many(session, [_forgotten(user) for user in gone])
    return len(gone)


def _forgotten(user: User) -> trail.Entry:
    return trail.Entry("delete unproven", "user", user.id, organization_id=user.organization_id, user_id=user.id)


def _made_with(people: Iterable[User]) -> dict[uuid.UUID, set[str]]:
    """Return these users' organizations, each with the names it would have if one of them had registered it."""
    made: dict[uuid.UUID, set[str]] = {}
    for person in people:
        if person.organization_id:
            made.setdefault(person.organization_id, set()).add(_organization_name(person))
    return made


async def _drop_unused(session: WriteSession, made: dict[uuid.UUID, set[str]]) -> None:
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


async def _with_hash(person: _Person, password: str) -> _Person:
    return _Person(person.email, person.first_name, person.last_name, await passwords.hashed(password))


async def _register_new(person: _Person, password: str) -> Registered:
    person = await _with_hash(person, password)  # for a known address too: hashing takes most of the time
    try:
        async with transaction() as session:
            existing = await users.by_email(session, person.email, lock=True)
            await (_remind(session, existing) if existing else _found(session, person))
    except IntegrityError:  # two concurrent registrations: the second finds the first
        async with transaction() as session:
            existing = await users.by_email(session, person.email, lock=True)
            if existing is None:
                raise
            await _remind(session, existing)
    cookie = verification.cookie_value(person.email, person.password_hash)
    return Registered(person.email, person.first_name, person.last_name, cookie=cookie)


async def _found(session: WriteSession, person: _Person) -> None:
    """Create the organization with its first user, who is its administrator."""
    organization = Organization(name=_organization_name(person))
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


def _organization_name(person: _Person | User) -> str:
    return f"{person.first_name} {person.last_name}"[:200]


async def _remind(session: WriteSession, existing: User) -> None:
    if existing.is_email_verified:
        outbox.write(session, existing.email, templates.already_registered(existing.first_name))
    else:
        token = password_reset.new_token(existing)
        outbox.write(session, existing.email, templates.unfinished_registration(existing.first_name, token))
    await users.note(session, "register", existing, error="already registered")


async def _join(session: WriteSession, person: _Person, invitation_token: str) -> User:
    existing = await users.by_email(session, person.email, lock=True)  # users before organizations (``locks``)
    left = _made_with([existing] if existing is not None else [])
    invited_to = (await invitations.check(session, invitation_token, person.email)).organization_id
    await locks.accounts(session, organizations={invited_to, *left})
    entries = []
    if existing is not None:
        if existing.is_email_verified or existing.last_login_at is not None:
            raise Conflict("Er bestaat al een account met dit e-mailadres. Log daarmee in.", code="already_registered")
        # Never verified or signed in to: its creator need not own the address, and the invitation verifies it.
        entries.append(_forgotten(existing))
        await session.delete(existing)
        await session.flush()
    # Only now: the deleted account may have had the last seat.
    invitation = await invitations.accept(session, invitation_token, person.email)
    user = _user(person, invitation.organization_id, invitation.role)
    user.is_email_verified = True  # the invitation came by mail to this address
    session.add(user)
    await session.flush()
    await _drop_unused(session, left)
    own = {"organization_id": user.organization_id, "user_id": user.id}
    entries.append(trail.Entry("register", "user", user.id, **own))
    entries.append(trail.Entry("accept", "invitation", invitation.id, **own))
    await trail.record_many(session, entries)
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
