"""Marks of erased rows: what was erased is counted again afterwards, and recognised when a backup brings it back.

A mark is the SHA-256 of a table's name and a random id: who has the row can find its mark, and no one can find a row
from a mark. Marks go when no backup can have the row any more.
"""

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import insert
from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...db.models import Client, Erasure
from ...db.session import ReadSession, WriteSession
from ..shared import locks

DRAFT, REPORT, TRANSCRIPT, DICTATION, JOB = "draft", "report", "transcript", "dictation", "job"
MEASUREMENT, NOTE = "measurement", "note"
USER, ORGANIZATION, CLIENT = "user", "organization", "client"

#: Days for which a backup may be kept where the installation does not say (docs/operations/backup.md).
BACKUP_DAYS = 30
_SLACK = timedelta(days=5)  # a backup is restored some days after the one before it should have gone

_ROWS = Erasure.__table__  # pyright: ignore[reportAttributeAccessIssue]


def mark(kind: str, row_id: object) -> str:
    """Return the mark of a row."""
    return hashlib.sha256(f"{kind}:{row_id}".encode()).hexdigest()


def client_row(client: Client) -> str:
    """Return what the mark of a client is made of: a number may be given again, and can be guessed."""
    return f"{client.organization_id}:{client.id}:{client.created_at.isoformat()}"


def kept_since() -> datetime:
    """Return since when backups, and with them the marks, are still there."""
    return clock.now() - timedelta(days=settings().backup_days or BACKUP_DAYS) - _SLACK


async def note(
    session: WriteSession,
    kind: str,
    ids: Iterable[object],
    organization_id: uuid.UUID | None = None,
    receipt_id: uuid.UUID | None = None,
) -> None:
    """Store the marks of rows that this transaction erases; of one that was erased before, its mark is renewed."""
    now, marks = clock.now(), sorted({mark(kind, one) for one in ids})
    if not marks:
        return
    await session.execute(delete(Erasure).where(col(Erasure.mark).in_(marks)))
    whose = {"organization_id": organization_id, "receipt_id": receipt_id, "kind": kind}
    rows: list[dict[str, Any]] = [
        {"id": uuid.uuid4(), "created_at": now, "erased_at": now, "mark": one, **whose} for one in marks
    ]
    await session.execute(insert(_ROWS), rows)


async def of(session: ReadSession, receipt_id: uuid.UUID) -> dict[str, set[str]]:
    """Return the marks of what a receipt is about, by kind."""
    found: dict[str, set[str]] = {}
    query = select(Erasure.kind, Erasure.mark).where(Erasure.receipt_id == receipt_id)
    for kind, one in (await session.exec(query)).all():
        found.setdefault(kind, set()).add(one)
    return found


async def purge(session: WriteSession) -> int:
    """Remove the marks of what no backup has any more (hourly job); return how many."""
    old = col(Erasure.erased_at) < kept_since() - timedelta(days=1)  # the file of marks forgets them a day earlier
    found: Sequence[uuid.UUID] = await locks.free(session, Erasure, old)
    await session.exec(delete(Erasure).where(col(Erasure.id).in_(found)))
    return len(found)
