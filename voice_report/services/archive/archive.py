"""Archiving: a report becomes the organization's, is linked to a client, and can no longer be changed.

Whether an organization may archive is read from the database in the saving transaction (decisions/0004). The counts on
the client's row are updated in that same transaction, so that the archive need not be counted (``dossier``).

Saving the same again (a double click, a retry after a lost response) gives one report: a draft is archived once, and
without a draft the same words for the same client within two minutes are the same report.
"""

import asyncio
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, update
from sqlmodel import col, select

from ... import clock
from ...core import texts
from ...db.models import Client, Organization, Report
from ...db.session import ReadSession, WriteSession, run_in_transaction, run_reading
from ...errors import Conflict, Invalid, NotAllowed, NotFound, or_not_found
from ...reporting.measurements import Measurements
from ..audit import trail
from ..billing import plans
from ..drafts import drafts, generated, listing, news, templates
from ..drafts.content import checked_moment, checked_report, checked_transcript, cleaned_texts
from ..measurements import archived as _measured
from ..shared import locks
from ..shared.identity import ORGANIZATION_NOT_FOUND, CurrentUser, parse_id
from ..shared.text import lookup_id

NOT_SAVED = "Kon rapportage niet opslaan"
PRO_ONLY = "Rapportages opslaan is alleen beschikbaar voor Pro-organisaties"
SWITCHED_OFF = "Archief opslag is uitgeschakeld voor uw organisatie. Neem contact op met uw administrator"
NO_CLIENT = "Selecteer eerst een cliënt"
EXAMPLE = "Dit is het voorbeeld. Dat hoort bij niemand, en blijft dus buiten het archief."
UNKNOWN_CLIENT = "Cliënt niet gevonden"

_SAME_REQUEST = timedelta(minutes=2)
_TWICE = timedelta(days=7)
_AT_ONCE = 500  # clients counted per statement


@dataclass(frozen=True, slots=True)
class ArchivedReport:
    """The result of a save: the report's id, whom it is about, and when it was saved."""

    id: uuid.UUID
    client_id: str
    client_name: str
    date_of_birth: date
    saved_at: datetime

    @property
    def reference(self) -> str:
        """The human-readable reference of the report, as in 'R-2026-4F7A9C21'."""
        return texts.reference(self.id, self.saved_at)


async def refusal(session: ReadSession, user: CurrentUser) -> NotAllowed | None:
    """Return the error if the organization may not archive now (codes ``pro_only``, ``archive_off``), or ``None``.

    Raises ``NotAllowed`` for a user without an organization, ``NotFound`` when it was erased meanwhile.
    """
    query = select(Organization.plan, Organization.save_reports_to_archive).where(
        Organization.id == user.organization_id
    )
    found = or_not_found((await session.exec(query)).first(), ORGANIZATION_NOT_FOUND)
    plan, opted_in = found
    if plan in plans.WITHOUT_ARCHIVE:
        return NotAllowed(PRO_ONLY, code="pro_only", title=NOT_SAVED)
    return None if opted_in else NotAllowed(SWITCHED_OFF, code="archive_off", title=NOT_SAVED)


async def save(
    user: CurrentUser,
    *,
    transcript: str,
    structured_report: str | None = None,
    draft_id: uuid.UUID | str | None = None,
    **content: Any,
) -> ArchivedReport:
    """``archive`` in its own transaction, before which texts are cleaned, what was checked is compared with the report,
    and measured values are read from the transcript."""
    transcript, structured_report = await cleaned_texts(transcript, structured_report)
    settled = await run_reading(_settled, user, draft_id)
    still = await asyncio.to_thread(generated.settled_in, settled, structured_report or "") if settled else None
    content |= {"transcript": transcript, "structured_report": structured_report}
    content |= {"draft_id": draft_id, "settled": (settled, still)}
    content["said"] = await _measured.read(user, checked_transcript(transcript))
    return await run_in_transaction(archive, user, **content)


