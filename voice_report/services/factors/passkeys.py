"""The user's own passkeys: adding, naming and removing them (security.md S37, S40).

Every change needs the password and, as soon as there is a factor, a step-up. The user is mailed about each.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, select

from ...db.models import Passkey, User
from ...db.session import ReadSession, WriteSession, transaction
from ...errors import Conflict, Invalid, or_not_found
from ..audit import trail
from ..mail import outbox, templates
from ..sessions import levels, owned_factors, remembered, sessions, users
from ..shared import locks, tokens
from ..shared.identity import SECOND_PASSKEY, CurrentUser, parse_id
from ..shared.text import checked_name
from . import challenges, one_time_codes, proof, webauthn
from .webauthn import Response

MAX_KEYS = 10
MAX_NAME = 50  # characters

NOT_MADE = "De toegangssleutel is niet gemaakt. Probeer het opnieuw."
TOO_MANY_KEYS = f"Je hebt al {MAX_KEYS} toegangssleutels. Verwijder er eerst een."
UNKNOWN = "Toegangssleutel niet gevonden"


@dataclass(frozen=True, slots=True)
class Key:
    """One of the user's passkeys; ``is_synced``: it is on more than one device."""

    id: uuid.UUID
    name: str
    created_at: datetime
    last_used_at: datetime | None
    is_synced: bool


async def listed(session: ReadSession, user: CurrentUser) -> list[Key]:
    """Return the user's own passkeys, oldest first."""
    return [
        Key(key.id, key.name, key.created_at, key.last_used_at, key.is_synced)
        for key in (await owned_factors.of(session, user.id)).passkeys
    ]


@dataclass(frozen=True, slots=True)
class Signals:
    """What a browser may tell the user's authenticators: whose passkeys, what the user is called, and which count.

    Ids are base64url. The names are those of the WebAuthn Signal API (level 3, 5.1.10).
    """

    rp_id: str
    user_id: str
    name: str
    display_name: str
    all_accepted_credential_ids: list[str]


async def signals(session: ReadSession, user: CurrentUser) -> Signals | None:
    """Return what the user's authenticators should know; ``None`` for a user who never began to make a passkey."""
    own = await session.get_one(User, user.id)
    if own.passkey_handle is None:
        return None
    keys = (await owned_factors.of(session, user.id)).passkeys
    ids = [key.credential_id for key in keys]
    return Signals(webauthn.host(), own.passkey_handle, own.email, _display_name(own), ids)


async def begin(user: CurrentUser, *, current_password: str, code: str = "") -> dict[str, Any]:
    """Return the options with which a browser makes a passkey. Raises as ``proof.change``, or ``Conflict``."""

    async def work(session: WriteSession, own: User) -> dict[str, Any]:
        return await begin_setup(session, own, user.session_id)

    return await proof.change(user, current_password, code, work)


async def begin_setup(session: WriteSession, own: User, holder: object) -> dict[str, Any]:
    """Return the options for the locked user; ``holder`` as for ``challenges.issue``. Raises ``Conflict``."""
    known = (await owned_factors.of(session, own.id)).passkeys
    _refuse_too_many(len(known))
    own.passkey_handle = own.passkey_handle or tokens.new()
    challenge = await challenges.issue(session, challenges.REGISTER, holder)
    return webauthn.creation_options(challenge, own.passkey_handle, own.email, _display_name(own), known)


async def add(user: CurrentUser, response: Response, name: str) -> tuple[str, list[str]]:
    """Store the passkey that the browser made. Return the session's new token, and, when it is the first factor, the
    recovery codes, once.

    The first factor ends the user's other sessions, which were opened without it. Raises ``Invalid``, ``Conflict``.
    """
    name = checked_name(name, "Naam", MAX_NAME)
    try:
        async with transaction() as session:
            own = await locks.caller_row(session, user)
            codes = await finish_setup(session, own, user.session_id, response, name, keep=user.session_id)
            if codes is not None:
                return await sessions.renew_token(session, user), codes
    except IntegrityError:  # the same passkey, at the same time or of another user
        pass
    raise not_made()


