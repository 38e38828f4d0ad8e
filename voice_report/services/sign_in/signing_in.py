"""Signing in: with a password, and with a code for a user who has a second factor (security.md S07-S09, S34-S37).

Between the two there is a pending sign-in (``_pending``); for a user without a second factor who needs one, it is good
for setting one up (``setting_up``). Short database transactions before and after the slow password check, and none
during it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import select

from ... import clock
from ...config import settings
from ...db.models import KnownDevice, User
from ...db.session import WriteSession, reading, transaction
from ...errors import DomainError, NotAllowed, Unavailable
from ..audit import trail
from ..factors import challenges, factor_reset, one_time_codes, passwords
from ..sessions import devices, owned_factors, remembered, requirement, sessions, single_sign_on_required
from ..sessions.opening import Opening
from ..sessions.sessions import WRONG, SignedIn, WrongCredentials
from ..shared import locks, rate_limits
from ..shared.identity import PASSWORD, REMEMBERED
from ..shared.text import checked_email
from . import _entry, _pending, constant_time

logger = logging.getLogger(__name__)

LOCKED_FOR = timedelta(minutes=15)
ATTEMPTS = 5

PAUSED, UNVERIFIED = _entry.PAUSED, _entry.UNVERIFIED
CODE_NEEDED = "Nog één stap: bevestig dat jij het bent."
SETUP_NEEDED = "Nog één stap: stel een tweede stap in. Daarna ben je ingelogd."

#: Replaced in tests, so that they do not sleep.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep

#: Attempts that are being given back, and the seconds before each try: a database that fails does so for a while.
_giving_back: set[asyncio.Task[None]] = set()
_TRIES = (0, 1, 5, 20, 60)


class StepNeeded(DomainError):
    """The password is right, and not enough (401); ``token`` is that of the pending sign-in, good for ``seconds``."""

    status = 401
    code_needed = setup_needed = by_app = by_passkey = False
    remember_days = 0

    def __init__(self, token: str, purpose: _pending.Purpose, sentence: str) -> None:
        super().__init__(sentence)
        self.token = token
        self.seconds = int(_pending.LASTS[purpose].total_seconds())


class CodeNeeded(StepNeeded):
    """The account has a second factor.

    ``by_app`` and ``by_passkey`` say which can be given; a recovery code always can. For ``remember_days`` the browser
    may then be remembered; 0 is not at all.
    """

    code = "code_needed"
    code_needed = True

    def __init__(self, token: str, factors: owned_factors.Factors, remember_days: int) -> None:
        super().__init__(token, _pending.CODE, CODE_NEEDED)
        self.by_app = factors.app is not None
        self.by_passkey = bool(factors.passkeys)
        self.remember_days = remember_days


class SetupNeeded(StepNeeded):
    """The account has no second factor, and must have one (``requirement``)."""

    code = "setup_needed"
    setup_needed = True

    def __init__(self, token: str) -> None:
        super().__init__(token, _pending.SETUP, SETUP_NEEDED)


def cookie_name() -> str:
    """Return the name of the cookie of a pending sign-in. ``__Host-`` binds it to this host and requires HTTPS."""
    return "__Host-pending" if settings().is_https else "pending"


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An attempt, counted in the account's row as a wrong one before its password is looked at.

    So of any number at the same moment no more than ``ATTEMPTS`` are weighed; the others have no place. ``locks``: it
    was the last place, and locked the account, which was locked until ``before``.
    """

    is_in_row: bool = False
    has_no_place: bool = False
    locks: bool = False
    before: datetime | None = None

    def give_back(self, own: User | None) -> None:
        """Count a right password no longer, for the locked row."""
        if own is not None and self.locks:
            own.login_attempts, own.locked_until = ATTEMPTS - 1, self.before
        elif own is not None:
            own.login_attempts = max(0, own.login_attempts - 1)


async def log_in(
    email: str,
    password: str,
    *,
    reset_token: str = "",
    device_token: str | None = None,
    old_token: str | None = None,
) -> SignedIn:
    """Check the password and open a session; the browser's former session ends (rotation).

    ``reset_token`` is that of the mail to a user who lost the second factor (``factor_reset``). Raises ``CodeNeeded``
    or ``SetupNeeded`` when the password is not enough, ``Invalid`` for an invalid address, ``WrongCredentials``,
    ``NotAllowed`` (right password, but unverified or paused, or without the mailed link), ``SingleSignOnRequired``
    (whatever the password, for every address of that domain, except for a user who never depends on it) or ``TooMany``.
    """
    work = _log_in(checked_email(email), password, reset_token, device_token, old_token)
    return await constant_time.refuse(work, (WrongCredentials, single_sign_on_required.SingleSignOnRequired))