async def archive(
    session: WriteSession,
    user: CurrentUser,
    *,
    client_id: str | None,
    transcript: str,
    structured_report: str | None = None,
    draft_id: uuid.UUID | str | None = None,
    version: int | None = None,
    template: str | None = None,
    once: bool = False,
    reported_at: datetime | None = None,
    settled: tuple[str | None, str | None] = (None, None),
    said: Measurements | None = None,
) -> ArchivedReport:
    """Archive a report for a client with this content; with ``draft_id`` that draft becomes the report. Both texts are
    cleaned (``save``).

    ``template`` is the key of the report's template, ``reported_at`` its date; without them a draft keeps its own.
    ``settled`` is what was checked in the draft, and what of that is about a sentence that its report still has;
    ``said`` are the measured values of the transcript.
    ``once``: refuse what the user has archived for this client before, in other drafts too. Raises ``NotAllowed`` (see
    ``refusal``), ``Invalid`` (no client, no transcript, the spoken example, an impossible date), ``TooLarge``,
    ``NotFound`` (the client, the draft, the template) and ``Conflict`` (the draft was changed since ``version`` and
    these words do not continue it, or is in the archive already with other words; ``twice`` for what ``once`` refuses).
    """
    if (refused := await refusal(session, user)) is not None:
        raise refused
    if not client_id or not (client_id := lookup_id(client_id)).strip():
        raise Invalid(NO_CLIENT, code="no_client", title=NOT_SAVED)
    content = {
        "transcript": checked_transcript(transcript),
        "structured_report": checked_report(structured_report),
    }
    await locks.caller(session, user)
    client = await _client(session, user, client_id)
    report, known = await _report(session, user, client.id, draft_id, version, content)
    if known is not None:
        return _told(known, client)
    twin = await _saved_since(session, user, client.id, content, _TWICE) if once else None
    if twin is not None:
        raise _twice(client, twin.created_at)
    if reported_at is not None:
        report.reported_at = checked_moment(reported_at)
    report.template = await templates.replaced(session, user, report.template, template)
    generated.note_change(report, content["transcript"], content["structured_report"])
    report.generated = report.former = report.unsure = report.copied = report.masking = None  # only a draft needs them
    if report.settled == settled[0]:
        report.settled = settled[1]
    _seal(report, client, content)
    session.add_all((report, client))
    await session.flush()
    if said is not None:
        await _measured.store(session, report, said)
    news.publish(session, user.id)
    await trail.record(session, user, "create", "report", report.id, client_id=client.id)
    return _told(report, client)


async def _report(
    session: WriteSession,
    user: CurrentUser,
    client_id: str,
    draft_id: uuid.UUID | str | None,
    version: int | None,
    content: dict[str, Any],
) -> tuple[Report, Report | None]:
    """Return the report to archive, a new one or that of the draft, and the one that the same request archived before.

    Raises ``Invalid``, ``NotFound`` and ``Conflict`` for a draft as ``archive`` does.
    """
    if draft_id is None:
        report = Report(user_id=user.id, organization_id=user.organization_id, is_draft=True, **content)
        return report, await _saved_since(session, user, client_id, content, _SAME_REQUEST)
    report = await _draft(session, user, parse_id(draft_id, drafts.NOT_FOUND))
    known = _already(report, client_id, content)
    if report.is_draft and report.example is not None:
        raise Invalid(EXAMPLE, code="example", title=NOT_SAVED)
    if version not in (None, report.version) and not drafts.continues(report, content):
        raise drafts.stale_version()
    return report, known


async def find_archived(session: ReadSession, user: CurrentUser, draft_id: object) -> ArchivedReport | None:
    """Return the archived report of the user's own draft, or ``None`` when it is not archived."""
    try:
        report_id = parse_id(draft_id, drafts.NOT_FOUND)
    except NotFound:
        return None
    query = select(Report, Client).join(Client, listing.client_of())
    query = query.where(*_own(user), Report.id == report_id, col(Report.is_draft).is_(False))
    found = (await session.exec(query)).first()
    return _told(*found) if found else None


async def recount(session: WriteSession, organization_id: uuid.UUID, client_ids: Iterable[str]) -> None:
    """Recount the archived reports of these clients, after reports were removed or added in another way."""
    wanted = sorted(set(client_ids))
    for start in range(0, len(wanted), _AT_ONCE):
        some = (col(Client.organization_id) == organization_id, col(Client.id).in_(wanted[start : start + _AT_ONCE]))
        # Lock first: a count in the same statement would miss reports saved while it waited for the locks.
        await locks.clients(session, organization_id, wanted[start : start + _AT_ONCE])
        theirs = (
            col(Report.organization_id) == Client.organization_id,
            col(Report.client_id) == Client.id,
            col(Report.is_draft).is_(False),
        )
        number = select(func.count()).select_from(Report).where(*theirs).scalar_subquery()
        last = (
            select(func.max(func.coalesce(col(Report.reported_at), col(Report.created_at))))
            .where(*theirs)
            .scalar_subquery()
        )
        counted = update(Client).where(*some).values(report_count=number, last_report_at=last)
        await session.exec(counted.execution_options(synchronize_session=False))


