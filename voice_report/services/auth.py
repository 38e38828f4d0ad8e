"""Signing in and out, and who a session cookie belongs to (security.md S05-S09).

A session is a row with the hash of a random token; the browser has the token in an HttpOnly cookie. Signing in talks to
the database in short transactions around the slow password check and holds none during it.
"""

import time
import uuid
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import bindparam, event
from sqlmodel import col, delete, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from .. import clock
from ..config import settings
from ..database import asking, reading, transaction
from ..errors import DomainError, NotAllowed
from ..models import KnownDevice, LoginSession, Organization, User
from . import audit, credits, organisations, passwords, rate_limits, tokens
from .identity import CurrentUser
from .text import checked_email

IDLE = timedelta(hours=12)
ABSOLUTE = timedelta(days=30)
DEVICE = timedelta(days=365)
LOCKED_FOR = timedelta(minutes=15)
ATTEMPTS = 5

#: Whose session this is; asked at every event of every page, so it is put together once.
_WHOSE = (
    select(LoginSession, User, Organization)
    .join(User, col(User.id) == col(LoginSession.user_id))
    .outerjoin(Organization, col(Organization.id) == col(User.organization_id))
    .where(col(LoginSession.token_hash) == bindparam("token_hash"))
)

#: How often a session's sign of life is written down.
_TOUCH_AFTER = timedelta(minutes=5)

WRONG = (
    "Inloggen mislukt. Controleer je gegevens. Na 5 mislukte pogingen is inloggen vanaf een nieuw apparaat "
    "15 minuten niet mogelijk."
)
UNVERIFIED = "Je e-mailadres is nog niet bevestigd. Open de link in de e-mail die we je stuurden."
PAUSED = "Je account is gepauzeerd. Neem contact op met de beheerder van je organisatie."

#: Counts the moments at which this process ended sessions or changed rights; open connections re-check on a change.
changes = 0

#: When this process last saw a session alive: (``time.monotonic()``, ``changes``), for ``is_live``.
_seen: dict[str, tuple[float, int]] = {}
_SEEN_AT_MOST = 10_000


class WrongCredentials(DomainError):
    """Sign-in refused (401). The sentence is the same whatever was wrong: account, password or a lock."""

    status = 401
    code = "wrong_credentials"


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The outcome of signing in: the person, and the two cookies' raw values."""

    user: CurrentUser
    token: str
    device_token: str


def cookie_name() -> str:
    """The session cookie. ``__Host-`` binds it to this host over HTTPS; a browser refuses that name on plain HTTP."""
    return "__Host-session" if settings().is_https else "session"


def device_cookie_name() -> str:
    """The cookie by which an account recognises a browser it signed in from before."""
    return "__Host-device" if settings().is_https else "device"


async def identify(session: AsyncSession, raw_token: str | None) -> CurrentUser | None:
    """Return the person this session token belongs to, or ``None`` when it has ended or never was."""
    return await identify_hashed(session, tokens.hashed(raw_token)) if raw_token else None


async def identify_hashed(session: AsyncSession, token_hash: str) -> CurrentUser | None:
    """The same, for a caller that has only the token's hash."""
    found = await _find(session, token_hash)
    return _view(*found) if found else None


async def resolve(token_hash: str) -> CurrentUser | None:
    """Identify in a session of its own, and write down a sign of life once every few minutes."""
    noted = (time.monotonic(), changes)
    async with asking() as session:
        found = await _find(session, token_hash)
    if found is None:
        _seen.pop(token_hash, None)
        return None
    if len(_seen) >= _SEEN_AT_MOST:
        _seen.clear()
    _seen[token_hash] = noted
    login, user, organization = found
    if clock.now() - login.last_seen_at >= _TOUCH_AFTER:
        async with transaction() as session:
            seen = update(LoginSession).where(col(LoginSession.id) == login.id).values(last_seen_at=clock.now())
            await session.execute(seen)
    return _view(login, user, organization)


