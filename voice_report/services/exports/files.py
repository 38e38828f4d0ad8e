"""Reports as a file, one or all of a client, for users who may read them. Each file is recorded in the audit trail."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from ... import clock
from ...core import texts
from ...core.bounded_executor import BoundedExecutor, Whose
from ...db.models import Client
from ...db.session import ReadSession, reading
from ...dutch.characters import cleaned
from ...errors import Invalid
from ..archive import dossier
from ..archive.dossier import ReportView
from ..audit import trail
from ..audit.audited_reads import run_audited
from ..drafts import drafts
from ..drafts.drafts import DraftView
from ..measurements import archived, rows
from ..measurements import of_draft as _of_draft
from ..processing import provenance
from ..processing.provenance import Provenance
from ..shared import export, rate_limits, step_up_reasons
from ..shared.identity import CurrentUser, require_step_up
from . import _docx, _dossier, _pdf, _text
from ._document import CONCEPT, Document, blocks_of, facts

_RENDER = {"txt": _text.render, "docx": _docx.render, "pdf": _pdf.render}
MEDIA_TYPES: dict[str, str] = {
    "txt": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

#: Rows of measured values (``_document.MEASURED``) by report.
Measured = Mapping[uuid.UUID, Sequence[tuple[str, ...]]]

#: A long report takes a second of a processor.
_thread = BoundedExecutor("exports", workers=1, waiting=16)


@dataclass(frozen=True, slots=True)
class File:
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
        mark = await provenance.mark_of(session, user, found.id)
    if not (found.structured_report or "").strip():
        raise Invalid("Er is nog geen rapportage om te downloaden.", code="no_report")
    name = f"{client.first_name} {client.last_name}" if client else ""
    about = (name, client.date_of_birth, client.id) if client else None
    measured = rows.table((await _of_draft.for_file(user, found.id)).rows, user.name)
    content = await _rendered(
        user, wanted, lambda: _document(user, found, about, mark, author=user.name, status=CONCEPT, measured=measured)
    )
    await run_audited(trail.record, user, "export", "draft", found.id, client_id=found.client_id)
    return File(export.file_name(found.reported_at, suffix=wanted), MEDIA_TYPES[wanted], content)


async def of_report(user: CurrentUser, report_id: uuid.UUID | str, wanted: str) -> File:
    """Return an archived report of the organization as a file of the format ``wanted``.

    Raises ``NotFound``, ``TooMany``, ``Unavailable``, and ``Invalid`` (code ``unknown_format``, and those of
    ``_pdf.render``).
    """
    await _allow(user, wanted)
    async with reading() as session:
        found = await dossier.read_one(session, user, report_id)
        mark = await provenance.mark_of(session, user, found.id)
        measured = await _measured(session, user, [found])
    about = (found.client_name, found.date_of_birth, found.client_id)
    content = await _rendered(user, wanted, lambda: _archived(user, found, about, mark, measured))
    await run_audited(trail.record, user, "export", "report", found.id, client_id=found.client_id)
    name = export.file_name(found.reported_at, found.client_name, suffix=wanted)
    return File(name, MEDIA_TYPES[wanted], content)


async def of_client(
    user: CurrentUser, client_id: str, wanted: str, *, since: date | None = None, until: date | None = None
) -> File:
    """Return the archived reports of a client as one file of the format ``wanted``, newest first; of a period or all.

    A text has their transcripts too. Raises ``StepUpNeeded``, ``NotFound``, ``TooMany``, ``Unavailable``, and
    ``Invalid`` (code ``unknown_format``, ``too_large``, and those of ``_pdf.render``).
    """
    require_step_up(user, step_up_reasons.CLIENT_EXPORT)
    await _allow(user, wanted, "export")
    async with reading() as session:
        client, reports = await _dossier.read(session, user, client_id, since=since, until=until)
        made_as = await provenance.of_reports(session, user, [one.id for one in reports])
        measured = await _measured(session, user, reports)
    now = clock.now()
    content = texts.counted(len(reports), "rapportage", "rapportages")
    if period := " ".join([*_day("vanaf", since), *_day("tot en met", until)]):
        content += f", {period}"
    organization = user.organization.name if user.organization else ""
    born = texts.dutch_date(client.date_of_birth)

    def text() -> bytes:
        about = f"{texts.born_on(client.date_of_birth)}, cliëntnummer {client.client_id}"
        head = [client.name, about, f"{organization}, {texts.dutch_moment(now)}", content]
        values = {one: _text.measured(table) for one, table in measured.items()}
        return _dossier.as_text(reports, head, values, empty=user.copies_empty)

    def document() -> Document:
        return Document(
            title=cleaned(client.name),
            status="",
            facts=facts(
                ("Geboren", born, ""),
                ("Cliëntnummer", client.client_id, ""),
                ("Organisatie", organization, ""),
                ("Gemaakt", texts.dutch_moment(now), ""),
                ("Inhoud", content, ""),
            ),
            blocks=(),
            review="",
            made="",
            author=user.name,
            organization=organization,
            reference="",
            moment=now,
            parts=tuple(_archived(user, one, None, made_as[one.id].as_mark(), measured) for one in reports),
            mark=_of_several([*made_as.values()]),
        )

    made = _thread.run(text, **_whose(user)) if wanted == "txt" else _rendered(user, wanted, document)
    file = File(export.file_name(now, client.name, wanted, what="dossier"), MEDIA_TYPES[wanted], await made)
    await run_audited(trail.record, user, "export", "dossier", client_id=client.client_id)
    return file


def _day(word: str, day: date | None) -> list[str]:
    return [word, texts.dutch_date(day)] if day else []


async def _allow(user: CurrentUser, wanted: str, limit: str = "export_report") -> None:
    if wanted not in _RENDER:
        raise Invalid("Kies tekst, Word of PDF.", code="unknown_format")
    await rate_limits.hit(limit, str(user.id))


async def _rendered(user: CurrentUser, wanted: str, document: Callable[[], Document]) -> bytes:
    """Return the content of a file; made in a thread, because reports can be very long."""
    return await _thread.run(lambda: _RENDER[wanted](document()), **_whose(user))


def _whose(user: CurrentUser) -> Whose:
    return Whose(account=user.holder.account, organization=user.holder.organization)


def _of_several(reports: list[Provenance]) -> dict[str, str]:
    """Return the mark of a file of several reports: a language model took part in one of them, or in none, if that is
    known."""
    assisted = _any_of([one.ai_assisted for one in reports])
    return Provenance(assisted, _any_of([one.rewritten for one in reports]), None).as_mark()


def _any_of(answers: list[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False


async def _measured(session: ReadSession, user: CurrentUser, reports: Sequence[ReportView]) -> Measured:
    """Return the table of measured values by report, of archived reports that the caller may see."""
    authors = {one.id: one.author for one in reports}
    found: dict[uuid.UUID, list[rows.Row]] = {}
    for report_id, row in await archived.for_files(session, user, list(authors)):
        found.setdefault(report_id, []).append(row)
    return {one: rows.table(of_it, authors[one]) for one, of_it in found.items()}


def _archived(
    user: CurrentUser,
    found: ReportView,
    client: tuple[str, date, str] | None,
    mark: Mapping[str, str],
    measured: Measured,
) -> Document:
    return _document(
        user,
        found,
        client,
        mark,
        author=found.author,
        reference=found.reference,
        refiled=export.refiled_line(found.refiled_by, found.refiled_at),
        measured=measured.get(found.id, []),
    )


def _document(
    user: CurrentUser,
    found: DraftView | ReportView,
    client: tuple[str, date, str] | None,
    mark: Mapping[str, str],
    *,
    author: str,
    status: str = "",
    reference: str = "",
    refiled: str = "",
    measured: Sequence[tuple[str, ...]] = (),
) -> Document:
    """Return the document of one report; ``client`` is a name, the date of birth and the number."""
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
    return Document(
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
        mark=mark,
        measurements=tuple(tuple(cleaned(cell) for cell in row) for row in measured),
    )
