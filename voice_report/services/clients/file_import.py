"""Import of clients from a file: first a preview that saves nothing, then the import itself, in short transactions.

A line with a mistake is skipped and reported. A line with an existing id changes that client; the preview shows this.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, select
from sqlmodel import col

from ... import clock
from ...core import texts
from ...core.shares import heavy
from ...db.models import Client, ClientImport, search_key
from ...db.session import ReadSession, WriteSession, run_in_transaction
from ...errors import Conflict
from ..audit import trail
from ..shared import inserts, locks, rate_limits
from ..shared.export import csv_line
from ..shared.identity import ADMIN, CurrentUser, require
from . import client_file, name_keys
from .client_file import ClientFile, Line, Mistake
from .clients import ClientView

NEW, CHANGED, SAME = "new", "changed", "same"
_SHOWN_LINES = 10
_SHOWN_MISTAKES = 100
_AT_ONCE = 250  # lines per transaction
_REST = 0.5  # pause after a batch, as a fraction of the time it took, to leave processor time to others
_LETTER = {NEW: "n", CHANGED: "c", SAME: "s"}  # as stored in ``ClientImport.sample``
KEPT = timedelta(days=30)
_SLOW = 5.0  # seconds of reading a workbook
_COLUMNS = (col(Client.id), col(Client.first_name), col(Client.last_name), col(Client.date_of_birth))

#: Replaced in tests, so that they do not sleep.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep


@dataclass(frozen=True, slots=True)
class SampleLine:
    """One of the first lines, and the outcome of importing it: 'new', 'changed' or 'same'."""

    number: int
    client: ClientView
    outcome: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The outcome of an import, expected or done. It counts all lines and shows the first lines and mistakes.

    The others: see ``ClientFile``; of its lists the number, and as examples ``read_as`` ('12-4-38 als 12-04-1938'),
    ``unclear_as`` ('3-4-12'), ``turned_as`` ('Vries, de als de Vries') and ``serials_as``; of ``totals`` the lines.
    """

    fingerprint: str
    new: int
    changed: int
    same: int
    wrong: int
    sample: list[SampleLine]
    mistakes: list[Mistake]
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    completed: int = 0
    read_as: str = ""
    unclear: int = 0
    unclear_as: str = ""
    hidden: int = 0
    heading: int = 0
    unread: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    turned: int = 0
    turned_as: str = ""
    serials: int = 0
    serials_as: str = ""
    guessed: str = ""
    doubted: str = ""


async def read(user: CurrentUser, content: bytes, century: int | None = None) -> ClientFile:
    """Read a file: see ``client_file.read``. Raises ``NotAllowed``, ``TooMany``, and ``Unavailable``.

    A workbook is compressed XML, so a small file can take long: reading is heavy work, and an account can have only a
    few slow ones read (security.md S56).
    """
    require(user, ADMIN)
    await rate_limits.hit("import", str(user.id))
    if not client_file.is_workbook(content):
        return await client_file.read(content, century)
    with heavy().place(user.holder):
        async with heavy().turn(user.holder):
            slow = ("import_slow", str(user.id))
            await rate_limits.take(slow)
            began = time.monotonic()
            try:
                return await client_file.read(content, century)
            finally:
                if time.monotonic() - began < _SLOW:
                    await rate_limits.give_back(slow)


async def preview(session: ReadSession, user: CurrentUser, file: ClientFile) -> Summary:
    """Return what importing this file would do. Raises ``NotAllowed``."""
    require(user, ADMIN)
    outcomes = await _outcomes(session, user, file.lines)
    return _summary(file, Counter(outcomes), "".join(_LETTER[outcome] for outcome in outcomes[:_SHOWN_LINES]))


def mistakes(user: CurrentUser, file: ClientFile) -> str:
    """Return all lines with a mistake as CSV, with their numbers and reasons, to be corrected and read again."""
    require(user, ADMIN)
    lines = [csv_line((*client_file.COLUMNS, "regel", "fout"))]
    for one in file.mistakes:
        cells = (*one.cells, *[""] * (len(client_file.COLUMNS) - len(one.cells)))
        lines.append(csv_line((*cells, str(one.number), one.sentence)))
    return "\ufeff" + "".join(lines)


async def save(user: CurrentUser, file: ClientFile, seen: str) -> Summary:
    """Save the file's clients; ``seen`` is the fingerprint of the file that was previewed.

    Saves in batches, each in its own short transaction, so that colleagues are not blocked. After a crash, sending the
    same file again continues where it stopped; concurrent imports take turns, and each line is saved once. Raises
    ``NotAllowed``, or ``Conflict`` when this is not the file that was previewed.
    """
    require(user, ADMIN)
    if seen != file.fingerprint:
        raise Conflict("Het bestand is gewijzigd sinds het voorbeeld. Bekijk het voorbeeld opnieuw.", code="other_file")
    progress = await run_in_transaction(_begin, user, file)
    while progress.done < progress.lines:
        began = time.monotonic()
        progress = await run_in_transaction(_save_portion, user, file)
        await pause((time.monotonic() - began) * _REST)
    return _summary(file, Counter({NEW: progress.new, CHANGED: progress.changed, SAME: progress.same}), progress.sample)