async def is_live(token_hash: str, *, looked_within: float = 1) -> bool:
    """Tell whether the session still lasts. A look of the last second will do, unless something changed here since.

    ``looked_within`` (seconds) is also the time within which another worker's logout is noticed.
    """
    seen = _seen.get(token_hash)
    if seen and seen[1] == changes and time.monotonic() - seen[0] < looked_within:
        return True
    return await resolve(token_hash) is not None


async def log_in(
    email: str, password: str, *, device_token: str | None = None, old_token: str | None = None
) -> SignedIn:
    """Check the password and open a session; the session the browser had before ends (rotation).

    Raises ``Invalid`` for what is no address, ``WrongCredentials``, ``NotAllowed`` (right password, but unverified or
    paused) or ``TooMany``.
    """
    address = audit.caller.get().ip_address
    await rate_limits.check("login_requests", address)
    email = checked_email(email)
    await rate_limits.check_only("login_address", address)
    async with reading() as session:
        user = (await session.exec(select(User).where(User.email == email))).first()
        device = await _known_device(session, user, device_token)
    limit = ("login_device", f"{email}:{device.id}") if device else ("login_account", email)
    await rate_limits.check_only(*limit)

    right = await passwords.matches(password, user.password_hash if user else None)
    locked = bool(user and user.locked_until and user.locked_until > clock.now() and not device)
    if user is None or not right or locked:
        await rate_limits.count("login_address", address)
        await rate_limits.count(*limit)
        await _write_down_failure(user, locked)
        raise WrongCredentials(WRONG)
    await _refuse_unready(user)
    rehash = await passwords.hashed(password) if passwords.needs_rehash(user.password_hash) else None
    async with transaction() as session:
        return await open_session(
            session, user.id, rehash=rehash, device=device, device_token=device_token, old_token=old_token
        )


async def log_out(session: AsyncSession, raw_token: str | None) -> None:
    """End this session. Ending one that is already gone is fine."""
    user = await identify(session, raw_token)
    if user is not None:
        await session.execute(delete(LoginSession).where(col(LoginSession.id) == user.session_id))
        await audit.record(session, user, "logout", "session")
        rights_changed(session)


async def end_sessions(session: AsyncSession, user_id: uuid.UUID, *, keep: uuid.UUID | None = None) -> None:
    """End every session of someone (pause, reset, password change), except the one to ``keep``."""
    ending = delete(LoginSession).where(col(LoginSession.user_id) == user_id)
    if keep is not None:
        ending = ending.where(col(LoginSession.id) != keep)
    await session.execute(ending)
    rights_changed(session)


def rights_changed(session: AsyncSession) -> None:
    """Make open connections of this process look again once this transaction has been committed (S06)."""
    event.listen(session.sync_session, "after_commit", _count_change, once=True)


async def purge(session: AsyncSession) -> int:
    """Forget sessions and devices whose time is over (the hourly work); return how many."""
    now = clock.now()
    sessions = await session.execute(
        delete(LoginSession).where(
            (col(LoginSession.expires_at) <= now) | (col(LoginSession.last_seen_at) <= now - IDLE)
        )
    )
    devices = await session.execute(delete(KnownDevice).where(col(KnownDevice.last_seen_at) <= now - DEVICE))
    return sessions.rowcount + devices.rowcount  # pyright: ignore[reportAttributeAccessIssue]


def _count_change(_session) -> None:
    global changes
    changes += 1


async def _find(session: AsyncSession, token_hash: str) -> tuple[LoginSession, User, Organization | None] | None:
    found = (await session.exec(_WHOSE, params={"token_hash": token_hash})).first()
    if found is None:
        return None
    login, user, organization = found
    now = clock.now()
    if login.expires_at <= now or login.last_seen_at + IDLE <= now or not user.is_active:
        return None
    return login, user, organization


