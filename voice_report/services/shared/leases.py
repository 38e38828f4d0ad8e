"""Leases: a worker has a row for itself until a moment; after a crash the row is free again by itself.

For every table with a column ``claimed_until``. That moment also identifies the holder: a worker whose lease ended, and
whose row another has leased since, changes nothing any more. Works alike on SQLite and PostgreSQL.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, or_
from sqlmodel import col, func, select, update

from ... import clock
from ...db.models import DeletionReceipt, DictationSegment, EmailDomain, OutboxMail, Recording
from ...db.session import ReadSession, WriteSession
from . import moments

Row = TypeVar("Row", DictationSegment, OutboxMail, EmailDomain, Recording, DeletionReceipt)


#: The tables whose rows are leased.
_LEASED: tuple[Any, ...] = (DictationSegment, OutboxMail, EmailDomain, Recording, DeletionReceipt)
#: No lease is longer, and of a chosen file, whose owner waits for it after a crash, none than this.
LONGEST, _LONGEST_OF_FILE = timedelta(hours=1), timedelta(seconds=60)


@dataclass(slots=True)
class Lease:
    """A row that this worker holds until ``until``, which ``renew`` moves."""

    model: type[DictationSegment] | type[OutboxMail] | type[EmailDomain] | type[Recording] | type[DeletionReceipt]
    row_id: uuid.UUID
    until: datetime


def longest(model: type[Row]) -> timedelta:
    """Return how long a lease on a row of this table lasts at most."""
    return _LONGEST_OF_FILE if model is Recording else LONGEST


def is_free(model: type[Row]) -> ColumnElement[bool]:
    """Return the condition that a row is not leased."""
    until = col(model.claimed_until)
    return or_(until.is_(None), moments.is_over(until, longest(model)))


async def held(session: ReadSession) -> dict[str, int]:
    """Return how many rows of each table are leased now, by the table's name."""
    return {
        str(model.__tablename__): (await session.exec(select(func.count()).where(~is_free(model)))).one()
        for model in _LEASED
    }


async def take(
    session: WriteSession, model: type[Row], length: timedelta, *where: Any, order_by: tuple[Any, ...] = ()
) -> tuple[Row, Lease] | None:
    """Lease the first free row that matches; ``None`` when there is none.

    Skips rows that another transaction has locked (SKIP LOCKED): they are being leased or changed.
    """
    query = select(model).where(*where, is_free(model)).order_by(*order_by).limit(1)
    found = query.with_for_update(skip_locked=True).execution_options(populate_existing=True)
    row = (await session.exec(found)).first()
    if row is None:
        return None
    row.claimed_until = clock.now() + length
    return row, Lease(model, row.id, row.claimed_until)


async def renew(session: WriteSession, lease: Lease, length: timedelta, **columns: Any) -> bool:
    """Make the lease last for ``length`` from now, and store these columns; returns False when it was lost."""
    until = clock.now() + length
    is_held = await _change(session, lease, claimed_until=until, **columns)
    if is_held:
        lease.until = until
    return is_held


async def end(session: WriteSession, lease: Lease, **columns: Any) -> None:
    """Free the row and store its outcome in these columns; does nothing when the lease was lost."""
    await _change(session, lease, claimed_until=None, **columns)


async def _change(session: WriteSession, lease: Lease, **columns: Any) -> bool:
    # Not ``==``: a renewal that was rolled back left an earlier moment. A new holder always has a later one.
    held = (col(lease.model.id) == lease.row_id, col(lease.model.claimed_until) <= lease.until)
    changed = await session.execute(update(lease.model).where(*held).values(**columns))
    return changed.rowcount == 1  # pyright: ignore[reportAttributeAccessIssue]
