"""Signing in with a password (security.md S07-S09).

Short database transactions before and after the slow password check, and none during it.
"""

from datetime import timedelta

from sqlmodel import select

from ... import clock
from ...database import reading, transaction
from ...errors import NotAllowed
from ...models import KnownDevice, User
from ..audit import trail
from ..shared import rate_limits
from ..shared.text import checked_email
from . import devices, passwords, sessions
from .sessions import WRONG, SignedIn, WrongCredentials

LOCKED_FOR = timedelta(minutes=15)
ATTEMPTS = 5

UNVERIFIED = "Je e-mailadres is nog niet bevestigd. Open de link in de e-mail die we je stuurden."
PAUSED = "Je account is gepauzeerd. Neem contact op met de beheerder van je organisatie."


async def log_in(
    email: str, password: str, *, device_token: str | None = None, old_token: str | None = None
) -> SignedIn:
    """Check the password and open a session; the browser's former session ends (rotation).

    Raises ``Invalid`` for an invalid address, ``WrongCredentials``, ``NotAllowed`` (right password, but unverified or
    paused) or ``TooMany``.
    """
    email = checked_email(email)
    async with reading() as session:
        user = (await session.exec(select(User).where(User.email == email))).first()
        device = await devices.find(session, user, device_token)
    failures = await _bound(email, device)

    right = await passwords.matches(password, user.password_hash if user else None)
    locked = bool(user and user.locked_until and user.locked_until > clock.now() and not device)
    if user is None or not right or locked:
        for name, key in failures:
            await rate_limits.record(name, key)
        await _write_down_failure(user, locked)
        raise WrongCredentials(WRONG)
    await _refuse_unready(user)
    rehash = await passwords.hashed(password) if passwords.needs_rehash(user.password_hash) else None
    async with transaction() as session:
        return await sessions.open_session(
            session, user.id, rehash=rehash, device_token=device_token, old_token=old_token
        )


async def _bound(email: str, device: KnownDevice | None) -> list[tuple[str, str]]:
    """Check the rate limits of a sign-in before its password is hashed; return those that count a failure.

    A known device of the account has separate limits, so that other users behind the same address cannot lock it out
    (S08): only a device from which the owner signed in before has the cookie. Raises ``TooMany``.
    """
    if device is None:
        address = trail.caller.get().ip_address
        await rate_limits.hit("login_requests", address)
        failures = [("login_address", address), ("login_account", email)]
    else:
        await rate_limits.hit("login_known", email)
        failures = [("login_device", f"{email}:{device.id}")]
    for name, key in failures:
        await rate_limits.test(name, key)
    return failures


async def _write_down_failure(user: User | None, locked: bool) -> None:
    """Count a wrong password; the fifth locks the account, as the audit row states. A locked account counts nothing."""
    async with transaction() as session:
        if user is not None and not locked:
            row = (await session.exec(select(User).where(User.id == user.id).with_for_update())).first()
            if row is not None:  # it may have been deleted meanwhile
                row.login_attempts += 1
            if row is not None and row.login_attempts >= ATTEMPTS:
                row.login_attempts, locked = 0, True
                row.locked_until = clock.now() + LOCKED_FOR
        await trail.record(
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
        await trail.record(
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
