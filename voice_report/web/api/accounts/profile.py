"""The signed-in user's own account."""

import uuid
from datetime import datetime
from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from ....db.session import run_in_transaction, run_reading
from ....services.accounts import profile
from ....services.sessions import remembered
from ..guards import Caller
from ..shapes import Camel, Done, Email, Name, NewPassword, Password, PathId, Said, Whole

router = APIRouter(prefix="/api/account", tags=["account"])


class AccountOut(Camel):
    first_name: str
    last_name: str
    email: str
    pending_email: str | None = Field(description="waits to be confirmed; until then `email` holds")
    copies_empty: bool
    has_reported: bool = Field(description="three reports or more were made: the user knows what the product is for")


class CopiesIn(Camel):
    copies_empty: bool


class ProfileIn(Camel):
    first_name: Name
    last_name: Name
    email: Email
    current_password: Password = Field(default="", description="needed for another email address only")


class PasswordIn(Camel):
    current_password: Password
    new_password: NewPassword
    confirm_password: NewPassword


Given = Literal["", "password", "remembered", "code", "recovery_code", "second_passkey", "passkey", "provider"]


class DeviceOut(Camel):
    id: uuid.UUID
    name: str = Field(description="browser and system, as read from its User-Agent")
    ip_address: str = Field(description="of the sign-in")
    signed_in_at: datetime
    last_seen_at: datetime
    current: bool = Field(description="it is the caller's own")
    level: Literal["password", "two_factor", "single_sign_on"] = Field(description="what it permits")
    opened_by: Given = Field(
        description="what was given: `password`; after it `code`, `recovery_code`, `second_passkey`, or nothing on a "
        "`remembered` device; instead `passkey`, or `provider` for the organization's own; '' when it is not known"
    )
    stepped_up_by: Given = Field(description="what was last given as a second factor, '' for nothing")
    organization: str = Field(description="the one whose identity provider opened it, else ''")


class RememberedDeviceOut(Camel):
    id: uuid.UUID
    name: str = Field(description="browser and system, as read from its User-Agent")
    last_seen_at: datetime
    remembered_until: datetime = Field(description="until then it needs no code; in UTC")


class RememberedList(Whole):
    devices: list[RememberedDeviceOut]


class DeviceList(Whole):
    devices: list[DeviceOut]


@router.get("")
async def get_account(user: Caller) -> AccountOut:
    """Return the user's own names and address."""
    return AccountOut.model_validate(await run_reading(profile.view, user))


@router.put("")
async def change_account(content: ProfileIn, user: Caller) -> AccountOut:
    """Change names at once; a new address takes effect after the link mailed to it was opened."""
    return AccountOut.model_validate(await profile.update_profile(user, **content.model_dump()))


@router.put("/copies")
async def choose_copies(content: CopiesIn, user: Caller) -> Done:
    """Choose whether sections without content go along in what the user copies."""
    await profile.choose_copies(user, copies_empty=content.copies_empty)
    return Done()


@router.put("/password")
async def change_password(content: PasswordIn, user: Caller) -> Said:
    """Change the password; all other sessions end."""
    await profile.change_password(user, **content.model_dump())
    return Said(message="Wachtwoord gewijzigd")


@router.get("/devices")
async def list_devices(user: Caller) -> DeviceList:
    """Return the browsers in which the user is signed in, this browser first."""
    found = await run_reading(profile.devices, user)
    return DeviceList(devices=[DeviceOut.model_validate(one) for one in found])


@router.delete("/devices/{device_id}")
async def sign_out_device(device_id: PathId, user: Caller) -> Done:
    """End one of the user's own sessions."""
    await run_in_transaction(profile.sign_out_device, user, device_id)
    return Done()


@router.get("/remembered-devices")
async def list_remembered(user: Caller) -> RememberedList:
    """Return the browsers in which the user signs in without a code, the last used one first."""
    found = await run_reading(remembered.list_remembered, user)
    return RememberedList(devices=[RememberedDeviceOut.model_validate(one) for one in found])


@router.delete("/remembered-devices/{device_id}")
async def forget_device(device_id: PathId, user: Caller) -> Done:
    """Need a code again in one of these browsers."""
    await run_in_transaction(remembered.forget, user, device_id)
    return Done()


@router.delete("/devices")
async def sign_out_others(user: Caller) -> Done:
    """End the user's sessions everywhere but here."""
    await run_in_transaction(profile.sign_out_others, user)
    return Done()
