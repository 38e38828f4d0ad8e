"""One report as a file, for users who may read it. Each file is recorded in the audit trail."""

import uuid
from dataclasses import dataclass
from datetime import date

from ...core import texts
from ...core.bounded_executor import BoundedExecutor
from ...db.models import Client
from ...db.session import reading
from ...dutch.characters import cleaned
from ...errors import Invalid
from ..archive import dossier
from ..archive.dossier import ReportView
from ..audit import trail
from ..audit.audited_reads import audited_read
from ..drafts import drafts
from ..drafts.drafts import DraftView
from ..shared import export, rate_limits
from ..shared.identity import CurrentUser
from . import _docx, _pdf, _text
from ._document import CONCEPT, Document, blocks_of, facts

_RENDER = {"txt": _text.render, "docx": _docx.render, "pdf": _pdf.render}
MEDIA_TYPES: dict[str, str] = {
    "txt": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

#: A long report takes a second of a processor.
_thread = BoundedExecutor("exports", workers=1, waiting=16)


@dataclass(frozen=True, slots=True)
class File:
    """A file to download."""

    name: str
    media_type: str
    content: bytes


async def of_draft(user: CurrentUser, draft_id: uuid.UUID | str, wanted: str) -> File:
    """Return the author's own draft as a file of the format ``wanted``.

    Raises ``NotFound``, ``TooMany``, ``Unavailable``, and ``Invalid`` (code ``unknown_format``; ``no_report`` when
    there is no report yet; and those of ``_pdf.render``).
    """
    await _allow(user, wanted)
    async with reading() as session:
        found = drafts.view(await drafts.find(session, user, draft_id))
        client = await session.get(Client, (user.organization_id, found.client_id)) if found.client_id else None
    if not (found.structured_report or "").strip():
        raise Invalid("Er is nog geen rapportage om te downloaden.", code="no_report")
    name = f"{client.first_name} {client.last_name}" if client else ""
    content = await _rendered(
        user,
        wanted,
        found,
        client=(name, client.date_of_birth, client.id) if client else None,
        author=user.name,
        status=CONCEPT,
    )
    async with audited_read() as session:
        await trail.record(session, user, "export", "draft", found.id, client_id=found.client_id)
    return File(export.file_name(found.reported_at, suffix=wanted), MEDIA_TYPES[wanted], content)


async def of_report(user: CurrentUser, report_id: uuid.UUID | str, wanted: str) -> File:
    """Return an archived report of the organization as a file of the format ``wanted``.

    Raises ``NotFound``, ``TooMany``, ``Unavailable``, and ``Invalid`` (code ``unknown_format``, and those of
    ``_pdf.render``).
    """
    await _allow(user, wanted)
    async with reading() as session:
        found = await dossier.read_one(session, user, report_id)
    content = await _rendered(
        user,
        wanted,
        found,
        client=(found.client_name, found.date_of_birth, found.client_id),
        author=found.author,
        reference=found.reference,
        refiled=export.refiled_line(found.refiled_by, found.refiled_at),
    )
    async with audited_read() as session:
        await trail.record(session, user, "export", "report", found.id, client_id=found.client_id)
    name = export.file_name(found.reported_at, found.client_name, suffix=wanted)
    return File(name, MEDIA_TYPES[wanted], content)


async def _allow(user: CurrentUser, wanted: str) -> None:
    if wanted not in _RENDER:
        raise Invalid("Kies tekst, Word of PDF.", code="unknown_format")
    await rate_limits.hit("export_report", str(user.id))


async def _rendered(
    user: CurrentUser,
    wanted: str,
    found: DraftView | ReportView,
    *,
    client: tuple[str, date, str] | None,
    author: str,
    status: str = "",
    reference: str = "",
    refiled: str = "",
) -> bytes:
    """Return the content of a file; made in a thread, because reports can be very long."""
    organization = user.organization.name if user.organization else ""
    name, born, number = (client[0], texts.dutch_date(client[1]), client[2]) if client else ("", "", "")
    head = (
        ("Cliënt", name, ""),
        ("Geboren", born, f"Geboren op {born}"),
        ("Cliëntnummer", number, f"Cliëntnummer {number}"),
        ("Datum", texts.dutch_day_and_time(found.reported_at), ""),
        ("Organisatie", organization, ""),
        ("Geschreven door", author, ""),
        ("Referentie", reference, f"Referentie: {reference}"),
        ("Verplaatst", refiled.removeprefix("Verplaatst "), refiled),
    )
    made = found.report_label or ""

    def work() -> bytes:
        document = Document(
            title=cleaned(found.template.title),
            status=status,
            facts=facts(*head),
            blocks=blocks_of(found.structured_report or "", found.transcript, empty=user.copies_empty),
            review=cleaned(export.review_line(found.reviewed_by, found.reviewed_at)),
            made=made[:1].upper() + made[1:],
            author=author,
            organization=organization,
            reference=reference,
            moment=found.reported_at,
        )
        return _RENDER[wanted](document)

    return await _thread.run(work, account=str(user.id))
