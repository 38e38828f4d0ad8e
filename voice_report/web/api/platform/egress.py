"""What left this installation, and its engines, for platform admins."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from ....db.session import run_reading
from ....services.processing import egress
from ..guards import PlatformAdmin
from ..shapes import Camel

router = APIRouter(prefix="/api/admin/egress", tags=["admin"])


class EgressLine(Camel):
    kind: Literal["engine", "own_engine", "mail", "payment", "sign_in", "name_server", "model"]
    host: str
    connections: Annotated[int, Field(description="counted before each leaves; of engines and payments the requests")]
    sent_bytes: Annotated[int, Field(description="bodies, without headers")]
    last_at: datetime = Field(description="of the last connection, in UTC")
    is_here: Annotated[
        bool,
        Field(description="it did not leave this machine and its private network; of an engine: its region is local"),
    ]


class RegisteredEngine(Camel):
    key: str
    task: Literal["speech", "structuring"]
    kind: str = Field(description="the protocol, as in the settings")
    party: str
    host: str
    model: str
    country: str
    region: Literal["local", "eu", "other"]
    agreement: date | None = Field(description="the day of the processing agreement; null: none is stated")
    transfer_ground: str = Field(description="why text may go there, as the installation states it; empty: not stated")
    keeps: str = Field(description="what the engine keeps, likewise")
    trains: str = Field(description="whether it learns from it, likewise")


class EgressOut(Camel):
    since: Annotated[datetime | None, Field(description="nothing has left from then on; null: not known")]
    counted_since: Annotated[datetime | None, Field(description="counts are complete from then on")]
    lines: Annotated[list[EgressLine], Field(description=f"of the last {egress.DAYS} days, the latest first")]
    engines: list[RegisteredEngine]


@router.get("")
async def get_egress(user: PlatformAdmin) -> EgressOut:
    """Return what left this installation by kind and host, and the engines that it is set up with."""
    return EgressOut.model_validate(await run_reading(egress.overview, user))
