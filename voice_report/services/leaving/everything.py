"""Everything that an organization has here, in one ZIP file that is streamed to its administrator.

Read in portions in id order, each in its own transaction, so that no user waits. One at a time per organization: a
lease on the organization's row, which ends by itself when the download was cut off.
"""

import asyncio
import json
import os
import uuid
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import update
from sqlmodel import col, func, or_, select

from ... import clock
from ...config import VERSION, settings
from ...core import texts
from ...core.progress import Progress, untold
from ...db.models import (
    Client,
    DeletionReceipt,
    FieldProfile,
    LogSample,
    MaskingWord,
    MeasuredValue,
    Organization,
    OwnTemplate,
    OwnWord,
    PrivacyFile,
    ProcessingStep,
    Report,
    User,
)
from ...db.session import WriteSession, reading, run_in_transaction
from ...errors import Conflict, NotAllowed, NotFound, Unavailable
from ..audit import trail, viewer
from ..audit.viewer import AuditFilter
from ..billing import credits, statements
from ..shared import export, step_up_reasons
from ..shared.identity import (
    ADMIN,
    OPERATOR,
    ORGANIZATION_NOT_FOUND,
    CurrentUser,
    operator_for,
    parse_id,
    require,
    require_step_up,
)
from ..shared.locks import not_being_deleted
from ._zip_stream import ZipStream

_THERE = "{} bestaat al."
_NOT_WRITTEN = "Het bestand kon niet worden geschreven ({})."
BUSY = "Er wordt al een bestand met alles gemaakt. Wacht tot dat klaar is."

_PORTION = 100  # rows read at once
_MOST_LISTED = 1000
_LEASE, _RENEWED_EVERY = timedelta(minutes=3), timedelta(minutes=1)
_CSV_CHUNK = 64 * 1024  # characters of lines that are written at once

#: The columns of each report and draft; what is for the editor of a draft alone is left out.
_REPORT = (
    "id", "client_id", "title", "transcript", "structured_report", "report_label", "style", "template", "reported_at",
    "created_at", "updated_at", "reviewed_by", "reviewed_at", "refiled_by", "refiled_at", "transcript_removed_at",
)  # fmt: skip
_SETTINGS = (
    "id", "name", "plan", "max_users", "save_reports_to_archive", "default_template", "default_profile", "style",
    "second_factor", "second_factor_from", "remember_days", "outside_text", "outside_text_reason",
    "outside_text_by", "masks_dates", "marks_copies", "engine_floor", "speech_engine", "structure_engine",
    "drafts_days", "transcript_days", "archive_days", "retention_changed_at", "retention_changed_by", "created_at",
)  # fmt: skip
_STEP = (
    "id", "report_id", "step", "party", "host", "country", "region", "model_asked", "model_answered", "form", "style",
    "masked", "input_amount", "input_unit", "output_amount", "attempts", "sent_bytes", "began_at", "ended_at",
    "outcome", "reason",
)  # fmt: skip
#: Of each member: without what an account is opened with, or what it was used for.
_MEMBER = ("id", "first_name", "last_name", "email", "role", "is_active", "created_at")
_TEMPLATE = ("id", "name", "sections", "version", "archived_at", "created_at", "updated_at")
_PROFILE = ("id", "name", "template_key", "fields", "empty", "archived_at", "created_at", "updated_at")
_MASKING = ("id", "word", "rule", "created_at")
_FILE = ("id", "number", "made_at", "digest", "body", "seen_at")
_SAMPLE = ("id", "month", "rows", "head", "drawn_at", "answers", "signed_by", "signed_at")
_MEASURED = (
    "id", "report_id", "client_id", "kind", "parts", "unit", "context", "measured_at", "precision", "words", "entered",
    "confirmed_by",
)  # fmt: skip
_WORD = ("id", "word", "heard_as", "kind", "status", "created_at", "updated_at")
_JSON = frozenset(
    ("sections", "fields", "heard_as", "template", "masked", "rows", "answers", "parts", "context")
)  # columns that are JSON as text