async def _log_in(
    email: str, password: str, reset_token: str, device_token: str | None, old_token: str | None
) -> SignedIn:
    async with reading() as session:
        user = (await session.exec(select(User).where(User.email == email))).first()
        device = await devices.find(session, user, device_token)
        elsewhere = await single_sign_on_required.for_domain_of(session, email)
    places = await _take_places(email, device)
    attempt = _Attempt()
    outcome = None
    try:
        attempt = await _take_attempt(user, device)
        is_right = await passwords.matches(password, user.password_hash if user else None)
        if user is not None and is_right and not attempt.has_no_place:
            outcome = await _enter(user, password, attempt, reset_token, device_token, old_token)
    except BaseException:
        # Also when it was broken off before it was known whether the password is right.
        task = asyncio.create_task(_give_back(user, attempt, places))
        _giving_back.add(task)
        task.add_done_callback(_giving_back.discard)
        raise
    if outcome is None:
        await _write_down_failure(user, attempt)
        raise single_sign_on_required.SingleSignOnRequired if elsewhere else WrongCredentials(WRONG)
    # Who must go to the identity provider is counted as a wrong password: the limit does not say which it was.
    if not isinstance(outcome, single_sign_on_required.SingleSignOnRequired):
        await asyncio.shield(rate_limits.give_back(*places))
    if isinstance(outcome, DomainError):
        raise outcome
    return outcome


async def _enter(
    user: User, password: str, attempt: _Attempt, reset_token: str, device_token: str | None, old_token: str | None
) -> SignedIn | DomainError | None:
    """Open a session with the right password, and count the attempt no longer.

    Returns what was refused, or must follow, where no session was opened; ``None`` when the password is no longer the
    right one.
    """
    try:
        await _entry.refuse_unready(user)
    except NotAllowed as refusal:
        async with transaction() as session:
            attempt.give_back(await locks.locked(session, User, user.id))
        return refusal
    rehash = await passwords.hashed(password) if passwords.needs_rehash(user.password_hash) else None
    async with transaction() as session:
        own = await locks.locked(session, User, user.id)
        if own is None or own.password_hash != user.password_hash:  # replaced since it was compared
            return None
        attempt.give_back(own)
        own.password_hash = rehash or own.password_hash
        has_factor = bool(await owned_factors.of(session, own.id))
        is_remembered = has_factor and await remembered.is_remembered(session, own, device_token)
        step = None if is_remembered else await _next_step(session, own, reset_token)
        return step or await sessions.open_session(
            session,
            user.id,
            Opening(REMEMBERED if has_factor else PASSWORD),
            device_token=device_token,
            old_token=old_token,
        )


async def finish(
    token: str | None,
    code: str,
    *,
    remember: bool = False,
    device_token: str | None = None,
    old_token: str | None = None,
) -> SignedIn:
    """Open the session of a pending sign-in, by a code of the authenticator app or a recovery code.

    ``remember``: this browser needs no code for as long as the organization allows. Raises ``WrongCode``, or
    ``NotSignedIn`` when the pending sign-in is over, ``SingleSignOnRequired``. No limit by address, which would let
    one user could shut out colleagues behind the same router: codes are counted per person, and calls at the edge.
    """
    async with transaction() as session:
        user, factors = await pending(session, token)
        held = await refuse_held(session, user, token)
        outcome = (
            one_time_codes.Outcome(held.code) if held else await one_time_codes.use(session, user, factors.app, code)
        )
        if outcome.refusal is None:
            await _pending.end(session, token)
            opening = Opening(outcome.by, remember=remember)
            signed_in = await sessions.open_session(
                session, user.id, opening, device_token=device_token, old_token=old_token
            )
            await one_time_codes.note(session, user, outcome)
            return signed_in
        await one_time_codes.note(session, user, outcome)
        await _entry.note_refusal(session, user, outcome.refusal)
    raise held or one_time_codes.WrongCode()


def is_locked(user: User, device: KnownDevice | None) -> bool:
    """Return whether wrong passwords locked the account; a known device of its own is not shut out."""
    return device is None and clock.is_coming(user.locked_until, LOCKED_FOR)


