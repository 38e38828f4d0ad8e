"""'Inzicht': counts of whole weeks, for administrators of an organization and for platform admins."""

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BeforeValidator, Field

from ...services.audit.audited_reads import run_audited
from ...services.insight import figures, table
from ...services.shared.identity import PLATFORM_ADMIN, CurrentUser
from .guards import Admin, PlatformAdmin
from .responses import attachment, refusals
from .shapes import Camel

router = APIRouter(prefix="/api")

Weeks = Annotated[Literal[4, 12, 52], BeforeValidator(int), Query(description="how many whole weeks")]
Form = Annotated[Literal["json", "csv"], Query(alias="format")]
Part = Annotated[Literal["weeks", "engines"], Query(description="of CSV: which table")]

_FEW = f"; null: of fewer than {figures.FEWEST} people, or of nobody"
_FILE: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}


class WeekOut(Camel):
    begin: date = Field(description="its Monday, in Amsterdam")
    number: int = Field(description="of ISO 8601")
    reports: int | None = Field(description=f"made{_FEW}")
    people: int | None = Field(description=f"who made them{_FEW}")
    seconds: int | None = Field(description=f"of speech{_FEW}")
    archived: int | None = Field(description=f"reports{_FEW}")
    checked: int | None = Field(description=f"of those archived, signed off{_FEW}")
    organizations: int | None = Field(description="that made a report; null for one organization")


class EngineUse(Camel):
    name: str = Field(description="as the installation names it")
    work: Literal["speech", "text"] = Field(description="`speech`: segments; `text`: texts made into a report")
    done: int = Field(description="how many succeeded")
    again: int = Field(description="of those done, texts that took more than one request")
    failed: int = Field(description="how many did not")
    refused: int = Field(description="not sent, or not wanted")
    half: int | None = Field(description="seconds within which 50 of 100 texts were there; null: longer, or speech")
    most: int | None = Field(description="the same of 95 of 100")


class InsightOut(Camel):
    name: str = Field(description="of the organization; empty for all together")
    weeks: list[WeekOut] = Field(description="whole weeks, the oldest first")
    engines: list[EngineUse] = Field(description="of these weeks, for at least as many people")
    credits: str = Field(description="how long they last, in Dutch; empty for all together")
    fewest: int = Field(description="people of whom a number is given")


@router.get("/organization/insight", tags=["organization"], responses=refusals(404) | _FILE)
async def get_insight(user: Admin, weeks: Weeks = 12, wanted: Form = "json", table: Part = "weeks") -> InsightOut:
    """Return counts of the last whole weeks of the organization, or one of the tables as CSV; it is recorded."""
    return await _answer(user, weeks, wanted, table)


@router.get("/admin/insight", tags=["admin"], responses=refusals(404) | _FILE)
async def get_insight_of_all(
    user: PlatformAdmin, weeks: Weeks = 12, wanted: Form = "json", table: Part = "weeks"
) -> InsightOut:
    """Return the same of all organizations together."""
    return await _answer(user, weeks, wanted, table)


async def _answer(user: CurrentUser, weeks: int, wanted: str, part: table.Part) -> Any:
    if wanted == "csv":
        name, content = await table.of(user, weeks, part)
        return attachment(name, content)
    read = figures.of_all if user.role == PLATFORM_ADMIN else figures.of_organization
    found = await run_audited(read, user, weeks)
    return InsightOut.model_validate(found)
