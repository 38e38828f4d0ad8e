"""The signed-in user's own passkeys (WebAuthn), and giving one again."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field

from ....db.session import reading, run_in_transaction
from ....services.factors import passkeys
from ....services.sign_in import passkey_sign_in
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Done, PathId, Whole
from .cookies import set_session
from .second_factor import ProofIn

router = APIRouter(prefix="/api/account/passkeys", tags=["account"])

_BASE64URL = r"^[A-Za-z0-9_-]+={0,2}$"
Id = Annotated[str, Field(max_length=1400, pattern=_BASE64URL, description="base64url, as are all bytes")]
Bytes = Annotated[str, Field(max_length=8000, pattern=_BASE64URL)]
KeyName = Annotated[
    str, Field(max_length=4 * passkeys.MAX_NAME, description=f"at most {passkeys.MAX_NAME} characters, composed")
]


class CredentialIn(Camel):
    """A `PublicKeyCredential` as its `toJSON()` gives it."""

    id: Id
    raw_id: Id
    type: Literal["public-key"]


class AttestationIn(Camel):
    client_data_json: Bytes = Field(alias="clientDataJSON")
    attestation_object: Bytes
    transports: list[Annotated[str, Field(max_length=20, pattern="^[a-z-]+$")]] = Field(default=[], max_length=10)


class AssertionIn(Camel):
    client_data_json: Bytes = Field(alias="clientDataJSON")
    authenticator_data: Bytes
    signature: Bytes
    user_handle: Annotated[str, Field(max_length=100, pattern=_BASE64URL)] | None = Field(
        default=None, description="base64url; null: the authenticator gives none"
    )


class NewCredentialIn(CredentialIn):
    response: AttestationIn


class UsedCredentialIn(CredentialIn):
    response: AssertionIn


class NewPasskeyIn(Camel):
    credential: NewCredentialIn
    name: KeyName


class UsedPasskeyIn(Camel):
    credential: UsedCredentialIn


class RenameIn(Camel):
    name: KeyName


class OptionsOut(Camel):
    options: dict[str, Any] = Field(
        description="for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`; good for "
        "five minutes, once, and in this browser"
    )


class PasskeyOut(Camel):
    id: UUID
    name: str
    created_at: datetime
    last_used_at: datetime | None = Field(description="in UTC; null: never")
    is_synced: bool = Field(description="it is on more than one device")


class SignalsOut(Camel):
    rp_id: str
    user_id: str
    name: str
    display_name: str
    all_accepted_credential_ids: list[str]


class PasskeysOut(Whole):
    passkeys: list[PasskeyOut]
    signals: SignalsOut | None = Field(
        description="for `PublicKeyCredential.signalAllAcceptedCredentials` and `signalCurrentUserDetails`; null for a "
        "user who never began to make one"
    )


class AddedOut(Done):
    recovery_codes: list[str] = Field(
        description="after the first factor only, and readable here only; each works once"
    )


@router.get("")
async def list_passkeys(user: Caller) -> PasskeysOut:
    """Return one's own passkeys, oldest first."""
    async with reading() as session:
        found = {"passkeys": await passkeys.listed(session, user), "signals": await passkeys.signals(session, user)}
    return PasskeysOut.model_validate(found)


@router.post("/options", responses=refusals(409))
async def begin_passkey(content: ProofIn, user: Caller) -> OptionsOut:
    """Begin to add a passkey. A user with a passkey steps up first; a user with only an app sends a code along."""
    return OptionsOut(options=await passkeys.begin(user, **content.model_dump()))


@router.post("", responses=refusals(409))
async def add_passkey(content: NewPasskeyIn, user: Caller, response: Response) -> AddedOut:
    """Add the passkey that the browser made; this session gets a new cookie. As the first factor it ends all others."""
    token, codes = await passkeys.add(user, as_response(content.credential), content.name)
    set_session(response, token)
    return AddedOut(recovery_codes=codes)


@router.patch("/{key_id}")
async def rename_passkey(key_id: PathId, content: RenameIn, user: Caller) -> Done:
    """Give a passkey another name."""
    await run_in_transaction(passkeys.rename, user, key_id, content.name)
    return Done()


@router.post("/{key_id}/remove", responses=refusals(409))
async def remove_passkey(key_id: PathId, content: ProofIn, user: Caller) -> Done:
    """Remove a passkey; the last factor takes the recovery codes along."""
    await passkeys.remove(user, key_id, **content.model_dump())
    return Done()


@router.post("/step-up/options", responses=refusals(409))
async def begin_step_up_by_passkey(user: Caller) -> OptionsOut:
    """Begin to give a passkey again, after a call that was refused with `step_up_needed`."""
    return OptionsOut(options=await passkey_sign_in.step_up_options(user))


@router.post("/step-up")
async def step_up_by_passkey(content: UsedPasskeyIn, user: Caller) -> Done:
    """Give a passkey again; it is good for ten minutes."""
    await passkey_sign_in.step_up(user, as_response(content.credential))
    return Done()


def as_response(credential: CredentialIn) -> dict[str, Any]:
    """Return the credential as the browser wrote it."""
    return credential.model_dump(by_alias=True, exclude_none=True)
