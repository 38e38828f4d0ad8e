"""Registering, verifying an address, and a forgotten password. The caller is not signed in here."""

from typing import Annotated, cast

from fastapi import APIRouter, Query, Request, Response, status
from pydantic import Field

from ....services.accounts import password_reset, verification
from ....services.organizations import joining
from ....services.sessions import devices, sessions
from ....services.shared import tokens
from ....services.sign_in import signing_in
from ..responses import refusals
from ..shapes import LONGEST_TOKEN, Camel, Email, Name, NewPassword, Password, Role, Said, Token
from .cookies import browser_tokens, set_cookie
from .sessions import remember

router = APIRouter(prefix="/api/auth", tags=["registration"])

CHECK_MAIL = "Controleer je e-mail. Open de link in het bericht om je e-mailadres te bevestigen."
WELCOME = "Je account is aangemaakt."
FORGOTTEN = "Als dit e-mailadres bij ons bekend is, ontvang je binnen enkele minuten een e-mail met instructies."
RESENT = "Als dit e-mailadres nog niet is bevestigd, ontvang je binnen enkele minuten een nieuwe link."
RESET = "Je wachtwoord is gewijzigd. Je kunt nu inloggen."


class VerifiedOut(Said):
    email: str = Field(description="the address that is verified now")
    is_signed_in: bool = Field(description="whether this browser is signed in, so that no sign-in follows")


class RegistrationIn(Camel):
    email: Email
    password: NewPassword
    first_name: Name
    last_name: Name
    invitation_token: Token | None = None


class RegisteredUser(Camel):
    email: str
    first_name: str
    last_name: str
    is_email_verified: bool
    role: Role | None = Field(description="only for a user who came with an invitation and is signed in now")


class RegisteredOut(Camel):
    user: RegisteredUser
    message: str
    setup_needed: bool = Field(
        default=False, description="the organization requires a second factor: `/api/auth/login/setup/begin` follows"
    )


class EmailIn(Camel):
    email: Email


class VerificationIn(Camel):
    token: Token = ""
    password: Password = ""


class ResetIn(Camel):
    token: Token = ""
    new_password: NewPassword
    confirm_password: NewPassword


class Validity(Camel):
    valid: bool
    error: str | None = Field(default=None, description="why not, in Dutch; null: it is valid")


@router.post("/register", status_code=status.HTTP_201_CREATED, responses=refusals(401, 404, 409))
async def register(content: RegistrationIn, request: Request, response: Response) -> RegisteredOut:
    """Create an account. The response is the same for an address that has one; its owner is notified by mail.

    With an invitation the address is verified and the session cookie is set: go to the dashboard, unless
    `setupNeeded`. Without one, a cookie
    makes the mailed link work in this browser without the password.
    """
    done = await joining.register(
        **content.model_dump(),
        **browser_tokens(request),
    )
    verified = bool(done.signed_in or done.setup_needed)
    if done.signed_in:
        remember(response, done.signed_in)
    elif done.setup_needed:
        set_cookie(response, signing_in.cookie_name(), done.setup_needed.token, done.setup_needed.seconds)
    else:
        set_cookie(response, verification.cookie_name(), done.cookie, verification.COOKIE_KEPT.total_seconds())
    user = RegisteredUser(
        email=done.email,
        first_name=done.first_name,
        last_name=done.last_name,
        is_email_verified=verified,
        role=cast("Role", done.signed_in.user.role) if done.signed_in else None,
    )
    message = WELCOME if verified else CHECK_MAIL
    return RegisteredOut(user=user, message=message, setup_needed=done.setup_needed is not None)


@router.post("/resend-verification")
async def resend_verification(content: EmailIn) -> Said:
    """Send the verification mail again; the response never reveals whether there is such an account."""
    await verification.resend(content.email)
    return Said(message=RESENT)


@router.post("/verify-email", responses=refusals(401))
async def verify_email(content: VerificationIn, request: Request, response: Response) -> VerifiedOut:
    """Verify an address with the mailed token, once. The page does this from its script.

    In another browser than the one that registered (or is signed in), the password must be sent too; without it the
    response has the code ``password_required``. With it, the session cookie is set.
    """
    return await _verified(request, response, content.token, content.password)


@router.get("/verify-email", responses=refusals(401, 403))
async def verify_email_by_address(
    request: Request, response: Response, token: Annotated[str, Query(max_length=LONGEST_TOKEN)] = ""
) -> VerifiedOut:
    """The same as a GET (decisions/0008), in the browser that registered: no password belongs in a URL.

    No mail links here: mails link to the page, because a mail scanner only fetches it.
    """
    return await _verified(request, response, token)


@router.post("/forgot-password")
async def forgot_password(content: EmailIn) -> Said:
    """Mail a link for a new password; the response never reveals whether there is such an account."""
    await password_reset.forgot(content.email)
    return Said(message=FORGOTTEN)


@router.get("/validate-reset-token")
async def validate_reset_token(token: Annotated[str, Query(max_length=LONGEST_TOKEN)] = "") -> Validity:
    """Return whether a mailed token is still valid, without using it."""
    if not token:
        return Validity(valid=False, error=password_reset.NO_TOKEN)
    valid = await password_reset.is_valid(token)
    return Validity(valid=valid, error=None if valid else password_reset.INVALID_LINK)


@router.post("/reset-password")
async def reset_password(content: ResetIn) -> Said:
    """Set a new password with the mailed token, once; every session ends."""
    await password_reset.reset(content.token, content.new_password, content.confirm_password)
    return Said(message=RESET)


async def _verified(request: Request, response: Response, token: str, password: str = "") -> VerifiedOut:
    browser = verification.Browser(
        registered=request.cookies.get(verification.cookie_name()),
        session_token=request.cookies.get(sessions.cookie_name()),
        device_token=request.cookies.get(devices.cookie_name()),
    )
    done = await verification.verify(token, password=password, browser=browser)
    if done.signed_in:
        remember(response, done.signed_in)
    token_hash = tokens.hashed(browser.session_token or "")
    is_signed_in = done.signed_in is not None or await sessions.is_live(token_hash)
    return VerifiedOut(message=done.message, email=done.email, is_signed_in=is_signed_in)
