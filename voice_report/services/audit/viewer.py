"""Reading the audit trail: an organization's own for its admins, all of it for platform admins (security.md S27).

Platform admins see only the number of the client that a row is about: the names belong to the organization. Reading and
exporting the trail are recorded in the trail as well.
"""

import contextlib
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, or_
from sqlmodel import col, select

from ... import clock
from ...core import texts
from ...db.models import AuditLog, Client, Organization, User
from ...db.session import AuditedSession, ReadSession, reading, run_in_transaction
from ...errors import NotFound
from ..shared import dates, identity, pagination, step_up_reasons
from ..shared.export import csv_line
from ..shared.identity import ADMIN, PLATFORM_ADMIN, CurrentUser, parse_id, require, require_step_up
from ..shared.text import MAX_SEARCH, search_words, storable
from . import _labels, _subjects, trail

VIEWED = _labels.VIEWED
KINDS = (VIEWED, _labels.CHANGED, _labels.COPIED, _labels.DOWNLOADED, _labels.DELETED)

_NEWEST = pagination.newest_first(col(AuditLog.created_at), col(AuditLog.id))
#: Rows per batch of an export; each batch is read in its own transaction.
_EXPORTED_AT_ONCE = 1000
_COLUMNS = ("Moment", "Medewerker", "Gebruiker-id", "Organisatie", "Handeling", "Betreft", "Kenmerk", "Cliënt",
            "Cliëntnummer", "Gelukt", "Reden", "IP-adres", "Apparaat")  # fmt: skip


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """The filter; an empty field does not filter. Days are whole days in Amsterdam, both included.

    ``kind`` is one of ``KINDS``. Raises ``Invalid`` when the period ends before it begins.
    """

    person: str = ""
    client: str = ""
    since: date | None = None
    until: date | None = None
    kind: str = ""

    def __post_init__(self) -> None:
        dates.in_order(self.since, self.until)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row in readable form.

    ``kind`` is one of ``KINDS``, or '' for signing in and out; ``thing`` the noun of what was viewed or changed.
    ``subject`` is what the row is about as far as it still exists: the owner of an account that another user acted on,
    an invitation's address, a report's reference, a draft's date, a template's name. ``success`` is false when the
    action was refused or failed.
    """

    id: uuid.UUID
    at: datetime
    person: str
    user_id: uuid.UUID | None
    organization: str
    what: str
    thing: str
    kind: str
    subject: str
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
    clients: dict[tuple[uuid.UUID, str], tuple[str, datetime]] = field(default_factory=dict)  # and when entered
    organizations: dict[uuid.UUID, str] = field(default_factory=dict)
    things: dict[tuple[str, str], str] = field(default_factory=dict)


async def read(
    session: AuditedSession, user: CurrentUser, wanted: AuditFilter, *, after: str | None = None, limit: int = 50
) -> pagination.Page[Entry]:
    """Return a page of the trail, newest first.

    Raises ``NotAllowed``, ``StepUpNeeded``, and ``Invalid`` for a malformed ``after``.
    """
    require(user, ADMIN, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.LOGBOOK)
    found = await _page(session, user, wanted, after, limit)
    if not after:
        await trail.record(session, user, "view", "audit")
    return found


def export(user: CurrentUser, wanted: AuditFilter) -> AsyncIterator[str]:
    """Return the trail as the lines of a CSV file, newest first. Raises ``NotAllowed`` or ``StepUpNeeded`` at once."""
    require(user, ADMIN, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.LOGBOOK)
    return _lines(user, wanted)


async def _lines(user: CurrentUser, wanted: AuditFilter) -> AsyncIterator[str]:
    await run_in_transaction(trail.record, user, "export", "audit")
    yield "\ufeff" + csv_line(_COLUMNS)
    after: str | None = None
    while True:
        async with reading() as session:  # writers do not wait for it
            page = await _page(session, user, wanted, after, _EXPORTED_AT_ONCE)
        for entry in page.items:
            yield csv_line(_cells(entry))
        if page.next is None:
            return
        after = page.next


async def _page(
    session: ReadSession, user: CurrentUser, wanted: AuditFilter, after: str | None, limit: int
) -> pagination.Page[Entry]:
    require(user, ADMIN, PLATFORM_ADMIN)
    query = select(AuditLog).where(*_scope(user), *await _conditions(session, user, wanted))
    page = await pagination.fetch(session, query, _NEWEST, after=after, limit=limit)
    return pagination.Page(await entries(session, user, page.items), page.next)


async def entries(session: ReadSession, user: CurrentUser, rows: list[AuditLog]) -> list[Entry]:
    """Return rows of the caller's organization in readable form; the caller records the view."""
    names = await _names(session, user, rows)
    return [_entry(row, names) for row in rows]


def _scope(user: CurrentUser) -> list[ColumnElement[bool]]:
    return [] if user.role == PLATFORM_ADMIN else [col(AuditLog.organization_id) == user.organization_id]


