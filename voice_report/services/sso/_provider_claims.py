"""What an identity provider's claims say about a person, and whether an organization accepts them."""

from datetime import UTC, datetime
from typing import Any

from ... import clock
from ...db.models import IdentityProvider
from ...errors import Invalid, NotAllowed
from ...integrations.oidc import tokens
from ...integrations.oidc.refusal import rejected
from ..shared.text import MAX_NAME, checked_email, checked_name
from ..sign_in.linked_identities import ExternalIdentity
from .identity_provider import ENTRA, GOOGLE, tenant

NO_SECOND_STEP = (
    "Je organisatie vraagt een tweede stap, en je werkaccount meldt die niet. Stel die in bij je werkaccount of vraag "
    "je beheerder."
)


def read(claims: dict[str, Any], row: IdentityProvider) -> ExternalIdentity:
    """Return the person. Raises ``ProviderError`` for another tenant, and for an address that cannot be one."""
    subject = tokens.text(claims, "sub")
    if row.kind == ENTRA:  # 'sub' differs per application there, and mail addresses can be chosen freely
        if tokens.text(claims, "tid").lower() != tenant(row.issuer):
            raise rejected("another tenant")
        subject = tokens.text(claims, "oid")
        if not subject:
            raise rejected("no subject")
    first_name, last_name = _names(claims)
    moment = tokens.moment(claims, "auth_time")
    return ExternalIdentity(
        issuer=row.issuer,
        subject=subject,
        email=_email(claims),
        first_name=first_name,
        last_name=last_name,
        session=tokens.text(claims, "sid"),
        authenticated_at=_past(moment) if moment is not None and 0 <= moment < 1e11 else None,
        is_unverified=claims.get("email_verified") in (False, "false") or _may_have_any_address(claims, row),
        has_second_step=_has_second_step(claims, row),
        hosted_domain=tokens.text(claims, "hd").lower(),
    )


def accept(person: ExternalIdentity, row: IdentityProvider, domains: set[str], *, needs_second_step: bool) -> None:
    """Raise ``NotAllowed`` or ``ProviderError`` for a person whom the settings do not admit.

    Google has one issuer for all organizations: there the organization's own domain must be in the signed claims.
    """
    if row.kind == GOOGLE and person.hosted_domain not in domains:
        raise rejected("another domain")
    if needs_second_step and not person.has_second_step:
        raise NotAllowed(NO_SECOND_STEP, code="no_second_step")


def _may_have_any_address(claims: dict[str, Any], row: IdentityProvider) -> bool:
    """Return whether Entra ID says nothing of whose the address is: of a guest, or of an unproven domain.

    ``idp`` names the home of a guest, ``acct`` is 1 for one, and ``xms_edov`` says whether the owner of the address's
    domain was verified (Microsoft identity platform, optional claims reference).
    """
    if row.kind != ENTRA:
        return False
    home = tokens.text(claims, "idp")
    is_guest = str(claims.get("acct")) == "1" or (home != "" and tenant(row.issuer) not in home.lower())
    return is_guest or str(claims.get("xms_edov", True)).lower() not in ("true", "1")


def _past(moment: float) -> datetime:
    """Return a moment, at the latest now: one in the future would pass for recent too long."""
    return min(datetime.fromtimestamp(moment, UTC), clock.now())


def _email(claims: dict[str, Any]) -> str:
    """Return the address as accounts have it, '' for none."""
    given = tokens.text(claims, "email")
    try:
        return checked_email(given) if given else ""
    except Invalid:
        return ""


def _names(claims: dict[str, Any]) -> tuple[str, str]:
    """Return first and last name: separate claims, else the whole name, else what comes before the @."""
    first, last = (tokens.text(claims, name) for name in ("given_name", "family_name"))
    if not (first and last):
        whole = tokens.text(claims, "name") or tokens.text(claims, "email").partition("@")[0]
        first, _, last = whole.strip().partition(" ")
    return _name(first), _name(last)


def _name(given: str) -> str:
    try:
        return checked_name(given[:MAX_NAME], "Naam")
    except Invalid:
        return "-"


def _has_second_step(claims: dict[str, Any], row: IdentityProvider) -> bool:
    """Return whether the provider says that there was more than one factor (RFC 8176, or the agreed ``acr``)."""
    if "mfa" in tokens.texts(claims, "amr"):
        return True
    return bool(row.acr) and row.acr in tokens.texts(claims, "acr") | tokens.texts(claims, "acrs")