def _view(login: LoginSession, user: User, organization: Organization | None) -> CurrentUser:
    return CurrentUser(
        id=user.id,
        email=user.email,
        first_name=user.first_name,
        last_name=user.last_name,
        role=user.role,
        organization=organisations.as_view(organization) if organization else None,
        session_id=login.id,
        personal_credits=credits.personal_balance(user),
    )


async def _known_device(session: AsyncSession, user: User | None, device_token: str | None) -> KnownDevice | None:
    if user is None or not device_token:
        return None
    statement = select(KnownDevice).where(
        KnownDevice.user_id == user.id, KnownDevice.token_hash == tokens.hashed(f"{user.id}:{device_token}")
    )
    device = (await session.exec(statement)).first()
    return device if device and device.last_seen_at + DEVICE > clock.now() else None


async def _write_down_failure(user: User | None, locked: bool) -> None:
    """Count a wrong password; the fifth locks the account, and says so. While it is locked nothing more is counted."""
    async with transaction() as session:
        if user is not None and not locked:
            row = (await session.exec(select(User).where(User.id == user.id).with_for_update())).one()
            row.login_attempts += 1
            if row.login_attempts >= ATTEMPTS:
                row.login_attempts, locked = 0, True
                row.locked_until = clock.now() + LOCKED_FOR
        await audit.record(
            session,
            None,
            "login",
            "session",
            user_id=user.id if user else None,
            organization_id=user.organization_id if user else None,
            success=False,
            error_message="locked" if locked else "wrong credentials",
        )


async def _refuse_unready(user: User) -> None:
    if user.is_active and user.is_email_verified:
        return
    reason = ("email_not_verified", UNVERIFIED) if user.is_active else ("paused", PAUSED)
    async with transaction() as session:
        await audit.record(
            session,
            None,
            "login",
            "session",
            user_id=user.id,
            organization_id=user.organization_id,
            success=False,
            error_message=reason[0],
        )
    raise NotAllowed(reason[1], code=reason[0])


async def open_session(
    session: AsyncSession,
    user_id: uuid.UUID,
    *,
    rehash: str | None = None,
    device: KnownDevice | None = None,
    device_token: str | None = None,
    old_token: str | None = None,
) -> SignedIn:
    """Sign somebody in whose right to it was proven: by password, or by an invitation just accepted."""
    now = clock.now()
    user = (await session.exec(select(User).where(User.id == user_id).with_for_update())).first()
    if user is None or not user.is_active:
        raise WrongCredentials(WRONG)
    user.login_attempts, user.locked_until, user.last_login_at = 0, None, now
    user.password_hash = rehash or user.password_hash
    if old_token:
        await session.execute(delete(LoginSession).where(col(LoginSession.token_hash) == tokens.hashed(old_token)))
        rights_changed(session)
    source = audit.caller.get()
    token = tokens.new()
    login = LoginSession(
        user_id=user.id,
        token_hash=tokens.hashed(token),
        last_seen_at=now,
        expires_at=now + ABSOLUTE,
        user_agent=source.user_agent[:300],
        ip_address=source.ip_address[:64],
    )
    session.add(login)
    device_token = await _remember_device(session, user, device, device_token)
    organization = await session.get(Organization, user.organization_id) if user.organization_id else None
    view = _view(login, user, organization)
    await audit.record(session, view, "login", "session")
    return SignedIn(view, token, device_token)


async def _remember_device(
    session: AsyncSession, user: User, device: KnownDevice | None, device_token: str | None
) -> str:
    """Keep the browser's token where the account knows it. One browser may know several accounts by one token."""
    if not device_token or len(device_token) != len(tokens.new()):
        device_token = tokens.new()
    if device is None:
        session.add(KnownDevice(user_id=user.id, token_hash=tokens.hashed(f"{user.id}:{device_token}")))
    else:
        seen = update(KnownDevice).where(col(KnownDevice.id) == device.id).values(last_seen_at=clock.now())
        await session.execute(seen)
    return device_token
