"""The user's own second factor: setting up an authenticator app, turning it off, new recovery codes.

Every change needs the password, and a factor as soon as there is one (``proof``). The user is mailed about each.
"""

import uuid
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import pyotp
from pyotp.totp import TOTP
from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...db.models import TotpFactor, User
from ...db.session import ReadSession, WriteSession, transaction
from ...errors import Conflict, Invalid, NotFound
from ..audit import trail
from ..mail import outbox, templates
from ..sessions import levels, owned_factors, remembered, requirement, sessions, users
from ..shared import locks, secrets_at_rest
from ..shared.identity import CODE, SINGLE_SIGN_ON, CurrentUser, needs_step_up
from ..shared.text import checked_email
from . import one_time_codes, proof

SETUP = timedelta(minutes=30)
MAX_CODE = one_time_codes.MAX_CHARACTERS
RECOVERY = one_time_codes.RECOVERY
owner = one_time_codes.owner

NO_APP = "Er staat geen verificatie-app aan."
SETUP_EXPIRED = "Het instellen duurde te lang. Begin opnieuw."
WRONG_FIRST_CODE = "Deze code klopt niet. Kijk of de tijd op je telefoon gelijk loopt, en vul de nieuwste code in."


@dataclass(frozen=True, slots=True)
class Status:
    """The user's second factors; without an authenticator app ``set_up_at`` is ``None``.

    ``by_provider``: this session was opened by an identity provider, where the user can sign in again to step up.
    ``wanted``: what the organization wants of a user without one, from the day ``wanted_from`` on when that is
    required.
    """

    set_up_at: datetime | None
    last_used_at: datetime | None
    recovery_codes_left: int
    passkeys: int = 0
    step_up_needed: bool = False
    is_required: bool = False
    by_provider: bool = False
    wanted: str = requirement.OFF
    wanted_from: date | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What an authenticator app needs: the secret (base 32), and the same as an otpauth URI and as a QR code in SVG."""

    secret: str
    uri: str
    svg: str


async def status(session: ReadSession, user: CurrentUser) -> Status:
    """Return the state of the user's own second factor."""
    factors = await owned_factors.of(session, user.id)
    app, found = factors.app, await requirement.wanted(session, user)
    return Status(
        set_up_at=app.confirmed_at if app else None,
        last_used_at=app.last_used_at if app else None,
        recovery_codes_left=await one_time_codes.codes_left(session, user.id) if factors else 0,
        passkeys=len(factors.passkeys),
        step_up_needed=needs_step_up(user),
        is_required=await requirement.is_required(session, await session.get_one(User, user.id)),
        by_provider=user.level == SINGLE_SIGN_ON,
        wanted=found.choice if found else requirement.OFF,
        wanted_from=found.since if found else None,
    )


async def begin(user: CurrentUser, *, current_password: str, code: str = "") -> Setup:
    """Begin to set up an authenticator app; a present one continues until ``confirm``.

    Raises as ``proof.change``.
    """
    return await proof.change(user, current_password, code, begin_setup)


async def begin_setup(session: WriteSession, own: User) -> Setup:
    """Store the app that the locked user is setting up, in place of one that was not confirmed."""
    await session.execute(delete(TotpFactor).where(*_unconfirmed(own)))
    secret = pyotp.random_base32()
    session.add(TotpFactor(user_id=own.id, secret=secrets_at_rest.encrypted(secret, one_time_codes.owner(own.id))))
    uri = TOTP(secret).provisioning_uri(name=own.email, issuer_name=settings().app_name)
    return Setup(secret, uri, _drawn(uri))


async def confirm(user: CurrentUser, code: str) -> tuple[str, list[str]]:
    """Turn on the authenticator app that is being set up, by its first code; return the session's new token, and the
    recovery codes, once.

    Ends the user's other sessions, which were opened without it. Raises ``Invalid``; after ten wrong codes setting up
    must begin again.
    """
    async with transaction() as session:
        own = await locks.caller_row(session, user)
        codes = await confirm_setup(session, own, code, keep=user.session_id)
        if codes is not None:
            return await sessions.renew_token(session, user), codes
    raise wrong_first_code()


async def confirm_setup(
    session: WriteSession, own: User, code: str, *, keep: uuid.UUID | None = None
) -> list[str] | None:
    """Turn on the app that the locked user is setting up, end all sessions except ``keep``, and return the recovery
    codes; ``None`` for a wrong code, which is counted, so the transaction must commit. Raises ``Invalid``."""
    setup = (await session.exec(select(TotpFactor).where(*_unconfirmed(own)))).first()
    if setup is None or setup.created_at + SETUP <= clock.now():
        raise Invalid(SETUP_EXPIRED, code="setup_expired")
    counter = one_time_codes.matching_counter(setup, code[:MAX_CODE])
    if counter >= 0:
        now = clock.now()
        await session.execute(
            delete(TotpFactor).where(col(TotpFactor.user_id) == own.id, col(TotpFactor.id) != setup.id)
        )
        setup.confirmed_at, setup.last_counter, setup.failures = now, counter, 0
        codes = await one_time_codes.new_recovery_codes(session, own.id)
        await levels.lift(session, own, by=CODE, keep=keep)
        outbox.write(session, own.email, templates.second_factor_added(own.first_name))
        await users.note(session, "set up second factor", own)
        return codes
    setup.failures += 1
    if setup.failures >= one_time_codes.ATTEMPTS:
        await session.delete(setup)
    return None


