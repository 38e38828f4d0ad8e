"""Search for words in the archive, newest reports first.

There is deliberately no full-text index on health records: it would be a second copy of them. So a search reads at most
2,000 reports at a time, which stays fast for an archive of any size, reports how far back it has searched, and can
continue from there.
"""

import re
import uuid
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlmodel import col, select

from ...db.models import Report, User
from ...db.session import AuditedSession
from ...dutch import folding
from ...errors import Invalid
from ...reporting.markdown import blocks
from ..drafts import listing
from ..shared import pagination
from ..shared.identity import CurrentUser
from . import dossier
from .dossier import ReportView

#: Reports read by one search.
WINDOW = 2_000

_READ: tuple[Any, ...] = (
    Report.id,
    dossier.REPORTED_AT,
    Report.transcript,
    Report.structured_report,
    (col(User.first_name) + " " + col(User.last_name)).label("author"),
)
_REFERENCE = re.compile(r"R-\d{4}-([0-9A-F]{8})", re.IGNORECASE)
_AROUND = 80  # characters of an excerpt on either side of the words


@dataclass(frozen=True, slots=True)
class Found:
    """Matching reports. ``next`` is the cursor for continuing; ``looked_until`` is the date searched back to."""

    reports: list[ReportView]
    next: str | None = None
    looked_until: datetime | None = None


async def search(
    session: AuditedSession,
    user: CurrentUser,
    words: str,
    *,
    client_id: str | None = None,
    since: date | None = None,
    until: date | None = None,
    after: str | None = None,
    limit: int = 20,
) -> Found:
    """Return the archived reports, of one client or of all, that contain every one of ``words``.

    The name of a report's author counts as its words do; capitals and accents do not matter. A reference finds its own
    report. Each client on the page gets a row in the audit trail. Raises ``Invalid`` (no words; a malformed ``after``)
    and ``NotFound`` for a client that is not the organization's.
    """
    terms = listing.terms(words)
    if not terms:
        raise Invalid("Vul in waar je naar zoekt.", code="no_words")
    about = await dossier.about(session, user, client_id)
    scope = (*dossier.archived(user), *about, *dossier.during(since, until))
    reference = _REFERENCE.fullmatch(terms[0])
    if reference and len(terms) == 1:
        beginning = reference[1]
        low, high = uuid.UUID(beginning + "0" * 24), uuid.UUID(beginning + "f" * 24)
        query = select(Report.id).where(*scope, col(Report.id).between(low, high)).limit(limit)
        return Found(await _read(session, user, list((await session.exec(query)).all())))
    if after:  # the cursor is where the window begins, so this cannot be left to ``pagination.fetch``
        scope = (*scope, dossier.NEWEST.after(after))
    newest = dossier.NEWEST.columns
    places = select(dossier.REPORTED_AT, Report.id).where(*scope).order_by(*newest)
    end: Any = (await session.exec(places.offset(WINDOW - 1).limit(1))).first()
    read = select(*_READ).where(col(User.id) == col(Report.user_id), *scope)
    window = read.order_by(*newest).limit(WINDOW).subquery()
    places_of_words = (window.c.transcript, window.c.structured_report, window.c.author)
    said = listing.holds(session, terms, places_of_words)
    characters = listing.characters(window.c.transcript, window.c.structured_report)
    matching = select(window.c.id, window.c.reported_at, characters).where(said)
    order = pagination.newest_first(window.c.reported_at, window.c.id)
    page = listing.within_size(await pagination.fetch(session, matching, order, limit=limit), order)
    found = await _read(session, user, [hit.id for hit in page.items])
    last = page.items[-1] if page.next else end
    return Found(found, order.cursor(last) if last else None, last.reported_at if last else None)


def excerpt(report: ReportView, words: str) -> str:
    """Return an excerpt of the report around the first occurrence of a word, on one line: without headings if one is
    in the text below them.
    """
    terms = listing.terms(words)
    body = "\n".join(block.text for block in blocks(report.structured_report or "") if block.kind != "heading")
    for text in (body, report.plain_text(), report.transcript):
        line = " ".join(text.split())
        first = folding.first_place(line, terms)
        if first >= 0:
            start, end = max(0, first - _AROUND), first + _AROUND
            if start:
                start = line.find(" ", start, first) + 1 or start  # from the beginning of a word
            if end < len(line) and (last := line.rfind(" ", first, end + 1)) > 0:
                end = last  # to the end of one
            return f"{'…' if start else ''}{line[start:end].strip()}{'…' if end < len(line) else ''}"
    return " ".join(report.plain_text()[: 2 * _AROUND].split())


async def _read(session: AuditedSession, user: CurrentUser, ids: list[uuid.UUID]) -> list[ReportView]:
    found = await dossier.read_reports(session, user, ids) if ids else []
    await dossier.note_shown(session, user, found)
    return found
