"""The use of a passkey, for whatever purpose: one place decides whether an answer counts (security.md S40, S41)."""

import uuid
from dataclasses import dataclass

from sqlmodel import col, or_, select, update

from ... import clock
from ...db.models import Passkey, User
from ...db.session import ReadSession, WriteSession
from ...errors import Invalid
from ..audit import trail
from ..mail import outbox, templates
from ..shared import locks
from . import challenges, webauthn
from .webauthn import Response

WRONG = "Deze toegangssleutel werkt hier niet. Probeer het opnieuw, of log in met je wachtwoord."
WRONG_STEP = "Deze toegangssleutel werkt hier niet. Probeer het opnieuw, of gebruik een code."
COPIED = "passkey copied"


#: The fewest characters of a credential's id that cannot be guessed: 16 bytes (WebAuthn level 3, "credential ID").
_UNGUESSABLE = 22


class WrongPasskey(Invalid):
    """A passkey was refused (422). The sentence is the same for an unknown one, a wrong signature and an old answer."""

    code = "wrong_passkey"
    sentence = WRONG


class UnknownPasskey(WrongPasskey):
    """The same refusal for a passkey that was removed, so that the browser stops offering it.

    Only for a browser that has its id, which is too long to guess, and a challenge of the own browser.
    """

    code = "unknown_passkey"


@dataclass(frozen=True, slots=True)
class Use:
    """What came of an answer: ``user`` is who it is about, also after a ``refusal`` (a reason word for the trail)."""

    user: User | None
    refusal: str | None = None
    is_unknown: bool = False


async def owner_id(session: ReadSession, response: Response) -> uuid.UUID | None:
    """Return whose the answered passkey is, as far as the browser says."""
    credential_id = str(response.get("id", ""))
    return (await session.exec(select(Passkey.user_id).where(Passkey.credential_id == credential_id))).first()


async def use(
    session: WriteSession, response: Response, purpose: str, holder: object, *, of: uuid.UUID | None = None
) -> Use:
    """Use a passkey: of the user ``of``, who is known already, or of whom it says.

    A refusal uses up the challenge and may write a mail, so the transaction must commit. The same statements run, and
    a signature is verified, whether or not the passkey is known.
    """
    owner = of or await owner_id(session, response)
    whose = owner or uuid.uuid4()
    user = await locks.locked(session, User, whose)
    of_user = (Passkey.credential_id == str(response.get("id", "")), Passkey.user_id == whose)
    key = (await session.exec(select(Passkey).where(*of_user).execution_options(populate_existing=True))).first()
    challenge = webauthn.challenge_of(response)
    is_fresh = await challenges.take(session, purpose, holder, challenge)
    try:
        said = webauthn.asserted(response, challenge, key.public_key if key else None)
    except webauthn.NotGenuineError:
        said = None
    if user is None or key is None or said is None or not is_fresh or not _names(response, user, needed=of is None):
        is_unknown = owner is None and is_fresh and len(str(response.get("id", ""))) >= _UNGUESSABLE
        return Use(user, "wrong passkey", is_unknown)
    if not await _count(session, key, said):
        await _note_copy(session, user, key)
        return Use(user, COPIED)
    return Use(user)


def _names(response: Response, user: User, *, needed: bool) -> bool:
    """Return whether the authenticator's user handle is the user's; it may be left out where the user is known."""
    handle = response["response"].get("userHandle")
    return (handle or "").rstrip("=") == user.passkey_handle if handle or needed else True


async def _count(session: WriteSession, key: Passkey, said: webauthn.Asserted) -> bool:
    """Store the counter. Return false when it did not go up: then there are two of this authenticator.

    Those that copy a passkey between devices by design do not count, and always say 0.
    """
    goes_up = or_(
        col(Passkey.sign_count) < said.sign_count,
        (col(Passkey.sign_count) == 0) & (col(Passkey.sign_count) == said.sign_count),
    )
    counted = await session.execute(
        update(Passkey)
        .where(col(Passkey.id) == key.id, goes_up)
        .values(sign_count=said.sign_count, is_synced=said.is_synced, last_used_at=clock.now())
    )
    return counted.rowcount == 1  # pyright: ignore[reportAttributeAccessIssue]


async def _note_copy(session: WriteSession, user: User, key: Passkey) -> None:
    outbox.write(session, user.email, templates.passkey_copied(user.first_name, key.name))
    of_user = {"user_id": user.id, "organization_id": user.organization_id}
    refused = {"success": False, "error_message": COPIED}
    await trail.record(session, None, "use passkey", "user", user.id, **of_user, **refused)
