"""The audit trail: records who did what to what, when and from where, but no content (NEN 7513, security.md S27).

Rows are chained per organization with a keyed digest, so a changed, removed or inserted row breaks the chain;
``first_broken`` finds the break, and ``services.audit.verification`` finds rows removed from the end. The database
itself refuses UPDATE and DELETE.
"""

import json
import uuid
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, insert, text
from sqlalchemy import select as sa_select
from sqlmodel import col, select

from ... import clock
from ...config import settings
from ...db.models import AuditLog
from ...db.session import AuditedSession, ReadSession, WriteSession
from ..shared import tokens
from ..shared.identity import CurrentUser

PLATFORM_CHAIN = "platform"
#: The action of a row that says up to which row its chain was removed (``audit.pruning``).
PRUNE = "prune"

_AT_ONCE = 200  # rows between two yields to the event loop, some ten milliseconds
_NOTED = "noted for the audit trail"  # in ``session.info``
_READ_AT_ONCE = 2_000  # rows of a chain in memory while it is verified

#: What every action does, built once, and without model objects.
_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:chain, 0))")
_ROWS = AuditLog.__table__  # pyright: ignore[reportAttributeAccessIssue]
_NEWEST = (
    sa_select(_ROWS.c.sequence, _ROWS.c.entry_hash)
    .where(_ROWS.c.chain == bindparam("chain"))
    .order_by(_ROWS.c.sequence.desc())
    .limit(1)
)
_INSERT = insert(_ROWS)


@dataclass(frozen=True, slots=True)
class Caller:
    """The origin of a call."""

    ip_address: str = ""
    user_agent: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row to append; the fields are those of ``record``."""

    action: str
    resource: str
    resource_id: object = None
    client_id: str | None = None
    organization_id: uuid.UUID | None = None
    user_id: uuid.UUID | None = None
    success: bool = True
    error_message: str | None = None

    @property
    def chain(self) -> str:
        """The chain that the row belongs to."""
        return str(self.organization_id) if self.organization_id else PLATFORM_CHAIN


@dataclass(frozen=True, slots=True)
class Noted:
    """An audit row that is still to be appended, and where its call came from."""

    entry: Entry
    source: Caller


#: Set by the edge for every request and event, so that services need not pass it as an argument.
caller: ContextVar[Caller] = ContextVar("caller", default=Caller())  # noqa: B039  frozen, so it is safe to share


async def record(
    session: AuditedSession,
    user: CurrentUser | None,
    action: str,
    resource: str,
    resource_id: object = None,
    *,
    client_id: str | None = None,
    organization_id: uuid.UUID | None = None,
    user_id: uuid.UUID | None = None,
    success: bool = True,
    error_message: str | None = None,
) -> None:
    """Append one row in the caller's transaction; in a session of ``audited_reads.audited_read()``, before its block
    ends.

    ``action`` is a verb ('view', 'create', 'change', 'export', 'delete', 'login', ...), ``resource`` the noun it was
    done to. Call it after the action has taken all its other locks (``locks``): every writer of the organization waits
    for the chain until this transaction ends. ``organization_id`` and ``user_id`` are taken from ``user`` unless given.
    ``error_message`` is a reason word or sentence of ours, never something a user typed.
    """
    if user is not None:
        user_id = user_id or user.id
        organization_id = organization_id or (user.organization.id if user.organization else None)
    entry = Entry(action, resource, resource_id, client_id, organization_id, user_id, success, error_message)
    await record_many(session, [entry])


async def record_clients(
    session: AuditedSession, user: CurrentUser, changes: Sequence[tuple[str, str]], resource: str = "client"
) -> None:
    """Append a row per client; each change is an action and a client id."""
    home = user.organization_id
    await record_many(session, [Entry(action, resource, one, one, home, user.id) for action, one in changes])


async def record_shown(
    session: AuditedSession, user: CurrentUser, resource: str, clients: Iterable[str | None]
) -> None:
    """Append a row for each client of a list that was shown; without any, one row of the list."""
    of = sorted({one for one in clients if one}) or [None]
    home = user.organization_id
    await record_many(session, [Entry("view", resource, None, one, home, user.id) for one in of])


async def record_many(session: AuditedSession, entries: Sequence[Entry]) -> None:
    """Append many rows, of one or more organizations, yielding to the event loop between batches."""
    # A row would be lost silently in a session of ``reading()`` (S27).
    if not isinstance(session, AuditedSession):
        raise TypeError("An audit row needs a session of transaction() or audited_read().")
    source = caller.get()
    rows = [Noted(entry, source) for entry in entries]
    if isinstance(session, WriteSession):
        await append(session, rows)
    else:
        session.info.setdefault(_NOTED, []).extend(rows)


def noted(session: AuditedSession) -> list[Noted]:
    """Return the rows that a read-only session has to append, in order."""
    return session.info.get(_NOTED, [])


async def append(session: WriteSession, rows: Sequence[Noted]) -> None:
    """Append rows with the origin that each has."""
    chains: dict[str, list[Noted]] = {}
    for row in rows:
        chains.setdefault(row.entry.chain, []).append(row)
    for chain in sorted(chains):
        await _lock(session, chain)
    for chain, of_chain in sorted(chains.items()):
        number, before = await _head(session, chain)
        for start in range(0, len(of_chain), _AT_ONCE):
            stored = []
            for row in of_chain[start : start + _AT_ONCE]:
                stored.append(_row(chain, number, before, row))
                number, before = number + 1, stored[-1]["entry_hash"]
            await session.execute(_INSERT, stored)


async def first_broken(
    session: ReadSession, chain: str, *, rotates: bool = False, passed: Callable[[int], object] | None = None
) -> int | None:
    """Return the sequence number of the first row that breaks the chain, or ``None`` when it is intact.

    Reads the rows in batches. Rows removed from the end leave a valid chain: see ``audit.verification``. A row may be
    signed with a former key only before the first row with a newer one, and the last only with the present one: a
    stolen former key cannot add rows. ``rotates``: the chains have not been closed with the present key yet.
    ``passed`` is called with the number of a row up to which all is well, batch by batch.
    """
    age = len(settings().secret_keys()) - 1
    expected, before = await _beginning(session, chain)
    if expected == 0:
        return 1
    begins = expected
    rows = select(AuditLog).where(AuditLog.chain == chain).order_by(col(AuditLog.sequence)).limit(_READ_AT_ONCE)
    portion = (await session.exec(rows.where(col(AuditLog.sequence) >= expected))).all()
    while portion:
        for entry in portion:
            signed_with = next(
                (key for key in range(age, -1, -1) if entry.entry_hash == _digest(entry, before, key)), None
            )
            if entry.sequence != expected or signed_with is None:
                return expected
            expected, before, age = expected + 1, entry.entry_hash, signed_with
        session.expunge_all()
        if passed is not None:
            passed(expected - 1)
        portion = (await session.exec(rows.where(col(AuditLog.sequence) >= expected))).all()
    is_open = expected > begins and age > 0 and not rotates
    return expected - 1 if is_open else None


async def is_genuine(session: ReadSession, row: AuditLog) -> bool:
    """Return whether one row is as it was appended, behind the row that is before it now."""
    former = select(AuditLog.entry_hash).where(AuditLog.chain == row.chain, AuditLog.sequence == row.sequence - 1)
    before = (await session.exec(former)).first()
    if before is None:
        expected, before = await _beginning(session, row.chain)
        if expected != row.sequence:
            return False
    return any(row.entry_hash == _digest(row, before, age) for age in range(len(settings().secret_keys())))


async def _beginning(session: ReadSession, chain: str) -> tuple[int, str]:
    """Return the sequence number with which a chain begins, and the hash before it; (0, '') when no row says why
    earlier ones are missing. Rows that are about to be removed, where that was cut off, do not count."""
    first = (await session.exec(select(func.min(AuditLog.sequence)).where(AuditLog.chain == chain))).one()
    if first in (None, 1):
        return 1, ""
    noted = select(AuditLog.error_message).where(AuditLog.chain == chain, AuditLog.action == PRUNE)
    last = (await session.exec(noted.order_by(col(AuditLog.sequence).desc()).limit(1))).first()
    removed, _, digest = (last or "").partition(" ")
    return (int(removed) + 1, digest) if removed.isdecimal() and first <= int(removed) + 1 else (0, "")


async def _head(session: ReadSession, chain: str) -> tuple[int, str]:
    """Return the sequence number and the hash of a chain's newest row; (0, "") for a chain without rows."""
    newest = (await session.execute(_NEWEST, {"chain": chain})).first()
    return (newest.sequence, newest.entry_hash) if newest else (0, "")


