"""Sign-ins between the password and the second factor: a row, and a cookie that no lookup of sessions knows (S38)."""

from datetime import timedelta
from typing import Literal

from sqlmodel import col, delete, select

from ... import clock
from ...db.models import PendingSignIn, User
from ...db.session import WriteSession
from ...errors import NotSignedIn
from ..shared import locks, tokens

#: What a pending sign-in is good for: giving a code, or setting up a second factor, which takes longer.
Purpose = Literal["code", "setup"]
CODE: Purpose = "code"
SETUP: Purpose = "setup"
LASTS = {CODE: timedelta(minutes=5), SETUP: timedelta(minutes=30)}

EXPIRED = "Het inloggen duurde te lang. Log opnieuw in."


def expired() -> NotSignedIn:
    """Return the refusal of a pending sign-in that is over, or never was."""
    return NotSignedIn(EXPIRED, code="sign_in_expired")


async def begin(session: WriteSession, user: User, purpose: Purpose) -> str:
    token, expires_at = tokens.new(), clock.now() + LASTS[purpose]
    session.add(PendingSignIn(user_id=user.id, token_hash=tokens.hashed(token), expires_at=expires_at, purpose=purpose))
    return token


async def find(session: WriteSession, token: str | None, purpose: Purpose) -> User:
    """Return whose sign-in is pending for this purpose, locked. Raises ``NotSignedIn``."""
    of_token = (
        PendingSignIn.token_hash == tokens.hashed(token or ""),
        PendingSignIn.expires_at > clock.now(),
        PendingSignIn.purpose == purpose,
    )
    user_id = (await session.exec(select(PendingSignIn.user_id).where(*of_token))).first()
    user = await locks.locked(session, User, user_id)
    if user is None or (await session.exec(select(PendingSignIn.id).where(*of_token))).first() is None:
        raise expired()
    return user


async def end(session: WriteSession, token: str | None) -> None:
    """Delete the pending sign-in, which was used."""
    await session.execute(delete(PendingSignIn).where(col(PendingSignIn.token_hash) == tokens.hashed(token or "")))


async def purge(session: WriteSession) -> int:
    """Delete the pending sign-ins that are over; return how many."""
    over = await locks.free(session, PendingSignIn, col(PendingSignIn.expires_at) <= clock.now())
    gone = await session.execute(delete(PendingSignIn).where(col(PendingSignIn.id).in_(over)))
    return gone.rowcount  # pyright: ignore[reportAttributeAccessIssue]
