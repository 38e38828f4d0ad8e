"""Signing in with an organization's identity provider: there and back, and who may come in (security.md S44, S45).

A browser leaves with a random cookie, and comes back with ``state``: each belongs to the other, works once and for ten
minutes. Nonce and PKCE verifier follow from both, so that the database keeps digests only, and an answer is worth
nothing in another browser. The request names one organization: an answer is checked by that organization's settings
alone. No transaction is open during a request to the provider.
"""

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...db.models import EmailDomain, IdentityProvider, Organization, SingleSignOnRequest
from ...db.session import ReadSession, WriteSession, reading, run_in_transaction, run_reading, transaction
from ...errors import DomainError, NotFound, NotSignedIn, TooMany, or_not_found
from ...integrations.oidc import flow, metadata, refusal
from ...integrations.oidc.refusal import MISCONFIGURED, ProviderError, misconfigured, rejected
from ..audit import trail
from ..organizations import invitations
from ..sessions import requirement, sessions
from ..shared import locks, rate_limits, secrets_at_rest, step_up_reasons, tokens
from ..shared.identity import ADMIN, SINGLE_SIGN_ON, CurrentUser, require, require_step_up
from ..shared.locks import not_being_deleted
from ..shared.text import checked_email
from ..sign_in import linked_identities, signing_in
from ..sign_in.linked_identities import ExternalIdentity
from . import _admission, _provider_claims, _sign_in_time, email_domains, identity_provider

VALID_FOR = timedelta(minutes=10)
SIGN_IN, TEST, STEP_UP = "sign_in", "test", "step_up"

EXPIRED = "Het inloggen duurde te lang, of begon in een andere browser. Probeer het opnieuw."
NOT_CONNECTED = "Bij dit e-mailadres hoort geen organisatie met een eigen werkaccount. Log in met je wachtwoord."

#: The sentence of each refusal after which the browser is sent on to a page, by its code.
SENTENCES = {
    **refusal.SENTENCES,
    **_admission.SENTENCES,
    "sign_in_expired": EXPIRED,
    "paused": signing_in.PAUSED,
    "email_not_verified": signing_in.UNVERIFIED,
    "no_second_step": _provider_claims.NO_SECOND_STEP,
    "other_identity": linked_identities.OTHER_IDENTITY,
    "invalid_invitation": invitations.INVALID,
    "other_address": "De uitnodiging is voor een ander e-mailadres dan dat van je werkaccount.",
    "unavailable": "Inloggen lukt nu niet. Probeer het over een minuut opnieuw.",
}

Purpose = Literal["sign_in", "test", "step_up"]


@dataclass(frozen=True, slots=True)
class ProviderRedirect:
    """Where to send the browser, and the value of its cookie until it comes back."""

    url: str
    cookie: str


@dataclass(frozen=True, slots=True)
class CallbackResult:
    """What came of a way back; exactly one of the last three is set, or none after a test or a step-up."""

    purpose: str
    signed_in: sessions.SignedIn | None = None
    link_token: str | None = None
    refusal: DomainError | None = None


@dataclass(frozen=True, slots=True)
class Browser:
    """The cookies that a browser comes back with."""

    cookie: str | None = None
    session_token: str | None = None
    device_token: str | None = None


def cookie_name() -> str:
    """Return the name of the cookie of a browser on its way. ``__Host-`` binds it to this host and requires HTTPS."""
    return "__Host-single-sign-on" if settings().is_https else "single-sign-on"


async def discover(session: ReadSession, email: str) -> str:
    """Return the name of the organization that an address signs in with, '' for none.

    Looks at domains only: it answers the same, in the same time, whether the address has an account or not.
    """
    found = await _of_domain(session, checked_email(email))
    return found[1] if found else ""


async def begin(email: str, *, invitation_token: str | None = None) -> ProviderRedirect:
    """Begin to sign in with the organization that the address's domain belongs to.

    Raises ``NotFound`` when it has none, ``Invalid``, ``TooMany`` or ``ProviderError``.
    """
    await rate_limits.hit("single_sign_on", trail.caller.get().ip_address)
    email = checked_email(email)
    found = or_not_found(await run_reading(_of_domain, email), NOT_CONNECTED, code="not_connected")
    invitation_hash = tokens.hashed(invitation_token) if invitation_token else None
    return await _redirect_to_provider(found[0], SIGN_IN, invitation_hash=invitation_hash, login_hint=email)


async def begin_test(user: CurrentUser) -> ProviderRedirect:
    """Begin to test the settings by signing in with them. Raises ``NotFound``, ``StepUpNeeded``, ``ProviderError``."""
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.SIGNING_IN)
    await rate_limits.hit("provider", str(user.id))
    row = await _settings_of(user.organization_id)
    await metadata.discover(row.issuer, refresh=True)
    return await _redirect_to_provider(row, TEST, session_id=user.session_id, **_sign_in_time.of_test())


