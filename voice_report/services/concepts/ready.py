"""What is ready to be copied: the author's concepts of today, newest first, for the page next to the record (S87)."""

import uuid
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import and_, bindparam, exists, func, or_
from sqlalchemy import select as sa_select
from sqlmodel import col

from ... import clock
from ...db.models import Client, ConceptJob, Report
from ...db.session import AuditedSession, all_rows
from ..audit import trail
from ..drafts import listing
from ..drafts.drafts import COLUMNS, own
from ..shared.identity import CurrentUser

#: How long the newest concept is offered by itself.
RECENT = timedelta(hours=12)
MOST = 20  # concepts in the list


@dataclass(frozen=True, slots=True)
class ReadyConcept:
    """A concept without its text, and what tells that it changed: equal ones have the same text and the same ticks.

    ``is_written``: it is being written now. ``is_copied``: its present text was copied as a whole; ``is_begun``: fields
    of it were.
    """

    id: uuid.UUID
    client_name: str
    updated_at: datetime
    version: int
    length: int
    ticks: str
    is_written: bool
    is_copied: bool

    @property
    def is_begun(self) -> bool:
        """Whether fields of it were copied."""
        return self.ticks not in ("", "{}")

    def has_text_of(self, other: "ReadyConcept") -> bool:
        """Return whether nothing but ticks differs."""
        return replace(self, ticks=other.ticks, is_copied=other.is_copied) == other


_OPEN = and_(
    col(ConceptJob.draft_id) == COLUMNS.id,
    col(ConceptJob.user_id) == COLUMNS.user_id,
    col(ConceptJob.status) == "reserved",
    col(ConceptJob.expires_at) > bindparam("now"),
    col(ConceptJob.expires_at) <= bindparam("lease_end"),
)
_WRITTEN = exists(sa_select(col(ConceptJob.id)).where(_OPEN))
_LENGTH = func.coalesce(func.length(COLUMNS.structured_report), 0)
#: Built once: a page that waits asks this every few seconds.
_READY = (
    sa_select(
        COLUMNS.id,
        COLUMNS.updated_at,
        COLUMNS.version,
        _LENGTH.label("length"),
        func.coalesce(COLUMNS.copied, "").label("ticks"),
        COLUMNS.copied_at,
        _WRITTEN.label("is_written"),
        col(Client.first_name),
        col(Client.last_name),
    )
    .select_from(Report)
    .outerjoin(Client, listing.client_of())
    .where(*own(bindparam("user"), bindparam("organization")), COLUMNS.example.is_(None))
    .where(COLUMNS.updated_at > bindparam("since"), or_(_LENGTH > 0, _WRITTEN))
    .order_by(COLUMNS.updated_at.desc(), COLUMNS.id.desc())
    .limit(MOST)
)
#: A lease that lasts longer was set by a clock that was wrong (``shared.moments``).
_LONGEST_LEASE = timedelta(days=1)


async def concepts(user: CurrentUser) -> tuple[ReadyConcept, ...]:
    """Return the author's concepts of today, and of the last ``RECENT``, last changed first: ``MOST`` at most.

    Not recorded in the audit trail: the caller that shows one records it.
    """
    now = clock.now()
    midnight = clock.local_now().replace(hour=0, minute=0, second=0, microsecond=0)
    found = await all_rows(
        _READY,
        {
            "user": user.id,
            "organization": user.organization_id,
            "since": min(now - RECENT, midnight.astimezone(now.tzinfo)),
            "now": now,
            "lease_end": now + _LONGEST_LEASE,
        },
    )
    return tuple(_concept(row) for row in found)


async def shown(
    session: AuditedSession, user: CurrentUser, found: tuple[ReadyConcept, ...]
) -> tuple[ReadyConcept, ...]:
    """Return what was found, which is shown with the names of its clients: that is in the audit trail."""
    await trail.record(session, user, "view", "drafts")
    return found


def is_recent(concept: ReadyConcept) -> bool:
    """Return whether it changed within the last ``RECENT``."""
    return concept.updated_at > clock.now() - RECENT


def _concept(row: Any) -> ReadyConcept:
    return ReadyConcept(
        id=row.id,
        client_name=f"{row.first_name} {row.last_name}" if row.last_name else "",
        updated_at=row.updated_at,
        version=row.version,
        length=row.length,
        ticks=row.ticks,
        is_written=bool(row.is_written),
        is_copied=row.copied_at is not None,
    )
