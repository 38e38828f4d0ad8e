"""How a draft or report was made: by which engine, where, in what form; without a word of it."""

import uuid
from datetime import datetime
from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from ....db.session import reading
from ....services.concepts.structuring import Style
from ....services.privacy import terms
from ....services.processing import card
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, PathId

router = APIRouter(prefix="/api/reports", tags=["dossier"])


class ProvenanceOut(Camel):
    ai_assisted: bool | None = Field(description="a language model took part; null when that is not known")
    rewritten: bool | None = Field(description="a language model wrote the sentences; else they are the spoken ones")
    style: Style | None = Field(description="null: not known")
    engine: str = Field(description="the key of the engine; empty when it is not known")
    party: str = Field(description="who is behind the engine, as the installation states it")
    model: str
    region: Literal["", "local", "eu", "other"] = Field(description="empty when it is not known")
    form: Literal["", "here", "plain", "pseudonymised"] = Field(description="the text that the engine got")
    rules_version: str = Field(description="of the rules by which names were replaced; empty when nothing was")
    sent: list[Literal["plain", "pseudonymised"]] = Field(description="the forms in which text for it left the server")
    generated_at: datetime | None = Field(description="in UTC; null: not known")
    reviewed_by: str | None = Field(description="by name; null: nobody signed it off")
    reviewed_at: datetime | None
    edited: bool | None = Field(description="a person changed what was generated; null when that is not known")


class CardLine(Camel):
    about: Literal["speech", "replaced", "report", "reviewed", "kept"]
    text: str = Field(description="in Dutch")


class StepOut(Camel):
    id: uuid.UUID
    step: Literal["speech", "report", "section"] = Field(description="`section` is one that was written again")
    engine: str
    party: str
    host: str
    country: str
    region: str = Field(description="as the engine's register had it then")
    model_asked: str = Field(description="by its name there; empty for local rules")
    model_answered: str = Field(description="what the engine says it is; empty: it does not say")
    form: Literal["here", "audio", "plain", "pseudonymised"] = Field(
        description="what the engine got; `here`: it is on this server"
    )
    style: str = Field(description="empty for speech")
    input_amount: int = Field(description="in `inputUnit`")
    input_unit: Literal["seconds", "characters"]
    output_amount: int = Field(description="characters")
    pieces: int = Field(description="segments of speech")
    attempts: int = Field(description="requests that left this server")
    sent_bytes: int = Field(description="of the bodies of these requests")
    began_at: datetime
    ended_at: datetime | None = Field(description="in UTC; null: it did not end")
    outcome: Literal["begun", "done", "failed", "refused", "broken off"]
    reason: str = Field(description="why it was refused or failed, as a code; else empty")
    app_version: str = Field(description="of the product")
    prompt_version: str = Field(description="of the instruction to the model; empty for none")
    rules_version: str = Field(description="of the rules that replaced names; empty when nothing was")
    config_hash: str = Field(description="the same for the same engine and settings")


class ProcessingOut(Camel):
    provenance: ProvenanceOut
    lines: list[CardLine] = Field(description="the same in sentences, as the page shows them")
    steps: list[StepOut] = Field(description="the oldest first, the last 50")


@router.get("/{report_id}/processing", responses=refusals(403))
async def get_processing(report_id: PathId, user: Caller) -> ProcessingOut:
    """Return how a report, or one's own draft, was made."""
    async with reading() as session:
        found = await card.read(session, user, report_id)
        kept = [card.Line("kept", one) for one in await terms.of_report(session, user, report_id)]
    outcomes = {one.id: card.outcome(one) for one in found.steps}
    return ProcessingOut(
        provenance=ProvenanceOut.model_validate(found.provenance),
        lines=[CardLine.model_validate(one) for one in (*found.lines, *kept)],
        steps=[StepOut.model_validate({**one.model_dump(), "outcome": outcomes[one.id]}) for one in found.steps],
    )
