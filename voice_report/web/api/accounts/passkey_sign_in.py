"""Signing in with a passkey: alone, or as the second step after the password."""

from fastapi import APIRouter, Request, Response

from ....services.sign_in import passkey_sign_in, signing_in
from ..responses import refusals
from .cookies import browser_tokens, set_cookie
from .passkeys import OptionsOut, UsedPasskeyIn, as_response
from .sessions import SignedInOut, remember, user_out

router = APIRouter(prefix="/api/auth", tags=["auth"])


@router.post("/passkey/options")
async def begin_passkey_sign_in(request: Request, response: Response) -> OptionsOut:
    """Begin to sign in with a passkey; sets the cookie of the browser that began. The same for every caller."""
    name = passkey_sign_in.cookie_name()
    asked, token = await passkey_sign_in.options(request.cookies.get(name))
    set_cookie(response, name, token, passkey_sign_in.VALID.total_seconds())
    return OptionsOut(options=asked)


@router.post("/passkey", responses=refusals(401))
async def sign_in_by_passkey(content: UsedPasskeyIn, request: Request, response: Response) -> SignedInOut:
    """Open a session by a passkey, which is two factors in one. The page then reloads.

    The code is `wrong_passkey` for a wrong signature and for options that are over, `unknown_passkey` for a passkey
    that is in no account: the browser can forget it (`PublicKeyCredential.signalUnknownCredential`).
    """
    outcome = await passkey_sign_in.log_in(
        request.cookies.get(passkey_sign_in.cookie_name()),
        as_response(content.credential),
        **browser_tokens(request),
    )
    remember(response, outcome)
    return SignedInOut(user=user_out(outcome.user))


@router.post("/login/passkey/options", responses=refusals(401, 409))
async def begin_second_step_by_passkey(request: Request) -> OptionsOut:
    """Begin the second step of a pending sign-in with one of the account's own passkeys."""
    token = request.cookies.get(signing_in.cookie_name())
    return OptionsOut(options=await passkey_sign_in.pending_options(token))


@router.post("/login/passkey", responses=refusals(401))
async def finish_second_step_by_passkey(content: UsedPasskeyIn, request: Request, response: Response) -> SignedInOut:
    """Open the session of a pending sign-in by a passkey.

    The code `wrong_passkey` allows another try, `sign_in_expired` leads back to `/api/auth/login`.
    """
    outcome = await passkey_sign_in.finish(
        request.cookies.get(signing_in.cookie_name()),
        as_response(content.credential),
        **browser_tokens(request),
    )
    remember(response, outcome)
    return SignedInOut(user=user_out(outcome.user))
