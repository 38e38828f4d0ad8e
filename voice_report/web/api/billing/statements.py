"""The ledger of an organization's credits as a file, for its administrators and platform admins."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from ....services.billing import statements
from ..guards import AnyAdmin
from ..responses import refusals, streamed

router = APIRouter(prefix="/api/billing", tags=["billing"])

Whose = Annotated[uuid.UUID | None, Query(alias="organizationId")]


@router.get(
    "/ledger/export", response_class=StreamingResponse, responses=refusals(404) | {200: {"content": {"text/csv": {}}}}
)
async def export_ledger(user: AnyAdmin, organization_id: Whose = None) -> StreamingResponse:
    """Return the ledger as CSV (UTF-8, semicolons), newest first; cells are inert in a spreadsheet.

    A platform admin names the organization; any other caller may name only their own.
    """
    return await streamed(statements.file_name(), statements.export(user, organization_id))
