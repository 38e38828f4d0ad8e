"""Signing in, in one step or two, signing out, and the signed-in user."""

from typing import Annotated, cast

from fastapi import APIRouter, Request, Response, status
from fastapi.responses import JSONResponse
from pydantic import Field

from ....db.session import run_in_transaction
from ....services.accounts import verification
from ....services.sessions import devices, sessions
from ....services.shared.identity import CurrentUser
from ....services.sign_in import passkey_sign_in, signing_in
from ....services.sso import provider_logout
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Code, Done, Email, Password, PlanId, Role, Said, Token, example
from .cookies import browser_tokens, drop_cookie, set_cookie, set_session

router = APIRouter(prefix="/api/auth", tags=["auth"])


class Credentials(Camel):
    model_config = example(email="anna@zorg.example", password="Vier-losse-woorden-1")  # noqa: S106  an example

    email: Email
    password: Annotated[Password, Field(min_length=1)]
    reset_token: Token = Field(default="", description="of the mail about a second factor that was taken away")


class OwnOrganization(Camel):
    name: str
    plan: PlanId
    current_credits: int
    monthly_credits: int
    can_save_to_archive: bool


class UserOut(Camel):
    id: str
    email: str
    first_name: str
    last_name: str
    role: Role
    organization_id: str | None
    personal_credits: int | None
    organization: OwnOrganization | None = Field(description="null: in none")


class SignedInOut(Camel):
    user: UserOut


class SignedOut(Done):
    provider_url: str = Field(description="where to sign out at the organization's identity provider too; '' for none")


class StepNeededOut(Said):
    """The password is right, and no session is open yet: `/api/auth/login/code` or `/login/passkey` follows, or, for
    who has no second factor and must have one, `/api/auth/login/setup/begin`."""

    success: bool = Field(default=False, description="false: no session is open yet")
    code_needed: bool = Field(default=False, description="a second factor follows")
    by_app: bool = Field(default=False, description="there is an authenticator app")
    by_passkey: bool = Field(default=False, description="there is a passkey")
    setup_needed: bool = Field(default=False, description="a second factor has to be set up first")
    seconds: int = Field(description="how long that may take")
    remember_days: int = Field(default=0, description="for how long the device may then need no code; 0 is not at all")


class CodeIn(Camel):
    code: Annotated[Code, Field(min_length=1)]
    remember: bool = Field(default=False, description="this device needs no code for `rememberDays`")


@router.post(
    "/login",
    response_model=SignedInOut,
    responses=refusals(401)
    | {202: {"model": StepNeededOut, "description": "The password is right, and a second step must follow"}},
)
async def log_in(credentials: Credentials, request: Request, response: Response) -> SignedInOut | JSONResponse:
    """Check the password, open a session and set its cookie. The page then reloads.

    When a second factor must follow, the answer is 202 with the cookie of a pending sign-in, which is good for
    `/api/auth/login/code` and `/login/passkey` only, for five minutes, or for `/api/auth/login/setup`, for thirty.
    """
    try:
        outcome = await signing_in.log_in(
            credentials.email,
            credentials.password,
            reset_token=credentials.reset_token,
            **browser_tokens(request),
        )
    except signing_in.StepNeeded as needed:
        body = StepNeededOut.model_validate(needed)
        waiting = JSONResponse(body.model_dump(by_alias=True), status.HTTP_202_ACCEPTED)
        set_cookie(waiting, signing_in.cookie_name(), needed.token, needed.seconds)
        return waiting
    remember(response, outcome)
    return SignedInOut(user=user_out(outcome.user))


@router.post("/login/code", responses=refusals(401))
async def finish_log_in(content: CodeIn, request: Request, response: Response) -> SignedInOut:
    """Open the session of a pending sign-in, by a code of the authenticator app or a recovery code.

    The code `wrong_code` allows another try, `sign_in_expired` leads back to `/api/auth/login`.
    """
    outcome = await signing_in.finish(
        request.cookies.get(signing_in.cookie_name()),
        content.code,
        remember=content.remember,
        **browser_tokens(request),
    )
    remember(response, outcome)
    return SignedInOut(user=user_out(outcome.user))


@router.post("/logout", response_model=SignedOut)
async def log_out(request: Request, response: Response) -> SignedOut:
    """End the session, here and on every open page that uses it."""
    token = request.cookies.get(sessions.cookie_name())
    provider_url = await provider_logout.url(token)
    await run_in_transaction(sessions.log_out, token)
    drop_cookie(response, sessions.cookie_name())
    return SignedOut(provider_url=provider_url)


@router.get("/me", response_model=UserOut)
async def get_current_user(user: Caller) -> UserOut:
    """Return the signed-in user; 401 without a session."""
    return user_out(user)


def remember(response: Response, outcome: sessions.SignedIn) -> None:
    """Set the cookies of the opened session and of the browser; delete those of what was pending."""
    set_session(response, outcome.token)
    set_cookie(response, devices.cookie_name(), outcome.device_token, devices.KEPT.total_seconds())
    drop_cookie(response, verification.cookie_name())
    drop_cookie(response, signing_in.cookie_name())
    drop_cookie(response, passkey_sign_in.cookie_name())


def user_out(user: CurrentUser) -> UserOut:
    """Return the signed-in user as the pages read it."""
    organization = user.organization
    return UserOut(
        id=str(user.id),
        email=user.email,
        first_name=user.first_name,
        last_name=user.last_name,
        role=cast("Role", user.role),
        organization_id=str(organization.id) if organization else None,
        personal_credits=user.personal_credits,
        organization=OwnOrganization.model_validate(organization) if organization else None,
    )
