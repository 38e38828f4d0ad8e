"""Which sessions are over: for whoever keeps something of them in memory."""

from collections.abc import Collection

from sqlmodel import col, select

from ... import clock
from ...database import reading
from ...models import LoginSession, User
from .sessions import IDLE

_AT_ONCE = 500


async def ended(token_hashes: Collection[str]) -> set[str]:
    """Return those of these sessions' hashes that give access to nothing any more."""
    listed, live = sorted(token_hashes), set()
    now = clock.now()
    async with reading() as session:
        for start in range(0, len(listed), _AT_ONCE):
            lasting = (
                select(LoginSession.token_hash)
                .join(User, col(User.id) == col(LoginSession.user_id))
                .where(col(LoginSession.token_hash).in_(listed[start : start + _AT_ONCE]), col(User.is_active))
                .where(LoginSession.expires_at > now, LoginSession.last_seen_at > now - IDLE)
            )
            live.update((await session.exec(lasting)).all())
    return set(listed) - live
