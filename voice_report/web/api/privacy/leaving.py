"""Everything of an organization as one file, for its administrators."""

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from ....services.leaving import everything
from ..guards import Admin
from ..responses import refusals, streamed

router = APIRouter(prefix="/api/privacy/export", tags=["organization"])


@router.get(
    "",
    response_class=StreamingResponse,
    responses=refusals(404, 409, 422) | {200: {"content": {"application/zip": {}}}},
)
async def export_everything(user: Admin) -> StreamingResponse:
    """Return clients, reports, one's own drafts, lists, settings, the logbook, receipts and the ledger as a ZIP file.

    `manifest.json` in it has the SHA-256 of every other file. It is recorded. 409 with code `busy` while another one of
    the organization is being made.
    """
    return await streamed(everything.file_name(), everything.stream(user), "application/zip")
