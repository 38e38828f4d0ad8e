"""Challenges that authenticators sign: random, valid once, for five minutes, one purpose and one browser (S40)."""

import base64
import secrets
from datetime import timedelta

from sqlmodel import col, delete

from ... import clock
from ...db.models import PasskeyChallenge
from ...db.session import WriteSession
from ..shared import locks, tokens

VALID = timedelta(minutes=5)

SIGN_IN = "sign in"
SECOND_STEP = "second step"
STEP_UP = "step up"
REGISTER = "register"
LINK = "link"


async def issue(session: WriteSession, purpose: str, holder: object) -> bytes:
    """Store a new challenge and return it; ``holder`` is what the browser or its session has, and has to show again."""
    challenge = secrets.token_bytes(32)
    session.add(
        PasskeyChallenge(
            challenge_hash=_hashed(challenge),
            purpose=purpose,
            bound_to=tokens.hashed(str(holder)),
            expires_at=clock.now() + VALID,
        )
    )
    return challenge


async def take(session: WriteSession, purpose: str, holder: object, challenge: bytes) -> bool:
    """Use up a challenge; return whether it was good. Of two at once, one gets it."""
    taken = await session.execute(
        delete(PasskeyChallenge).where(
            col(PasskeyChallenge.challenge_hash) == _hashed(challenge),
            col(PasskeyChallenge.purpose) == purpose,
            col(PasskeyChallenge.bound_to) == tokens.hashed(str(holder)),
            col(PasskeyChallenge.expires_at) > clock.now(),
        )
    )
    return taken.rowcount == 1  # pyright: ignore[reportAttributeAccessIssue]


async def purge(session: WriteSession) -> int:
    """Delete the challenges without an answer; return how many."""
    over = await locks.free(session, PasskeyChallenge, col(PasskeyChallenge.expires_at) <= clock.now())
    gone = await session.execute(delete(PasskeyChallenge).where(col(PasskeyChallenge.id).in_(over)))
    return gone.rowcount  # pyright: ignore[reportAttributeAccessIssue]


def _hashed(challenge: bytes) -> str:
    return tokens.hashed(base64.urlsafe_b64encode(challenge[:64]).decode())
