"""Members who would not get in any more once the organization requires its identity provider (security.md S45).

Their address is outside its proven domains, so that nothing leads them to the provider, linked or not; or they are not
linked yet, and the record of their domain is missing for too long. A user who never depends on the provider is not one
of them.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, false
from sqlmodel import and_, col, func, or_, select

from ...db.models import User
from ...db.session import ReadSession
from ...errors import Conflict
from ..sessions import users
from ..shared.locks import not_being_deleted
from ..sign_in import linked_identities

SHOWN = 20
_NAMED = 3  # in the sentence


@dataclass(frozen=True, slots=True)
class Outsiders:
    """How many there are, and the first of them by name, as 'Name (address)'."""

    count: int
    shown: list[str]


async def of(
    session: ReadSession, organization_id: uuid.UUID, proven: Iterable[str], admitting: Iterable[str]
) -> Outsiders:
    """Return the members of an organization whom it would shut out.

    With an address in ``proven`` its linked members sign in, with one in ``admitting``, which are part of them, all.
    """
    is_linked = linked_identities.is_linked(col(User.id), in_use=False)
    return await _found(session, organization_id, ~or_(_in(admitting), and_(is_linked, _in(proven))))


async def without(session: ReadSession, organization_id: uuid.UUID, domain: str) -> Outsiders:
    """Return the members of an organization whom it would shut out by giving up this domain."""
    return await _found(session, organization_id, _in([domain]))


async def _found(session: ReadSession, organization_id: uuid.UUID, is_outside: ColumnElement[bool]) -> Outsiders:
    shut_out: list[Any] = [
        users.depends_on_provider(organization_id),
        col(User.is_active),
        not_being_deleted(User),
        is_outside,
    ]
    count = (await session.exec(select(func.count()).select_from(User).where(*shut_out))).one()
    first = select(User).where(*shut_out).order_by(col(User.search_key), col(User.id)).limit(SHOWN)
    rows = (await session.exec(first)).all()
    return Outsiders(count, [f"{row.first_name} {row.last_name} ({row.email})" for row in rows])


def refuse(found: Outsiders, where: str = "buiten jullie domeinen") -> None:
    """Raise ``Conflict``, which names them and where their address is, when there are any."""
    if not found.count:
        return
    named = found.shown[:_NAMED]
    rest = found.count - len(named)
    listed = ", ".join([*named, f"en nog {rest}"] if rest else named)
    who = "Deze collega heeft" if found.count == 1 else f"{found.count} collega's hebben"
    comes = "komt" if found.count == 1 else "komen"
    sentence = f"{who} een adres {where} en {comes} er dan niet meer in: {listed}."
    raise Conflict(sentence, code="members_outside")


def _in(domains: Iterable[str]) -> ColumnElement[bool]:
    """Return the condition that the user's address is in one of these domains."""
    return or_(false(), *(col(User.email).endswith(f"@{domain}", autoescape=True) for domain in domains))
