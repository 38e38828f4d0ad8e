"""Password reset: a mailed single-use token, valid for one hour (decisions/0002, security.md S09, S10)."""

from datetime import timedelta

from sqlmodel import select

from ... import clock
from ...db.models import User
from ...db.session import ReadSession, run_reading, transaction
from ...errors import Invalid
from ..audit import trail
from ..factors import passwords
from ..mail import outbox, templates
from ..sessions import mailed_links, sessions, users
from ..shared import rate_limits, tokens
from ..shared.text import checked_email
from ..sign_in import constant_time

VALID_FOR = timedelta(hours=1)

NO_TOKEN = "Geen geldig reset token gevonden. Vraag een nieuwe wachtwoord reset aan."  # noqa: S105
INVALID_LINK = "Ongeldige of verlopen reset link. Vraag een nieuwe aan."
MISMATCH = "Wachtwoorden komen niet overeen"


async def forgot(email: str) -> None:
    """Mail a token to the account with this address, if it exists; the response does not reveal whether it does.

    Raises ``Invalid`` for an invalid address, ``TooMany``.
    """
    await rate_limits.hit("mail_address", trail.caller.get().ip_address)
    email = checked_email(email)
    await rate_limits.hit("mail_account", email)
    await constant_time.run(_forgot(email))


async def is_valid(token: str) -> bool:
    """Return whether a token can still be used, without using it. Raises ``TooMany``."""
    await rate_limits.hit("token", trail.caller.get().ip_address)
    return await run_reading(_owner, token) is not None


async def reset(token: str, new_password: str, confirm_password: str) -> None:
    """Set a new password. Ends all sessions, a lockout and a pending change of address, and verifies the address that
    received the token.

    Raises ``Invalid`` with the sentence of the first problem, ``TooMany``.
    """
    await rate_limits.hit("token", trail.caller.get().ip_address)
    if not token:
        raise Invalid("Reset token is verplicht", code="token_missing")
    check_new(new_password, confirm_password)
    owner = await run_reading(_owner, token)
    if owner is None:
        raise Invalid(INVALID_LINK, code="invalid_token")
    passwords.check_rule(new_password, (owner.email, owner.first_name, owner.last_name))
    password_hash = await passwords.hashed(new_password)
    async with transaction() as session:
        user = await _owner(session, token, lock=True)
        if user is None:
            raise Invalid(INVALID_LINK, code="invalid_token")
        set_password(user, password_hash)
        user.login_attempts, user.locked_until = 0, None
        if not user.is_email_verified:
            user.is_email_verified = True
            user.email_verification_token = user.email_verification_expires = None
        await sessions.end_sessions(session, user.id)
        await mailed_links.remove(session, user.id)  # one that another person made, or to a former work account
        outbox.write(session, user.email, templates.password_changed(user.first_name))
        await users.note(session, "reset password", user)


def new_token(user: User) -> str:
    """Give the account a new reset token and return it. Earlier tokens no longer work."""
    token = tokens.new()
    user.password_reset_token = tokens.hashed(token)
    user.password_reset_token_expires = clock.now() + VALID_FOR
    return token


def check_new(new_password: str, confirm_password: str) -> None:
    """Check a new password and its repetition. Raises ``Invalid``."""
    passwords.check_rule(new_password)
    if not confirm_password:
        raise Invalid("Bevestig nieuw wachtwoord")
    if new_password != confirm_password:
        raise Invalid(MISMATCH)


def set_password(user: User, password_hash: str) -> None:
    """Replace the password. This also revokes an unused reset token and a pending change of address, which was
    requested by a person who knew the old password."""
    user.password_hash = password_hash
    user.password_reset_token = user.password_reset_token_expires = None
    if user.pending_email is not None:
        user.pending_email = user.email_verification_token = user.email_verification_expires = None
    user.updated_at = clock.now()


async def _forgot(email: str) -> None:
    async with transaction() as session:
        user = await users.by_email(session, email, lock=True)
        if user is not None:
            outbox.write(session, user.email, templates.password_reset(user.first_name, new_token(user)))
        await users.note(session, "forgot password", user, error=None if user else "unknown account")


async def _owner(session: ReadSession, token: str, *, lock: bool = False) -> User | None:
    query = select(User).where(User.password_reset_token == tokens.hashed(token))
    user = (await session.exec(query.with_for_update() if lock else query)).first() if token else None
    if user is None or user.password_reset_token_expires is None:
        return None
    return user if user.password_reset_token_expires > clock.now() else None
