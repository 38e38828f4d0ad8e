"""Codes of a second factor: of an authenticator app (TOTP, RFC 6238), and recovery codes (security.md S34-S37).

A code works once. Of the app's codes that holds for good: the newest accepted time step is stored, and only a later one
is accepted, by one UPDATE that compares and sets, so that of two processes with the same code one gets it.
"""

import hmac
import logging
import re
import secrets
import uuid
from dataclasses import dataclass
from datetime import timedelta

from pyotp.exceptions import OTPVerificationError
from pyotp.totp import TOTP
from sqlmodel import col, delete, func, or_, select, update

from ... import clock
from ...db.models import RecoveryCode, TotpFactor, User
from ...db.session import ReadSession, WriteSession
from ...errors import Invalid
from ..audit import trail
from ..mail import outbox, templates
from ..shared import secrets_at_rest, tokens
from ..shared.identity import CODE, RECOVERY_CODE

logger = logging.getLogger(__name__)

ATTEMPTS = 10
LOCKED_FOR = timedelta(minutes=15)
RECOVERY_CODES = 10
APP, RECOVERY = "totp", "recovery code"  # kinds of secrets
MAX_CHARACTERS = 100  # of a code as it is typed

WRONG = (
    "Deze code klopt niet, of is al gebruikt. Wacht op de volgende en probeer het opnieuw. Na 10 verkeerde codes is "
    "dit 15 minuten niet mogelijk."
)

_DRIFT = 1  # time steps of 30 seconds by which a phone's clock may differ (RFC 6238, 5.2)
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no letter looks like a digit
_LOOKS_LIKE = str.maketrans("oil", "011")
_FAR_AHEAD = 20  # time steps
_NO_COUNTER = -1


