"""Clients (cliënten, people in care): those of an organization are visible to all its members (decisions/0005).

Its administrators maintain them by hand, from a file (``file_import``) or from another system, which supplies its own
ids. Views are recorded in the audit trail too, so what only reads needs a session of ``audited_reads.audited_read()``.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, case
from sqlmodel import col, func, select

from ... import clock
from ...db.models import Client, search_key
from ...db.session import AuditedSession, ReadSession, WriteSession
from ...errors import Conflict, Invalid, NotFound
from ..audit import trail
from ..shared import dates, inserts, locks, pagination
from ..shared.export import FORMULA
from ..shared.identity import ADMIN, CurrentUser, Named, require
from ..shared.text import DECOMPOSED, MAX_ID, MAX_NAME, bounded, checked_name, composed, search_words
from . import name_keys

HEADING_WITHIN = 10  # rows; a list may have a title above its headings
LONGEST = 4_000  # characters of a row; four quoted cells of maximum length, and as much again for other columns


@dataclass(frozen=True, slots=True)
class Row:
    """A row that is not empty; ``number`` counts from 1, as in a spreadsheet. With a ``problem`` it has no cells.

    ``hidden``: Excel does not show it, because the row is hidden or filtered out.
    """

    number: int
    text: str
    cells: list[str]
    problem: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """How many rows there are, and a call that reads them one by one from the first.

    Of a workbook: the name of the ``sheet`` they come from, and of the ``other_sheets`` that are not read. Of a text
    whose encoding had to be ``guessed``: its name, and when that is ``doubted`` words that show it.
    """

    count: int
    rows: Callable[[], Iterator[Row]]
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    guessed: str = ""
    doubted: str = ""


NOT_FOUND = "Cliënt niet gevonden"
STALE = "Deze cliënt is intussen door iemand anders gewijzigd. Er is niets opgeslagen."
FIRST_YEAR = 1900

_BY_NAME = pagination.by_text(col(Client.search_key), col(Client.id))


@dataclass(frozen=True, slots=True)
class ClientView(Named):
    """A client as the organization's members see it."""

    id: str
    first_name: str
    last_name: str
    date_of_birth: date


async def search_clients(
    session: AuditedSession, user: CurrentUser, query: str = "", limit: int = 20, *, first: Sequence[str] = ()
) -> list[ClientView]:
    """Return the clients whose name or id contains every word of the query, ignoring capitals and accents.

    Those with an id in ``first`` lead, in that order; then clients with a name or id that begins with the first word;
    the rest is ordered by last name.
    """
    words = search_words(query)
    order = list(_BY_NAME.columns)
    if words:
        begins = f"{_escaped(words[0])}%"
        key = col(Client.search_key)
        order.insert(0, case((key.like(begins, escape="\\") | key.like(f"% {begins}", escape="\\"), 0), else_=1))
    matching = select(Client).where(*_matching(user, words))
    leading = (await session.exec(matching.where(col(Client.id).in_(first)))).all() if first else []
    others = matching.where(col(Client.id).not_in(first)) if first else matching
    rows = (await session.exec(others.order_by(*order).limit(limit))).all()
    await trail.record(session, user, "view", "clients")
    return [_view(row) for row in (*sorted(leading, key=lambda row: first.index(row.id)), *rows)][:limit]


async def list_clients(
    session: AuditedSession, user: CurrentUser, *, query: str = "", after: str | None = None, limit: int = 20
) -> pagination.Page[ClientView]:
    """Return a page of the clients that match the query (see ``search_clients``), by last name."""
    wanted = select(Client).where(*_matching(user, search_words(query)))
    page = await pagination.fetch(session, wanted, _BY_NAME, after=after, limit=limit)
    await trail.record(session, user, "view", "clients")
    return page.map(_view)


async def count_clients(session: ReadSession, user: CurrentUser) -> int:
    query = select(func.count()).where(col(Client.organization_id) == user.organization_id)
    return (await session.exec(query)).one()


async def get_client(session: AuditedSession, user: CurrentUser, client_id: str) -> ClientView:
    """Return one client. Raises ``NotFound``."""
    row = await _find(session, user, client_id)
    await trail.record(session, user, "view", "client", row.id, client_id=row.id)
    return _view(row)


async def add_client(session: WriteSession, user: CurrentUser, client: ClientView) -> ClientView:
    """Add a client from ``checked_client``. Raises ``NotAllowed``, or ``Conflict`` for an id that is taken."""
    require(user, ADMIN)
    if not await _insert(session, user, client):
        raise Conflict(f"Er is al een cliënt met id {client.id}.", code="id_taken")
    await trail.record(session, user, "create", "client", client.id, client_id=client.id)
    return client


async def edit_client(
    session: WriteSession, user: CurrentUser, client: ClientView, *, known: ClientView | None = None
) -> ClientView:
    """Change a client's names and date of birth; the id stays.

    With ``known``, the client as the caller last read it, only if it has not changed since. Raises ``NotAllowed``,
    ``NotFound`` or ``Conflict``.
    """
    require(user, ADMIN)
    row = await _find(session, user, client.id, locked=True)
    if _view(row) == client:
        return client
    if known is not None and _view(row) != known:
        raise Conflict(STALE, code="stale_version")
    row.first_name, row.last_name, row.date_of_birth = client.first_name, client.last_name, client.date_of_birth
    row.search_key = search_key(client.first_name, client.last_name, client.id)
    await session.flush()
    await trail.record(session, user, "change", "client", row.id, client_id=row.id)
    return client


