"""For how long an organization keeps drafts, transcripts of archived reports, and these reports.

A draft's term counts from its last change, the others from archiving. A term that is made shorter erases nothing in its
first ``NOTICE``, so that what it would take at once can still be archived.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlmodel import col, func, or_, select

from ... import clock
from ...core import texts
from ...db.models import Organization, Report
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, Invalid, NotFound
from ..audit import trail
from ..shared import locks, step_up_reasons
from ..shared.identity import ADMIN, ORGANIZATION_NOT_FOUND, CurrentUser, parse_id, require, require_step_up

NOTICE = timedelta(days=14)
#: The hour, in Amsterdam, at which a night's work begins.
HOUR = 3

NOT_FOUND = "Rapportage niet gevonden"
STALE = "Een andere beheerder heeft dit intussen gewijzigd. Er is niets opgeslagen."
ELSEWHERE = "Vink eerst aan dat het dossier in jullie ECD staat."
DRAFTS = "Concepten kun je 7 tot en met 365 dagen bewaren."
TRANSCRIPT = "Een transcript kun je tot en met 365 dagen na het archiveren bewaren."
ARCHIVE = "Het archief kun je 30 dagen tot en met 20 jaar bewaren."

#: Of each term: the fewest days and the most, and the sentence for other numbers.
LIMITS = {"drafts": (7, 365, DRAFTS), "transcript": (0, 365, TRANSCRIPT), "archive": (30, 7305, ARCHIVE)}


@dataclass(frozen=True, slots=True)
class Term:
    """Days, ``None`` for until a person removes it; nothing is erased by it before ``since``."""

    days: int | None
    since: datetime | None = None

    def ends(self, begin: datetime) -> datetime | None:
        """Return when the term of something that began then ends; ``None`` for never."""
        if self.days is None:
            return None
        end = begin + timedelta(days=self.days)
        return max(end, self.since) if self.since else end

    def cutoff(self, now: datetime) -> datetime | None:
        """Return before when that must have begun whose term is over; ``None`` when nothing is erased now."""
        if self.days is None or (self.since and now < self.since):
            return None
        return now - timedelta(days=self.days)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of an organization; ``version`` is for ``change``, ``changed_by`` a name."""

    drafts: Term
    transcript: Term
    archive: Term
    version: int
    changed_at: datetime | None
    changed_by: str | None

    @property
    def days(self) -> dict[str, int | None]:
        """The days of each term."""
        return {name: getattr(self, name).days for name in LIMITS}


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a change would erase in its first night, unless touched before: how many, of how many authors, the oldest's
    moment, and that night."""

    name: str
    number: int
    people: int
    oldest: datetime
    erased_from: datetime


def erased_at(term: Term, begin: datetime) -> datetime | None:
    """Return the moment of the night in which something that began then is erased; ``None`` for never."""
    end = term.ends(begin)
    return None if end is None else _night_from(end)


def _night_from(end: datetime) -> datetime:
    night = end.astimezone(clock.AMSTERDAM).replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return night if night >= end else night + timedelta(days=1)


async def of(session: ReadSession, organization_id: uuid.UUID | None) -> Terms:
    """Return an organization's terms. Raises ``NotFound``."""
    row = await session.get(Organization, organization_id) if organization_id else None
    if row is None:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    return view(row)


def view(row: Organization) -> Terms:
    """Return the terms in an organization's row."""
    terms = {name: Term(getattr(row, f"{name}_days"), getattr(row, f"{name}_from")) for name in LIMITS}
    return Terms(
        **terms,
        version=row.retention_version,
        changed_at=row.retention_changed_at,
        changed_by=row.retention_changed_by,
    )


async def of_report(session: ReadSession, user: CurrentUser, report_id: uuid.UUID | str) -> list[str]:
    """Return in Dutch sentences when the user's draft, or the organization's report and its transcript, are erased.

    Not recorded in the audit trail: nothing of the report is shown. Raises ``NotFound`` for a malformed id.
    """
    columns: Any = (Report.is_draft, Report.updated_at, Report.created_at, Report.transcript_removed_at)
    mine = (Report.id == parse_id(report_id, NOT_FOUND), Report.organization_id == user.organization_id)
    visible = or_(col(Report.is_draft).is_(False), Report.user_id == user.id)
    row = (await session.exec(select(*columns).where(*mine, visible, col(Report.example).is_(None)))).first()
    if row is None:
        return []
    is_draft, updated_at, created_at, removed_at = row
    found = await of(session, user.organization_id)
    if is_draft:
        return _sentences(("Dit concept", erased_at(found.drafts, updated_at)))
    whole = _sentences(("De rapportage", erased_at(found.archive, created_at)))
    if removed_at is None:
        return [*_sentences(("Het transcript", erased_at(found.transcript, created_at))), *whole]
    return [f"Het transcript is op {texts.long_date(removed_at.astimezone(clock.AMSTERDAM))} gewist.", *whole]


