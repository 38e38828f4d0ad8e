"""The audit trail as a file, for the organization's admins and platform admins (security.md S27)."""

from typing import Literal

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from ...services.audit import viewer
from .guards import AnyAdmin
from .responses import refusals, streamed
from .shapes import Day, Search

router = APIRouter(prefix="/api/logbook", tags=["logbook"])


@router.get("/export", response_class=StreamingResponse, responses=refusals(404) | {200: {"content": {"text/csv": {}}}})
async def export_logbook(
    user: AnyAdmin,
    person: Search = "",
    client: Search = "",
    since: Day = None,
    until: Day = None,
    kind: Literal["", "viewed", "changed", "copied", "downloaded", "deleted"] = "",
) -> StreamingResponse:
    """Return the audit trail as CSV (UTF-8, semicolons), newest first; cells are inert in a spreadsheet.

    `kind` leaves out the other kinds of actions.
    `person` is (part of) a name or address or an id, `client` (part of) a name or a number; days are Amsterdam's.
    """
    lines = viewer.export(user, viewer.AuditFilter(person, client, since, until, kind))
    return await streamed(viewer.file_name(), lines)
