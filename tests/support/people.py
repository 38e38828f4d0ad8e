"""The same people in every story: two organizations with an administrator and a user each, a platform administrator.

The outsider is a user of the other organization and goes first: tests check what she must not reach before what the
organization's own people may do.
"""

import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any, Concatenate, ParamSpec, TypeVar

from argon2 import PasswordHasher
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col, update

from tests.support import tables
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import Client, CreditEntry, LoginSession, NameKey, Organization, User, name_keys
from voice_report.services.factors import passwords
from voice_report.services.sessions import sessions
from voice_report.services.shared import tokens
from voice_report.services.shared.identity import STEP_UP, CurrentUser

P = ParamSpec("P")
T = TypeVar("T")

PASSWORD = "Een-lang-wachtwoord-1!"


#: Hashing is slow on purpose: once per hasher and password is enough.
_hashes: dict[tuple[PasswordHasher, str], str] = {}


@dataclass(frozen=True)
class Person:
    """A person of the story, signed in once: ``cookie`` is the value of the session cookie."""

    id: uuid.UUID
    email: str
    first_name: str
    last_name: str
    role: str
    organization_id: uuid.UUID | None
    cookie: str = field(repr=False)
    password: str = PASSWORD

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}"

    async def current(self) -> CurrentUser:
        """Return the current user that every service receives, as the database has it now."""
        user = await database.run_reading(sessions.identify, self.cookie)
        assert user is not None, f"{self.name} is not signed in"
        return user

    async def call(
        self, work: Callable[Concatenate[database.WriteSession, CurrentUser, P], Awaitable[T]],
        *arguments: P.args, **named: P.kwargs,
    ) -> T:  # fmt: skip
        """Call a service as this person, in a transaction of its own."""
        return await database.run_in_transaction(work, await self.current(), *arguments, **named)

    async def let_ten_minutes_pass(self) -> None:
        """Let the second factor of every session of this person be too long ago for a delicate action."""
        mine = update(LoginSession).where(col(LoginSession.user_id) == self.id)
        await tables.run(mine.values(stepped_up_at=clock.now() - STEP_UP))


@dataclass(frozen=True)
class People:
    """Everybody. ``outsider`` and ``other_admin`` belong to ``other_organization_id``."""

    outsider: Person
    other_admin: Person
    user: Person
    admin: Person
    platform_admin: Person
    organization_id: uuid.UUID
    other_organization_id: uuid.UUID
    client_id: str
    other_client_id: str


async def make_organization(name: str = "Zorggroep De Linde", *, credits: int = 10, **columns: Any) -> uuid.UUID:
    """Create an organization with a balance that its ledger accounts for. Other columns by keyword."""
    organization, rows = _organization(name, credits=credits, **columns)
    await _save(rows)
    return organization


async def keep_archive(organization_id: uuid.UUID, **columns: Any) -> None:
    """Let an organization archive its reports. Other columns by keyword."""
    await change_organization(organization_id, **{"plan": "mkb", "save_reports_to_archive": True, **columns})


async def change_organization(organization_id: uuid.UUID, **columns: Any) -> None:
    """Set columns of an organization."""
    await tables.change(Organization, organization_id, **columns)


async def make_user(
    organization_id: uuid.UUID | None,
    first_name: str = "Ursula",
    last_name: str = "Verzorger",
    *,
    role: str = "user",
    email: str | None = None,
    password: str = PASSWORD,
    personal_credits: int | None = None,
    **columns: Any,
) -> Person:
    """Create a verified, active person with one open session. Other columns by keyword."""
    person, rows = await _user(
        organization_id,
        first_name,
        last_name,
        role=role,
        email=email,
        password=password,
        personal_credits=personal_credits,
        **columns,
    )
    await _save(rows)
    return person


async def make_client(
    organization_id: uuid.UUID, client_id: str, first_name: str = "Cor", last_name: str = "Voorbeeld"
) -> str:
    """Create a person in care and return the id it was given."""
    await _save([_client(organization_id, client_id, first_name, last_name)])
    return client_id


