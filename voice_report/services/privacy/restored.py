"""Erasing again what a restored backup brings back.

The marks of what was erased (``audit.erasures``) are also in a file outside the database, ``ERASURES_FILE``, signed
with ``SECRET_KEY``. A mark that the file has and the database has not says that the database is older than the file: a
backup was restored. What was erased since the file was last written is not found: a moment after each night's work, and
an hour at most for the rest.
"""

import asyncio
import hmac
import json
import logging
import os
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import exists
from sqlmodel import col, delete, func, select, update

from ... import clock
from ...config import settings
from ...db.models import (
    Client,
    ConceptJob,
    DeletedDraft,
    DeletionReceipt,
    Dictation,
    Erasure,
    MeasuredValue,
    Organization,
    Report,
    User,
)
from ...db.session import WriteSession, reading, run_in_transaction
from ..archive import archive
from ..audit import erasures, sample_notes
from ..processing import egress
from ..shared import leases, tokens
from . import _counting, receipts, retention

logger = logging.getLogger(__name__)

#: Of each mark: its kind, the organization's id or '', and when the row was erased (ISO 8601).
Marks = dict[str, tuple[str, str, str]]

_AT_ONCE = 2_000  # marks read at once
#: What goes row by row.
_TABLES = {erasures.DICTATION: Dictation, erasures.JOB: ConceptJob, erasures.MEASUREMENT: MeasuredValue}


class UnreadableMarks(Exception):
    """The file is damaged, or was not signed with a key of this installation."""


async def erase_again() -> int:
    """Erase what a restored backup brought back, and bring the file up to date; return how many rows were erased.

    Users and organizations that came back are marked, and erased by ``platform.deletion.resume``.
    """
    since = erasures.kept_since()
    try:
        written = await asyncio.to_thread(_read, Path(settings().erasures_file))  # before the database: it is older
    except UnreadableMarks:
        logger.error("the file with marks of what was erased is damaged or of another installation; it is left alone")
        return 0
    outside = {mark: row for mark, row in written.items() if datetime.fromisoformat(row[2]) >= since}
    inside = await _inside()
    missing = {mark: row for mark, row in outside.items() if mark not in inside}
    if missing:
        await run_in_transaction(egress.begin_again)
    erased = await _again(missing) if missing else 0
    if inside.keys() | missing.keys() != written.keys():
        await asyncio.to_thread(_write, Path(settings().erasures_file), missing | inside)
    return erased


async def gather(others: bytes | None, *, in_database: bool) -> None:
    """Add to the file the marks of another copy of it, and those of the database, before a backup takes its place.

    A copy that this installation did not sign adds nothing. Raises ``UnreadableMarks`` for the file itself.
    """
    path = Path(settings().erasures_file)
    marks = await asyncio.to_thread(_read, path)
    try:
        marks = (_parsed(others) if others else {}) | marks
    except UnreadableMarks:
        logger.warning("the marks of what was erased in the backup are of another SECRET_KEY, and are not used")
    if in_database:
        marks |= await _inside()
    if marks:
        await asyncio.to_thread(_write, path, marks)


async def lately() -> list[str]:
    """Return one Dutch sentence for each organization of which a restored backup brought something back since
    yesterday."""
    mine = (DeletionReceipt.scope == receipts.RESTORED, col(DeletionReceipt.done_at) > clock.now() - timedelta(days=1))
    async with reading() as session:
        number = (await session.exec(select(func.count()).select_from(DeletionReceipt).where(*mine))).one()
    text = "Een teruggezette back-up bracht terug wat gewist was, bij {} organisatie(s). Het is opnieuw gewist."
    return [text.format(number)] if number else []


async def _inside() -> Marks:
    found: Marks = {}
    last = ""
    while True:
        query = select(Erasure.mark, Erasure.kind, Erasure.organization_id, Erasure.erased_at)
        query = query.where(col(Erasure.mark) > last).order_by(col(Erasure.mark))
        async with reading() as session:
            rows = (await session.exec(query.limit(_AT_ONCE))).all()
        found |= {mark: (kind, str(home or ""), at.isoformat()) for mark, kind, home, at in rows}
        if len(rows) < _AT_ONCE:
            return found
        last = rows[-1][0]


async def _again(missing: Marks) -> int:
    """Erase what these marks recognise, and store them."""
    homes: dict[str, dict[str, set[str]]] = {}
    for mark, (kind, home, _) in missing.items():
        homes.setdefault(home, {}).setdefault(kind, set()).add(mark)
    number = 0
    for home, marks in homes.items():
        organization_id = uuid.UUID(home) if home else None
        found = {kind: ids for kind, ids in (await _counting.left(marks, organization_id)).items() if ids}
        if erasures.TRANSCRIPT in found:  # not those of a report that goes as a whole
            whole = {*found.get(erasures.REPORT, ()), *found.get(erasures.DRAFT, ())}
            found[erasures.TRANSCRIPT] = [one for one in found[erasures.TRANSCRIPT] if one not in whole]
        number += await run_in_transaction(_mark_accounts, marks)
        lease = await _erased(found, organization_id) if found else None
        number += sum(map(len, found.values()))
        known = sorted(set().union(*marks.values()))
        for start in range(0, len(known), retention.PORTION):
            some = {mark: missing[mark] for mark in known[start : start + retention.PORTION]}
            await run_in_transaction(_store, some, lease.row_id if lease else None)
        if lease is not None:
            left_over = {kind: len(ids) for kind, ids in (await _counting.left(marks, organization_id)).items()}
            await run_in_transaction(receipts.finish, lease, left_over)
    if number:
        logger.warning("a backup was restored: %d rows, users and organizations in it are erased again", number)
    return number