async def _lock(session: WriteSession, chain: str) -> None:
    """Serialize the writers of one chain. SQLite needs no lock: a write transaction already excludes every other."""
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(_LOCK, {"chain": chain})


def _row(chain: str, sequence: int, before: str, of: Noted) -> dict[str, Any]:
    """Return the row, as a dict of columns, that follows the one with this sequence number and hash."""
    entry, source = of.entry, of.source
    row: dict[str, Any] = {name: getattr(entry, name) for name in Entry.__slots__}
    row |= {
        "id": uuid.uuid4(),
        "chain": chain,
        "sequence": sequence + 1,
        "resource_id": str(entry.resource_id) if entry.resource_id is not None else None,
        "ip_address": source.ip_address[:64],
        "user_agent": source.user_agent[:300],
        "error_message": entry.error_message[:300] if entry.error_message else None,
        "created_at": clock.now(),
    }
    plain = {name: str(value) if isinstance(value, uuid.UUID) else value for name, value in row.items()}
    row["entry_hash"] = _signed(plain, row["created_at"], before)
    return row


def _digest(entry: AuditLog, before: str, age: int = 0) -> str:
    return _signed(entry.model_dump(mode="json", exclude={"entry_hash", "created_at"}), entry.created_at, before, age)


def _signed(fields: dict[str, Any], created_at: datetime, before: str, age: int = 0) -> str:
    content = json.dumps(fields | {"created_at": created_at.isoformat()}, sort_keys=True)
    return tokens.signed("audit", before, content, age=age)
