"""The ledger of an organization's credits as a file, for its administrators and platform admins."""

import uuid
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from ....services.billing import statements
from ..guards import AnyAdmin
from ..responses import refusals

router = APIRouter(prefix="/api/billing", tags=["billing"])

Whose = Annotated[uuid.UUID | None, Query(alias="organizationId")]


@router.get(
    "/ledger/export", response_class=StreamingResponse, responses=refusals(404) | {200: {"content": {"text/csv": {}}}}
)
async def export_ledger(user: AnyAdmin, organization_id: Whose = None) -> StreamingResponse:
    """Return the ledger as CSV (UTF-8, semicolons), newest first; cells are inert in a spreadsheet.

    A platform admin names the organization; any other caller may name only their own.
    """
    lines = statements.export(user, organization_id)
    head = await anext(lines)  # the organization is checked before the response starts
    return StreamingResponse(
        _whole(head, lines),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{statements.file_name()}"'},
    )


async def _whole(head: str, lines: AsyncIterator[str]) -> AsyncIterator[str]:
    yield head
    async for line in lines:
        yield line