def wrong_first_code() -> Invalid:
    """Return the refusal of a wrong code while an app is being set up."""
    return Invalid(WRONG_FIRST_CODE, code="wrong_code")


async def step_up(user: CurrentUser, code: str) -> None:
    """Give a code again in this session, for what needs a recent one (``identity.require_step_up``).

    Raises ``Conflict`` without a second factor, or ``WrongCode``.
    """

    async def work(session: WriteSession, own: User, by: str) -> None:
        await sessions.step_up(session, user, by)
        await trail.record(session, user, "confirm code", "user", own.id)

    await proof.with_code(user, code, work, needs_factor=True)


async def remove(user: CurrentUser, *, current_password: str, code: str) -> None:
    """Turn the authenticator app off; as the last factor it takes the recovery codes along.

    Raises as ``proof.change``, or ``Conflict`` without an app, or when the last factor must stay.
    """

    async def work(session: WriteSession, own: User) -> None:
        factors = await owned_factors.of(session, own.id)
        if factors.app is None:
            raise Conflict(NO_APP, code="no_second_factor")
        if factors.passkeys:
            await session.delete(factors.app)
        else:
            await levels.lower(session, own)
        await remembered.forget_all(session, own.id)
        outbox.write(session, own.email, templates.second_factor_removed(own.first_name, bool(factors.passkeys)))
        await trail.record(session, user, "remove second factor", "user", own.id)

    await proof.change(user, current_password, code, work, needs_factor=True)


async def remove_for(session: WriteSession, email: str) -> None:
    """Remove all second factors of a user who lost them, on the command line; ends all sessions.

    Raises ``Invalid`` for an invalid address, ``NotFound`` for an account without a second factor.
    """
    own = await users.by_email(session, checked_email(email), lock=True)
    has_one = own is not None and bool(await owned_factors.of(session, own.id))
    if own is None or not (has_one or await requirement.is_reset(session, own)):
        raise NotFound("Er is geen account met dit e-mailadres en een tweede stap.")
    await owned_factors.drop_all(session, own.id)
    await requirement.end_reset(session, own)
    outbox.write(session, own.email, templates.second_factor_removed(own.first_name, by_passkey=False))
    await sessions.end_sessions(session, own.id)
    await users.note(session, "remove second factor", own)


async def give_app(session: WriteSession, user_id: uuid.UUID) -> tuple[str, list[str]]:
    """Give a new account a working authenticator app (demo data); return its secret (base 32) and recovery codes."""
    secret = pyotp.random_base32()
    sealed = secrets_at_rest.encrypted(secret, owner(user_id))
    session.add(TotpFactor(user_id=user_id, secret=sealed, confirmed_at=clock.now()))
    return secret, await one_time_codes.new_recovery_codes(session, user_id)


async def new_recovery_codes(user: CurrentUser, *, current_password: str, code: str) -> list[str]:
    """Replace the recovery codes; return the new ones, once. Raises as ``remove``."""

    async def work(session: WriteSession, own: User) -> list[str]:
        codes = await one_time_codes.new_recovery_codes(session, own.id)
        outbox.write(session, own.email, templates.recovery_codes_renewed(own.first_name))
        await trail.record(session, user, "make recovery codes", "user", own.id)
        return codes

    return await proof.change(user, current_password, code, work, needs_factor=True)


def _unconfirmed(own: User) -> tuple:
    return TotpFactor.user_id == own.id, col(TotpFactor.confirmed_at).is_(None)


async def purge(session: WriteSession) -> int:
    """Delete the apps whose setting up was not finished (hourly job); return how many."""
    unfinished = (col(TotpFactor.confirmed_at).is_(None), col(TotpFactor.created_at) <= clock.now() - SETUP)
    over = await locks.free(session, TotpFactor, *unfinished)
    gone = await session.execute(delete(TotpFactor).where(col(TotpFactor.id).in_(over), *unfinished))
    return gone.rowcount  # pyright: ignore[reportAttributeAccessIssue]


def _drawn(uri: str) -> str:
    import segno  # takes long to import, and is seldom needed

    return segno.make(uri, error="m", micro=False).svg_inline(border=4, omitsize=True, dark="#000", light="#fff")
