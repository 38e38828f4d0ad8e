"""Reports as a file: a draft for its author, an archived report, or those of a client, for the organization."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from ....services.exports import files
from ..guards import Caller
from ..responses import attachment, refusals
from ..shapes import Day, PathId

router = APIRouter(prefix="/api", tags=["dossier"])

#: ``format`` is checked by the service, which has a sentence for it.
Format = Annotated[
    str | None, Query(alias="format", max_length=20, json_schema_extra={"enum": list(files.MEDIA_TYPES)})
]

_FILE: dict[int | str, dict[str, Any]] = {
    **refusals(503),
    200: {
        "content": {
            kind.partition(";")[0]: {"schema": {"type": "string", "format": "binary"}}
            for kind in files.MEDIA_TYPES.values()
        }
    },
}


@router.get("/drafts/{draft_id}/export", response_class=Response, responses=refusals(403) | _FILE)
async def export_draft(draft_id: PathId, user: Caller, wanted: Format = None) -> Response:
    """Return the report of one's own draft as a file; it is recorded.

    422 with code `unknown_format`, `no_report` when there is no report yet, or `no_glyph` when a PDF cannot have one of
    its characters.
    """
    return _attachment(await files.of_draft(user, draft_id, wanted or ""))


@router.get("/dossier/reports/{report_id}/export", response_class=Response, responses=refusals(403) | _FILE)
async def export_report(report_id: PathId, user: Caller, wanted: Format = None) -> Response:
    """Return an archived report of the organization as a file; it is recorded. 422 as for a draft."""
    return _attachment(await files.of_report(user, report_id, wanted or ""))


@router.get("/reports/export", response_class=Response, responses=refusals(403, 404) | _FILE)
async def export_client(
    user: Caller,
    client_id: Annotated[str, Query(alias="clientId", max_length=200)],
    since: Day = None,
    until: Day = None,
    wanted: Format = "txt",
) -> Response:
    """Return all archived reports of one client as one file, a text with their transcripts; it is recorded.

    422 as for a draft, and with code `too_large` when they do not fit into one file; `since` and `until` make parts.
    """
    return _attachment(await files.of_client(user, client_id, wanted or "", since=since, until=until))


def _attachment(file: files.File) -> Response:
    return attachment(file.name, file.content, file.media_type)
