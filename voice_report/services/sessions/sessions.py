"""Sessions: opening and ending them, and resolving their cookies to users (security.md S05, S06).

A session is a row with the hash of a random token; the browser has the token in an HttpOnly cookie.

A session ends after ``IDLE`` without activity. Only user actions count: an API call, a page event, opening a page
(``counts_as_activity``). What an idle page does by itself (the websocket's heartbeat, a reconnect that reloads the
page's data, our own checks) reads the session without updating ``last_seen_at``.
"""

import time
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import event
from sqlmodel import col, delete, select, update

from ... import clock
from ...config import settings
from ...core import fair_lock
from ...core.shares import Holder
from ...db.models import LoginSession, Organization, PendingSignIn, User
from ...db.session import ReadSession, WriteSession, first_row, reading, transaction
from ...errors import DomainError, NotSignedIn
from ..audit import trail
from ..mail import outbox, templates
from ..shared import locks, moments, tokens
from ..shared.identity import PASSWORD, SINGLE_SIGN_ON, CurrentUser
from . import _whose, devices, remembered, requirement, single_sign_on_required
from ._whose import ABSOLUTE as ABSOLUTE
from ._whose import IDLE as IDLE
from .opening import BY_PASSWORD, Opening

_PORTION = 500  # hashes per statement

_IS_HIGH_ENOUGH = requirement.high_enough()

#: Minimum time between two updates of a session's ``last_seen_at``.
_TOUCH_AFTER = timedelta(minutes=5)

WRONG = (
    "Inloggen mislukt. Controleer je gegevens. Na 5 mislukte pogingen is inloggen vanaf een nieuw apparaat "
    "15 minuten niet mogelijk."
)

#: Counts how often this process ended sessions or changed rights; open connections re-check when it changes.
changes = 0

#: The last check that found a session live, for ``is_live``: ``time.monotonic()``, ``changes`` and ``last_seen_at`` at
#: that moment, and whose session it is.
_seen: dict[str, tuple[float, int, datetime, Holder]] = {}
_SEEN_AT_MOST = 10_000


class WrongCredentials(DomainError):
    """Sign-in refused (401). The sentence is the same for a wrong account, a wrong password and a lock."""

    status = 401
    code = "wrong_credentials"


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The outcome of signing in: the user, and the raw values of the two cookies."""

    user: CurrentUser
    token: str
    device_token: str


def cookie_name() -> str:
    """Return the name of the session cookie. ``__Host-`` binds it to this host; browsers refuse it on plain HTTP."""
    return "__Host-session" if settings().is_https else "session"


async def identify(session: ReadSession, raw_token: str | None) -> CurrentUser | None:
    """Return the user of this session token, or ``None`` when the session has ended or never existed."""
    return await identify_hashed(session, tokens.hashed(raw_token)) if raw_token else None


async def identify_hashed(session: ReadSession, token_hash: str) -> CurrentUser | None:
    """Do the same for a caller that has only the token's hash."""
    found = (await session.execute(_whose.QUERY, {"token_hash": token_hash})).first()
    return _noted(_whose.view(found)) if found and _whose.lasts(found) else None


async def resolve(token_hash: str, *, counts_as_activity: bool = False) -> CurrentUser | None:
    """Identify in a separate database session; for an activity, update ``last_seen_at`` every few minutes (S05)."""
    began, counted = time.monotonic(), changes
    found = await first_row(_whose.QUERY, {"token_hash": token_hash})
    if found is None or not _whose.lasts(found):
        _seen.pop(token_hash, None)
        return None
    last_seen_at = found.last_seen_at
    if counts_as_activity and abs(clock.now() - last_seen_at) >= _TOUCH_AFTER:
        last_seen_at = clock.now()
        async with transaction() as session:
            seen = (
                update(LoginSession).where(col(LoginSession.id) == found.session_id).values(last_seen_at=last_seen_at)
            )
            await session.execute(seen)
    if len(_seen) >= _SEEN_AT_MOST:
        _seen.clear()
    user = _noted(_whose.view(found))
    _seen[token_hash] = (began, counted, last_seen_at, user.holder)
    return user