async def put_client(session: WriteSession, user: CurrentUser, client: ClientView) -> bool:
    """Add the client, or change the existing one with this id; return whether it was added. Raises ``NotAllowed``."""
    try:
        await add_client(session, user, client)
    except Conflict:
        await edit_client(session, user, client)
        return False
    return True


def checked_client(client_id: str, first_name: str, last_name: str, date_of_birth: str | date) -> ClientView:
    """Return a client as it can be stored.

    Raises ``Invalid`` with the sentence for the first field that is wrong; its ``code`` names the field.
    """
    client, problems = read_client(client_id, first_name, last_name, date_of_birth)
    if client is None:
        raise problems[0]
    return client


def read_client(
    client_id: str, first_name: str, last_name: str, date_of_birth: str | date
) -> tuple[ClientView | None, list[Invalid]]:
    """Return the client, or else the problems of all invalid fields; a problem's ``code`` names its field."""
    problems: list[Invalid] = []

    def kept(check: Callable[..., Any], *values: Any) -> Any:
        try:
            return check(*values)
        except Invalid as problem:
            problems.append(problem)

    client = ClientView(
        kept(checked_id, client_id),
        kept(_checked_name, first_name, "Voornaam", "first_name"),
        kept(_checked_name, last_name, "Achternaam", "last_name"),
        kept(checked_birth_date, date_of_birth),
    )
    return (None if problems else client), problems


def checked_id(client_id: str) -> str:
    """Return an id from another system as it is stored. Raises ``Invalid``."""
    found = composed(client_id, MAX_ID, f"Id mag maximaal {MAX_ID} tekens hebben", code="client_id")
    if not found:
        raise Invalid("Id is verplicht", code="client_id")
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for letter in found):
        raise Invalid("Id bevat een onzichtbaar teken", code="client_id")
    return _inert(found, "Id", "client_id")


def checked_birth_date(value: str | date) -> date:
    """Parse a date (``dates.parse``): an existing day from 1900 up to today. Raises ``Invalid``."""
    found = value if isinstance(value, date) else _read_date(value)
    if found > clock.local_now().date():
        raise Invalid("Geboortedatum ligt in de toekomst", code="date_of_birth")
    if found.year < FIRST_YEAR:
        raise Invalid(f"Geboortedatum mag niet voor {FIRST_YEAR} liggen", code="date_of_birth")
    return found


def _read_date(text: str) -> date:
    no_day = "Geboortedatum is geen bestaande datum; schrijf dd-mm-jjjj"
    no_date = "Geboortedatum is niet als datum te lezen; schrijf dd-mm-jjjj"
    bounded(text, dates.LONGEST, no_date, code="date_of_birth")
    if not text.strip():
        raise Invalid("Geboortedatum is verplicht", code="date_of_birth")
    try:
        return dates.parse(text)
    except ValueError as error:
        sentence = no_date if isinstance(error, dates.NotADate) else no_day
        raise Invalid(sentence, code="date_of_birth") from None


def _checked_name(name: str, label: str, code: str) -> str:
    too_long = f"{label} mag maximaal {MAX_NAME} tekens hebben"
    bounded(name, DECOMPOSED * MAX_NAME, too_long, code=code)
    readable = "".join(letter for letter in name if unicodedata.category(letter) not in ("Cf", "Cs", "Co"))
    try:
        found = checked_name(readable, label)
    except Invalid as error:
        raise Invalid(error.message, code=code) from None
    return _inert(found, label, code)


def _inert(text: str, label: str, code: str) -> str:
    if text.startswith(FORMULA):
        raise Invalid(f"{label} begint met {text[0]}; een spreadsheet leest dat als formule", code=code)
    return text


def _matching(user: CurrentUser, words: list[str]) -> list[ColumnElement[bool]]:
    key = col(Client.search_key)
    own = col(Client.organization_id) == user.organization_id
    return [own, *(key.like(f"%{_escaped(word)}%", escape="\\") for word in words)]


def _escaped(word: str) -> str:
    return re.sub(r"([\\%_])", r"\\\1", word)


async def _insert(session: WriteSession, user: CurrentUser, client: ClientView) -> bool:
    """Insert the row unless the id is taken."""
    row = Client(
        organization_id=user.organization_id,
        id=client.id,
        first_name=client.first_name,
        last_name=client.last_name,
        date_of_birth=client.date_of_birth,
        search_key=search_key(client.first_name, client.last_name, client.id),
    )
    is_new = await inserts.insert_once(session, row)
    if is_new:
        await name_keys.of_clients(session, [row])
    return is_new


async def _find(session: ReadSession, user: CurrentUser, client_id: str, *, locked: bool = False) -> Client:
    try:
        known = checked_id(client_id)
    except Invalid:
        raise NotFound(NOT_FOUND) from None
    query = select(Client).where(Client.organization_id == user.organization_id, Client.id == known)
    return await locks.row(session, query, NOT_FOUND, locked=locked)


def _view(row: Client) -> ClientView:
    return ClientView(row.id, row.first_name, row.last_name, row.date_of_birth)
