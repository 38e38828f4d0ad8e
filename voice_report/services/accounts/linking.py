"""Linking an existing account to a work account for the first time, by the account's owner (security.md S45).

It needs the password, and a code if there is a second factor: who the provider says has an address is not thereby the
owner of the account with that address (nOAuth).
"""

from datetime import timedelta
from typing import Any

from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...database import ReadSession, WriteSession, reading, transaction
from ...errors import Conflict, Invalid, NotAllowed, NotSignedIn
from ...models import IdentityProvider, LinkedIdentity, Organization, PendingLink, User
from ..audit import trail
from ..mail import outbox, templates
from ..shared import locks, rate_limits, tokens
from ..shared.identity import ADMIN
from . import (
    _codes,
    _factors,
    _single_sign_on_required,
    factor_reset,
    linked_identities,
    passwords,
    requirement,
    sessions,
    signing_in,
)
from .linked_identities import OTHER_IDENTITY, Person

PENDING = timedelta(minutes=10)
ATTEMPTS = 5

CODE_NEEDED = "Vul ook een code in: uit je verificatie-app, of een herstelcode."
WRONG_PASSWORD = "Het wachtwoord klopt niet."  # noqa: S105
EXPIRED = "Het koppelen duurde te lang. Log opnieuw in bij je organisatie."


def cookie_name() -> str:
    """Return the name of the cookie of a pending link."""
    return "__Host-pending-link" if settings().is_https else "pending-link"


async def begin(session: WriteSession, user: User, person: Person) -> str:
    """Store that this person may link the account, once its password follows; return the token.

    Raises ``Conflict`` for a user with another link.
    """
    of_user = (LinkedIdentity.user_id == user.id, LinkedIdentity.issuer == person.issuer)
    if (await session.exec(select(LinkedIdentity.id).where(*of_user))).first() is not None:
        raise Conflict(OTHER_IDENTITY, code="other_identity")
    token = tokens.new()
    session.add(
        PendingLink(
            user_id=user.id,
            token_hash=tokens.hashed(token),
            issuer=person.issuer,
            subject=person.subject,
            provider_session=person.session,
            authenticated_at=person.authenticated_at,
            expires_at=clock.now() + PENDING,
        )
    )
    await session.flush()
    return token


async def finish(
    token: str | None,
    password: str,
    code: str = "",
    *,
    device_token: str | None = None,
    old_token: str | None = None,
) -> sessions.SignedIn:
    """Link the account by its password, and a code if it has a second factor, and open its session.

    Raises ``NotSignedIn`` (the time is over, or too many wrong passwords), ``Invalid`` (password, or a code is needed),
    ``WrongCode``, ``NotAllowed`` or ``TooMany``.
    """
    async with reading() as session:
        pending = await _pending(session, token)
        user = await session.get(User, pending.user_id)
    if user is None:
        raise NotSignedIn(EXPIRED, code="sign_in_expired")
    await rate_limits.hit("password", str(user.id))
    right = await passwords.matches(password, user.password_hash)
    async with transaction() as session:
        pending = await _pending(session, token)
        own = await locks.locked(session, User, pending.user_id)
        if own is None or own.password_hash != user.password_hash:
            raise NotSignedIn(EXPIRED, code="sign_in_expired")
        refusal = None if right else "wrong"
        if right and (factors := await _factors.of(session, own.id)):
            if not code.strip():
                raise Invalid(CODE_NEEDED, code="code_required")
            outcome = await _codes.use(session, own, factors.app, code)
            await _codes.note(session, own, outcome)
            refusal = outcome.refusal
        if refusal is None:
            return await _linked(session, own, pending, device_token, old_token)
        await _count_failure(session, own, pending, refusal)
    if right:
        raise _codes.WrongCode
    raise Invalid(WRONG_PASSWORD, code="wrong_password")


async def purge(session: WriteSession) -> int:
    """Delete the pending links that are over (hourly job); return how many."""
    over = await locks.free(session, PendingLink, col(PendingLink.expires_at) <= clock.now())
    gone = await session.execute(delete(PendingLink).where(col(PendingLink.id).in_(over)))
    return gone.rowcount  # pyright: ignore[reportAttributeAccessIssue]


async def _linked(
    session: WriteSession, own: User, pending: PendingLink, device_token: str | None, old_token: str | None
) -> sessions.SignedIn:
    """Make the link that was pending and open the session, unless the account may not sign in."""
    if not own.is_active or not own.is_email_verified:
        reason = ("email_not_verified", signing_in.UNVERIFIED) if own.is_active else ("paused", signing_in.PAUSED)
        raise NotAllowed(reason[1], code=reason[0])
    if await requirement.is_reset(session, own) and (
        own.role == ADMIN or not await _single_sign_on_required.refuses(session, own)
    ):  # who may not sign in with the password at all cannot set up a factor: the provider's word is the only way in
        raise NotAllowed(factor_reset.LINK_NEEDED, code="factor_reset")
    in_use = select(IdentityProvider.id).where(
        IdentityProvider.organization_id == own.organization_id,
        IdentityProvider.usage != "off",
        IdentityProvider.issuer == pending.issuer,
    )
    if (await session.exec(in_use)).first() is None:  # changed meanwhile
        raise NotSignedIn(EXPIRED, code="sign_in_expired")
    person = Person(
        pending.issuer, pending.subject, own.email, own.first_name, own.last_name, pending.provider_session,
        pending.authenticated_at,
    )  # fmt: skip
    await session.delete(pending)
    found = await linked_identities.link(session, own, person)
    organization = await session.get_one(Organization, found.organization_id)
    outbox.write(session, own.email, templates.identity_linked(own.first_name, organization.name))
    return await linked_identities.open_session(session, found, person, device_token=device_token, old_token=old_token)


async def _count_failure(session: WriteSession, own: User, pending: PendingLink, reason: str) -> None:
    pending.failures += 1
    session.add(pending)
    if pending.failures >= ATTEMPTS:
        await session.delete(pending)
    of_trail: dict[str, Any] = {"user_id": own.id, "organization_id": own.organization_id}
    await trail.record(session, None, "link identity", "user", own.id, **of_trail, success=False, error_message=reason)


async def _pending(session: ReadSession, token: str | None) -> PendingLink:
    query = select(PendingLink).where(
        PendingLink.token_hash == tokens.hashed(token or ""), PendingLink.expires_at > clock.now()
    )
    found = (await session.exec(query.execution_options(populate_existing=True))).first()
    if found is None:
        raise NotSignedIn(EXPIRED, code="sign_in_expired")
    return found