def _sentences(*things: tuple[str, datetime | None]) -> list[str]:
    return [f"{what} wordt op {texts.long_date(end)} gewist." for what, end in things if end]


async def consequences(session: ReadSession, user: CurrentUser, days: Mapping[str, int | None]) -> list[Consequence]:
    """Return what these terms would erase that the present ones do not, for the administrator who is about to choose.

    Raises ``NotAllowed``, ``Invalid``.
    """
    require(user, ADMIN)
    check(days)
    present = await of(session, user.organization_id)
    night = _night_from(clock.now() + NOTICE)  # what has its time until then goes in that night too
    found = []
    for name, number in days.items():
        term: Term = getattr(present, name)
        if not _is_shorter(term.days, number):
            continue
        begin = col(Report.updated_at) if name == "drafts" else col(Report.created_at)
        kept = list(begun_before(name, night.astimezone(UTC) - timedelta(days=number or 0)))
        if name == "transcript":
            kept += [col(Report.transcript_removed_at).is_(None), *with_report()]
        whose = (Report.organization_id == user.organization_id, col(Report.is_draft).is_(name == "drafts"))
        row = (
            await session.exec(
                select(func.count(), func.count(func.distinct(Report.user_id)), func.min(begin)).where(
                    *whose, col(Report.example).is_(None), *kept
                )
            )
        ).one()
        if row[0]:
            found.append(Consequence(name, row[0], row[1], row[2], night))
    return found


async def change(
    session: WriteSession,
    user: CurrentUser,
    days: Mapping[str, int | None],
    *,
    version: int,
    is_elsewhere: bool = False,
) -> Terms:
    """Change the terms ('drafts', 'transcript', 'archive'), if no other administrator has since ``version``.

    ``is_elsewhere``: the administrator says that the organization's own records have what the archive loses. Raises
    ``NotAllowed``, ``StepUpNeeded``, ``Invalid`` (the code names the field) and ``Conflict``.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.RETENTION)
    check(days)
    row = await locks.locked(session, Organization, user.organization_id)
    if row is None:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    if version != row.retention_version:
        raise Conflict(STALE, code="stale_version")
    if days.get("archive") != row.archive_days and days.get("archive") is not None and not is_elsewhere:
        raise Invalid(ELSEWHERE, code="elsewhere")
    changed = {name: number for name, number in days.items() if number != getattr(row, f"{name}_days")}
    if not changed:
        return view(row)
    for name, number in changed.items():
        if _is_shorter(getattr(row, f"{name}_days"), number):
            setattr(row, f"{name}_from", clock.now() + NOTICE)
        setattr(row, f"{name}_days", number)
    row.retention_version += 1
    row.retention_changed_at, row.retention_changed_by = clock.now(), user.name[:200]
    session.add(row)
    await session.flush()
    await trail.record(session, user, "change retention", "organization", row.id)
    return view(row)


def check(days: Mapping[str, int | None]) -> None:
    """Raise ``Invalid`` for a number of days that a term cannot have."""
    for name, number in days.items():
        fewest, most, sentence = LIMITS[name]
        if number is not None and not fewest <= number <= most:
            raise Invalid(sentence, code=name)


def with_report() -> tuple[Any, ...]:
    """Return the conditions of reports that lose their transcript: without a report, the transcript is the report."""
    return func.length(func.trim(func.coalesce(Report.structured_report, ""))) > 0, col(Report.transcript) != ""


def begun_before(name: str, moment: datetime) -> tuple[Any, ...]:
    """Return the conditions of drafts ('drafts'), or archived reports, whose term began before this moment.

    A draft that was changed before it was begun, or a report archived before it was spoken, is from a clock that was
    behind: the later moment counts.
    """
    if name == "drafts":
        return col(Report.updated_at) < moment, col(Report.created_at) < moment
    spoken = col(Report.reported_at)
    return col(Report.created_at) < moment, or_(spoken.is_(None), spoken < moment)


def _is_shorter(present: int | None, wanted: int | None) -> bool:
    return wanted is not None and (present is None or wanted < present)
