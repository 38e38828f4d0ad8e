"""Signing out at both sides: an identity provider that ends our sessions, and where to go to end the one there.

The provider's server calls us with a signed token (Back-Channel Logout 1.0), or its page loads an address of ours with
the name of a session there (Front-Channel Logout 1.0); that name is the provider's secret.
"""

import base64
import json
from datetime import timedelta
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...db.models import (
    EmailDomain,
    IdentityProvider,
    LinkedIdentity,
    LoginSession,
    SingleSignOnSession,
    UsedLogoutToken,
    User,
)
from ...db.session import WriteSession, reading, transaction
from ...errors import DomainError
from ...integrations.oidc import flow, metadata
from ...integrations.oidc import tokens as oidc_tokens
from ..audit import trail
from ..sessions import sessions
from ..shared import locks, tokens
from . import identity_provider

REFUSED = "Dit is geen geldig verzoek om uit te loggen."
AFTERWARDS = "/login"
_KEPT = timedelta(seconds=oidc_tokens.FRESH + 2 * oidc_tokens.LEEWAY)


class LogoutRefused(DomainError):
    """A logout token was not accepted (400)."""

    code = "logout_refused"
    sentence = REFUSED


async def back_channel(raw: str) -> None:
    """End the sessions that a logout token names. Raises ``LogoutRefused`` or ``ProviderError`` (not reachable)."""
    issuer, audience = _claimed(raw)
    async with reading() as session:
        proven = select(EmailDomain.organization_id).where(col(EmailDomain.proven_at).is_not(None))
        query = select(IdentityProvider).where(
            IdentityProvider.issuer == issuer,
            col(IdentityProvider.client_id).in_(sorted(audience)),
            IdentityProvider.usage != identity_provider.OFF,
            col(IdentityProvider.organization_id).in_(proven),
        )
        rows = (await session.exec(query)).all()
    if not rows:
        raise LogoutRefused
    provider = await metadata.discover(issuer)
    said = {row.client_id: await _verified(raw, provider, row.client_id) for row in rows}
    for row in rows:
        claims = said[row.client_id]
        try:
            async with transaction() as session:
                used = tokens.hashed(f"{issuer} {row.client_id} {row.organization_id} {claims['jti']}")
                session.add(UsedLogoutToken(token_hash=used, expires_at=clock.now() + _KEPT))
                await session.flush()
                named = [LinkedIdentity.organization_id == row.organization_id, LinkedIdentity.issuer == issuer]
                if sid := oidc_tokens.text(claims, "sid"):
                    named.append(SingleSignOnSession.provider_session == sid)
                if row.kind != "entra" and (subject := oidc_tokens.text(claims, "sub")):
                    named.append(LinkedIdentity.subject == subject)
                if len(named) > 2:
                    await _end(session, *named)
        except IntegrityError:  # used before, perhaps by another process
            raise LogoutRefused from None


async def _verified(raw: str, provider: metadata.Metadata, client_id: str) -> dict[str, Any]:
    """Return the claims of a logout token. Raises ``LogoutRefused`` or ``ProviderError`` (not reachable)."""
    try:
        return await oidc_tokens.logout_token(raw, provider, client_id=client_id)
    except DomainError as refusal:
        if refusal.status == 503:
            raise
        raise LogoutRefused from None


async def front_channel(session: WriteSession, issuer: str, provider_session: str) -> None:
    """End the sessions that belong to this session at the provider; none is not an error."""
    if issuer and provider_session and "\x00" not in issuer + provider_session:  # which no database takes
        await _end(session, LinkedIdentity.issuer == issuer, SingleSignOnSession.provider_session == provider_session)


async def url(session_token: str | None) -> str:
    """Return where the browser of this session signs out at the provider too, '' when it need not or cannot."""
    async with reading() as session:
        user = await sessions.identify(session, session_token)
        query = (
            select(IdentityProvider)
            .join(LinkedIdentity, col(LinkedIdentity.organization_id) == col(IdentityProvider.organization_id))
            .join(SingleSignOnSession, col(SingleSignOnSession.identity_id) == col(LinkedIdentity.id))
            .where(SingleSignOnSession.session_id == (user.session_id if user else None))
        )
        row = (await session.exec(query)).first() if user else None
    if row is None:
        return ""
    try:
        provider = await metadata.discover(row.issuer)
    except DomainError:
        return ""
    return flow.logout_url(provider, row.client_id, back_to=settings().app_url + AFTERWARDS)


async def purge(session: WriteSession) -> int:
    """Forget the logout tokens that are too old to be used again (hourly job); return how many."""
    over = await locks.free(session, UsedLogoutToken, col(UsedLogoutToken.expires_at) <= clock.now())
    gone = await session.execute(delete(UsedLogoutToken).where(col(UsedLogoutToken.id).in_(over)))
    return gone.rowcount  # pyright: ignore[reportAttributeAccessIssue]


def _claimed(raw: str) -> tuple[str, set[str]]:
    """Return issuer and audience as a token names them, unchecked: they only say whose settings to check it with."""
    parts = raw.split(".")
    if len(raw) > oidc_tokens.MAX_CHARACTERS or len(parts) != 3 or not raw.isascii():
        raise LogoutRefused
    try:
        claims: Any = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except (ValueError, RecursionError):
        raise LogoutRefused from None
    issuer = claims.get("iss") if isinstance(claims, dict) else None
    if not isinstance(issuer, str) or "\x00" in issuer:
        raise LogoutRefused
    return issuer, {one for one in oidc_tokens.texts(claims, "aud") if "\x00" not in one}


async def _end(session: WriteSession, *named: Any) -> None:
    """End the sessions of linked users that these conditions name."""
    query = (
        select(LoginSession.id, User.id, User.organization_id)
        .join(SingleSignOnSession, col(SingleSignOnSession.session_id) == col(LoginSession.id))
        .join(LinkedIdentity, col(LinkedIdentity.id) == col(SingleSignOnSession.identity_id))
        .join(User, col(User.id) == col(LoginSession.user_id))
        .where(*named)
    )
    found = (await session.exec(query)).all()
    if not found:
        return
    await sessions.end(session, col(LoginSession.id).in_([one[0] for one in found]))
    entries = [
        trail.Entry("logout", "session", user_id=user_id, organization_id=organization_id)
        for _, user_id, organization_id in found
    ]
    await trail.record_many(session, entries)
