"""Setting up a second factor, an app or a passkey, in the middle of signing in, where an organization requires one."""

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ....services.sign_in import setting_up, signing_in
from ..responses import refusals
from ..shapes import Camel
from .cookies import browser_tokens
from .passkeys import NewCredentialIn, OptionsOut, as_response
from .second_factor import ConfirmIn, SetupOut
from .sessions import SignedInOut, remember, user_out

router = APIRouter(prefix="/api/auth/login/setup", tags=["auth"])


class FirstPasskeyIn(Camel):
    credential: NewCredentialIn


class SetUpOut(SignedInOut):
    recovery_codes: list[str] = Field(description="readable here only; each works once")


@router.post("/begin", responses=refusals(401))
async def begin_required_authenticator(request: Request) -> SetupOut:
    """Begin to set up an authenticator app, after `/api/auth/login` answered with `setupNeeded`.

    The code `sign_in_expired` leads back to `/api/auth/login`.
    """
    return SetupOut.model_validate(await setting_up.begin(request.cookies.get(signing_in.cookie_name())))


@router.post("/confirm", responses=refusals(401))
async def confirm_required_authenticator(content: ConfirmIn, request: Request, response: Response) -> SetUpOut:
    """Turn on the app by its first code, open the session and set its cookie. The recovery codes are readable here
    only."""
    outcome, codes = await setting_up.confirm(
        request.cookies.get(signing_in.cookie_name()),
        content.code,
        **browser_tokens(request),
    )
    remember(response, outcome)
    return SetUpOut(user=user_out(outcome.user), recovery_codes=codes)


@router.post("/passkey/options", responses=refusals(401, 409))
async def begin_required_passkey(request: Request) -> OptionsOut:
    """Begin to make a passkey, in place of setting up an app."""
    return OptionsOut(options=await setting_up.begin_passkey(request.cookies.get(signing_in.cookie_name())))


@router.post("/passkey", responses=refusals(401, 409))
async def add_required_passkey(content: FirstPasskeyIn, request: Request, response: Response) -> SetUpOut:
    """Add the passkey that the browser made, open the session and set its cookie. The recovery codes are readable here
    only."""
    outcome, codes = await setting_up.add_passkey(
        request.cookies.get(signing_in.cookie_name()),
        as_response(content.credential),
        **browser_tokens(request),
    )
    remember(response, outcome)
    return SetUpOut(user=user_out(outcome.user), recovery_codes=codes)