_README = """Alles van {name} uit {app}, gemaakt op {made} door {by}.

clients.csv      de cliënten
members.csv      de accounts van medewerkers: naam, adres, rol, sinds wanneer
reports/         elke rapportage in het archief: ID.json met alle gegevens, ID.txt om te lezen
drafts/          de concepten van wie dit bestand maakte
measurements.json   gesproken metingen van rapportages in het archief
templates.json   eigen sjablonen
profiles.json    veldprofielen
words.json       de woordenlijst van de organisatie, en de eigen woorden van wie dit bestand maakte
settings.json    instellingen
processing.csv   welke dienst wat verwerkte
log.csv          het logboek
receipts.json    wisbewijzen: body is de tekst waarvan digest de SHA-256 is
masking-words.json, privacy-file.json, samples.json   vervangen woorden, privacydossier, steekproeven
ledger.csv       het verloop van de credits
manifest.json    de SHA-256 van elk bestand

Niet hierin: concepten en eigen woorden van anderen, verwijderde concepten, inloggegevens, uitnodigingen, de koppeling
met een identiteitsprovider, betalingen, tellingen van gebruik en hulpgegevens van de server zelf.
{others}
Wat tijdens het maken is gewijzigd, kan er al wel of nog niet in staan. Tekens zijn UTF-8.
"""


