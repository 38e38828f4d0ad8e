"""Verifying that an address belongs to the owner of an account (security.md S09, S10).

A mailed link proves who reads the mail, not who chose the password. Anyone can register another person's address with
their own password; the mail that follows is genuine, and if a click alone activated the account, the stranger could
sign in to it, and would be inside an organization as soon as an administrator moves that account there. The same holds
for an account that changes its address. So apart from the link, the user must prove knowledge of the password:

- The browser that registered has a cookie as proof, so the user who opens the mail there notices nothing. The cookie is
  a keyed digest of the address and the stored password hash: nothing about it is stored, and it is worthless for an
  account that was registered with another password, earlier or later. It lasts an hour and ends at the next sign-in,
  because browsers are shared in care.
- A browser that is signed in to the account needs no further proof (a new address for an existing account).
- Elsewhere (registered on the computer, mail read on the phone) the page requires the password, once, and signs in with
  it: the page leads to the dashboard, which would require it otherwise.

A reader of the mail who did not register does not know the password and cannot continue. A user who forgot it resets it
by mail, which replaces the stranger's. An invitation verifies its address by itself (``organizations.joining``).
"""

import hmac
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from ... import clock
from ...config import settings
from ...db.models import User
from ...db.session import ReadSession, WriteSession, reading, run_in_transaction, transaction
from ...errors import Invalid
from ..audit import trail
from ..factors import passwords
from ..mail import outbox, templates
from ..sessions import requirement, sessions, single_sign_on_required, users
from ..shared import rate_limits, tokens
from ..shared.text import checked_email
from ..sign_in import constant_time

VALID_FOR = timedelta(hours=24)
COOKIE_KEPT = timedelta(hours=1)

INVALID_LINK = "Dit adres is al bevestigd, of de link is verlopen. Probeer eerst in te loggen."
VERIFIED = "Je e-mailadres is bevestigd. Je kunt nu inloggen."
VERIFIED_AND_IN = "Je e-mailadres is bevestigd. Je bent ingelogd."
ADDRESS_CHANGED = "Je nieuwe e-mailadres is bevestigd. Voortaan log je daarmee in."
PASSWORD_REQUIRED = "Vul je wachtwoord in om je e-mailadres te bevestigen."  # noqa: S105
WRONG_PASSWORD = "Dit wachtwoord hoort niet bij dit account."  # noqa: S105


@dataclass(frozen=True, slots=True)
class Browser:
    """The cookies of a browser: of its registration, its session and its device."""

    registered: str | None = None
    session_token: str | None = None
    device_token: str | None = None


@dataclass(frozen=True, slots=True)
class Verified:
    """The outcome: the sentence to show, the address, and the session when the user proved the password here."""

    message: str
    email: str
    signed_in: sessions.SignedIn | None = None


def cookie_name() -> str:
    """Return the name of the registration cookie. ``__Host-`` binds it to this host; browsers refuse it on HTTP."""
    return "__Host-registered" if settings().is_https else "registered"


def cookie_value(email: str, password_hash: str) -> str:
    """Return the proof that a browser registered this address with this password."""
    return tokens.signed("registered", email, password_hash)


async def send(session: WriteSession, user: User) -> None:
    """Give the account a new token and write the mail. Earlier links no longer work."""
    token = tokens.new()
    user.email_verification_token = tokens.hashed(token)
    user.email_verification_expires = clock.now() + VALID_FOR
    outbox.write(session, user.email, templates.verification(user.first_name, token))


async def resend(email: str) -> None:
    """Resend the mail of an unverified account; the response never reveals if there is one. Raises ``TooMany``."""
    await rate_limits.hit("mail_address", trail.caller.get().ip_address)
    email = checked_email(email)
    await rate_limits.hit("mail_account", email)
    await constant_time.run(_resend(email))


async def verify(token: str, *, password: str = "", browser: Browser = Browser()) -> Verified:
    """Verify the address of a new account, or the new address of an existing one.

    A token works once. A browser without proof of the password needs ``password``; without it the token is not used up.
    Raises ``Invalid`` (``password_required``, ``wrong_password``, ``invalid_token``) or
    ``TooMany``.
    """
    await rate_limits.hit("token", trail.caller.get().ip_address)
    if not token:
        raise Invalid("Verificatie token ontbreekt.", code="token_missing")
    async with reading() as session:
        user = await _owner(session, token)
        is_known = await _knows_the_password(session, user, browser)
    if not is_known:
        await _check_password(user, password)
    try:
        async with transaction() as session:
            owner = await _owner(session, token, lock=True)
            if owner.password_hash != user.password_hash:  # replaced since it was read
                raise Invalid(INVALID_LINK, code="invalid_token")
            message = await _prove(session, owner)
            if is_known or not owner.is_active or await requirement.more_than_password(session, owner):
                return Verified(message, owner.email)
            if await single_sign_on_required.refuses(session, owner):
                return Verified(message, owner.email)
            signed_in = await sessions.open_session(
                session, owner.id, device_token=browser.device_token, old_token=browser.session_token
            )
            return Verified(VERIFIED_AND_IN if message == VERIFIED else message, owner.email, signed_in)
    except IntegrityError:  # another user verified this address a moment earlier
        raise Invalid(INVALID_LINK, code="invalid_token") from None


async def _owner(session: ReadSession, token: str, *, lock: bool = False) -> User:
    query = select(User).where(User.email_verification_token == tokens.hashed(token))
    user = (await session.exec(query.with_for_update() if lock else query)).first()
    if user is None or user.email_verification_expires is None or user.email_verification_expires <= clock.now():
        raise Invalid(INVALID_LINK, code="invalid_token")
    return user


async def _knows_the_password(session: ReadSession, user: User, browser: Browser) -> bool:
    """Return whether this browser registered the account with its present password, or is signed in to it."""
    if user.pending_email is None:
        brought = (browser.registered or "").encode("utf-8", "surrogatepass")
        return hmac.compare_digest(brought, cookie_value(user.email, user.password_hash).encode())
    signed_in = await sessions.identify(session, browser.session_token)
    return signed_in is not None and signed_in.id == user.id


async def _check_password(user: User, password: str) -> None:
    if not password:
        raise Invalid(PASSWORD_REQUIRED, code="password_required")
    if await passwords.confirmed(password, user.password_hash, ("password", str(user.id))):
        return
    await run_in_transaction(users.note, "confirm password", user, error="wrong")
    raise Invalid(WRONG_PASSWORD, code="wrong_password")


async def _prove(session: WriteSession, user: User) -> str:
    user.email_verification_token = user.email_verification_expires = None
    user.updated_at = clock.now()
    if user.pending_email is None:
        user.is_email_verified = True
        await users.note(session, "verify email", user)
        return VERIFIED
    user.email, user.pending_email = user.pending_email, None
    user.password_reset_token = user.password_reset_token_expires = None  # it was sent to the former address
    await session.flush()
    sessions.rights_changed(session)
    await users.note(session, "change email", user)
    return ADDRESS_CHANGED


async def _resend(email: str) -> None:
    async with transaction() as session:
        user = await users.by_email(session, email, lock=True)
        waiting = user is not None and not user.is_email_verified
        if user is not None and waiting:
            await send(session, user)
        await users.note(session, "resend verification", user, error=None if waiting else "nothing to verify")