def _noted(user: CurrentUser) -> CurrentUser:
    """Note whose call or event this is, for what organizations take turns at."""
    fair_lock.whose.set(user.holder.whole)
    return user


async def lasts(user: CurrentUser) -> bool:
    """Return whether this user's session is still valid, in the same organization: for work that outlives a call."""
    found = await first_row(_whose.BY_ID, {"session_id": user.session_id})
    if found is None or not _whose.lasts(found):
        return False
    return (found.user_id, found.organization_id) == (user.id, user.organization.id if user.organization else None)


async def is_live(token_hash: str, *, max_age: float = 1, counts_as_activity: bool = False) -> bool:
    """Return whether the session is still valid, as ``holder`` does."""
    return await holder(token_hash, max_age=max_age, counts_as_activity=counts_as_activity) is not None


async def holder(token_hash: str, *, max_age: float = 1, counts_as_activity: bool = False) -> Holder | None:
    """Return whose session this is, or ``None`` when it is not valid any more.

    Reuses a check of the last second, unless ``changes`` has changed. ``max_age`` (seconds) is also the time
    within which another worker's logout is noticed. ``counts_as_activity``: as for ``resolve``.
    """
    if seen := _seen.get(token_hash):
        looked_at, counted, last_seen_at, whose = seen
        is_recent = counted == changes and time.monotonic() - looked_at < max_age
        if is_recent and not (counts_as_activity and abs(clock.now() - last_seen_at) >= _TOUCH_AFTER):
            fair_lock.whose.set(whose.whole)
            return whose
    user = await resolve(token_hash, counts_as_activity=counts_as_activity)
    return user.holder if user else None


async def expired_among(token_hashes: Collection[str]) -> set[str]:
    """Return the hashes of those sessions that have expired or ended."""
    listed, live = sorted(token_hashes), set()
    now = clock.now()
    async with reading() as session:
        for start in range(0, len(listed), _PORTION):
            lasting = (
                select(LoginSession.token_hash)
                .join(User, col(User.id) == col(LoginSession.user_id))
                .where(col(LoginSession.token_hash).in_(listed[start : start + _PORTION]), col(User.is_active))
                .where(moments.is_coming(LoginSession.expires_at, _whose.EXPIRES_WITHIN))
                .where(LoginSession.last_seen_at > now - IDLE, _IS_HIGH_ENOUGH)
            )
            live.update((await session.exec(lasting)).all())
    return set(listed) - live


async def log_out(session: WriteSession, raw_token: str | None) -> None:
    """End this session. A session that has already ended is not an error."""
    user = await identify(session, raw_token)
    if user is not None:
        await session.execute(delete(LoginSession).where(col(LoginSession.id) == user.session_id))
        await trail.record(session, user, "logout", "session")
        rights_changed(session)


async def end_sessions(session: WriteSession, user_id: uuid.UUID, *, keep: uuid.UUID | None = None) -> None:
    """End all sessions of a user (pause, reset, password change), except the session ``keep``, all pending ones, and
    signing in without a code on remembered devices."""
    others = [] if keep is None else [col(LoginSession.id) != keep]
    await end(session, col(LoginSession.user_id) == user_id, *others)
    await session.execute(delete(PendingSignIn).where(col(PendingSignIn.user_id) == user_id))
    await remembered.forget_all(session, user_id)


async def end(session: WriteSession, *which: Any) -> None:
    """End the sessions that meet these conditions; the only way to end several.

    They are locked in the order of their ids: a provider's logout, which holds no user's row, and who ends the sessions
    of a user or of an organization at the same moment would else wait for each other.
    """
    ending = await locks.all_of(session, LoginSession, *which)
    for some in (ending[at : at + locks.PORTION] for at in range(0, len(ending), locks.PORTION)):
        await session.execute(delete(LoginSession).where(col(LoginSession.id).in_(some)))
    rights_changed(session)


