"""Registering, with or without an invitation (decisions/0002, security.md S09, S10).

Only the owner of an address learns, by mail, whether it has an account: a registration gets the same response in the
same time either way. Without an invitation the address is verified later (``verification``). An invitation verifies it,
because it came by mail: an account that another person registered with its address, and that was never verified or
used, is deleted, including its password.
"""

import uuid
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError

from ...config import settings
from ...db.models import Organization, User
from ...db.session import WriteSession, run_in_transaction, transaction
from ...errors import Conflict
from ..accounts import password_reset, verification
from ..audit import trail
from ..billing import credits
from ..factors import passwords
from ..mail import outbox, templates
from ..sessions import requirement, sessions, users
from ..shared import locks, rate_limits
from ..shared.identity import ADMIN
from ..shared.text import checked_email, checked_name
from ..sign_in import constant_time, signing_in
from . import invitations, public_mail_domains, unproven

#: Domains of mail addresses that many people have, for a question about a typing mistake.
WELL_KNOWN_DOMAINS = sorted(public_mail_domains.PUBLIC_DOMAINS)


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
    passwords.check_rule(password, (person.email, person.first_name, person.last_name))
    outbox.require_deliverable(person.email)
    if not invitation_token:
        await rate_limits.hit("mail_account", person.email)
        return await constant_time.run(_register_new(person, password))
    await run_in_transaction(invitations.check, invitation_token, person.email)
    person = await _with_hash(person, password)
    async with transaction() as session:
        user = await _join(session, person, invitation_token)
        names = (person.email, person.first_name, person.last_name)
        if await requirement.more_than_password(session, user):
            return Registered(*names, setup_needed=await signing_in.setup_needed(session, user))
        signed_in = await sessions.open_session(session, user.id, device_token=device_token, old_token=old_token)
    return Registered(*names, signed_in)


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
    organization = Organization(
        name=unproven.organization_name(person.first_name, person.last_name), engine_floor=settings().engine_floor
    )
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


async def _remind(session: WriteSession, existing: User) -> None:
    if existing.is_email_verified:
        outbox.write(session, existing.email, templates.already_registered(existing.first_name))
    else:
        token = password_reset.new_token(existing)
        outbox.write(session, existing.email, templates.unfinished_registration(existing.first_name, token))
    await users.note(session, "register", existing, error="already registered")


async def _join(session: WriteSession, person: _Person, invitation_token: str) -> User:
    existing = await users.by_email(session, person.email, lock=True)  # users before organizations (``locks``)
    invited_to = (await invitations.check(session, invitation_token, person.email)).organization_id
    squatted = existing is not None and unproven.is_unproven(existing)
    left = unproven.made_with([existing] if existing is not None and squatted else [])
    await locks.accounts(session, organizations={invited_to, *left})
    await users.require_password_allowed(session, invited_to)  # before anything is made or deleted
    if existing is not None and not squatted:
        raise Conflict("Er bestaat al een account met dit e-mailadres. Log daarmee in.", code="already_registered")
    # The invitation verifies the address. The account goes first: it may have had the last seat.
    entries = [] if existing is None else [await unproven.drop(session, existing)]
    invitation = await invitations.accept(session, invitation_token, person.email)
    user = _user(person, invitation.organization_id, invitation.role)
    user.is_email_verified = True  # the invitation came by mail to this address
    session.add(user)
    await session.flush()
    await unproven.drop_unused(session, left)
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