class WrongCode(Invalid):
    """A code was refused (422). The sentence is the same for a wrong code, a used one and a lock."""

    code = "wrong_code"
    sentence = WRONG


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a code: ``refusal`` is a reason word for the trail; ``codes_left`` is set after a recovery code;
    ``locks`` says that this code locked the factor."""

    refusal: str | None = None
    codes_left: int | None = None
    locks: bool = False

    @property
    def by(self) -> str:
        """Which kind of code it was, if it was right (``identity``)."""
        return CODE if self.codes_left is None else RECOVERY_CODE


async def use(session: WriteSession, own: User, app: TotpFactor | None, code: str) -> Outcome:
    """Use a code of the user's app, or a recovery code. The caller has locked the user, and calls ``note`` afterwards.

    A refusal is counted, so the transaction must commit. The same statements run whatever the code is worth, so that
    the time tells nothing.
    """
    now = clock.now()
    locked = clock.is_coming(own.codes_locked_until, LOCKED_FOR)
    tried = "" if locked else code[:MAX_CHARACTERS]
    counter = matching_counter(app, tried) if app else _NO_COUNTER
    recovery_code = await _matching_recovery_code(session, own.id, tried)
    last = col(TotpFactor.last_counter)
    by_app = await session.execute(
        update(TotpFactor)
        .where(col(TotpFactor.id) == (app.id if app else None), or_(last < counter, last > _beyond(counter)))
        .values(last_counter=counter, last_used_at=now)
    )
    by_recovery = await session.execute(
        update(RecoveryCode)
        .where(col(RecoveryCode.id) == recovery_code, col(RecoveryCode.used_at).is_(None))
        .values(used_at=now)
    )
    right, recovery = (done.rowcount == 1 for done in (by_app, by_recovery))  # pyright: ignore[reportAttributeAccessIssue]
    failures = 0 if right or recovery else own.code_failures + (not locked)
    until = own.codes_locked_until if locked else now + LOCKED_FOR if failures >= ATTEMPTS else None
    counted = {"code_failures": failures % ATTEMPTS, "codes_locked_until": until}
    await session.execute(update(User).where(col(User.id) == own.id).values(**counted))
    if not (right or recovery):
        return Outcome(refusal="code locked" if until else "wrong code", locks=until is not None and not locked)
    return Outcome(codes_left=await codes_left(session, own.id) if recovery else None)


def _beyond(counter: int) -> int:
    """Return the last time step that may have been used before this one: a later one was counted by a clock that was
    ahead, and its code is not the present one."""
    return counter + _FAR_AHEAD if counter != _NO_COUNTER else 2**62


async def note(session: WriteSession, user: User, outcome: Outcome) -> None:
    """Write down that a recovery code was used. Mail the owner about that, and about wrong codes that locked."""
    if outcome.locks:
        outbox.write(session, user.email, templates.wrong_codes(user.first_name))
    if outcome.codes_left is None:
        return
    outbox.write(session, user.email, templates.recovery_code_used(user.first_name, outcome.codes_left))
    of_user = {"user_id": user.id, "organization_id": user.organization_id}
    await trail.record(session, None, "use recovery code", "user", user.id, **of_user)


def matching_counter(app: TotpFactor, code: str) -> int:
    """Return the time step of which this is the code, within the drift, or a number below every time step."""
    digits = re.sub(r"[\s-]", "", code)
    try:
        secret = secrets_at_rest.decrypted(app.secret, owner(app.user_id))
    except secrets_at_rest.UnreadableError:
        logger.error("the secret of an authenticator app cannot be read: was SECRET_KEY changed?")
        return _NO_COUNTER
    digits = digits if re.fullmatch(r"[0-9]{6}", digits) else ""
    try:
        return TOTP(secret).verify_and_get_timecode(digits, for_time=clock.now(), valid_window=_DRIFT)
    except OTPVerificationError:
        return _NO_COUNTER


async def new_recovery_codes(session: WriteSession, user_id: uuid.UUID) -> list[str]:
    """Replace the user's recovery codes; return the new ones, which are readable here only."""
    codes = ["".join(secrets.choice(_ALPHABET) for _ in range(8)) for _ in range(RECOVERY_CODES)]
    await session.execute(delete(RecoveryCode).where(col(RecoveryCode.user_id) == user_id))
    stored = [secrets_at_rest.encrypted(_digest(code), owner(user_id, RECOVERY)) for code in codes]
    session.add_all([RecoveryCode(user_id=user_id, sealed_hash=sealed) for sealed in stored])
    return [f"{code[:4]}-{code[4:]}" for code in codes]


async def codes_left(session: ReadSession, user_id: uuid.UUID) -> int:
    """Return how many recovery codes of the user were not used yet."""
    unused = (RecoveryCode.user_id == user_id, col(RecoveryCode.used_at).is_(None))
    return (await session.exec(select(func.count()).select_from(RecoveryCode).where(*unused))).one()


def owner(user_id: uuid.UUID, kind: str = APP) -> str:
    """Return to what and whom a secret is bound (``secrets_at_rest``)."""
    return f"{kind}:{user_id}"


async def _matching_recovery_code(session: ReadSession, user_id: uuid.UUID, code: str) -> uuid.UUID | None:
    """Return the id of the user's recovery code that this is, used or not."""
    of_user = select(RecoveryCode.id, RecoveryCode.sealed_hash).where(RecoveryCode.user_id == user_id)
    tried, found = _digest(code), None
    for row_id, sealed in (await session.exec(of_user)).all():
        try:
            digest = secrets_at_rest.decrypted(sealed, owner(user_id, RECOVERY))
        except secrets_at_rest.UnreadableError:
            continue  # made under a key that is gone
        found = row_id if hmac.compare_digest(digest, tried) else found
    return found


def _digest(code: str) -> str:
    """Return the digest of a recovery code. It is stored encrypted: 40 random bits alone do not withstand a search."""
    return tokens.hashed(re.sub(r"[^0-9a-z]", "", code.lower().translate(_LOOKS_LIKE)))
