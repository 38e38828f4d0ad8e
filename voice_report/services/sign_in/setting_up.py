"""Set up a required second factor while signing in, for a user who has none (security.md S42, S43).

The pending sign-in (``_pending``) permits this and nothing else: no page, no other call, no event. It follows the
password directly, so the password is not required again. The confirmed factor opens the session.
"""

from typing import Any

from sqlalchemy.exc import IntegrityError

from ...db.models import User
from ...db.session import WriteSession, transaction
from ..audit import trail
from ..factors import passkeys, second_factor, webauthn
from ..sessions import devices, owned_factors, sessions
from ..sessions.opening import Opening
from ..shared.identity import CODE, SECOND_PASSKEY
from . import _pending


async def begin(token: str | None) -> second_factor.Setup:
    """Begin to set up an authenticator app. Raises ``NotSignedIn``."""
    async with transaction() as session:
        return await second_factor.begin_setup(session, await _find(session, token))


async def confirm(
    token: str | None, code: str, *, device_token: str | None = None, old_token: str | None = None
) -> tuple[sessions.SignedIn, list[str]]:
    """Turn on the app by its first code and open the session; return it, and the recovery codes, once.

    All other sessions, and pending sign-ins, of the user end. Raises ``NotSignedIn`` or ``Invalid``; after ten wrong
    codes setting up must begin again.
    """
    async with transaction() as session:
        user = await _find(session, token)
        codes = await second_factor.confirm_setup(session, user, code)
        if codes is not None:
            signed_in = await sessions.open_session(
                session, user.id, Opening(CODE), device_token=device_token, old_token=old_token
            )
            return signed_in, codes
    raise second_factor.wrong_first_code()


async def begin_passkey(token: str | None) -> dict[str, Any]:
    """Return the options with which the browser makes a passkey. Raises ``NotSignedIn``."""
    async with transaction() as session:
        return await passkeys.begin_setup(session, await _find(session, token), token)


async def add_passkey(
    token: str | None, response: webauthn.Response, *, device_token: str | None = None, old_token: str | None = None
) -> tuple[sessions.SignedIn, list[str]]:
    """Store the passkey and open the session; return it, and the recovery codes, once. The browser gives its name.

    All other sessions, and pending sign-ins, of the user end. Raises ``NotSignedIn`` or ``Invalid``.
    """
    name = devices.device_name(trail.caller.get().user_agent)[: passkeys.MAX_NAME]
    try:
        async with transaction() as session:
            user = await _find(session, token)
            codes = await passkeys.finish_setup(session, user, token, response, name)
            if codes is not None:
                signed_in = await sessions.open_session(
                    session, user.id, Opening(SECOND_PASSKEY), device_token=device_token, old_token=old_token
                )
                return signed_in, codes
    except IntegrityError:  # it is a user's already
        pass
    raise passkeys.not_made()


async def _find(session: WriteSession, token: str | None) -> User:
    """Return whose sign-in is pending, locked; not of a user who has a second factor by now."""
    user = await _pending.find(session, token, _pending.SETUP)
    if await owned_factors.of(session, user.id):
        raise _pending.expired()
    return user
