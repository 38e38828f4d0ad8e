"""Reading the audit trail: an organisation's own for its admins, all of it for platform admins (security.md S27).

Platform admins see which client a row is about by number only: the names are the organisation's. Reading and exporting
the trail are rows of the trail themselves.
"""

import contextlib
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from .. import clock, texts
from ..clock import AMSTERDAM
from ..database import transaction
from ..errors import Invalid, NotAllowed, NotFound
from ..models import AuditLog, Client, Organization, User
from . import audit, paging
from .drafts import storable
from .export import csv_line
from .identity import ADMIN, PLATFORM_ADMIN, CurrentUser, parse_id

#: Rows that are read at a time for an export, each in a transaction of its own.
_EXPORTED_AT_ONCE = 1000
#: Beyond these there is nothing, and days that a database cannot compare.
_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(9000, 1, 1)
_COLUMNS = ("Moment", "Medewerker", "Gebruiker-id", "Organisatie", "Handeling", "Kenmerk", "Cliënt",
            "Cliëntnummer", "Gelukt", "Reden", "IP-adres", "Apparaat")  # fmt: skip

#: What is done to something, and what says enough by itself.
_ACTIONS = {
    "view": "bekeken", "create": "aangemaakt", "change": "gewijzigd", "delete": "verwijderd", "export": "geëxporteerd",
    "import": "ingelezen", "accept": "aanvaard", "withdraw": "ingetrokken", "resend": "opnieuw verzonden",
    "pause": "gepauzeerd", "activate": "geactiveerd", "sign out": "afgemeld", "cancel": "opgezegd",
}  # fmt: skip
_DEEDS = {
    "login": "Inloggen", "logout": "Uitloggen", "register": "Registreren", "verify email": "E-mailadres bevestigen",
    "forgot password": "Wachtwoordreset vragen", "resend verification": "Bevestigingsmail vragen",
    "change password": "Wachtwoord wijzigen", "reset password": "Wachtwoord resetten",
    "confirm password": "Wachtwoord bevestigen", "ask for another email": "Ander e-mailadres vragen",
    "change email": "E-mailadres wijzigen", "change role": "Rol wijzigen", "move": "Gebruiker verplaatsen",
    "change personal credits": "Persoonlijke credits instellen", "change name": "Naam organisatie wijzigen",
    "change plan": "Plan wijzigen", "change credits": "Credits instellen",
    "change archive": "Archief aan- of uitzetten", "change max users": "Maximum gebruikers wijzigen",
}  # fmt: skip
_RESOURCES = {
    "audit": "logboek", "user": "account", "users": "gebruikers", "session": "aanmelding",
    "other sessions": "andere aanmeldingen", "client": "cliënt", "clients": "cliënten", "draft": "concept",
    "drafts": "concepten", "concept": "rapportage door AI", "report": "rapportage", "reports": "rapportages",
    "dossier": "dossier", "invitation": "uitnodiging", "invitations": "uitnodigingen", "organization": "organisatie",
    "organizations": "organisaties", "usage": "gebruik", "subscription": "abonnement",
    "payments": "betalingen", "receipt": "bon", "ledger": "verloop van de credits",
}  # fmt: skip
_REASONS = {
    "locked": "geblokkeerd na verkeerde wachtwoorden", "wrong credentials": "verkeerd wachtwoord of onbekend adres",
    "wrong": "verkeerd wachtwoord", "already registered": "adres al in gebruik", "paused": "account gepauzeerd",
    "unknown account": "onbekend adres", "nothing to verify": "niets te bevestigen",
    "email_not_verified": "e-mailadres niet bevestigd",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for; everything empty is everything. Days are whole days in Amsterdam, both included."""

    person: str = ""
    client: str = ""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One row as a person reads it; ``success`` is false for what was refused or failed."""

    id: uuid.UUID
    at: datetime
    person: str
    user_id: uuid.UUID | None
    organization: str
    what: str
    resource_id: str
    client: str
    client_id: str
    success: bool
    reason: str
    ip_address: str
    user_agent: str


@dataclass(frozen=True, slots=True)
class _Names:
    people: dict[uuid.UUID, str] = field(default_factory=dict)
    clients: dict[tuple[uuid.UUID, str], str] = field(default_factory=dict)
    organizations: dict[uuid.UUID, str] = field(default_factory=dict)


def day(text: str) -> date | None:
    """Read the day of a date field (``jjjj-mm-dd``), ``None`` when it is empty. Raises ``Invalid``."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Invalid("Vul een bestaande datum in.") from None


async def read(
    session: AsyncSession, user: CurrentUser, wanted: Wanted, *, after: str | None = None, limit: int = 50
) -> paging.Page[Entry]:
    """Return a page of the trail, newest first. Raises ``NotAllowed``, and ``Invalid`` for a made-up ``after``."""
    found = await _page(session, user, wanted, after, limit)
    if after is None:
        await audit.record(session, user, "view", "audit")
    return found


async def export(user: CurrentUser, wanted: Wanted) -> AsyncIterator[str]:
    """Give the trail as the lines of a CSV file, newest first. Raises ``NotAllowed`` before the first line."""
    _require(user)
    async with transaction() as session:
        await audit.record(session, user, "export", "audit")
    yield "\ufeff" + csv_line(_COLUMNS)
    after: str | None = None
    while True:
        async with transaction() as session:
            page = await _page(session, user, wanted, after, _EXPORTED_AT_ONCE)
        for entry in page.items:
            yield csv_line(_cells(entry))
        if page.next is None:
            return
        after = page.next


def _require(user: CurrentUser) -> None:
    if user.role not in (ADMIN, PLATFORM_ADMIN):
        raise NotAllowed


async def _page(
    session: AsyncSession, user: CurrentUser, wanted: Wanted, after: str | None, limit: int
) -> paging.Page[Entry]:
    _require(user)
    query = select(AuditLog).where(*_scope(user), *await _conditions(session, user, wanted))
    if after is not None:
        query = query.where(paging.older_than(AuditLog.created_at, AuditLog.id, after))
    query = query.order_by(col(AuditLog.created_at).desc(), col(AuditLog.id).desc()).limit(limit + 1)
    rows, following = paging.page_of(list((await session.exec(query)).all()), limit, "created_at")
    names = await _names(session, user, rows)
    return paging.Page([_entry(row, names) for row in rows], following)


def _scope(user: CurrentUser) -> list[ColumnElement[bool]]:
    return [] if user.role == PLATFORM_ADMIN else [col(AuditLog.organization_id) == user.organization_id]


async def _conditions(session: AsyncSession, user: CurrentUser, wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.since and wanted.since > _FIRST_DAY:
        found.append(col(AuditLog.created_at) >= _midnight(wanted.since))
    if wanted.until and wanted.until < _LAST_DAY:
        found.append(col(AuditLog.created_at) < _midnight(max(wanted.until, _FIRST_DAY) + timedelta(days=1)))
    if words := storable(wanted.person).strip():
        found.append(col(AuditLog.user_id).in_(await _people(session, user, words)))
    if words := storable(wanted.client).strip():
        found.append(await _client(session, user, words))
    return found


def _midnight(moment: date) -> datetime:
    return datetime.combine(moment, time(), AMSTERDAM)


async def _people(session: AsyncSession, user: CurrentUser, words: str) -> list[uuid.UUID]:
    """Return who is meant: by name or address, or by the id of somebody who may be gone."""
    whole = func.lower(col(User.first_name) + " " + col(User.last_name))
    query = select(User.id).where(
        or_(whole.contains(words.lower(), autoescape=True), col(User.email).contains(words.lower(), autoescape=True))
    )
    if user.role != PLATFORM_ADMIN:
        query = query.where(User.organization_id == user.organization_id)
    found = list((await session.exec(query.limit(500))).all())
    with contextlib.suppress(NotFound):  # not an id: only a name was meant
        found.append(parse_id(words, words))
    return found


async def _client(session: AsyncSession, user: CurrentUser, words: str) -> ColumnElement[bool]:
    by_number = col(AuditLog.client_id) == words
    if user.role == PLATFORM_ADMIN:
        return by_number
    whole = func.lower(col(Client.first_name) + " " + col(Client.last_name))
    query = select(Client.id).where(
        Client.organization_id == user.organization_id, whole.contains(words.lower(), autoescape=True)
    )
    return or_(by_number, col(AuditLog.client_id).in_(list((await session.exec(query.limit(500))).all())))


async def _names(session: AsyncSession, user: CurrentUser, rows: list[AuditLog]) -> _Names:
    people = {row.user_id for row in rows if row.user_id}
    known = await session.exec(select(User).where(col(User.id).in_(people)))
    names = _Names(people={person.id: f"{person.first_name} {person.last_name}" for person in known})
    if user.role == PLATFORM_ADMIN:
        homes = {row.organization_id for row in rows if row.organization_id}
        found = await session.exec(select(Organization).where(col(Organization.id).in_(homes)))
        names.organizations.update({home.id: home.name for home in found})
    elif clients := {row.client_id for row in rows if row.client_id}:
        own = and_(col(Client.organization_id) == user.organization_id, col(Client.id).in_(clients))
        for client in await session.exec(select(Client).where(own)):
            names.clients[client.organization_id, client.id] = f"{client.first_name} {client.last_name}"
    return names


def _entry(row: AuditLog, names: _Names) -> Entry:
    home = row.organization_id
    return Entry(
        id=row.id,
        at=row.created_at,
        person=names.people.get(row.user_id, "Verwijderd account") if row.user_id else "Niet ingelogd",
        user_id=row.user_id,
        organization=names.organizations.get(home, "") if home else "",
        what=_what(row.action, row.resource),
        resource_id=row.resource_id or "",
        client=names.clients.get((home, row.client_id), "") if home and row.client_id else "",
        client_id=row.client_id or "",
        success=row.success,
        reason=_REASONS.get(row.error_message or "", row.error_message or ""),
        ip_address=row.ip_address,
        user_agent=row.user_agent,
    )


def _what(action: str, resource: str) -> str:
    thing = _RESOURCES.get(resource, resource)
    return _DEEDS.get(action) or f"{thing[:1].upper()}{thing[1:]} {_ACTIONS.get(action, action)}"


def _cells(entry: Entry) -> tuple[str, ...]:
    return (
        texts.dutch_moment(entry.at), entry.person, str(entry.user_id or ""), entry.organization, entry.what,
        entry.resource_id, entry.client, entry.client_id, "ja" if entry.success else "nee", entry.reason,
        entry.ip_address, entry.user_agent,
    )  # fmt: skip


def file_name() -> str:
    """Return the name of the CSV download."""
    return f"logboek-{texts.dutch_date(clock.now())}.csv"
