"""Everything of an organization as one file, for its administrators."""

from collections.abc import AsyncIterator

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from ....services.leaving import everything
from ..guards import Admin
from ..responses import refusals

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
    pieces = everything.stream(user)
    first = await anext(pieces)  # who may not, and a second one, is refused before the response starts
    return StreamingResponse(
        _whole(first, pieces),
        media_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{everything.file_name()}"'},
    )


async def _whole(first: bytes, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in pieces:
        yield piece
