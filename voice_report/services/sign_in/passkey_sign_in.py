"""Using a passkey: signing in with it alone, as the second step after the password, and as a step-up (S40, S41)."""

import uuid
from typing import Any

from ...config import settings
from ...db.models import User
from ...db.session import reading, run_in_transaction, transaction
from ...errors import Conflict
from ..audit import trail
from ..factors import assertions, challenges, webauthn
from ..factors.assertions import WRONG_STEP, UnknownPasskey, WrongPasskey
from ..factors.webauthn import Response
from ..sessions import devices, owned_factors, sessions
from ..sessions.opening import Opening
from ..sessions.sessions import SignedIn
from ..shared import locks, rate_limits, tokens
from ..shared.identity import PASSKEY, SECOND_PASSKEY, CurrentUser
from . import _entry, _pending, signing_in

NO_PASSKEY = "Je hebt geen toegangssleutel."
VALID = challenges.VALID


def cookie_name() -> str:
    """Return the name of the cookie that binds a challenge to the browser that requested it, before signing in."""
    return "__Host-passkey" if settings().is_https else "passkey"


async def options(browser: str | None) -> tuple[dict[str, Any], str]:
    """Return the options for signing in with any passkey, and the browser's token: the present one, or a new one.

    They say nothing about any account. Raises ``TooMany``.
    """
    await rate_limits.hit("passkey_options", trail.caller.get().ip_address)
    fresh = tokens.new()
    token = browser if browser and len(browser) == len(fresh) else fresh
    challenge = await run_in_transaction(challenges.issue, challenges.SIGN_IN, token)
    return webauthn.request_options(challenge), token


async def log_in(
    browser: str | None, response: Response, *, device_token: str | None = None, old_token: str | None = None
) -> SignedIn:
    """Open a session by a passkey alone: it is both factors. The browser's former session ends (rotation).

    A lock after wrong passwords does not hold here: it would shut out owners, whose passkey cannot be guessed. Raises
    ``WrongPasskey``, ``UnknownPasskey``, ``NotAllowed`` (right passkey, but unverified, paused or to be signed in by
    the identity provider) or ``TooMany``.
    """
    async with reading() as session:
        # The rate limits come before a signature is verified; a known device of the account has its own (S08).
        user = await session.get(User, await assertions.owner_id(session, response) or uuid.uuid4())
        device = await devices.find(session, user, device_token)
        if user is not None and device is not None:
            await rate_limits.hit("passkey_known", str(user.id))
        else:
            await rate_limits.hit("passkey_address", trail.caller.get().ip_address)
    async with transaction() as session:
        used = await assertions.use(session, response, challenges.SIGN_IN, browser or "")
        if used.refusal is None and used.user is not None and await _entry.may_enter(session, used.user):
            return await sessions.open_session(
                session, used.user.id, Opening(PASSKEY), device_token=device_token, old_token=old_token
            )
        if used.refusal is not None:
            await _entry.note_refusal(session, used.user, used.refusal)
    if used.refusal is None and used.user is not None:
        await _entry.refuse_unready(used.user)
    raise UnknownPasskey if used.is_unknown else WrongPasskey


async def pending_options(token: str | None) -> dict[str, Any]:
    """Return the options for the second step of a pending sign-in. Raises ``NotSignedIn``, ``Conflict``."""
    async with transaction() as session:
        _, factors = await signing_in.pending(session, token)
        if not factors.passkeys:
            raise Conflict(NO_PASSKEY, code="no_passkey")
        challenge = await challenges.issue(session, challenges.SECOND_STEP, token)
        return webauthn.request_options(challenge, factors.passkeys)


async def finish(
    token: str | None, response: Response, *, device_token: str | None = None, old_token: str | None = None
) -> SignedIn:
    """Open the session of a pending sign-in by a passkey. Raises ``WrongPasskey``, ``NotSignedIn`` when it is over."""
    async with transaction() as session:
        user, _ = await signing_in.pending(session, token)
        if held := await signing_in.refuse_held(session, user, token):
            used = assertions.Use(user, held.code)
        else:
            used = await assertions.use(session, response, challenges.SECOND_STEP, token, of=user.id)
        if used.refusal is None:
            await _pending.end(session, token)
            return await sessions.open_session(
                session, user.id, Opening(SECOND_PASSKEY), device_token=device_token, old_token=old_token
            )
        await _entry.note_refusal(session, user, used.refusal)
    raise held or WrongPasskey(WRONG_STEP)


async def step_up_options(user: CurrentUser) -> dict[str, Any]:
    """Return the options for giving a passkey again in this session. Raises ``Conflict`` without one."""
    async with transaction() as session:
        own = await locks.caller_row(session, user)
        known = (await owned_factors.of(session, own.id)).passkeys
        if not known:
            raise Conflict(NO_PASSKEY, code="no_passkey")
        challenge = await challenges.issue(session, challenges.STEP_UP, user.session_id)
        return webauthn.request_options(challenge, known)


async def step_up(user: CurrentUser, response: Response) -> None:
    """Give a passkey again in this session (``identity.require_step_up``). Raises ``WrongPasskey``."""
    async with transaction() as session:
        own = await locks.caller_row(session, user)
        used = await assertions.use(session, response, challenges.STEP_UP, user.session_id, of=own.id)
        refused = {"success": used.refusal is None, "error_message": used.refusal}
        await trail.record(session, user, "use passkey", "user", own.id, **refused)
        if used.refusal is None:
            await sessions.step_up(session, user, PASSKEY)
            return
    raise WrongPasskey(WRONG_STEP)
