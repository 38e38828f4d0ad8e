"""Signing in, in one step or two, signing out, and the signed-in user (spec section 7)."""

from typing import Annotated

from fastapi import APIRouter, Request, Response, status
from fastapi.responses import JSONResponse
from pydantic import Field

from ...config import settings
from ...database import transaction
from ...services.accounts import devices, sessions, signing_in, verification
from ...services.shared.identity import CurrentUser
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Code, Done, Email, Password, Said

router = APIRouter(prefix="/api/auth", tags=["auth"], responses=refusals())


class Credentials(Camel):
    email: Email
    password: Annotated[Password, Field(min_length=1)]


class OrganizationOut(Camel):
    name: str
    plan: str
    current_credits: int
    monthly_credits: int
    can_save_to_archive: bool


class UserOut(Camel):
    id: str
    email: str
    first_name: str
    last_name: str
    role: str
    organization_id: str | None
    personal_credits: int | None
    organization: OrganizationOut | None


class SignedInOut(Camel):
    user: UserOut


class CodeNeededOut(Said):
    """The password is right; nobody is signed in before `/api/auth/login/code` was called."""

    success: bool = False
    code_needed: bool = True
    seconds: int = Field(description="how long the code may take")


class CodeIn(Camel):
    code: Annotated[Code, Field(min_length=1)]


@router.post(
    "/login",
    response_model=SignedInOut,
    responses=refusals(401)
    | {202: {"model": CodeNeededOut, "description": "The password is right, and a code must follow"}},
)
async def log_in(credentials: Credentials, request: Request, response: Response) -> SignedInOut | JSONResponse:
    """Check the password, open a session and set its cookie. The page then reloads.

    An account with a second factor gets 202 and the cookie of a pending sign-in instead, which is good for
    `/api/auth/login/code` only, for five minutes.
    """
    try:
        outcome = await signing_in.log_in(
            credentials.email,
            credentials.password,
            device_token=request.cookies.get(devices.cookie_name()),
            old_token=request.cookies.get(sessions.cookie_name()),
        )
    except signing_in.CodeNeeded as needed:
        seconds = int(signing_in.PENDING.total_seconds())
        body = CodeNeededOut(message=needed.message, seconds=seconds)
        waiting = JSONResponse(body.model_dump(by_alias=True), status.HTTP_202_ACCEPTED)
        set_cookie(waiting, signing_in.cookie_name(), needed.token, seconds)
        return waiting
    remember(response, outcome)
    return SignedInOut(user=_user(outcome.user))


@router.post("/login/code", responses=refusals(401))
async def finish_log_in(content: CodeIn, request: Request, response: Response) -> SignedInOut:
    """Open the session of a pending sign-in, by a code of the authenticator app or a recovery code.

    The code `wrong_code` allows another try, `sign_in_expired` leads back to `/api/auth/login`.
    """
    outcome = await signing_in.finish(
        request.cookies.get(signing_in.cookie_name()),
        content.code,
        device_token=request.cookies.get(devices.cookie_name()),
        old_token=request.cookies.get(sessions.cookie_name()),
    )
    remember(response, outcome)
    return SignedInOut(user=_user(outcome.user))


@router.post("/logout", response_model=Done)
async def log_out(request: Request, response: Response) -> Done:
    """End the session, here and on every open page that uses it."""
    async with transaction() as session:
        await sessions.log_out(session, request.cookies.get(sessions.cookie_name()))
    _drop_cookie(response, sessions.cookie_name())
    return Done()


@router.get("/me", response_model=UserOut, responses=refusals(401))
async def me(user: Caller) -> UserOut:
    """Return the signed-in user; 401 when nobody is signed in."""
    return _user(user)


def remember(response: Response, outcome: sessions.SignedIn) -> None:
    """Set the cookies of the opened session and of the browser; delete those of what was pending."""
    set_cookie(response, sessions.cookie_name(), outcome.token, sessions.ABSOLUTE.total_seconds())
    set_cookie(response, devices.cookie_name(), outcome.device_token, devices.KEPT.total_seconds())
    _drop_cookie(response, verification.cookie_name())
    _drop_cookie(response, signing_in.cookie_name())


def set_cookie(response: Response, name: str, value: str, seconds: float) -> None:
    """Set a cookie that no script can read and that other sites send only when a user follows a link to us."""
    response.set_cookie(
        name, value, max_age=int(seconds), path="/", secure=settings().is_https, httponly=True, samesite="lax"
    )


def _drop_cookie(response: Response, name: str) -> None:
    response.delete_cookie(name, path="/", secure=settings().is_https, httponly=True, samesite="lax")


def _user(user: CurrentUser) -> UserOut:
    organization = user.organization
    return UserOut(
        id=str(user.id),
        email=user.email,
        first_name=user.first_name,
        last_name=user.last_name,
        role=user.role,
        organization_id=str(organization.id) if organization else None,
        personal_credits=user.personal_credits,
        organization=OrganizationOut.model_validate(organization) if organization else None,
    )