async def finish_setup(
    session: WriteSession, own: User, holder: object, response: Response, name: str, *, keep: uuid.UUID | None = None
) -> list[str] | None:
    """Store the passkey of the locked user, and end all sessions except ``keep`` when it is the first factor.

    Returns the recovery codes of a first factor; ``None`` for a refusal, which is written down, so the transaction must
    commit. Raises ``Conflict``, and ``IntegrityError`` for a passkey that a user has already.
    """
    challenge = webauthn.challenge_of(response)
    is_fresh = await challenges.take(session, challenges.REGISTER, holder, challenge)
    made = _made(response, challenge) if is_fresh else None
    if made is None:
        await users.note(session, "add passkey", own, error="wrong passkey")
        return None
    factors = await owned_factors.of(session, own.id)
    _refuse_too_many(len(factors.passkeys))
    _store(session, own, made, name, response)
    await session.flush()
    codes = []
    if factors:
        await remembered.forget_all(session, own.id)
    else:
        await levels.lift(session, own, by=SECOND_PASSKEY, keep=keep)
        codes = await one_time_codes.new_recovery_codes(session, own.id)
    outbox.write(session, own.email, templates.passkey_added(own.first_name, name))
    await users.note(session, "add passkey", own)
    return codes


def not_made() -> Invalid:
    """Return the refusal of a passkey that was not made."""
    return Invalid(NOT_MADE, code="passkey_not_made")


async def rename(session: WriteSession, user: CurrentUser, key_id: object, name: str) -> None:
    """Give a passkey another name. Raises ``NotFound``, ``Invalid``."""
    name = checked_name(name, "Naam", MAX_NAME)
    key = await _own(session, user, key_id)
    key.name = name
    await trail.record(session, user, "rename passkey", "user", user.id)


async def remove(user: CurrentUser, key_id: object, *, current_password: str, code: str = "") -> None:
    """Remove a passkey; the last factor takes the recovery codes along.

    Raises ``NotFound``, ``Conflict`` when the last factor must stay, and as ``proof.change``.
    """

    async def work(session: WriteSession, own: User) -> None:
        key = await _own(session, user, key_id)
        factors = await owned_factors.of(session, own.id)
        is_last = factors.app is None and len(factors.passkeys) == 1
        if is_last:
            await levels.lower(session, own)
        else:
            await session.execute(delete(Passkey).where(col(Passkey.id) == key.id))
        await remembered.forget_all(session, own.id)
        outbox.write(session, own.email, templates.passkey_removed(own.first_name, key.name, is_last=is_last))
        await trail.record(session, user, "remove passkey", "user", own.id)

    await proof.change(user, current_password, code, work)


def _display_name(own: User) -> str:
    return f"{own.first_name} {own.last_name}".strip() or own.email


def _made(response: Response, challenge: bytes) -> webauthn.Registered | None:
    try:
        return webauthn.registered(response, challenge)
    except webauthn.NotGenuineError:
        return None


def _store(session: WriteSession, own: User, made: webauthn.Registered, name: str, response: Response) -> None:
    session.add(
        Passkey(
            user_id=own.id,
            credential_id=made.credential_id,
            public_key=made.public_key,
            sign_count=made.sign_count,
            name=name,
            transports=",".join(response["response"].get("transports", []))[:100],
            may_sync=made.may_sync,
            is_synced=made.is_synced,
        )
    )


async def _own(session: WriteSession, user: CurrentUser, key_id: object) -> Passkey:
    await locks.caller(session, user)
    query = select(Passkey).where(Passkey.id == parse_id(key_id, UNKNOWN), Passkey.user_id == user.id)
    return or_not_found((await session.exec(query)).first(), UNKNOWN)


def _refuse_too_many(number: int) -> None:
    if number >= MAX_KEYS:
        raise Conflict(TOO_MANY_KEYS, code="too_many_passkeys")