async def purge(session: WriteSession) -> int:
    """Delete the progress of imports older than ``KEPT`` (hourly job); return how many."""
    old = await locks.free(session, ClientImport, col(ClientImport.updated_at) <= clock.now() - KEPT)
    await session.execute(delete(ClientImport).where(col(ClientImport.id).in_(old)))
    return len(old)


async def _begin(session: WriteSession, user: CurrentUser, file: ClientFile) -> ClientImport:
    """Return the progress of this file.

    A file that was imported completely starts again, because the clients may have changed since. So does a file whose
    number of valid lines has changed: a date of birth was in the future, or the reader is another version.
    """
    await locks.caller(session, user)
    fresh = ClientImport(organization_id=user.organization_id, fingerprint=file.fingerprint, lines=len(file.lines))
    await inserts.insert_once(session, fresh)
    progress = await _progress(session, user, file)
    if progress.done == progress.lines or progress.lines != len(file.lines):
        progress.lines = len(file.lines)
        progress.done = progress.new = progress.changed = progress.same = 0
    if progress.done == 0:
        first = await _outcomes(session, user, file.lines[:_SHOWN_LINES])
        progress.sample = "".join(_LETTER[outcome] for outcome in first)
        progress.updated_at = clock.now()
    if not file.lines:
        await trail.record(session, user, "import", "clients")
    return progress


async def _save_portion(session: WriteSession, user: CurrentUser, file: ClientFile) -> ClientImport:
    """Save the next batch of lines; the last batch records the import in the audit trail."""
    await locks.caller(session, user)
    progress = await _progress(session, user, file)
    lines = file.lines[progress.done : progress.done + _AT_ONCE]
    if not lines:
        return progress
    outcomes = await _outcomes(session, user, lines)
    touched = {line.client.id: line.client for line, done in zip(lines, outcomes, strict=True) if done != SAME}
    if touched:
        insert = inserts.insert(session, Client)
        columns = ("first_name", "last_name", "date_of_birth", "search_key")
        upsert = insert.on_conflict_do_update(
            index_elements=["organization_id", "id"], set_={name: insert.excluded[name] for name in columns}
        )
        rows = [_row(user, touched[one]) for one in sorted(touched)]  # by id (``locks``)
        await session.execute(upsert, rows)
        await name_keys.of_clients(session, [Client(**row) for row in rows])
    counted = Counter(outcomes)
    progress.done += len(lines)
    progress.new += counted[NEW]
    progress.changed += counted[CHANGED]
    progress.same += counted[SAME]
    progress.updated_at = clock.now()
    verbs = {NEW: "create", CHANGED: "change"}
    changes = [(verbs[done], line.client.id) for line, done in zip(lines, outcomes, strict=True) if done in verbs]
    await session.flush()
    await trail.record_clients(session, user, changes)
    if progress.done == progress.lines:
        await trail.record(session, user, "import", "clients")
    return progress


async def _progress(session: WriteSession, user: CurrentUser, file: ClientFile) -> ClientImport:
    """Lock and return the file's row, so that concurrent imports of the same file take turns."""
    mine = (
        col(ClientImport.organization_id) == user.organization_id,
        col(ClientImport.fingerprint) == file.fingerprint,
    )
    query = select(ClientImport).where(*mine).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one()


async def _outcomes(session: ReadSession, user: CurrentUser, lines: list[Line]) -> list[str]:
    """Compare every line with the present client of the same id."""
    found: list[str] = []
    for some in (lines[start : start + _AT_ONCE] for start in range(0, len(lines), _AT_ONCE)):
        query = select(*_COLUMNS).where(
            col(Client.organization_id) == user.organization_id, col(Client.id).in_([line.client.id for line in some])
        )
        known = {row[0]: ClientView(*row) for row in (await session.execute(query)).all()}
        for line in some:
            before = known.get(line.client.id)
            found.append(NEW if before is None else SAME if before == line.client else CHANGED)
    return found


def _summary(file: ClientFile, counted: Counter[str], sample: str) -> Summary:
    outcome_of = {letter: outcome for outcome, letter in _LETTER.items()}
    first = zip(file.lines[:_SHOWN_LINES], (outcome_of[letter] for letter in sample), strict=True)
    written, day = file.completed[0] if file.completed else ("", None)
    return Summary(
        fingerprint=file.fingerprint,
        new=counted[NEW],
        changed=counted[CHANGED],
        same=counted[SAME],
        wrong=len(file.mistakes),
        sample=[SampleLine(line.number, line.client, outcome) for line, outcome in first],
        mistakes=file.mistakes[:_SHOWN_MISTAKES],
        sheet=file.sheet,
        other_sheets=file.other_sheets,
        completed=len(file.completed),
        read_as=f"{written} als {texts.dutch_date(day)}" if day else "",
        unclear=len(file.unclear),
        unclear_as=file.unclear[0] if file.unclear else "",
        hidden=len(file.hidden),
        heading=file.heading,
        unread=file.unread,
        totals=tuple(file.totals[:_SHOWN_LINES]),
        turned=len(file.turned),
        turned_as=" als ".join(file.turned[0]) if file.turned else "",
        serials=len(file.serials),
        serials_as=" als ".join((file.serials[0][0], texts.dutch_date(file.serials[0][1]))) if file.serials else "",
        guessed=file.guessed,
        doubted=file.doubted,
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