async def begin_step_up(user: CurrentUser) -> ProviderRedirect:
    """Begin to sign in again at the provider, for what needs that in the last minutes. Raises ``NotFound``."""
    if user.level != SINGLE_SIGN_ON:
        raise NotFound(identity_provider.NOT_SET_UP)
    await rate_limits.hit("provider", str(user.id))
    row = await _settings_of(user.organization_id)
    asked = _sign_in_time.of_step_up(row)
    return await _redirect_to_provider(row, STEP_UP, session_id=user.session_id, login_hint=user.email, **asked)


async def handle_callback(state: str, *, code: str, issuer: str, error: str, browser: Browser) -> CallbackResult:
    """Finish what the browser left for; the texts are the parameters it came back with, '' for a missing one.

    Never raises an expected failure: it is in the outcome.
    """
    answer = flow.Answer(code, issuer, error)
    try:
        asked, row = await _take(state, browser.cookie)
    except DomainError as refused:
        return CallbackResult(SIGN_IN, refusal=refused)
    try:
        request = _request(browser.cookie or "", state)
        provider = await metadata.discover(row.issuer)
        claims = await flow.finish(provider, _us(row), request, answer)
        person = _provider_claims.read(claims, row)
        async with reading() as session:
            domains = await email_domains.proven(session, row.organization_id)
            organization = await session.get_one(Organization, row.organization_id)
        is_due = asked.purpose != TEST and requirement.is_due(organization)
        _provider_claims.accept(person, row, domains, needs_second_step=row.needs_second_step or is_due)
        if asked.purpose == SIGN_IN:
            return await _sign_in(asked, person, browser)
        async with transaction() as session:
            user = await sessions.identify(session, browser.session_token)
            if user is None or user.session_id != asked.session_id:  # signed out, or another user, meanwhile
                raise _expired()
            if asked.purpose == TEST:
                await _note_test(session, user, asked, person)
            else:
                _sign_in_time.require_since(claims, asked.created_at.timestamp())
                await linked_identities.step_up(session, user, person)
        return CallbackResult(asked.purpose)
    except DomainError as refused:
        await _note_refusal(asked, refused)
        return CallbackResult(asked.purpose, refusal=refused)


async def purge(session: WriteSession) -> int:
    """Delete the requests that never came back (hourly job); return how many."""
    over = await locks.free(session, SingleSignOnRequest, col(SingleSignOnRequest.expires_at) <= clock.now())
    gone = await session.execute(delete(SingleSignOnRequest).where(col(SingleSignOnRequest.id).in_(over)))
    return gone.rowcount  # pyright: ignore[reportAttributeAccessIssue]


async def _of_domain(session: ReadSession, email: str) -> tuple[IdentityProvider, str] | None:
    """Return the settings, and the organization's name, that belong to the domain of an address."""
    query = (
        select(IdentityProvider, Organization.name)
        .join(EmailDomain, col(EmailDomain.organization_id) == col(IdentityProvider.organization_id))
        .join(Organization, col(Organization.id) == col(IdentityProvider.organization_id))
        .where(
            EmailDomain.domain == email.rpartition("@")[2],
            col(EmailDomain.proven_at).is_not(None),
            IdentityProvider.usage != identity_provider.OFF,
            not_being_deleted(Organization),
        )
    )
    return (await session.exec(query)).first()


async def _settings_of(organization_id: uuid.UUID) -> IdentityProvider:
    return or_not_found(
        await run_reading(identity_provider.of_organization, organization_id), identity_provider.NOT_SET_UP
    )


async def _redirect_to_provider(
    row: IdentityProvider,
    purpose: Purpose,
    *,
    session_id: uuid.UUID | None = None,
    invitation_hash: str | None = None,
    **extra: str,
) -> ProviderRedirect:
    provider = await metadata.discover(row.issuer)
    state, cookie = tokens.new(), tokens.new()
    async with transaction() as session:
        session.add(
            SingleSignOnRequest(
                organization_id=row.organization_id,
                purpose=purpose,
                state_hash=tokens.hashed(state),
                browser_hash=tokens.hashed(cookie),
                configuration=identity_provider.configuration(row),
                session_id=session_id,
                invitation_hash=invitation_hash,
                expires_at=clock.now() + VALID_FOR,
            )
        )
    extra |= _sign_in_time.asked(row, provider)
    return ProviderRedirect(flow.authorization_url(provider, _us(row), _request(cookie, state), **extra), cookie)