async def _conditions(session: ReadSession, user: CurrentUser, wanted: AuditFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if begin := dates.begin(wanted.since):
        found.append(col(AuditLog.created_at) >= begin)
    if end := dates.end(wanted.until):
        found.append(col(AuditLog.created_at) < end)
    if wanted.kind:
        found.append(_of_kind(wanted.kind))
    if words := storable(wanted.person[:MAX_SEARCH]).strip():
        people = await _people(session, user, words)
        touched = and_(col(AuditLog.resource) == "user", col(AuditLog.resource_id).in_([str(one) for one in people]))
        found.append(or_(col(AuditLog.user_id).in_(people), touched))
    if words := storable(wanted.client[:MAX_SEARCH]).strip():
        found.append(await _client(session, user, words))
    return found


def _of_kind(kind: str) -> ColumnElement[bool]:
    if kind == _labels.CHANGED:
        others = (*_labels.SIGNING_IN, *(action for of_kind in _labels.ACTIONS_OF.values() for action in of_kind))
        return col(AuditLog.action).not_in(others)
    return col(AuditLog.action).in_(_labels.ACTIONS_OF.get(kind, ()))


async def _people(session: ReadSession, user: CurrentUser, words: str) -> list[uuid.UUID]:
    """Return the ids of the matching users: by name or address, or by an id, which may be of a deleted user."""
    query = select(User.id).where(*_all_of(words, User.search_key))
    if user.role != PLATFORM_ADMIN:
        query = query.where(User.organization_id == user.organization_id)
    found = list((await session.exec(query.limit(500))).all())
    with contextlib.suppress(NotFound):  # not an id, so only a name
        found.append(parse_id(words, words))
    return found


async def _client(session: ReadSession, user: CurrentUser, words: str) -> ColumnElement[bool]:
    by_number = col(AuditLog.client_id) == words
    if user.role == PLATFORM_ADMIN:
        return by_number
    query = select(Client.id).where(Client.organization_id == user.organization_id, *_all_of(words, Client.search_key))
    named = col(AuditLog.client_id).in_(list((await session.exec(query.limit(500))).all()))
    return or_(by_number, and_(named, ~_is_of_another()))


def _is_of_another() -> ColumnElement[bool]:
    """Return the condition that who has the number of a row's client now was entered after the row."""
    this = (col(Client.organization_id) == AuditLog.organization_id, col(Client.id) == AuditLog.client_id)
    return exists().where(*this, col(Client.created_at) > AuditLog.created_at)


def _all_of(words: str, key: Any) -> list[ColumnElement[bool]]:
    """Return the conditions that every word occurs in the name, ignoring capitals and accents."""
    return [col(key).contains(word, autoescape=True) for word in search_words(words)]


async def _names(session: ReadSession, user: CurrentUser, rows: list[AuditLog]) -> _Names:
    people = {one for row in rows for one in (row.user_id, _account(row)) if one}
    known = await session.exec(select(User).where(col(User.id).in_(people)))
    names = _Names(people={person.id: f"{person.first_name} {person.last_name}" for person in known})
    if user.role == PLATFORM_ADMIN:
        homes = {row.organization_id for row in rows if row.organization_id}
        found = await session.exec(select(Organization).where(col(Organization.id).in_(homes)))
        names.organizations.update({home.id: home.name for home in found})
    elif clients := {row.client_id for row in rows if row.client_id}:
        own = and_(col(Client.organization_id) == user.organization_id, col(Client.id).in_(clients))
        for client in await session.exec(select(Client).where(own)):
            name = f"{client.first_name} {client.last_name}"
            names.clients[client.organization_id, client.id] = (name, client.created_at)
    names.things.update(await _subjects.of(session, user, rows))
    return names


def _account(row: AuditLog) -> uuid.UUID | None:
    """Return the id of the account that a row is about, or ``None``."""
    with contextlib.suppress(NotFound):
        return parse_id(row.resource_id, "") if row.resource == "user" else None


def _entry(row: AuditLog, names: _Names) -> Entry:
    home = row.organization_id
    return Entry(
        id=row.id,
        at=row.created_at,
        person=_person(row, names),
        user_id=row.user_id,
        organization=names.organizations.get(home, "") if home else "",
        what=_labels.what(row.action, row.resource, success=row.success),
        thing=_labels.thing(row.resource),
        kind=_labels.kind(row.action),
        subject=_subject(row, names),
        resource_id=row.resource_id or "",
        client=_client_name(row, names),
        client_id=row.client_id or "",
        success=row.success,
        reason=_labels.reason(row.error_message),
        ip_address=row.ip_address,
        user_agent=row.user_agent,
    )


def _client_name(row: AuditLog, names: _Names) -> str:
    """Return the name of a row's client; '' when the number was given to another client after it."""
    known = names.clients.get((row.organization_id, row.client_id)) if row.organization_id and row.client_id else None
    return known[0] if known and known[1] <= row.created_at else ""


def _person(row: AuditLog, names: _Names) -> str:
    if row.user_id is None:
        return "Niet ingelogd"
    return (
        identity.OPERATOR_NAME
        if row.user_id == identity.OPERATOR
        else names.people.get(row.user_id, "Verwijderd account")
    )


def _subject(row: AuditLog, names: _Names) -> str:
    account = _account(row)
    if account:
        return names.people.get(account, "") if account != row.user_id else ""
    return names.things.get((row.resource, row.resource_id or ""), "")


def _cells(entry: Entry) -> tuple[str, ...]:
    return (
        texts.dutch_moment(entry.at), entry.person, str(entry.user_id or ""), entry.organization, entry.what,
        entry.subject, entry.resource_id, entry.client, entry.client_id, "ja" if entry.success else "nee", entry.reason,
        entry.ip_address, entry.user_agent,
    )  # fmt: skip


def file_name() -> str:
    return f"logboek-{texts.dutch_date(clock.now())}.csv"
