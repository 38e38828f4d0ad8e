"""What a report rests on: each sentence next to the spoken ones it is made of (concepts/evidence.md)."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from ....services.concepts import evidence, review
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Id, example

router = APIRouter(prefix="/api/evidence", tags=["structure"])

#: Well above the service's own limit, so that the service can name that limit in its message.
_ROUGHLY = 2_000_000

Level = Literal["red", "amber", "note"]
UNSAID = "words with content that its sources do not have, nor another word for them"


class EvidenceIn(Camel):
    model_config = example(transcript="Mevrouw had 38,5 graden.", report="## Observaties\n\nMevrouw had 39,5 graden.")

    transcript: Annotated[str, Field(max_length=_ROUGHLY)]
    report: Annotated[str, Field(max_length=_ROUGHLY, description="markdown, as in `structuredReport`")]
    template: Annotated[Id | None, Field(description="key of the report's template")] = None


class FlagOut(Camel):
    kind: review.Kind = Field(description="what about it is not as it was said")
    level: Level = Field(description="`red`: contradicts what was said; `amber`: not found in it; `note`: good to know")
    text: str = Field(description="what to check, in Dutch")


class StatementOut(Camel):
    section: str = Field(description="key of the template's section with this heading, else the heading itself")
    text: str
    sources: list[int] = Field(description="positions in `spoken`, the best one first")
    flags: list[FlagOut]
    unsaid: list[str] = Field(description=UNSAID)


class OmissionOut(Camel):
    sentence: int = Field(description="position in `spoken`")
    level: Level = Field(description="`amber`: it seems to belong in the report; `note`: it seems not to")
    text: str = Field(description="what is missing, in Dutch")


class EvidenceOut(Camel):
    sentences: list[StatementOut]
    spoken: list[str]
    omissions: list[OmissionOut]


@router.post("", responses=refusals(404))
async def compare_report(question: EvidenceIn, user: Caller) -> EvidenceOut:
    """Return for every sentence of a report the spoken sentences it is made of, and what to check; costs no credit.

    It compares with the transcript only: what was misheard passes.
    """
    found = await evidence.compare(user, question.transcript, question.report, question.template)
    return EvidenceOut.model_validate(found)