def rights_changed(session: WriteSession) -> None:
    """Make the open connections of this process re-check their session after this transaction commits (S06)."""
    event.listen(session.sync_session, "after_commit", _count_change, once=True)


async def renew_token(session: WriteSession, user: CurrentUser) -> str:
    """Give the user's session another token and return it: a browser with the former one is signed out.

    For what makes a session worth more (session fixation). Its open pages reconnect with the new cookie. Raises
    ``NotSignedIn`` when the session ended meanwhile.
    """
    token = tokens.new()
    renewed = update(LoginSession).where(col(LoginSession.id) == user.session_id)
    done = await session.execute(renewed.values(token_hash=tokens.hashed(token)))
    if done.rowcount != 1:  # pyright: ignore[reportAttributeAccessIssue]
        raise NotSignedIn
    rights_changed(session)
    return token


async def step_up(session: WriteSession, user: CurrentUser, by: str) -> None:
    """Note that the user gave this just now in this session (``identity.require_step_up``)."""
    stepped = update(LoginSession).where(col(LoginSession.id) == user.session_id)
    await session.execute(stepped.values(stepped_up_at=clock.now(), stepped_up_by=by))


async def purge(session: WriteSession) -> int:
    """Delete expired sessions and devices (hourly job); return how many."""
    now = clock.now()
    over = (col(LoginSession.expires_at) <= now) | (col(LoginSession.last_seen_at) <= now - IDLE)
    old = await locks.free(session, LoginSession, over)
    sessions = await session.execute(delete(LoginSession).where(col(LoginSession.id).in_(old)))
    return sessions.rowcount + await devices.purge(session)  # pyright: ignore[reportAttributeAccessIssue]


def _count_change(_session) -> None:
    global changes
    changes += 1


async def open_session(
    session: WriteSession,
    user_id: uuid.UUID,
    opening: Opening = BY_PASSWORD,
    *,
    device_token: str | None = None,
    old_token: str | None = None,
) -> SignedIn:
    """Sign in a user who was authenticated so; an invitation just accepted counts as the password.

    A user who signed in before, but never in this browser, is mailed. Raises ``SingleSignOnRequired``, or
    ``WrongCredentials`` for a user who is gone, paused, or for whom the password is not enough.
    """
    level = opening.level
    now = clock.now()
    user = await locks.locked(session, User, user_id)
    organization = await session.get(Organization, user.organization_id) if user and user.organization_id else None
    if user is None or not user.is_active or (organization is not None and organization.deleting_at is not None):
        raise WrongCredentials(WRONG)
    if level == PASSWORD and await requirement.more_than_password(session, user):
        raise WrongCredentials(WRONG)
    if level != SINGLE_SIGN_ON and await single_sign_on_required.refuses(session, user):
        raise single_sign_on_required.SingleSignOnRequired
    source = trail.caller.get()
    if user.last_login_at is not None and await devices.find(session, user, device_token) is None:
        browser = devices.browser_name(source.user_agent)
        outbox.write(session, user.email, templates.new_device(user.first_name, browser, now))
    user.login_attempts, user.locked_until, user.last_login_at = 0, None, now
    if old_token:
        await session.execute(delete(LoginSession).where(col(LoginSession.token_hash) == tokens.hashed(old_token)))
        rights_changed(session)
    token = tokens.new()
    login = LoginSession(
        user_id=user.id,
        token_hash=tokens.hashed(token),
        last_seen_at=now,
        expires_at=now + ABSOLUTE,
        user_agent=source.user_agent[:300],
        ip_address=source.ip_address[:64],
        level=level,
        opened_by=opening.by,
        stepped_up_at=opening.stepped_up_at,
        stepped_up_by=opening.stepped_up_by,
    )
    session.add(login)
    device_token = await devices.remember(session, user, device_token)
    if opening.remember:
        await remembered.keep(session, user, device_token)
    view = await identify(session, token)
    if view is None:  # the second factor was required between the two looks
        raise WrongCredentials(WRONG)
    await trail.record(session, view, "login", "session")
    return SignedIn(view, token, device_token)
