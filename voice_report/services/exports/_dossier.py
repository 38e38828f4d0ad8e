"""What a file of all archived reports of one client is made of."""

from collections.abc import Mapping
from datetime import date
from uuid import UUID

from sqlmodel import col, func, select

from ...core import texts
from ...db.models import Report
from ...db.session import ReadSession
from ...errors import Invalid
from ..archive import dossier
from ..archive.dossier import ClientSummary, ReportView
from ..drafts import listing
from ..shared import dates, export
from ..shared.identity import CurrentUser

#: Characters of the reports and transcripts in one file.
MAX_CHARACTERS = 5_000_000


async def read(
    session: ReadSession, user: CurrentUser, client_id: str, *, since: date | None, until: date | None
) -> tuple[ClientSummary, list[ReportView]]:
    """Return a client, and its reports of a period, newest first; the caller records the export.

    Raises ``NotFound``, and ``Invalid`` (code ``too_large``) above ``MAX_CHARACTERS``.
    """
    dates.in_order(since, until)
    client = await dossier.get_client(session, user, client_id)
    scope = (col(Report.client_id) == client.client_id, *dossier.during(since, until))
    size = (await session.exec(select(func.sum(listing.characters())).where(*dossier.archived(user), *scope))).one()
    if (size or 0) > MAX_CHARACTERS:
        sentence = "Dit dossier is te groot voor één bestand. Kies een periode en exporteer het in delen."
        raise Invalid(sentence, code="too_large")
    return client, await dossier.read_where(session, user, *scope)


def as_text(reports: list[ReportView], head: list[str], values: Mapping[UUID, str], *, empty: bool) -> bytes:
    """Return the reports as plain text below the lines of the ``head``, each with its transcript when that is not its
    words; ``values`` are the lines of their measured values, ``empty`` as in ``export.shown``."""
    sections = (_section(one, values.get(one.id, ""), empty=empty) for one in reports)
    return ("\n".join(head) + "\n" + "".join(sections)).encode()


def _section(report: ReportView, values: str, *, empty: bool) -> str:
    line = export.review_line(report.reviewed_by, report.reviewed_at)
    parts = [
        f"\n{'=' * 60}\n{texts.dutch_day_and_time(report.reported_at)}\nReferentie: {report.reference}\n"
        f"Zorgmedewerker: {report.author} (kenmerk {report.user_id})\n",
        export.with_review(report.plain_text(empty=empty) + values, line),
    ]
    if report.transcript_removed_at:
        parts.append(f"Transcript\nGewist op {texts.dutch_date(report.transcript_removed_at)}\n")
    elif report.structured_report:
        parts.append(f"Transcript\n{export.spoken_text(report.transcript)}")
    return "\n".join(parts)
