"""Signing in with the organization's identity provider (OpenID Connect): there, back, the first time, and out."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field

from ....db.session import run_in_transaction, run_reading
from ....services.audit import trail
from ....services.sessions import devices, sessions
from ....services.shared import rate_limits
from ....services.sign_in import linking
from ....services.sso import provider_logout, single_sign_on
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Code, Done, Email, Password, Token
from .cookies import browser_tokens, drop_cookie, set_cookie
from .passkeys import OptionsOut, UsedPasskeyIn, as_response
from .sessions import SignedInOut, remember, user_out

router = APIRouter(prefix="/api/auth/single-sign-on", tags=["auth"])

_LOGIN = "/login"
_START = "/dashboard"
#: Where a browser continues to, by what it left for.
_PAGES = {single_sign_on.SIGN_IN: _LOGIN, single_sign_on.TEST: "/inloggen-beheer", single_sign_on.STEP_UP: "/bevestigd"}

_Parameter = Annotated[str, Query(max_length=4000, description="as OpenID Connect has it")]


class AddressIn(Camel):
    email: Email


class SignInProvider(Camel):
    organization: str = Field(description="the organization to sign in with; '' for none")


class BeginIn(Camel):
    email: Email
    invitation_token: Token | None = None


class ProviderRedirectOut(Camel):
    url: str = Field(description="where to send the browser; it comes back within ten minutes")


class LinkIn(Camel):
    password: Annotated[Password, Field(min_length=1)]
    code: Code = ""


@router.post("/discover")
async def discover_identity_provider(content: AddressIn) -> SignInProvider:
    """Say with which organization an address signs in; it answers the same with an account and without."""
    await rate_limits.hit("single_sign_on_discover", trail.caller.get().ip_address)
    return SignInProvider(organization=await run_reading(single_sign_on.discover, content.email))


@router.post("/begin", responses=refusals(404))
async def begin_single_sign_on(content: BeginIn, response: Response) -> ProviderRedirectOut:
    """Begin to sign in, and set the cookie with which the browser must come back."""
    redirect = await single_sign_on.begin(content.email, invitation_token=content.invitation_token)
    return redirect_to_provider(response, redirect)


@router.post("/step-up", responses=refusals(404))
async def begin_step_up_by_single_sign_on(user: Caller, response: Response) -> ProviderRedirectOut:
    """Begin to sign in again at the provider, after a call that was refused with `step_up_needed`."""
    return redirect_to_provider(response, await single_sign_on.begin_step_up(user))


@router.get(
    "/callback",
    status_code=303,
    response_class=RedirectResponse,
    responses={303: {"description": "On to a page; a refusal is its parameter `sso`"}},
)
async def finish_single_sign_on(
    request: Request,
    state: _Parameter = "",
    code: _Parameter = "",
    iss: _Parameter = "",
    error: _Parameter = "",
) -> RedirectResponse:
    """Take the browser back from the provider: signed in, to be linked with a password first, or refused."""
    browser = single_sign_on.Browser(
        request.cookies.get(single_sign_on.cookie_name()),
        request.cookies.get(sessions.cookie_name()),
        request.cookies.get(devices.cookie_name()),
    )
    result = await single_sign_on.handle_callback(state, code=code, issuer=iss, error=error, browser=browser)
    page = _PAGES[result.purpose]
    if result.refusal is not None:
        outcome = result.refusal.code
    elif result.link_token is not None:
        outcome = "link"
    else:
        page = _START if result.signed_in is not None else page
        outcome = "" if result.signed_in is not None else "done"
    answer = RedirectResponse(f"{page}?{urlencode({'sso': outcome})}" if outcome else page, 303)
    if result.signed_in is not None:
        remember(answer, result.signed_in)
    if result.link_token is not None:
        seconds = linking.PENDING.total_seconds()
        set_cookie(answer, linking.cookie_name(), result.link_token, seconds)
    drop_cookie(answer, single_sign_on.cookie_name())
    return answer


@router.post("/link", responses=refusals(401, 409))
async def link_by_password(content: LinkIn, request: Request, response: Response) -> SignedInOut:
    """Link the account to the provider's person the first time, by its password, and sign in.

    The code `code_required` asks for a code of the second factor as well, `sign_in_expired` leads back to the start.
    """
    outcome = await linking.finish(
        request.cookies.get(linking.cookie_name()),
        content.password,
        content.code,
        **browser_tokens(request),
    )
    return _linked(response, outcome)


@router.post("/link/passkey/options", responses=refusals(401))
async def begin_link_by_passkey(request: Request) -> OptionsOut:
    """Begin to link the account by one of its passkeys; the same for every account."""
    return OptionsOut(options=await linking.passkey_options(request.cookies.get(linking.cookie_name())))


@router.post("/link/passkey", responses=refusals(401, 409))
async def link_by_passkey(content: UsedPasskeyIn, request: Request, response: Response) -> SignedInOut:
    """Link the account as `/link` does, by a passkey in place of the password; `wrong_passkey` allows another try."""
    outcome = await linking.finish_by_passkey(
        request.cookies.get(linking.cookie_name()),
        as_response(content.credential),
        **browser_tokens(request),
    )
    return _linked(response, outcome)


@router.post("/back-channel-logout")
async def back_channel_logout(logout_token: Annotated[str, Form(max_length=20_000)]) -> Done:
    """End the sessions that a provider's signed logout token names (OpenID Connect Back-Channel Logout 1.0)."""
    await provider_logout.back_channel(logout_token)
    return Done()


@router.get("/front-channel-logout")
async def front_channel_logout(iss: _Parameter = "", sid: _Parameter = "") -> Done:
    """End the sessions of one session at the provider (OpenID Connect Front-Channel Logout 1.0)."""
    await rate_limits.hit("single_sign_on_discover", trail.caller.get().ip_address)
    await run_in_transaction(provider_logout.front_channel, iss, sid)
    return Done()


def _linked(response: Response, outcome: sessions.SignedIn) -> SignedInOut:
    remember(response, outcome)
    drop_cookie(response, linking.cookie_name())
    return SignedInOut(user=user_out(outcome.user))


def redirect_to_provider(response: Response, redirect: single_sign_on.ProviderRedirect) -> ProviderRedirectOut:
    """Set the cookie of a browser that leaves, and say where to."""
    seconds = single_sign_on.VALID_FOR.total_seconds()
    set_cookie(response, single_sign_on.cookie_name(), redirect.cookie, seconds)
    return ProviderRedirectOut(url=redirect.url)
