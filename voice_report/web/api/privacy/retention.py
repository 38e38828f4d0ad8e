"""The terms of the caller's organization, and the receipts of what they erased, for its administrators."""

import uuid
from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from ....db.session import run_in_transaction, run_reading
from ....services.audit.audited_reads import run_audited
from ....services.privacy import receipts, terms
from ....services.privacy.receipts import Receipt
from ....services.privacy.terms import Terms
from ..guards import Admin
from ..responses import refusals
from ..shapes import LAST_SEEN, PAGE, After, Camel, Limit, Next, Number, PathId

router = APIRouter(prefix="/api/organization/retention", tags=["organization"])


class TermsOut(Camel):
    drafts_days: int | None = Field(description="since the last change of a draft; null is until it is deleted")
    transcript_days: int | None = Field(description="since archiving; null is as long as the report")
    archive_days: int | None = Field(description="since archiving; null is until the account or organization goes")
    version: int = Field(description="send it along with a change")
    changed_at: datetime | None = Field(description="in UTC; null: never")


class TermsIn(Camel):
    drafts_days: Annotated[Number, Field(ge=7, le=365)] | None = Field(
        description="since the last change of a draft; null: until it is deleted"
    )
    transcript_days: Annotated[Number, Field(ge=0, le=365)] | None = Field(
        description="since archiving; null: as long as the report"
    )
    archive_days: Annotated[Number, Field(ge=30, le=7305)] | None = Field(
        description="since archiving; null: until the account or organization goes"
    )
    is_elsewhere: bool = Field(default=False, description="your own records have what the archive loses")
    version: Number = Field(description=LAST_SEEN)


class ReceiptOut(Camel):
    id: uuid.UUID
    number: str = Field(description="how people name the receipt")
    scope: Literal["retention", "restored", "records", "client", "user", "organization"] = Field(
        description="'restored': what a backup had brought back; 'client', 'user': one that was erased"
    )
    night: date = Field(description="of which day, in Amsterdam")
    done_at: datetime
    checked_at: datetime
    counts: dict[str, int] = Field(description="how many rows were erased, by kind")
    left_over: dict[str, int] = Field(description="the second count; all of it is 0")
    backups_gone_by: date | None = Field(
        description="from that day no backup has it; null: the installation does not say"
    )
    digest: str = Field(description="SHA-256, which a row of the logbook has too")


class ReceiptList(Camel):
    receipts: list[ReceiptOut]
    next: Next


class ProofOut(Camel):
    holds: bool = Field(description="nothing speaks against the receipt")
    digest: bool = Field(description="it is as it was written")
    logged: bool = Field(description="the logbook has its digest")
    sequence: int | None = Field(description="of that row of the logbook; null: there is none")
    left_over: int | None = Field(description="counted now; null once it is too long ago to count again")
    checked_at: datetime


@router.get("", responses=refusals(404))
async def get_retention_terms(user: Admin) -> TermsOut:
    """Return for how long the organization keeps what."""
    return _terms(await run_reading(terms.of, user.organization_id))


@router.put("", responses=refusals(404, 409))
async def change_retention_terms(content: TermsIn, user: Admin) -> TermsOut:
    """Change for how long what is kept. A shorter term erases nothing in its first 14 days."""
    days = {"drafts": content.drafts_days, "transcript": content.transcript_days, "archive": content.archive_days}
    about = {"version": content.version, "is_elsewhere": content.is_elsewhere}
    return _terms(await run_in_transaction(terms.change, user, days, **about))


@router.get("/receipts")
async def list_receipts(user: Admin, after: After = None, limit: Limit = PAGE) -> ReceiptList:
    """Return the receipts of what was erased, newest first, page by page."""
    page = await run_audited(receipts.list_receipts, user, after=after, limit=limit)
    return ReceiptList(receipts=[_receipt(one) for one in page.items], next=page.next)


@router.get("/receipts/{receipt_id}")
async def get_receipt(receipt_id: PathId, user: Admin) -> ReceiptOut:
    """Return one receipt."""
    return _receipt(await run_audited(receipts.get, user, receipt_id))


@router.get("/receipts/{receipt_id}/check")
async def check_receipt(receipt_id: PathId, user: Admin) -> ProofOut:
    """Compare a receipt with the logbook, and count again now."""
    return ProofOut.model_validate(await receipts.check(user, receipt_id))


def _terms(found: Terms) -> TermsOut:
    days = {f"{name}_days": number for name, number in found.days.items()}
    return TermsOut(**days, version=found.version, changed_at=found.changed_at)


def _receipt(found: Receipt) -> ReceiptOut:
    return ReceiptOut.model_validate(found)
