"""What a change of one's own account needs: the password, and for second factors one of these too (S37).

A stolen session alone changes nothing.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlmodel import select

from ...db.models import User
from ...db.session import WriteSession, reading, transaction
from ...errors import Conflict, Invalid, NotSignedIn, StepUpNeeded
from ..audit import trail
from ..sessions import owned_factors
from ..shared import locks, step_up_reasons
from ..shared.identity import SINGLE_SIGN_ON, CurrentUser, has_stepped_up
from . import one_time_codes, passwords

CODE_NEEDED = (
    "Je bent ingelogd met je werkaccount. Vul ook een code van je verificatie-app in, of een herstelcode. Of log in "
    "met je wachtwoord en je tweede stap."
)
NO_FACTOR = "Er staat geen tweede stap aan."
WRONG_PASSWORD = "Het huidige wachtwoord is onjuist."  # noqa: S105

Result = TypeVar("Result")
Work = Callable[[WriteSession, User], Awaitable[Result]]


async def change(
    user: CurrentUser, current_password: str, code: str, work: Work[Result], *, needs_factor: bool = False
) -> Result:
    """Check the password, and a factor if there is one, then do the work in the same transaction.

    Who has a passkey may have stepped up just before, with it or with a code; others give a code along, and so does who
    signed in at an identity provider: its word may be that of an attacker who took over the work account, and with it
    the mailbox. Raises ``Invalid`` (password, no code), ``WrongCode``, ``TooMany``, ``StepUpNeeded``, or ``Conflict``
    without a factor.
    """
    await check_password(user, current_password)
    if code.strip():
        return await with_code(user, code, lambda session, own, _by: work(session, own), needs_factor=needs_factor)
    async with transaction() as session:
        own = await locks.caller_row(session, user)
        factors = await owned_factors.of(session, own.id)
        _refuse_without(factors, needs_factor)
        if factors and user.level == SINGLE_SIGN_ON:
            raise Invalid(CODE_NEEDED, code="code_required")
        if factors and not factors.passkeys:
            raise Invalid("Code is verplicht", code="code_required")
        if factors and not has_stepped_up(user):
            raise StepUpNeeded(step_up_reasons.OWN_FACTORS)
        return await work(session, own)


async def check_password(user: CurrentUser, password: str) -> None:
    """Verify the user's current password. Raises ``Invalid``, ``TooMany``."""
    if not password:
        raise Invalid("Huidig wachtwoord is verplicht", code="password_required")
    async with reading() as session:
        stored = (await session.exec(select(User.password_hash).where(User.id == user.id))).first()
    if stored is None:
        raise NotSignedIn
    if await passwords.confirmed(password, stored, ("password", str(user.id))):
        return
    async with transaction() as session:
        await trail.record(session, user, "confirm password", "user", user.id, success=False, error_message="wrong")
    raise Invalid(WRONG_PASSWORD, code="wrong_password")


async def with_code(
    user: CurrentUser, code: str, work: Callable[[WriteSession, User, str], Awaitable[Result]], *, needs_factor: bool
) -> Result:
    """Do the work when the code is right, with the kind of code as argument. Raises as ``change``."""
    async with transaction() as session:
        own = await locks.caller_row(session, user)
        factors = await owned_factors.of(session, own.id)
        _refuse_without(factors, needs_factor)
        if factors and not code.strip():
            raise Invalid("Code is verplicht", code="code_required")
        outcome = await one_time_codes.use(session, own, factors.app, code) if factors else one_time_codes.Outcome()
        if outcome.refusal is None:
            result = await work(session, own, outcome.by)
            await one_time_codes.note(session, own, outcome)
            return result
        await one_time_codes.note(session, own, outcome)
        refused = {"success": False, "error_message": outcome.refusal}
        await trail.record(session, user, "confirm code", "user", own.id, **refused)
    raise one_time_codes.WrongCode


def _refuse_without(factors: owned_factors.Factors, needs_factor: bool) -> None:
    if needs_factor and not factors:
        raise Conflict(NO_FACTOR, code="no_second_factor")