async def make_people(*, credits: int = 10) -> People:
    """Create everybody. Mail addresses are unique, so several casts can live in one database."""
    here, rows = _organization("Zorggroep De Linde", credits=credits)
    there, theirs = _organization("Thuiszorg Het Anker", credits=credits)
    rows += theirs
    people = {}
    for part, organization, first_name, last_name, role in (
        ("outsider", there, "Olga", "Buitenstaander", "user"),
        ("other_admin", there, "Otto", "Overkant", "admin"),
        ("user", here, "Ursula", "Verzorger", "user"),
        ("admin", here, "Anna", "Beheerder", "admin"),
        ("platform_admin", None, "Petra", "Platform", "platform_admin"),
    ):
        people[part], theirs = await _user(organization, first_name, last_name, role=role)
        rows += theirs
    rows += [_client(here, "C-1", "Cor", "Voorbeeld"), _client(there, "C-1", "Dora", "Voorbeeld")]
    await _save(rows)
    return People(**people, organization_id=here, other_organization_id=there, client_id="C-1", other_client_id="C-1")


async def _save(rows: list[SQLModel]) -> None:
    """Save rows in the order in which one table refers to another."""
    async with database.transaction() as session:
        await session.run_sync(_insert, rows)


def _insert(session: Session, rows: list[SQLModel]) -> None:
    """Insert without following each object, as ``add`` does, and without a look at every table there is: both together
    were a sixth of the processor time of a service's test."""
    ranks = {table.name: rank for rank, table in enumerate(SQLModel.metadata.sorted_tables)}
    for _table, of_one in groupby(sorted(rows, key=lambda row: ranks[str(row.__tablename__)]), type):
        session.bulk_save_objects(list(of_one))
    keys = [NameKey(**key) for row in rows if isinstance(row, Client | User) for key in name_keys(row)]
    session.bulk_save_objects(keys)


def _organization(name: str, *, credits: int, **columns: Any) -> tuple[uuid.UUID, list[SQLModel]]:
    columns = {"plan": "pro", "max_users": 10, "outside_text": "plain", **columns}
    organization = Organization(name=name, current_credits=credits, **columns)
    rows: list[SQLModel] = [organization]
    if credits:
        rows.append(_opening(credits, organization.id, organization_id=organization.id))
    return organization.id, rows


async def _user(
    organization_id: uuid.UUID | None,
    first_name: str,
    last_name: str,
    *,
    role: str,
    email: str | None = None,
    password: str = PASSWORD,
    personal_credits: int | None = None,
    **columns: Any,
) -> tuple[Person, list[SQLModel]]:
    email = email or f"{first_name}.{uuid.uuid4().hex[:12]}@zorg.example".lower()
    columns = {"is_email_verified": True, **columns}
    cookie = tokens.new()
    key = (passwords._hasher, password)
    if key not in _hashes:
        _hashes[key] = await passwords.hashed(password)
    user = User(
        email=email,
        password_hash=_hashes[key],
        first_name=first_name,
        last_name=last_name,
        role=role,
        organization_id=organization_id,
        personal_current_credits=personal_credits,
        **columns,
    )
    expires_at = clock.now() + sessions.ABSOLUTE
    rows: list[SQLModel] = [
        user,
        LoginSession(user_id=user.id, token_hash=tokens.hashed(cookie), expires_at=expires_at),
    ]
    if personal_credits:
        rows.append(_opening(personal_credits, user.id, user_id=user.id))
    return Person(user.id, email, first_name, last_name, role, organization_id, cookie, password), rows


def _opening(credits: int, of: uuid.UUID, **owner: Any) -> CreditEntry:
    return CreditEntry(change=credits, balance_after=credits, reason="opening", key=f"opening:{of}", **owner)


def _client(organization_id: uuid.UUID, client_id: str, first_name: str, last_name: str) -> Client:
    return Client(
        organization_id=organization_id,
        id=client_id,
        first_name=first_name,
        last_name=last_name,
        date_of_birth=date(1940, 5, 17),
    )