def _us(row: IdentityProvider) -> flow.Client:
    try:
        secret = identity_provider.secret_of(row)
    except secrets_at_rest.UnreadableError:
        raise misconfigured("unreadable secret") from None
    return flow.Client(row.client_id, secret, identity_provider.redirect_uri())


def _request(cookie: str, state: str) -> flow.Request:
    """Return what belongs to this browser and this state; it cannot be computed without both and ``SECRET_KEY``."""
    return flow.Request(
        state, tokens.signed("sign-in nonce", cookie, state), tokens.signed("sign-in verifier", cookie, state)
    )


async def _note_refusal(asked: SingleSignOnRequest | None, refused: DomainError) -> None:
    """Write down a way back that opened nothing; of those that belong to no request, as many as may begin."""
    if asked is None:
        try:
            await rate_limits.hit("single_sign_on", trail.caller.get().ip_address)
        except TooMany:  # else a visitor could fill the trail
            return
    reason = refused.reason if isinstance(refused, ProviderError) else refused.code
    await run_in_transaction(
        trail.record, None, "login", "session", organization_id=asked.organization_id if asked else None,
        success=False, error_message=reason,
    )  # fmt: skip


async def _take(state: str, cookie: str | None) -> tuple[SingleSignOnRequest, IdentityProvider]:
    """Use up a request and return it with the settings. Raises ``NotSignedIn`` or ``ProviderError``, written down."""
    of_both = (
        SingleSignOnRequest.state_hash == tokens.hashed(state),
        SingleSignOnRequest.browser_hash == tokens.hashed(cookie or ""),
        SingleSignOnRequest.expires_at > clock.now(),
    )
    row = None
    async with transaction() as session:
        asked = (await session.exec(select(SingleSignOnRequest).where(*of_both))).first()
        if asked is not None:
            session.expunge(asked)
            used = await session.execute(delete(SingleSignOnRequest).where(col(SingleSignOnRequest.id) == asked.id))
            if used.rowcount != 1:  # pyright: ignore[reportAttributeAccessIssue]  another process was first
                asked = None
        if asked is not None:
            row = await identity_provider.of_organization(session, asked.organization_id)
    # After the transaction: a refusal inside would bring the request back.
    refused = _expired()
    if asked is not None and row is not None and _is_unchanged(asked, row):
        return asked, row
    if asked is not None:
        refused = ProviderError(MISCONFIGURED, "settings changed")
    await _note_refusal(asked, refused)
    raise refused


def _expired() -> NotSignedIn:
    return NotSignedIn(EXPIRED, code="sign_in_expired")


def _is_unchanged(asked: SingleSignOnRequest, row: IdentityProvider) -> bool:
    is_used = row.usage != identity_provider.OFF or asked.purpose == TEST
    return is_used and identity_provider.configuration(row) == asked.configuration


async def _sign_in(asked: SingleSignOnRequest, person: ExternalIdentity, browser: Browser) -> CallbackResult:
    """Open the session of this person's account, or begin to link or create one."""
    for is_last in (False, True):
        try:
            async with transaction() as session:
                found = await linked_identities.find(session, asked.organization_id, person)
                admitted = found or await _admission.admit(
                    session, asked.organization_id, person, asked.invitation_hash
                )
                if isinstance(admitted, str):
                    return CallbackResult(SIGN_IN, link_token=admitted)
                signed_in = await linked_identities.open_session(
                    session, admitted, person, device_token=browser.device_token, old_token=browser.session_token
                )
                return CallbackResult(SIGN_IN, signed_in=signed_in)
        except IntegrityError:  # the same person in another tab, a moment earlier: found the second time
            if is_last:
                raise rejected("twice at once") from None
    raise AssertionError("unreachable: the second round returns or raises")


async def _note_test(
    session: WriteSession, user: CurrentUser, asked: SingleSignOnRequest, person: ExternalIdentity
) -> None:
    """Store that the connection works with the settings of the request. Raises ``ProviderError`` if they changed."""
    require(user, ADMIN)
    await locks.accounts(session, organizations=[user.organization_id])
    row = await identity_provider.of_organization(session, user.organization_id)
    if row is None or row.organization_id != asked.organization_id:
        raise NotFound(identity_provider.NOT_SET_UP)
    if identity_provider.configuration(row) != asked.configuration:
        raise ProviderError(MISCONFIGURED, "settings changed")
    row.tested, row.tested_at = asked.configuration, clock.now()
    row.tested_as, row.tested_second_step = person.email or person.subject, person.has_second_step
    row.tested_moment = person.authenticated_at is not None
    await session.flush()
    await trail.record(session, user, "test", "identity provider", row.id)