async def _erased(found: Mapping[str, Sequence[Any]], organization_id: uuid.UUID | None) -> leases.Lease:
    """Erase rows by kind, and return the lease of their receipt."""
    lease = await run_in_transaction(_begin, organization_id)
    for kind, ids in sorted(found.items(), key=lambda one: one[0] == erasures.CLIENT):  # after their reports
        for start in range(0, len(ids), retention.PORTION):
            await run_in_transaction(_erase, kind, ids[start : start + retention.PORTION], organization_id, lease)
    return lease


async def _begin(session: WriteSession, organization_id: uuid.UUID | None) -> leases.Lease:
    return receipts.begin(session, receipts.RESTORED, organization_id, retention.tonight())[1]


async def _erase(
    session: WriteSession,
    kind: str,
    ids: Sequence[Any],
    organization_id: uuid.UUID | None,
    lease: leases.Lease,
) -> None:
    receipt = await receipts.held(session, lease)
    if kind in (erasures.DRAFT, erasures.REPORT, erasures.TRANSCRIPT):
        whose = select(Report.client_id).where(col(Report.id).in_(ids), col(Report.client_id).is_not(None)).distinct()
        clients = (await session.exec(whose)).all()
        await session.exec(delete(ConceptJob).where(col(ConceptJob.draft_id).in_(ids)))
        await session.exec(delete(Dictation).where(col(Dictation.draft_id).in_(ids)))
    if kind in (erasures.DRAFT, erasures.REPORT):
        await session.exec(delete(Report).where(col(Report.id).in_(ids)))
        await session.exec(delete(DeletedDraft).where(col(DeletedDraft.id).in_(ids)))
        if organization_id is not None:
            await archive.recount(session, organization_id, [one for one in clients if one])
    elif kind == erasures.TRANSCRIPT:
        await retention.remove_transcripts(session, ids)
    elif kind == erasures.CLIENT:
        for home, client_id in ids:
            there = [
                exists().where(col(table.organization_id) == home, col(table.client_id) == client_id)
                for table in (Report, DeletedDraft)
            ]
            mine = (col(Client.organization_id) == home, col(Client.id) == client_id)
            await session.exec(delete(Client).where(*mine, *(~one for one in there)))
    elif kind == erasures.NOTE:
        await sample_notes.erase(session, ids)
    elif kind in _TABLES:
        table = _TABLES[kind]
        await session.exec(delete(table).where(col(table.id).in_(ids)))
    if receipt is not None:
        receipts.add(session, receipt, {kind: len(ids)})


async def _mark_accounts(session: WriteSession, marks: dict[str, set[str]]) -> int:
    """Mark the users and organizations that came back as being deleted; returns how many."""
    number = 0
    for kind, table in ((erasures.USER, User), (erasures.ORGANIZATION, Organization)):
        wanted = marks.get(kind)
        if not wanted:
            continue
        there = (await session.exec(select(table.id).where(col(table.deleting_at).is_(None)))).all()
        back = [one for one in there if erasures.mark(kind, one) in wanted]
        await session.execute(update(table).where(col(table.id).in_(back)).values(deleting_at=clock.now()))
        number += len(back)
    return number


async def _store(session: WriteSession, marks: Marks, receipt_id: uuid.UUID | None) -> None:
    """Store marks that only the file had, with the moment at which their rows were erased at first."""
    present = set((await session.exec(select(Erasure.mark).where(col(Erasure.mark).in_(list(marks))))).all())
    for mark, (kind, home, at) in marks.items():
        if mark not in present:
            erased = Erasure(kind=kind, mark=mark, erased_at=datetime.fromisoformat(at), receipt_id=receipt_id)
            erased.organization_id = uuid.UUID(home) if home else None
            session.add(erased)
    await session.flush()


def _read(path: Path) -> Marks:
    """Return the marks in the file, none when there is no file yet. Raises ``UnreadableMarks``."""
    try:
        return _parsed(path.read_bytes())
    except FileNotFoundError:
        return {}


def _parsed(content: bytes) -> Marks:
    """Return the marks in the content of a file. Raises ``UnreadableMarks``."""
    try:
        written = json.loads(content)
        marks = {str(mark): (str(kind), str(home), str(at)) for mark, (kind, home, at) in written["erased"].items()}
        ages = range(len(settings().secret_keys()))
        genuine = any(hmac.compare_digest(written["signature"], _signature(marks, age)) for age in ages)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnreadableMarks from error
    if not genuine:
        raise UnreadableMarks
    return marks


def _write(path: Path, marks: Marks) -> None:
    """Replace the file atomically; each process writes a new one of its own first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    with new.open("w") as file:
        file.write(json.dumps({"erased": marks, "signature": _signature(marks)}, sort_keys=True))
        file.flush()
        os.fsync(file.fileno())  # else the new name may reach the disk before the content
    new.replace(path)


def _signature(marks: Marks, age: int = 0) -> str:
    return tokens.signed("erasures", json.dumps(marks, sort_keys=True), age=age)