async def remove_author(session: WriteSession, user_id: uuid.UUID, *, limit: int | None = None) -> int:
    """Delete a user's drafts and archived reports, in any organization, and recount; returns how many.

    Deletes all, or at most ``limit``. Called before the user's row is deleted; the caller writes the audit row.
    """
    query = select(Report.id, Report.organization_id, Report.client_id).where(col(Report.user_id) == user_id)
    rows = (await session.exec(query.limit(limit))).all()  # unsorted: a batch of many rows is found quickly
    about: dict[uuid.UUID, set[str]] = {}
    for _, organization_id, client_id in rows:
        if client_id is not None:
            about.setdefault(organization_id, set()).add(client_id)
    for organization_id, client_ids in sorted(about.items()):
        await locks.clients(session, organization_id, client_ids)  # before the reports (``locks``)
    for start in range(0, len(rows), _AT_ONCE):
        some = [row[0] for row in rows[start : start + _AT_ONCE]]
        await session.exec(delete(Report).where(col(Report.id).in_(some)))
    for organization_id, client_ids in sorted(about.items()):
        await recount(session, organization_id, client_ids)
    return len(rows)


def _own(user: CurrentUser):
    return (col(Report.user_id) == user.id, col(Report.organization_id) == user.organization_id)


async def _settled(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | str | None) -> str | None:
    """Return what was checked in a draft of the user; ``None`` without any."""
    try:
        found = parse_id(draft_id, drafts.NOT_FOUND)
    except NotFound:
        return None
    return (await session.exec(select(Report.settled).where(*_own(user), Report.id == found))).first()


async def _client(session: WriteSession, user: CurrentUser, client_id: str) -> Client:
    """Lock and return the organization's client, which serializes the saves for one client."""
    query = select(Client).where(Client.organization_id == user.organization_id, Client.id == client_id)
    query = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    return or_not_found((await session.exec(query)).first(), UNKNOWN_CLIENT, title=NOT_SAVED)


async def _draft(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID) -> Report:
    query = select(Report).where(*_own(user), Report.id == draft_id)
    query = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    return or_not_found((await session.exec(query)).first(), drafts.NOT_FOUND, title=NOT_SAVED)


async def _saved_since(
    session: ReadSession, user: CurrentUser, client_id: str, content: dict, period: timedelta
) -> Report | None:
    query = select(Report).where(
        *_own(user),
        Report.client_id == client_id,
        col(Report.is_draft).is_(False),
        col(Report.created_at) > clock.now() - period,
        *(col(getattr(Report, name)) == value for name, value in content.items()),
    )
    return (await session.exec(query.order_by(col(Report.created_at).desc()).limit(1))).first()


def _twice(client: Client, saved_at: datetime) -> Conflict:
    when = texts.relative_moment(saved_at, clock.now())
    return Conflict(
        f"Deze rapportage staat al bij {client.first_name} {client.last_name} ({when[:1].lower()}{when[1:]}).",
        code="twice",
        title=NOT_SAVED,
    )


def _already(report: Report, client_id: str, content: dict) -> Report | None:
    """Return the report if it is archived with this content, ``None`` if it is still a draft. Raises ``Conflict``."""
    if report.is_draft:
        return None
    if report.client_id == client_id and all(getattr(report, name) == value for name, value in content.items()):
        return report
    raise Conflict(
        "Deze rapportage staat al in het archief en kan niet meer worden gewijzigd.",
        code="already_archived",
        title=NOT_SAVED,
    )


def _seal(report: Report, client: Client, content: dict) -> None:
    """Turn the report into an archived one, saved now, and update the counts on the client's row."""
    now = clock.now()
    report.reported_at = report.reported_at or report.created_at
    for name, value in content.items():
        setattr(report, name, value)
    report.client_id, report.is_draft, report.copied_at = client.id, False, None
    report.title = f"Rapportage {texts.dutch_date(now)}"
    report.version += 1
    report.created_at = report.updated_at = now
    client.report_count += 1
    client.last_report_at = max(report.reported_at, client.last_report_at or report.reported_at)


def _told(report: Report, client: Client) -> ArchivedReport:
    name = f"{client.first_name} {client.last_name}"
    return ArchivedReport(report.id, client.id, name, client.date_of_birth, report.created_at)
