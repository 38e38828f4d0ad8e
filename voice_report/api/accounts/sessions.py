"""Signing in and out, and the signed-in user (spec section 7)."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ...config import settings
from ...database import transaction
from ...services.accounts import devices, sessions, signing_in, verification
from ...services.shared.identity import CurrentUser
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Done, Email, Password

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


@router.post("/login", response_model=SignedInOut, responses=refusals(401))
async def log_in(credentials: Credentials, request: Request, response: Response) -> SignedInOut:
    """Check the password, open a session and set its cookie. The page then reloads."""
    outcome = await signing_in.log_in(
        credentials.email,
        credentials.password,
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
    """Set the cookies of the opened session and of the browser; delete the cookie of a pending registration."""
    set_cookie(response, sessions.cookie_name(), outcome.token, sessions.ABSOLUTE.total_seconds())
    set_cookie(response, devices.cookie_name(), outcome.device_token, devices.KEPT.total_seconds())
    _drop_cookie(response, verification.cookie_name())


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
