"""The monthly sample of the logbook, for the organization's administrators."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import Field

from ....services.audit import samples
from ....services.audit.audited_reads import run_audited
from ..guards import Admin
from ..responses import refusals
from ..shapes import Camel

router = APIRouter(prefix="/api/privacy/sample", tags=["organization"])

Month = Annotated[
    str,
    Path(max_length=7, pattern=r"^20[0-9]{2}-(?:0[1-9]|1[0-2])$", description="a month in Amsterdam, as in 2026-10"),
]


class SampleAnswer(Camel):
    said: Literal["fine", "ask"] = Field(description="in order, or to be inquired about")
    note: str = Field(description="empty for none")
    by: str = Field(description="the administrator, by name")


class SampleEntry(Camel):
    at: datetime
    person: str = Field(description="who did it, by name")
    what: str = Field(description="in Dutch")
    subject: str = Field(description="what it was done with, in Dutch")
    client: str = Field(description="the name; empty when the client is not there any more")
    client_id: str
    success: bool = Field(description="false when it was refused or failed")
    reason: str = Field(description="what was filled in, or why it was refused; else empty")


class SampleRowOut(Camel):
    sequence: int = Field(description="of the row in the logbook")
    entry: SampleEntry
    is_own: bool = Field(description="it is what the caller did, so another administrator judges it")
    answer: SampleAnswer | None = Field(description="null: not judged yet")


class SampleOut(Camel):
    month: date = Field(description="its first day")
    drawn_at: datetime = Field(description="in UTC")
    rows: list[SampleRowOut] = Field(description="20, or as many as the month has")
    left: int = Field(description="rows without an answer that the caller's signature waits for")
    alone: bool = Field(
        validation_alias="is_only_admin",
        description="the caller is the only administrator, and signs with own rows that nobody judged",
    )
    signed_by: str | None = Field(description="by name; null: nobody yet")
    signed_at: datetime | None = Field(description="in UTC; null: nobody yet")


@router.get("/{month}", responses=refusals(404))
async def get_sample(month: Month, user: Admin) -> SampleOut:
    """Return the rows of the logbook that were drawn after a month, what administrators said of them, and who signed.

    It is recorded.
    """
    return SampleOut.model_validate(await run_audited(samples.read, user, date.fromisoformat(f"{month}-01")))