async def stream(user: CurrentUser) -> AsyncGenerator[bytes]:
    """Yield the ZIP file piece by piece; the first piece when it is begun and recorded.

    Raises ``NotAllowed``, ``StepUpNeeded``, and ``Conflict`` (``busy``) while another is under way.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.LEAVING)
    lease = await run_in_transaction(_begin, user)
    try:
        async for piece in _pieces(user, lease):
            yield piece
    finally:
        with suppress(Exception):  # else it ends by itself
            await asyncio.shield(run_in_transaction(_set, lease, None))


async def write(organization_id: str, folder: Path, progress: Progress = untold) -> Path:
    """Write the ZIP file of an organization in a folder, for the operator of the installation; return its path.

    Its trail says that it was taken, and by whom. Raises ``NotFound``, ``Conflict`` when the file exists or another is
    being made, and ``Unavailable`` when it cannot be written: nothing is left then.
    """
    async with reading() as session:
        row = await session.get(Organization, parse_id(organization_id, ORGANIZATION_NOT_FOUND))
    if row is None or row.deleting_at is not None:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    path = folder / file_name()
    if path.exists():
        raise Conflict(_THERE.format(path), code="exists")
    unfinished, written = path.with_name(f"{path.name}.part"), 0
    try:
        with _own_file(unfinished) as file:  # on the event loop: a command serves no user
            async for piece in stream(operator_for(credits.organization_view(row))):
                file.write(piece)
                written += len(piece)
                progress("Schrijven", written, 0)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
    except OSError as error:
        raise Unavailable(_NOT_WRITTEN.format(error.strerror or type(error).__name__), code="not_written") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return path


async def organizations() -> list[tuple[uuid.UUID, str]]:
    """Return the ids and names of the organizations, for the operator of the installation."""
    query = (
        select(Organization.id, Organization.name).where(not_being_deleted(Organization)).order_by(Organization.name)
    )
    async with reading() as session:
        return [(row_id, name) for row_id, name in (await session.exec(query.limit(_MOST_LISTED))).all()]


def _own_file(path: Path) -> BinaryIO:
    """Open a new file for its owner alone."""
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


class _Lease:
    """The claim on the organization of who takes everything, renewed while the file is read."""

    def __init__(self, user: CurrentUser, until: datetime) -> None:
        self.user_id, self.organization_id, self.until = user.id, user.organization_id, until
        self.is_operator = user.id == OPERATOR

    async def renew(self) -> None:
        """Make it last, once a minute. Raises ``Conflict`` when it was lost, and ``NotAllowed`` when its holder is no
        administrator any more: how long a download takes is up to who reads it."""
        if self.until - clock.now() < _LEASE - _RENEWED_EVERY:
            self.until = await run_in_transaction(_renewed, self)


async def _begin(session: WriteSession, user: CurrentUser) -> _Lease:
    now = clock.now()
    lease = _Lease(user, now + _LEASE)
    until = col(Organization.leaving_until)
    is_free = or_(until.is_(None), until <= now, until > now + _LEASE)  # that one: the clock was ahead
    this = update(Organization).where(col(Organization.id) == user.organization_id, is_free)
    if (await session.execute(this.values(leaving_until=lease.until))).rowcount != 1:  # pyright: ignore[reportAttributeAccessIssue]
        raise Conflict(BUSY, code="busy")
    await trail.record(session, user, "export", "organization", user.organization_id)
    return lease


async def _renewed(session: WriteSession, lease: _Lease) -> datetime:
    still = (User.id == lease.user_id, User.organization_id == lease.organization_id, User.role == ADMIN)
    query = select(User.id).where(*still, col(User.is_active), not_being_deleted(User))
    if not lease.is_operator and (await session.exec(query)).first() is None:
        raise NotAllowed
    fresh = clock.now() + _LEASE
    if not await _set(session, lease, fresh):
        raise Conflict(BUSY, code="busy")
    return fresh


async def _set(session: WriteSession, lease: _Lease, until: datetime | None) -> bool:
    mine = (col(Organization.id) == lease.organization_id, col(Organization.leaving_until) == lease.until)
    changed = await session.execute(update(Organization).where(*mine).values(leaving_until=until))
    return changed.rowcount == 1  # pyright: ignore[reportAttributeAccessIssue]


async def _pieces(user: CurrentUser, lease: _Lease) -> AsyncIterator[bytes]:
    home, made = user.organization_id, clock.now()
    archive = ZipStream(made.astimezone(clock.AMSTERDAM))
    # Both look whether a second factor was given just now: at the end that may be too long ago.
    log, ledger = viewer.export(user, AuditFilter()), statements.export(user)
    head = await anext(ledger)
    others = await _others_drafts(user)
    archive.add("LEESMIJ.txt", _readme(user, made, others).encode())
    for piece in archive.take():
        yield piece
    reports = (Report.organization_id == home, col(Report.is_draft).is_(False))
    drafts = (Report.organization_id == home, col(Report.is_draft).is_(True), Report.user_id == user.id)
    for folder, where in (("reports", reports), ("drafts", drafts)):
        async for rows in _portions(Report, *where):
            await lease.renew()
            await asyncio.to_thread(_add_reports, archive, folder, rows, await _authors(rows))
            for piece in archive.take():
                yield piece
    own = or_(col(OwnWord.user_id).is_(None), OwnWord.user_id == user.id)
    receipts = (DeletionReceipt.organization_id == home, col(DeletionReceipt.done_at).is_not(None))
    for name, lines in (
        ("clients.csv", _table(Client, ("id", "first_name", "last_name", "date_of_birth"), home)),
        ("members.csv", _table(User, _MEMBER, home, not_being_deleted(User))),
        ("measurements.json", _list(MeasuredValue, _MEASURED, MeasuredValue.organization_id == home)),
        ("processing.csv", _table(ProcessingStep, _STEP, home)),
        ("log.csv", log),
        ("ledger.csv", _after(head, ledger)),
        ("templates.json", _list(OwnTemplate, _TEMPLATE, OwnTemplate.organization_id == home)),
        ("profiles.json", _list(FieldProfile, _PROFILE, FieldProfile.organization_id == home)),
        ("words.json", _list(OwnWord, _WORD, OwnWord.organization_id == home, own)),
        ("masking-words.json", _list(MaskingWord, _MASKING, MaskingWord.organization_id == home)),
        ("privacy-file.json", _list(PrivacyFile, _FILE, PrivacyFile.organization_id == home)),
        ("samples.json", _list(LogSample, _SAMPLE, LogSample.organization_id == home)),
        ("receipts.json", _list(DeletionReceipt, ("id", "body", "digest"), *receipts)),
        ("settings.json", _settings(home)),
    ):
        with archive.file(name) as write:
            async for lines_of_it in _joined(lines):
                await lease.renew()
                write(lines_of_it)
                for piece in archive.take():
                    yield piece
    end = archive.close(madeAt=made.isoformat(), version=VERSION, othersDrafts=others)
    while (piece := await asyncio.to_thread(next, end, None)) is not None:  # of many reports it takes a second
        yield piece


def _readme(user: CurrentUser, made: datetime, others: int) -> str:
    count = texts.counted(others, "concept", "concepten")
    said = f"Er zijn {count} van collega's. Die zijn van wie ze maakte.\n" if others else ""
    name = user.organization.name if user.organization else ""
    about = {"name": name, "app": settings().app_name, "made": texts.dutch_moment(made), "by": user.name}
    return _README.format(**about, others=said)


async def _others_drafts(user: CurrentUser) -> int:
    of_others = (col(Report.is_draft).is_(True), Report.user_id != user.id)
    query = select(func.count()).select_from(Report).where(Report.organization_id == user.organization_id, *of_others)
    async with reading() as session:
        return (await session.exec(query)).one()


async def _portions(table: Any, *where: Any) -> AsyncIterator[list[Any]]:
    """Yield the rows in order of id, some at a time."""
    key, last = col(table.id), None
    while True:
        query = select(table).where(*where, *([] if last is None else [key > last])).order_by(key).limit(_PORTION)
        async with reading() as session:
            rows = list((await session.exec(query)).all())
        if rows:
            yield rows
        if len(rows) < _PORTION:
            return
        last = rows[-1].id


async def _authors(rows: list[Report]) -> dict[uuid.UUID, str]:
    query = select(User.id, User.first_name, User.last_name).where(col(User.id).in_({row.user_id for row in rows}))
    async with reading() as session:
        return {row_id: f"{first} {last}" for row_id, first, last in (await session.exec(query)).all()}


def _add_reports(archive: ZipStream, folder: str, rows: list[Report], authors: dict[uuid.UUID, str]) -> None:
    for row in rows:
        about = {**_values(row, _REPORT), "author": authors.get(row.user_id, "")}
        archive.add(f"{folder}/{row.id}.json", _written(about))
        words = export.plain_text(row.structured_report or "", empty=True) or export.spoken_text(row.transcript)
        review = export.review_line(row.reviewed_by, row.reviewed_at)
        archive.add(f"{folder}/{row.id}.txt", export.with_review(words, review).encode())


async def _table(table: Any, columns: tuple[str, ...], home: uuid.UUID, *where: Any) -> AsyncIterator[str]:
    """Yield the organization's rows as lines of CSV; the cells are inert in a spreadsheet."""
    yield "\ufeff" + export.csv_line(columns)
    async for rows in _portions(table, table.organization_id == home, *where):
        for row in rows:
            yield export.csv_line([_cell(getattr(row, name)) for name in columns])


