"""Who saw one client's dossier, for the organization's administrators (security.md S64)."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from ....services.audit import client_access
from ..guards import Admin
from ..responses import refusals
from ..shapes import Camel, Day

router = APIRouter(prefix="/api/privacy/access", tags=["organization"])


class AccessLine(Camel):
    at: datetime = Field(description="the first time that day")
    who: str = Field(description="the function, or with `names` the name")
    kind: Literal["viewed", "changed", "copied", "downloaded", "deleted", "refused"]
    what: str = Field(description="the function that was used, in Dutch")
    about: str = Field(description="a report with its date, or how many; empty when it is the client as a whole")
    number: int = Field(description="how often that day")
    reason: str = Field(description="what the caller filled in, or why it was refused; else empty")


class EngineAccess(Camel):
    party: str
    what: str = Field(description="what was done, in Dutch")
    where: str = Field(description="in which place, in Dutch")
    number: int = Field(description="how often")


class AccessOut(Camel):
    client_id: str
    since: date | None = Field(description="the first day asked for, in Amsterdam; null: from the beginning")
    until: date | None = Field(description="the last day, itself included; null: up to now")
    made_at: datetime
    lines: list[AccessLine] = Field(description="the latest first: one for each person, kind of action and day")
    processing: list[EngineAccess]


@router.get("", responses=refusals(404))
async def get_client_access(
    user: Admin,
    client_id: Annotated[str, Query(alias="clientId", max_length=200)],
    since: Day = None,
    until: Day = None,
    names: Annotated[bool, Query(description="with the names of who did it, and not their functions")] = False,
) -> AccessOut:
    """Return who saw a client's dossier and which engines worked on it; it is recorded.

    422 with code `too_large` when the period has too much for one overview.
    """
    found = await client_access.read(user, client_id, since=since, until=until, names=names)
    return AccessOut.model_validate(found)
