"""Clients from a file: first a preview in which nothing is saved, then everything in one transaction.

A line with a mistake is left out and told. An id that is known already changes that client; the preview says so.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession

from .. import clock
from ..errors import Conflict
from ..models import Client, search_key
from . import audit, client_file, rate_limits
from .client_file import ClientFile, Line, Mistake
from .clients import ClientView, require_admin
from .identity import CurrentUser

NEW, CHANGED, SAME = "new", "changed", "same"
_SHOWN_LINES = 10
_SHOWN_MISTAKES = 100
_AT_ONCE = 500  # rows per statement
_COLUMNS = (col(Client.id), col(Client.first_name), col(Client.last_name), col(Client.date_of_birth))


@dataclass(frozen=True, slots=True)
class SampleLine:
    """One of the first lines, and what importing does with it: 'new', 'changed' or 'same'."""

    number: int
    client: ClientView
    outcome: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What importing a file does, or did. The first lines and the first mistakes are shown, all are counted."""

    fingerprint: str
    new: int
    changed: int
    same: int
    wrong: int
    sample: list[SampleLine]
    mistakes: list[Mistake]


async def read(user: CurrentUser, content: bytes) -> ClientFile:
    """Read a file in a thread of its own.

    Raises ``NotAllowed``, ``TooMany``, ``Invalid``, ``TooLarge``, ``WrongMedia``.
    """
    require_admin(user)
    await rate_limits.check("import", str(user.id))
    return await asyncio.to_thread(client_file.read, content)


async def preview(session: AsyncSession, user: CurrentUser, file: ClientFile) -> Summary:
    """Tell what importing this file would do. Raises ``NotAllowed``."""
    require_admin(user)
    return _summary(file, await _outcomes(session, user, file.lines))


async def save(session: AsyncSession, user: CurrentUser, file: ClientFile, seen: str) -> Summary:
    """Save the file's clients; ``seen`` is the fingerprint of the file that was previewed.

    Raises ``NotAllowed``, or ``Conflict`` when this is another file than the one that was seen.
    """
    require_admin(user)
    if seen != file.fingerprint:
        raise Conflict("Het bestand is gewijzigd sinds het voorbeeld. Bekijk het voorbeeld opnieuw.", code="other_file")
    outcomes = await _outcomes(session, user, file.lines)
    touched = [line.client for line, outcome in zip(file.lines, outcomes, strict=True) if outcome != SAME]
    insert = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[session.get_bind().dialect.name](Client)
    columns = ("first_name", "last_name", "date_of_birth", "search_key")
    upsert = insert.on_conflict_do_update(
        index_elements=["organization_id", "id"], set_={name: insert.excluded[name] for name in columns}
    )
    for some in _parts(touched):
        await session.execute(upsert, [_row(user, client) for client in some])
    verbs = {NEW: "create", CHANGED: "change"}
    changes = [(verbs[done], line.client.id) for line, done in zip(file.lines, outcomes, strict=True) if done in verbs]
    await audit.record_clients(session, user, changes)
    await audit.record(session, user, "import", "clients")
    return _summary(file, outcomes)


async def _outcomes(session: AsyncSession, user: CurrentUser, lines: list[Line]) -> list[str]:
    """Compare every line with the client that has its id now."""
    found: list[str] = []
    for some in _parts(lines):
        query = select(*_COLUMNS).where(
            col(Client.organization_id) == user.organization_id, col(Client.id).in_([line.client.id for line in some])
        )
        known = {row[0]: ClientView(*row) for row in (await session.execute(query)).all()}
        for line in some:
            before = known.get(line.client.id)
            found.append(NEW if before is None else SAME if before == line.client else CHANGED)
    return found


def _summary(file: ClientFile, outcomes: list[str]) -> Summary:
    counted = Counter(outcomes)
    first = zip(file.lines[:_SHOWN_LINES], outcomes, strict=False)
    return Summary(
        fingerprint=file.fingerprint,
        new=counted[NEW],
        changed=counted[CHANGED],
        same=counted[SAME],
        wrong=len(file.mistakes),
        sample=[SampleLine(line.number, line.client, outcome) for line, outcome in first],
        mistakes=file.mistakes[:_SHOWN_MISTAKES],
    )


def _row(user: CurrentUser, client: ClientView) -> dict:
    return {
        "organization_id": user.organization_id,
        "id": client.id,
        "first_name": client.first_name,
        "last_name": client.last_name,
        "date_of_birth": client.date_of_birth,
        "search_key": search_key(client.first_name, client.last_name, client.id),
        "report_count": 0,
        "created_at": clock.now(),
    }


def _parts(items: list) -> Iterator[list]:
    return (items[start : start + _AT_ONCE] for start in range(0, len(items), _AT_ONCE))
