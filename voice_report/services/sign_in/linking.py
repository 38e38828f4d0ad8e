"""Linking an existing account to a work account for the first time, by the account's owner (security.md S45).

It needs the password, and a code if there is a second factor, or a passkey alone: an address that
the provider gives does not prove that its user owns the account with that address (nOAuth).
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...db.models import IdentityProvider, LinkedIdentity, Organization, PendingLink, User
from ...db.session import ReadSession, WriteSession, reading, run_in_transaction, transaction
from ...errors import Conflict, DomainError, Invalid, NotAllowed, NotSignedIn, TooMany
from ..audit import trail
from ..factors import assertions, challenges, factor_reset, one_time_codes, passwords, webauthn
from ..mail import outbox, templates
from ..sessions import devices, owned_factors, requirement, sessions, single_sign_on_required, users
from ..shared import locks, rate_limits, tokens
from ..shared.identity import ADMIN
from . import _entry, linked_identities, signing_in
from .linked_identities import OTHER_IDENTITY, ExternalIdentity

PENDING = timedelta(minutes=10)
ATTEMPTS = 5

CODE_NEEDED = "Vul ook een code in: uit je verificatie-app, of een herstelcode."
WRONG_PASSWORD = "Het wachtwoord klopt niet. Na 5 mislukte pogingen moet je 15 minuten wachten."  # noqa: S105
WRONG_PASSKEY = "Deze toegangssleutel hoort niet bij je account. Probeer een andere, of vul je wachtwoord in."
EXPIRED = "Het koppelen duurde te lang. Log opnieuw in bij je organisatie."


def cookie_name() -> str:
    """Return the name of the cookie of a pending link."""
    return "__Host-pending-link" if settings().is_https else "pending-link"


async def begin(session: WriteSession, user: User, person: ExternalIdentity) -> str:
    """Store that this person may link the account, once its owner proves to be the same; return the token.

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

    A wrong password counts as one at signing in, and a lock holds here too. Raises ``NotSignedIn`` (the time is over,
    or too many wrong passwords), ``Invalid`` (password, or a code is needed), ``WrongCode``, ``NotAllowed`` or
    ``TooMany``.
    """
    async with _refusals_written_down(token):
        async with reading() as session:
            user = await session.get(User, (await _pending(session, token)).user_id)
        if user is None:
            raise _expired()
        await rate_limits.hit("password", str(user.id))
        right = await passwords.matches(password, user.password_hash)
        async with transaction() as session:
            own, pending = await _own(session, token)
            if own.password_hash != user.password_hash:
                raise _expired()
            refusal, refused = await _refused_password(session, own, right, device_token), None
            right = refusal is None
            if right and (factors := await owned_factors.of(session, own.id)):
                if not code.strip():
                    raise Invalid(CODE_NEEDED, code="code_required")
                outcome = await one_time_codes.use(session, own, factors.app, code)
                await one_time_codes.note(session, own, outcome)
                refusal = outcome.refusal
            if refusal is None and (refused := await _refused(session, own, pending)) is None:
                return await _linked(session, own, pending, device_token, old_token)
            if refusal is not None:
                await _count_failure(session, own, pending, refusal)
        if refused is not None:
            raise refused
    raise one_time_codes.WrongCode if right else Invalid(WRONG_PASSWORD, code="wrong_password")


async def passkey_options(token: str | None) -> dict[str, Any]:
    """Return the options for linking by a passkey; they say nothing about the account.

    Raises ``NotSignedIn`` or ``TooMany``.
    """
    await rate_limits.hit("passkey_options", trail.caller.get().ip_address)
    async with transaction() as session:
        await _pending(session, token)
        return webauthn.request_options(await challenges.issue(session, challenges.LINK, token))


async def finish_by_passkey(
    token: str | None, response: webauthn.Response, *, device_token: str | None = None, old_token: str | None = None
) -> sessions.SignedIn:
    """Link the account by one of its passkeys, which is both factors, and open its session.

    Raises ``WrongPasskey``, ``NotSignedIn`` (the time is over, or too many wrong ones) or ``NotAllowed``.
    """
    async with _refusals_written_down(token):
        async with transaction() as session:
            own, pending = await _own(session, token)
            used = await assertions.use(session, response, challenges.LINK, token, of=own.id)
            refused = await _refused(session, own, pending) if used.refusal is None else None
            if used.refusal is None and refused is None:
                return await _linked(session, own, pending, device_token, old_token)
            if used.refusal is not None:
                await _count_failure(session, own, pending, used.refusal)
        if refused is not None:
            raise refused
    raise assertions.WrongPasskey(WRONG_PASSKEY)


async def purge(session: WriteSession) -> int:
    """Delete the pending links that are over (hourly job); return how many."""
    over = await locks.free(session, PendingLink, col(PendingLink.expires_at) <= clock.now())
    gone = await session.execute(delete(PendingLink).where(col(PendingLink.id).in_(over)))
    return gone.rowcount  # pyright: ignore[reportAttributeAccessIssue]


async def _refused_password(session: WriteSession, own: User, right: bool, device_token: str | None) -> str | None:
    """Return why the password of the locked user does not count (a reason word for the trail); counts a wrong one."""
    if signing_in.is_locked(own, await devices.find(session, own, device_token)):
        return "locked"
    if not right:
        return "locked" if signing_in.count_wrong_password(own) else "wrong"
    return None


async def _refused(session: WriteSession, own: User, pending: PendingLink) -> DomainError | None:
    """Return why an account is not linked although its owner proved it.

    It is raised after the transaction: the code or the passkey that was given stays used up.
    """
    if not own.is_active or not own.is_email_verified:
        reason = ("email_not_verified", _entry.UNVERIFIED) if own.is_active else ("paused", _entry.PAUSED)
        return NotAllowed(reason[1], code=reason[0])
    if await requirement.is_reset(session, own) and (
        own.role == ADMIN or not await single_sign_on_required.refuses(session, own)
    ):  # who may not sign in with the password at all cannot set up a factor: the provider's word is the only way in
        return NotAllowed(factor_reset.LINK_NEEDED, code="factor_reset")
    in_use = select(IdentityProvider.id).where(
        IdentityProvider.organization_id == own.organization_id,
        IdentityProvider.usage != "off",
        IdentityProvider.issuer == pending.issuer,
    )
    is_in_use = (await session.exec(in_use)).first() is not None
    return None if is_in_use else _expired()  # changed meanwhile


async def _linked(
    session: WriteSession, own: User, pending: PendingLink, device_token: str | None, old_token: str | None
) -> sessions.SignedIn:
    """Make the link that was pending and open the session."""
    person = ExternalIdentity(
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
    await _note(session, own, reason)


@asynccontextmanager
async def _refusals_written_down(token: str | None) -> AsyncIterator[None]:
    """Write down why an account was not linked although its owner proved it, or the time was over.

    Of those that belong to no pending link, as many as may begin: else a visitor could fill the trail.
    """
    try:
        yield
    except (NotAllowed, NotSignedIn, Conflict) as refused:
        async with reading() as session:
            pending = await _find(session, token)
            own = await session.get(User, pending.user_id) if pending else None
        if own is not None or await _may_be_noted():
            await run_in_transaction(_note, own, refused.code)
        raise


async def _may_be_noted() -> bool:
    try:
        await rate_limits.hit("single_sign_on", trail.caller.get().ip_address)
    except TooMany:
        return False
    return True


async def _note(session: WriteSession, own: User | None, reason: str) -> None:
    await users.note(session, "link identity", own, error=reason)


async def _own(session: WriteSession, token: str | None) -> tuple[User, PendingLink]:
    """Return whose link is pending, locked, and the link as it is now. Raises ``NotSignedIn``."""
    own = await locks.locked(session, User, (await _pending(session, token)).user_id)
    pending = await _pending(session, token)  # of two at once, the first used it
    if own is None:
        raise _expired()
    return own, pending


async def _pending(session: ReadSession, token: str | None) -> PendingLink:
    found = await _find(session, token)
    if found is None:
        raise _expired()
    return found


async def _find(session: ReadSession, token: str | None) -> PendingLink | None:
    of_token = (PendingLink.token_hash == tokens.hashed(token or ""), PendingLink.expires_at > clock.now())
    return (await session.exec(select(PendingLink).where(*of_token).execution_options(populate_existing=True))).first()


def _expired() -> NotSignedIn:
    return NotSignedIn(EXPIRED, code="sign_in_expired")
