"""The archived reports of one client, with their transcripts, as one text file."""

import asyncio
from dataclasses import dataclass
from datetime import date

from sqlmodel import col, func, select

from ... import clock
from ...core import texts
from ...db.models import Report
from ...db.session import AuditedSession
from ...errors import Invalid
from ..audit import trail
from ..drafts import listing
from ..shared import dates, export, rate_limits, step_up_reasons
from ..shared.identity import CurrentUser, require_step_up
from . import dossier
from .dossier import ReportView

TOO_LARGE = "Dit dossier is te groot voor één bestand. Kies een periode en exporteer het in delen."

#: Characters of the reports and transcripts in one file.
MAX_EXPORT = 5_000_000


@dataclass(frozen=True, slots=True)
class ClientExport:
    """What was read for the file of a client: its name, its first lines, and the reports, newest first; ``empty``:
    with the sections that nothing was said of."""

    name: str
    head: list[str]
    reports: list[ReportView]
    empty: bool

    async def text(self) -> str:
        """Return the text of the file. It takes seconds, so call it after the transaction; a thread builds it."""
        return await asyncio.to_thread(self._text)

    def _text(self) -> str:
        return "\n".join(self.head) + "\n" + "".join(_section(one, empty=self.empty) for one in self.reports)


async def read(
    session: AuditedSession,
    user: CurrentUser,
    client_id: str,
    *,
    since: date | None = None,
    until: date | None = None,
) -> ClientExport:
    """Read the reports of a client for one file, and record the export.

    Raises ``StepUpNeeded``, ``NotFound``, ``TooMany``, and ``Invalid`` (code ``too_large``) above ``MAX_EXPORT``
    characters.
    """
    require_step_up(user, step_up_reasons.CLIENT_EXPORT)
    dates.in_order(since, until)
    client = await dossier.get_client(session, user, client_id)
    await rate_limits.hit("export", str(user.id))
    scope = (col(Report.client_id) == client.client_id, *dossier.during(since, until))
    size = (await session.exec(select(func.sum(listing.characters())).where(*dossier.archived(user), *scope))).one()
    if (size or 0) > MAX_EXPORT:
        raise Invalid(TOO_LARGE, code="too_large")
    reports = await dossier.read_where(session, user, *scope)
    await trail.record(session, user, "export", "dossier", client_id=client.client_id)
    organization = user.organization.name if user.organization else ""
    head = [
        client.name,
        f"{texts.born_on(client.date_of_birth)}, cliëntnummer {client.client_id}",
        f"{organization}, {texts.dutch_moment(clock.now())}",
        texts.counted(len(reports), "rapportage", "rapportages"),
    ]
    name = export.file_name(clock.now(), client.name).replace("rapportage", "dossier", 1)
    return ClientExport(name, head, reports, user.copies_empty)


def _section(report: ReportView, *, empty: bool) -> str:
    """Return a report in the file of a client: its head, its words, and the transcript when it is not the words."""
    line = export.review_line(report.reviewed_by, report.reviewed_at)
    parts = [
        f"\n{'=' * 60}\n{texts.dutch_day_and_time(report.reported_at)}\nReferentie: {report.reference}\n"
        f"Zorgmedewerker: {report.author} (kenmerk {report.user_id})\n",
        export.with_review(report.plain_text(empty=empty), line),
    ]
    if report.structured_report:
        parts.append(f"Transcript\n{export.spoken_text(report.transcript)}")
    return "\n".join(parts)
