"""The settings of an organization's identity provider (OpenID Connect), for its administrators.

The client secret is written and never read back; it is encrypted, and not sent to another issuer than it was given for.
'Required' needs a test that succeeded with exactly these settings, a proven domain, and an administrator who gets in
without the provider.
"""

import hashlib
import re
import uuid
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from sqlmodel import select

from ... import clock
from ...config import settings
from ...db.models import IdentityProvider
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, Invalid, or_not_found
from ...integrations.oidc import client
from ..audit import trail
from ..organizations import seats
from ..sessions import single_sign_on_required
from ..shared import secrets_at_rest, step_up_reasons
from ..shared.identity import ADMIN, USER, CurrentUser, require, require_step_up
from ..shared.text import bounded, storable
from ..sign_in import linked_identities
from . import email_domains, outsiders

CALLBACK = "/api/auth/single-sign-on/callback"
BACK_CHANNEL = "/api/auth/single-sign-on/back-channel-logout"
FRONT_CHANNEL = "/api/auth/single-sign-on/front-channel-logout"

ENTRA, GOOGLE, OTHER = "entra", "google", "other"
KINDS = (ENTRA, GOOGLE, "surfconext", OTHER)
OFF, RECOMMENDED, REQUIRED = "off", "recommended", "required"
MAX_SECRET = 500  # characters
MAX_ID = 255
_MICROSOFT = ("login.microsoftonline.com", "login.microsoftonline.us", "login.partner.microsoftonline.cn")
_TENANT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

NO_ADDRESS = "Het adres van de aanbieder begint met https:// en heeft geen vraagteken."
NO_TENANT = "Gebruik bij Entra ID het adres van je eigen tenant: https://login.microsoftonline.com/TENANT-ID/v2.0"
SECRET_AGAIN = "Vul het clientgeheim in. Bij een ander adres of een andere toepassing hoort een ander geheim."  # noqa: S105
NOT_TESTED = "Test eerst de koppeling met deze instellingen. Zet het werkaccount daarvoor op 'Aanbevolen' en sla op."
NO_PROVEN_DOMAIN = "Bewijs eerst een domein. Zonder domein weet niemand dat hij met zijn werkaccount kan inloggen."
NOBODY_LEFT = (
    "Zorg eerst dat een admin een tweede stap heeft. Die komt altijd binnen, ook als de aanbieder het niet doet."
)
NO_TIME = (
    "De aanbieder meldt niet wanneer iemand inlogde. Wie met zijn werkaccount is ingelogd, kan dan niet bevestigen "
    "dat hij het is, bijvoorbeeld voor een download."
)
ADD_CLAIM = {
    ENTRA: "Voeg bij de app-registratie onder Tokenconfiguratie de optionele claim auth_time toe (ID-token), en test "
    "opnieuw.",
    GOOGLE: "Zet bij de instellingen van de OAuth-client de claim auth_time aan, en test opnieuw.",
}
ASK_PROVIDER = "Vraag de aanbieder om auth_time mee te sturen, en test opnieuw."
NOT_SET_UP = "Er is nog geen werkaccount ingesteld."
STALE = "Deze instellingen zijn intussen door iemand anders gewijzigd. Laad de pagina opnieuw."


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """The settings as the administrator wants them; an empty secret keeps the present one.

    ``accepts_outsiders``: 'required' although it shuts members out (``outsiders``).
    """

    kind: str
    issuer: str
    client_id: str
    client_secret: str
    usage: str
    admits_members: bool
    member_role: str
    needs_second_step: bool
    acr: str
    accepts_outsiders: bool = False


@dataclass(frozen=True, slots=True)
class ProviderView:
    """The settings as the administrator sees them; ``version`` 0 and empty texts before the first time.

    ``is_tested``: the last successful test was with these settings. ``always_in``: the administrators who get in
    without the provider. ``test_warning``: what the test showed to be missing, '' for nothing. ``outsiders``: how many
    members 'required' would shut out, ``outsiders_shown`` the first.
    """

    version: int
    kind: str
    issuer: str
    client_id: str
    secret_set_at: datetime | None
    usage: str
    admits_members: bool
    member_role: str
    needs_second_step: bool
    acr: str
    is_tested: bool
    tested_at: datetime | None
    tested_as: str
    tested_second_step: bool
    test_warning: str
    redirect_uri: str
    back_channel_uri: str
    front_channel_uri: str
    members: int
    max_members: int
    always_in: list[str]
    outsiders: int
    outsiders_shown: list[str]


