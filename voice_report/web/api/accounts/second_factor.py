"""The signed-in user's own second factor: an authenticator app (TOTP) and recovery codes."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Response
from pydantic import Field

from ....db.session import run_reading
from ....services.factors import second_factor
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Code, Done, Password
from .cookies import set_session

router = APIRouter(prefix="/api/account/second-factor", tags=["account"])


class SecondFactorOut(Camel):
    set_up_at: datetime | None = Field(description="of the authenticator app; null without one")
    last_used_at: datetime | None = Field(description="the same")
    recovery_codes_left: int = Field(description="each works once; 10 at first")
    is_required: bool = Field(description="it can be set up again, and not be turned off")
    passkeys: int = Field(description="how many there are")
    step_up_needed: bool = Field(description="some calls are refused until a code was given again")
    by_provider: bool = Field(description="the organization's identity provider opened this session")
    wanted: Literal["off", "recommended", "required"] = Field(
        description="what the organization wants of a user who has none; `off` for a user who has one"
    )
    wanted_from: date | None = Field(description="the first day on which it is required, if it is")


class ProofIn(Camel):
    """What every change needs: a stolen session alone changes nothing.

    The code may be left out without a second factor, and by a user who stepped up with a passkey.
    """

    current_password: Password
    code: Code = ""


class ConfirmIn(Camel):
    code: Annotated[Code, Field(min_length=1)]


class SetupOut(Camel):
    secret: str = Field(description="base 32, to type over")
    uri: str = Field(description="otpauth://totp/...")
    svg: str = Field(description="the same as a QR code, an `<svg>` element")


class RecoveryCodesOut(Camel):
    recovery_codes: list[str] = Field(description="readable here only; each works once")


@router.get("", responses=refusals(403))
async def get_second_factor(user: Caller) -> SecondFactorOut:
    """Return whether signing in needs a code, and how many recovery codes are left."""
    return SecondFactorOut.model_validate(await run_reading(second_factor.status, user))


@router.post("/begin", responses=refusals(409))
async def begin_authenticator(content: ProofIn, user: Caller) -> SetupOut:
    """Begin to set up an authenticator app; a present one continues, and its code is needed, until `confirm`."""
    return SetupOut.model_validate(await second_factor.begin(user, **content.model_dump()))


@router.post("/confirm")
async def confirm_authenticator(content: ConfirmIn, user: Caller, response: Response) -> RecoveryCodesOut:
    """Turn on the app that is being set up, by its first code. All other sessions end; this one gets a new cookie."""
    token, codes = await second_factor.confirm(user, content.code)
    set_session(response, token)
    return RecoveryCodesOut(recovery_codes=codes)


@router.post("/step-up", responses=refusals(409))
async def step_up_by_code(content: ConfirmIn, user: Caller) -> Done:
    """Give a code again, after a call that was refused with `step_up_needed`; it is good for ten minutes."""
    await second_factor.step_up(user, content.code)
    return Done()


@router.post("/remove", responses=refusals(409))
async def remove_authenticator(content: ProofIn, user: Caller) -> Done:
    """Turn the authenticator app off; as the last factor it takes the recovery codes along."""
    await second_factor.remove(user, **content.model_dump())
    return Done()


@router.post("/recovery-codes", responses=refusals(409))
async def replace_recovery_codes(content: ProofIn, user: Caller) -> RecoveryCodesOut:
    """Replace the recovery codes; the former ones no longer work."""
    return RecoveryCodesOut(recovery_codes=await second_factor.new_recovery_codes(user, **content.model_dump()))
