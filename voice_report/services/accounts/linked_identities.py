"""Users as their organization's identity provider knows them: linked by issuer and subject, never by mail address.

Linking an existing account for the first time needs its password, and a code if it has a second factor: who the
provider says has an address is not thereby the owner of the account with that address (nOAuth).
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, exists
from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...database import ReadSession, WriteSession, reading, transaction
from ...errors import Conflict, Invalid, NotAllowed, NotSignedIn
from ...models import (
    IdentityProvider,
    LinkedIdentity,
    LoginSession,
    Organization,
    PendingLink,
    SingleSignOnSession,
    User,
)
from ..audit import trail
from ..mail import outbox, templates
from ..shared import locks, rate_limits, tokens
from ..shared.identity import ADMIN, PLATFORM_ADMIN, PROVIDER, SINGLE_SIGN_ON, CurrentUser
from . import (
    _codes,
    _factors,
    _links,
    _single_sign_on_required,
    factor_reset,
    passwords,
    requirement,
    sessions,
    signing_in,
)
from ._opening import Opening

PENDING = timedelta(minutes=10)
ATTEMPTS = 5

CODE_NEEDED = "Vul ook een code in: uit je verificatie-app, of een herstelcode."
WRONG_PASSWORD = "Het wachtwoord klopt niet."  # noqa: S105
EXPIRED = "Het koppelen duurde te lang. Log opnieuw in bij je organisatie."
OTHER_IDENTITY = (
    "Bij dit account hoort al een ander werkaccount. Kies 'Wachtwoord vergeten': daarna koppel je dit werkaccount."
)


@dataclass(frozen=True, slots=True)
class Person:
    """Who signed in at an identity provider; ``email`` is what it says now, '' when it says nothing.

    ``subject`` is unique and lasting within ``issuer``. ``session`` is the provider's name for the session there.
    """

    issuer: str
    subject: str
    email: str
    first_name: str
    last_name: str
    session: str = ""
    authenticated_at: datetime | None = None
    is_unverified: bool = False
    has_second_step: bool = False
    hosted_domain: str = ""


def cookie_name() -> str:
    """Return the name of the cookie of a pending link."""
    return "__Host-pending-link" if settings().is_https else "pending-link"


async def find(session: ReadSession, organization_id: uuid.UUID, person: Person) -> LinkedIdentity | None:
    """Return the link of this person to a user of this organization."""
    query = select(LinkedIdentity).where(
        LinkedIdentity.organization_id == organization_id,
        LinkedIdentity.issuer == person.issuer,
        LinkedIdentity.subject == person.subject,
    )
    return (await session.exec(query.execution_options(populate_existing=True))).first()


def is_linked(user_id: Any) -> ColumnElement[bool]:
    """Return the condition that this user (a column) signs in with the identity provider of their organization."""
    of_organization = col(IdentityProvider.organization_id) == col(LinkedIdentity.organization_id)
    in_use = (of_organization, col(IdentityProvider.usage) != "off")
    same = (col(IdentityProvider.issuer) == col(LinkedIdentity.issuer), col(LinkedIdentity.user_id) == user_id)
    return exists().where(*in_use, *same)


async def link(session: WriteSession, user: User, person: Person) -> LinkedIdentity:
    """Link a user of an organization to a person. Raises ``Conflict`` for a user with another link."""
    of_user = (LinkedIdentity.user_id == user.id, LinkedIdentity.issuer == person.issuer)
    present = (await session.exec(select(LinkedIdentity).where(*of_user))).first()
    if user.organization_id is None or (present is not None and present.subject != person.subject):
        raise Conflict(OTHER_IDENTITY, code="other_identity")
    if present is not None:
        return present
    made = LinkedIdentity(
        user_id=user.id, organization_id=user.organization_id, issuer=person.issuer, subject=person.subject
    )
    session.add(made)
    await session.flush()
    of_trail: dict[str, Any] = {"user_id": user.id, "organization_id": user.organization_id}
    await trail.record(session, None, "link identity", "user", user.id, **of_trail)
    return made


async def open_session(
    session: WriteSession,
    found: LinkedIdentity,
    person: Person,
    *,
    device_token: str | None = None,
    old_token: str | None = None,
) -> sessions.SignedIn:
    """Open the session of a linked user.

    Raises ``NotAllowed`` for one who is paused, has moved to another organization, or administers the platform.
    """
    user = await locks.locked(session, User, found.user_id)
    if user is None or user.organization_id != found.organization_id or user.role == PLATFORM_ADMIN:
        raise NotAllowed(signing_in.PAUSED, code="paused")
    if not user.is_active:
        raise NotAllowed(signing_in.PAUSED, code="paused")
    signed_in = await sessions.open_session(
        session,
        user.id,
        Opening(PROVIDER, seen_at=person.authenticated_at),
        device_token=device_token,
        old_token=old_token,
    )
    session.add(
        SingleSignOnSession(session_id=signed_in.user.session_id, identity_id=found.id, provider_session=person.session)
    )
    found.last_used_at = clock.now()
    session.add(found)
    await session.flush()
    return signed_in


async def begin_link(session: WriteSession, user: User, person: Person) -> str:
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


async def finish_link(
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


async def unlink(session: WriteSession, organization_id: uuid.UUID) -> None:
    """Remove all links of an organization, and end the sessions that its provider opened."""
    await end_sessions(session, organization_id)
    await session.execute(delete(LinkedIdentity).where(col(LinkedIdentity.organization_id) == organization_id))


async def unlink_user(session: WriteSession, user_id: uuid.UUID) -> None:
    """Remove all links of a user, and those that wait for a password; end the sessions that a provider opened."""
    await _links.remove(session, user_id)


async def end_sessions(session: WriteSession, organization_id: uuid.UUID) -> None:
    """End the sessions that the provider of an organization opened."""
    of_organization = select(LinkedIdentity.id).where(LinkedIdentity.organization_id == organization_id)
    opened = select(SingleSignOnSession.session_id).where(col(SingleSignOnSession.identity_id).in_(of_organization))
    await session.execute(delete(LoginSession).where(col(LoginSession.id).in_(opened)))
    sessions.rights_changed(session)


async def end_other_sessions(session: WriteSession, organization_id: uuid.UUID, *, keep: uuid.UUID) -> None:
    """End the sessions, but for ``keep``, that no provider opened, of who must sign in with it now."""
    depending = _single_sign_on_required.depending(organization_id)
    ending = delete(LoginSession).where(
        col(LoginSession.user_id).in_(depending),
        col(LoginSession.level) != SINGLE_SIGN_ON,
        col(LoginSession.id) != keep,
    )
    await session.execute(ending)
    sessions.rights_changed(session)


async def step_up(session: WriteSession, user: CurrentUser, person: Person) -> None:
    """Note that the user signed in again at the provider just now. Raises ``NotAllowed`` for another person."""
    of_session = (
        select(LinkedIdentity)
        .join(SingleSignOnSession, col(SingleSignOnSession.identity_id) == col(LinkedIdentity.id))
        .where(SingleSignOnSession.session_id == user.session_id)
    )
    found = (await session.exec(of_session)).first()
    if found is None or (found.issuer, found.subject) != (person.issuer, person.subject):
        raise NotAllowed("Je logde in met een ander werkaccount. Probeer het opnieuw.", code="other_identity")
    await sessions.step_up(session, user, PROVIDER)
    await trail.record(session, user, "confirm at provider", "user", user.id)


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
    found = await link(session, own, person)
    organization = await session.get_one(Organization, found.organization_id)
    outbox.write(session, own.email, templates.identity_linked(own.first_name, organization.name))
    return await open_session(session, found, person, device_token=device_token, old_token=old_token)


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