async def view(session: ReadSession, user: CurrentUser) -> ProviderView:
    """Return the settings, without the secret. Raises ``NotAllowed``."""
    require(user, ADMIN)
    row = await of_organization(session, user.organization_id)
    return await _view(session, user, row)


async def save(session: WriteSession, user: CurrentUser, wanted: ProviderSettings, *, version: int) -> ProviderView:
    """Store the settings.

    Raises ``Invalid``, ``Conflict`` (changed since ``version``, or members would be shut out), ``StepUpNeeded``.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.SIGNING_IN)
    wanted = _checked(wanted)
    await seats.lock(session, user.organization_id)
    row = await of_organization(session, user.organization_id)
    if version != (row.version if row else 0):
        raise Conflict(STALE, code="stale_version")
    action = "change" if row else "create"
    was = (row.issuer, row.client_id, row.usage) if row else ("", "", OFF)
    if row is None or (row.issuer, row.client_id) != (wanted.issuer, wanted.client_id):
        if not wanted.client_secret:
            raise Invalid(SECRET_AGAIN, code="secret_required")
        row = row or IdentityProvider(
            organization_id=user.organization_id, kind="", issuer="", client_id="", client_secret="",
            secret_set_at=clock.now(), version=0,
        )  # fmt: skip
    for name in ("kind", "issuer", "client_id", "admits_members", "member_role", "needs_second_step", "acr"):
        setattr(row, name, getattr(wanted, name))
    if wanted.client_secret:
        row.client_secret = secrets_at_rest.encrypted(wanted.client_secret, owner(user.organization_id))
        row.secret_set_at = clock.now()
    if was[2] == OFF != wanted.usage:
        await email_domains.close_lost(session, user.organization_id)
    if wanted.usage == REQUIRED:
        await _require_ready(session, row)
        if was[2] != REQUIRED and not wanted.accepts_outsiders:
            outsiders.refuse(await _outsiders(session, user.organization_id))
    row.usage = wanted.usage
    row.version += 1
    session.add(row)
    await session.flush()
    if row.usage == OFF or was[:2] != (row.issuer, row.client_id):  # nothing there could end these any more
        await linked_identities.end_sessions(session, user.organization_id)
    if row.usage == REQUIRED and was[2] != REQUIRED:
        await linked_identities.end_other_sessions(session, user.organization_id, keep=user.session_id)
    await trail.record(session, user, action, "identity provider", row.id)
    return await _view(session, user, row)


async def remove(session: WriteSession, user: CurrentUser) -> None:
    """Remove the settings and all links, and end the sessions made with it. Raises ``NotFound``, ``StepUpNeeded``."""
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.SIGNING_IN)
    await seats.lock(session, user.organization_id)
    row = or_not_found(await of_organization(session, user.organization_id), NOT_SET_UP)
    await linked_identities.unlink(session, user.organization_id)
    await session.delete(row)
    await trail.record(session, user, "delete", "identity provider", row.id)


async def of_organization(session: ReadSession, organization_id: uuid.UUID) -> IdentityProvider | None:
    """Return the settings as they are stored."""
    query = select(IdentityProvider).where(IdentityProvider.organization_id == organization_id)
    return (await session.exec(query.execution_options(populate_existing=True))).first()


async def is_used(session: ReadSession, organization_id: uuid.UUID) -> bool:
    """Return whether the members of an organization can sign in with a provider."""
    row = await of_organization(session, organization_id)
    return row is not None and row.usage != OFF


def secret_of(row: IdentityProvider) -> str:
    """Return the client secret. Raises ``secrets_at_rest.UnreadableError``."""
    return secrets_at_rest.decrypted(row.client_secret, owner(row.organization_id))


def configuration(row: IdentityProvider) -> str:
    """Return a digest of everything a test of the connection depends on; of the secret, when it was set."""
    secret = row.secret_set_at.isoformat()  # what is stored of it changes with SECRET_KEY
    parts = (row.kind, row.issuer, row.client_id, secret, str(row.needs_second_step), row.acr)
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()


def redirect_uri() -> str:
    """Return the only address to which providers may send a browser back."""
    return settings().app_url + CALLBACK


def tenant(issuer: str) -> str:
    """Return the tenant of an issuer of Entra ID, or ''."""
    first = urlsplit(issuer).path.strip("/").partition("/")[0].lower()
    return first if _TENANT.fullmatch(first) else ""


async def _require_ready(session: ReadSession, row: IdentityProvider) -> None:
    """Raise ``Invalid`` unless the organization may require its provider."""
    if row.tested != configuration(row):
        raise Invalid(NOT_TESTED, code="not_tested")
    if not await email_domains.admitting(session, row.organization_id):
        raise Invalid(NO_PROVEN_DOMAIN, code="no_domain")
    if not await single_sign_on_required.always_in(session, row.organization_id):
        raise Invalid(NOBODY_LEFT, code="nobody_left")


def _checked(wanted: ProviderSettings) -> ProviderSettings:
    """Return the settings as they are stored. Raises ``Invalid``."""
    issuer = bounded(wanted.issuer, client.MAX_ADDRESS, NO_ADDRESS).strip()
    parts = urlsplit(issuer) if client.is_address(issuer) else None
    if parts is None or parts.query:
        raise Invalid(NO_ADDRESS, code="issuer")
    kind = ENTRA if parts.hostname in _MICROSOFT else GOOGLE if parts.hostname == "accounts.google.com" else wanted.kind
    if kind not in KINDS:
        raise Invalid("Onbekende aanbieder")
    if kind == ENTRA and not tenant(issuer):
        raise Invalid(NO_TENANT, code="issuer")
    if wanted.usage not in (OFF, RECOMMENDED, REQUIRED):
        raise Invalid("Onbekende keuze")
    if wanted.member_role not in (USER, ADMIN):
        raise Invalid("Onbekende rol")
    client_id = _line(wanted.client_id, MAX_ID, "Toepassings-id")
    if not client_id:
        raise Invalid("Toepassings-id is verplicht", code="client_id")
    return ProviderSettings(
        kind,
        issuer,
        client_id,
        _line(wanted.client_secret, MAX_SECRET, "Clientgeheim"),
        wanted.usage,
        wanted.admits_members,
        wanted.member_role,
        wanted.needs_second_step,
        _line(wanted.acr, MAX_ID, "Waarde van acr"),
        wanted.accepts_outsiders,
    )


def _line(value: str, longest: int, label: str) -> str:
    """Return a text of printable characters. Raises ``Invalid``."""
    value = storable(bounded(value, longest, f"{label} mag maximaal {longest} tekens hebben")).strip()
    if not value.isprintable():
        raise Invalid(f"{label} heeft een onbekend teken. Plak het opnieuw.")
    return value


def owner(organization_id: uuid.UUID) -> str:
    """Return to whom a secret is bound (``secrets_at_rest``)."""
    return f"identity provider:{organization_id}"


async def _outsiders(session: ReadSession, organization_id: uuid.UUID) -> outsiders.Outsiders:
    proven = await email_domains.proven(session, organization_id)
    return await outsiders.of(session, organization_id, proven, await email_domains.admitting(session, organization_id))


async def _view(session: ReadSession, user: CurrentUser, row: IdentityProvider | None) -> ProviderView:
    places = await seats.count_for(session, user.organization_id)
    always_in = [
        f"{one.first_name} {one.last_name}"
        for one in await single_sign_on_required.always_in(session, user.organization_id)
    ]
    is_tested = row is not None and row.tested == configuration(row)
    shut_out = await _outsiders(session, user.organization_id)
    return ProviderView(
        row.version if row else 0,
        row.kind if row else ENTRA,
        row.issuer if row else "",
        row.client_id if row else "",
        row.secret_set_at if row else None,
        row.usage if row else OFF,
        row is None or row.admits_members,
        row.member_role if row else USER,
        row is None or row.needs_second_step,
        row.acr if row else "",
        is_tested,
        row.tested_at if row and is_tested else None,
        row.tested_as if row and is_tested else "",
        row is not None and is_tested and row.tested_second_step,
        _test_warning(row) if row and is_tested else "",
        redirect_uri(),
        settings().app_url + BACK_CHANNEL,
        settings().app_url + FRONT_CHANNEL,
        places.taken,
        places.maximum,
        always_in,
        shut_out.count,
        shut_out.shown,
    )


def _test_warning(row: IdentityProvider) -> str:
    return f"{NO_TIME} {ADD_CLAIM.get(row.kind, ASK_PROVIDER)}" if row.tested_moment is False else ""