def count_wrong_password(user: User) -> bool:
    """Count a wrong password for the locked row; return whether it was the fifth, which locks the account."""
    user.login_attempts += 1
    if user.login_attempts < ATTEMPTS:
        return False
    user.login_attempts, user.locked_until = 0, clock.now() + LOCKED_FOR
    return True


async def purge(session: WriteSession) -> int:
    """Delete the pending sign-ins and the challenges that are over (hourly job); return how many."""
    return await _pending.purge(session) + await challenges.purge(session)


async def finish_all() -> None:
    """Wait a moment for the attempts that are being given back (shutdown)."""
    if _giving_back:
        await asyncio.wait(_giving_back, timeout=_TRIES[1])


async def pending(session: WriteSession, token: str | None) -> tuple[User, owned_factors.Factors]:
    """Return whose sign-in waits for a second factor, locked, with the factors. Raises ``NotSignedIn``."""
    user = await _pending.find(session, token, _pending.CODE)
    factors = await owned_factors.of(session, user.id)
    if not factors:
        raise _pending.expired()
    return user, factors


async def refuse_held(
    session: WriteSession, user: User, token: str | None
) -> single_sign_on_required.SingleSignOnRequired | None:
    """Return the refusal of a user who must sign in with the identity provider by now, before the second factor is
    used.

    The pending sign-in ends with it; the caller writes the refusal down, and commits.
    """
    if not await single_sign_on_required.refuses(session, user):
        return None
    await _pending.end(session, token)
    return single_sign_on_required.SingleSignOnRequired()


async def setup_needed(session: WriteSession, user: User) -> SetupNeeded:
    """Begin a sign-in that is good for setting up a second factor only."""
    await _entry.note_refusal(session, user, "second factor needed")
    return SetupNeeded(await _pending.begin(session, user, _pending.SETUP))


async def _next_step(session: WriteSession, user: User, reset_token: str) -> DomainError | None:
    """Return what must follow the right password, or refuses it; ``None`` when the password is enough.

    Who must sign in with the identity provider comes here only with a factor, or to set one up (``_entry``).
    """
    if factors := await owned_factors.of(session, user.id):
        await _entry.note_refusal(session, user, "code needed")
        days = await remembered.days_allowed(session, user.organization_id)
        return CodeNeeded(await _pending.begin(session, user, _pending.CODE), factors, days)
    is_held = await single_sign_on_required.refuses(session, user)
    if not is_held and not await requirement.more_than_password(session, user):
        return None
    if refusal := await factor_reset.refusal(session, user, reset_token):
        await _entry.note_refusal(session, user, "second factor reset")
        return refusal
    return await setup_needed(session, user)


async def _take_places(email: str, device: KnownDevice | None) -> list[tuple[str, str]]:
    """Check the rate limits of a sign-in before its password is hashed; return its places in those on failures.

    A known device of the account has separate limits, so that other users behind the same address cannot lock it out
    (S08): only a device from which the owner signed in before has the cookie. Raises ``TooMany``.
    """
    if device is None:
        address = trail.caller.get().ip_address
        await rate_limits.hit("login_requests", address)
        places = [("login_address", address), ("login_account", email)]
    else:
        await rate_limits.hit("login_known", email)
        places = [("login_device", f"{email}:{device.id}")]
    await rate_limits.take(*places)
    return places


async def _take_attempt(user: User | None, device: KnownDevice | None) -> _Attempt:
    async with transaction() as session:
        own = await locks.locked(session, User, user.id if user else None)
        if own is None:
            return _Attempt()
        if is_locked(own, device):
            return _Attempt(has_no_place=True)
        before = own.locked_until
        return _Attempt(is_in_row=True, locks=count_wrong_password(own), before=before)


async def _give_back(user: User | None, attempt: _Attempt, places: list[tuple[str, str]]) -> None:
    await rate_limits.give_back(*places)
    if user is None or not attempt.is_in_row:
        return
    for seconds in _TRIES:
        await pause(seconds)
        try:
            async with transaction() as session:
                attempt.give_back(await locks.locked(session, User, user.id))
            return
        except Unavailable:
            continue
    logger.warning("a sign-in that the database broke off stays counted as a wrong password")


async def _write_down_failure(user: User | None, attempt: _Attempt) -> None:
    """Write down a refused password; the fifth locks the account, as the audit row states."""
    async with transaction() as session:
        is_locked_now = attempt.has_no_place or attempt.locks
        await _entry.note_refusal(session, user, "locked" if is_locked_now else "wrong credentials")
