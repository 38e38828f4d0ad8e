"""The archive: saving a report for a client, and reading the organization's saved reports."""

import uuid
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, status
from pydantic import AwareDatetime, Field

from ....db.session import run_in_transaction
from ....services.archive import archive, dossier, refiling, search
from ....services.audit.audited_reads import audited_read
from ....services.processing import provenance
from ....services.shared import dates
from ..guards import Caller
from ..responses import refusals
from ..shapes import PAGE, After, Camel, Day, Id, Limit, Next, OtherId, PathId, example
from .drafts import REPORTED
from .processing import ProvenanceOut
from .templates import FrozenTemplate

router = APIRouter(prefix="/api", tags=["dossier"])

#: Well above the service's own limit, so that the service can name that limit in its message.
_ROUGHLY = 2_000_000


class ArchiveIn(Camel):
    model_config = example(
        clientId="C-1042",
        transcript="Mevrouw sliep goed.",
        structuredReport="## Observaties\n\nMevrouw sliep goed.",
    )

    client_id: OtherId | None = None
    transcript: Annotated[str, Field(max_length=_ROUGHLY)]
    structured_report: Annotated[str | None, Field(max_length=_ROUGHLY)] = None
    draft_id: Annotated[Id | None, Field(description="the draft that becomes this report; it is no draft any more")] = (
        None
    )

    template: Annotated[Id | None, Field(description="key or id of the report's template; a draft has its own")] = None
    reported_at: Annotated[AwareDatetime | None, Field(description=f"{REPORTED}; a draft has its own, else now")] = None


class MoveIn(Camel):
    client_id: OtherId


class Archived(Camel):
    report_id: uuid.UUID
    reference: str = Field(description="how people name the report, as in R-2026-4F7A9C21")
    timestamp: datetime


class ReportOut(Camel):
    id: uuid.UUID
    reference: str
    client_id: str
    client_name: str = Field(description="as it is now")
    user_id: uuid.UUID = Field(description="the care worker")
    user_name: str = Field(validation_alias="author")
    transcript: str
    structured_report: str | None
    title: str
    is_draft: bool = Field(default=False, description="false in the archive")
    reported_at: datetime = Field(description=REPORTED)
    created_at: datetime = Field(description="when it was saved to the archive")
    updated_at: datetime
    template: FrozenTemplate
    reviewed_by: Annotated[str | None, Field(description="who signed it off before it was saved, if anybody did")]
    reviewed_at: datetime | None
    refiled_by: Annotated[str | None, Field(description="who moved it to this client, if anybody did")]
    refiled_at: datetime | None = Field(description="in UTC; null: it never was")
    provenance: ProvenanceOut | None = Field(None, description="how the report was made")


class ReportList(Camel):
    reports: list[ReportOut]
    next: Next
    looked_until: datetime | None = Field(
        None, description="with `search` and a `next`: reports older than this were not looked at yet"
    )


@router.post("/dossier", status_code=status.HTTP_201_CREATED, responses=refusals(404, 409))
async def save_to_archive(content: ArchiveIn, user: Caller) -> Archived:
    """Save a report for a client; it cannot be changed afterwards. Sent twice within two minutes, it is saved once.

    403 with code `pro_only` or `archive_off` when the organization may not save to the archive.
    """
    saved = await archive.save(user, **content.model_dump())
    return Archived(report_id=saved.id, reference=saved.reference, timestamp=saved.saved_at)


@router.post("/reports/{report_id}/take-back", status_code=status.HTTP_204_NO_CONTENT, responses=refusals(409))
async def take_report_back(report_id: PathId, user: Caller) -> None:
    """Make one's own report a draft again, within ten minutes; 409 with code `too_late` after that."""
    await run_in_transaction(refiling.take_back, user, report_id)


@router.put("/reports/{report_id}/client", status_code=status.HTTP_204_NO_CONTENT, responses=refusals(409))
async def move_report(report_id: PathId, content: MoveIn, user: Caller) -> None:
    """Move a report to another client. Its author and administrators may."""
    await run_in_transaction(refiling.move, user, report_id, content.client_id)


@router.get("/reports", responses=refusals(403, 404))
async def list_reports(
    user: Caller,
    client_id: Annotated[str | None, Query(alias="clientId", max_length=200)] = None,
    words: Annotated[
        str | None,
        Query(
            alias="search",
            max_length=200,
            description="words that all occur in the report, the transcript or the author's name, without regard to "
            "capitals and accents; reads 2,000 at most",
        ),
    ] = None,
    since: Day = None,
    until: Day = None,
    after: After = None,
    limit: Limit = PAGE,
) -> ReportList:
    """Return the organization's archived reports, newest first, page by page: of all clients, of one, or the matches of
    a search. Order and period are those of `reportedAt`.

    A page whose reports are very long holds fewer than `limit`; `next` continues.
    """
    dates.in_order(since, until)
    wanted = {"client_id": client_id, "since": since, "until": until, "after": after, "limit": limit}
    async with audited_read() as session:
        if words is not None:
            found = await search.search(session, user, words, **wanted)
            reports, following, looked_until = found.reports, found.next, found.looked_until
        else:
            page = await dossier.list_reports(session, user, **wanted)
            reports, following, looked_until = page.items, page.next, None
        made = await provenance.of_reports(session, user, [one.id for one in reports])
    shown = [ReportOut.model_validate(report) for report in reports]
    for one in shown:
        one.provenance = ProvenanceOut.model_validate(made[one.id]) if one.structured_report else None
    return ReportList(reports=shown, next=following, looked_until=looked_until)