async def _list(table: Any, columns: tuple[str, ...], *where: Any) -> AsyncIterator[str]:
    before = "["
    async for rows in _portions(table, *where):
        for row in rows:
            yield f"{before}\n{_written(_values(row, columns)).decode()}"
            before = ","
    yield "[]\n" if before == "[" else "\n]\n"


async def _settings(home: uuid.UUID) -> AsyncIterator[str]:
    async with reading() as session:
        row = await session.get_one(Organization, home)
    yield _written(_values(row, _SETTINGS)).decode()


async def _after(head: str, lines: AsyncIterator[str]) -> AsyncIterator[str]:
    yield head
    async for line in lines:
        yield line


async def _joined(lines: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Yield lines in pieces that are worth compressing."""
    waiting: list[str] = []
    size = 0
    async for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= _CSV_CHUNK:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    if waiting:
        yield "".join(waiting).encode()


def _values(row: Any, columns: tuple[str, ...]) -> dict[str, Any]:
    return {name: _read(name, getattr(row, name)) for name in columns}


def _read(name: str, value: Any) -> Any:
    return json.loads(value) if name in _JSON and value else value


def _cell(value: Any) -> str:
    return "" if value is None else value.isoformat() if isinstance(value, date) else str(value)


def _written(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, indent=1, default=_cell).encode()


def file_name() -> str:
    return f"alles-{texts.dutch_date(clock.now())}.zip"
