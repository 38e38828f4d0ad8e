"""The user's own account: name, address, password and signed-in devices (decisions/0002)."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from ... import clock
from ...db.models import LoginSession, Report, User
from ...db.session import ReadSession, WriteSession, transaction
from ...errors import Invalid, NotSignedIn, or_not_found
from ..audit import trail
from ..factors import passwords, proof
from ..mail import outbox, templates
from ..sessions import devices as browsers
from ..sessions import opening, sessions, users
from ..shared import locks, rate_limits, step_up_reasons, tokens
from ..shared.identity import SINGLE_SIGN_ON, CurrentUser, parse_id, require_step_up
from ..shared.text import checked_email, checked_name
from . import password_reset, verification

_SOME = 3  # reports


@dataclass(frozen=True, slots=True)
class Account:
    """The user's own account. ``pending_email`` awaits verification; until then ``email`` remains in use.

    ``has_reported``: the user has made some reports, and knows what the product is for.
    """

    first_name: str
    last_name: str
    email: str
    pending_email: str | None = None
    copies_empty: bool = True
    has_reported: bool = False


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which the user is signed in; ``current`` marks the caller's own.

    ``opened_by`` and ``stepped_up_by`` are what the user gave (``identity``), '' when it is unknown or nothing was
    given; ``organization`` has the name of the one whose identity provider opened it, else ''.
    """

    id: uuid.UUID
    name: str
    ip_address: str
    signed_in_at: datetime
    last_seen_at: datetime
    current: bool
    level: str
    opened_by: str
    stepped_up_by: str
    organization: str = ""


async def view(session: ReadSession, user: CurrentUser) -> Account:
    """Return the user's own account."""
    return await _view(session, await _own(session, user))


async def update_profile(
    user: CurrentUser, *, first_name: str, last_name: str, email: str, current_password: str = ""
) -> Account:
    """Change the user's names at once, and the address as soon as the new one is verified.

    A change of address requires the current password. An address that is in use gets the same response; its owner is
    notified by mail (S09). Raises ``Invalid``, ``TooMany``, ``StepUpNeeded`` for another address.
    """
    first_name = checked_name(first_name, "Voornaam")
    last_name = checked_name(last_name, "Achternaam")
    email = checked_email(email)
    moves = email != user.email
    if moves:
        outbox.require_deliverable(email)
        require_step_up(user, step_up_reasons.OWN_EMAIL)
        await rate_limits.hit("mail_address", trail.caller.get().ip_address)
        await rate_limits.hit("mail_account", email)
        await proof.check_password(user, current_password)
    async with transaction() as session:
        own = await _own(session, user, lock=True)
        if (own.first_name, own.last_name) != (first_name, last_name):
            own.first_name, own.last_name, own.updated_at = first_name, last_name, clock.now()
            await trail.record(session, user, "change", "user", user.id)
        if moves:
            # If the address is another user's, a token is made as well, but not sent.
            token = tokens.new()
            own.pending_email = email
            own.email_verification_token = tokens.hashed(token)
            own.email_verification_expires = clock.now() + verification.VALID_FOR
            own.updated_at = clock.now()
            owner = await users.by_email(session, email)
            if owner is None:
                outbox.write(session, email, templates.new_address(own.first_name, token))
            else:
                outbox.write(session, email, templates.address_in_use(owner.first_name))
            outbox.write(session, own.email, templates.address_will_change(own.first_name, email))
            await trail.record(session, user, "ask for another email", "user", user.id)
        sessions.rights_changed(session)
        return await _view(session, own)


async def choose_copies(user: CurrentUser, *, copies_empty: bool) -> None:
    """Choose whether sections without content go along in what the user copies, prints and downloads."""
    async with transaction() as session:
        own = await _own(session, user, lock=True)
        if own.copies_empty != copies_empty:
            own.copies_empty, own.updated_at = copies_empty, clock.now()
            await trail.record(session, user, "change", "user", user.id)
            sessions.rights_changed(session)


async def change_password(
    user: CurrentUser, *, current_password: str, new_password: str, confirm_password: str
) -> None:
    """Set a new password and end the user's other sessions. Raises ``Invalid``, ``TooMany``, ``StepUpNeeded``."""
    if not current_password:
        raise Invalid("Huidig wachtwoord is verplicht")
    password_reset.check_new(new_password, confirm_password)
    organization = [user.organization.name] if user.organization else []
    passwords.check_rule(new_password, (user.email, user.first_name, user.last_name, *organization))
    require_step_up(user, step_up_reasons.OWN_PASSWORD)
    await proof.check_password(user, current_password)
    password_hash = await passwords.hashed(new_password)
    async with transaction() as session:
        own = await _own(session, user, lock=True)
        password_reset.set_password(own, password_hash)
        await sessions.end_sessions(session, user.id, keep=user.session_id)
        outbox.write(session, own.email, templates.password_changed(own.first_name))
        await trail.record(session, user, "change password", "user", user.id)


async def devices(session: ReadSession, user: CurrentUser) -> list[Device]:
    """Return the devices on which the user is signed in: this browser first, then the most recently used."""
    now = clock.now()
    query = select(LoginSession).where(
        LoginSession.user_id == user.id,
        col(LoginSession.expires_at) > now,
        col(LoginSession.last_seen_at) > now - sessions.IDLE,
    )
    rows = (await session.exec(query.order_by(col(LoginSession.last_seen_at).desc()))).all()
    return sorted((_device(row, user) for row in rows), key=lambda one: not one.current)


def _device(row: LoginSession, user: CurrentUser) -> Device:
    by_provider = row.level == SINGLE_SIGN_ON and user.organization is not None
    return Device(
        row.id,
        browsers.device_name(row.user_agent),
        row.ip_address,
        row.created_at,
        row.last_seen_at,
        row.id == user.session_id,
        row.level,
        opening.known(row.opened_by, row.level),
        row.stepped_up_by,
        user.organization.name if by_provider and user.organization else "",
    )


async def sign_out_device(session: WriteSession, user: CurrentUser, device_id: object) -> None:
    """End one of the user's own sessions ('afmelden'). Raises ``NotFound``."""
    sentence = "Apparaat niet gevonden"
    query = select(LoginSession).where(
        LoginSession.id == parse_id(device_id, sentence), LoginSession.user_id == user.id
    )
    found = or_not_found((await session.exec(query)).first(), sentence)
    await session.delete(found)
    sessions.rights_changed(session)
    await trail.record(session, user, "sign out", "session", found.id)


async def sign_out_others(session: WriteSession, user: CurrentUser) -> None:
    """End all sessions of the user except the current one."""
    await locks.caller(session, user)
    await sessions.end_sessions(session, user.id, keep=user.session_id)
    await trail.record(session, user, "sign out", "other sessions")


async def _own(session: ReadSession, user: CurrentUser, *, lock: bool = False) -> User:
    query = select(User).where(User.id == user.id)
    own = (await session.exec(query.with_for_update() if lock else query)).first()
    if own is None:
        raise NotSignedIn
    return own


async def _view(session: ReadSession, own: User) -> Account:
    waiting = own.email_verification_expires is not None and own.email_verification_expires > clock.now()
    pending = own.pending_email if waiting else None
    made = (
        select(Report.id)
        .where(Report.user_id == own.id, Report.organization_id == own.organization_id)
        .where(col(Report.structured_report).is_not(None), col(Report.example).is_(None))
        .limit(_SOME)
    )
    has_reported = len((await session.exec(made)).all()) == _SOME
    return Account(own.first_name, own.last_name, own.email, pending, own.copies_empty, has_reported)
