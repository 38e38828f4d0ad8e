"""From transcript to care report in one call."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from ....services.concepts import structuring
from ....services.concepts.structuring import Style
from ..guards import Caller
from ..responses import SIGNED_IN, refusals
from ..shapes import Camel, Id
from .processing import ProvenanceOut
from .templates import FrozenTemplate, TemplateKey

router = APIRouter(prefix="/api/structure", tags=["structure"], responses={**SIGNED_IN, **refusals(402, 503)})


class StructureIn(Camel):
    transcript: Annotated[str, Field(max_length=2_000_000)]
    draft_id: Annotated[Id | None, Field(description="the draft that receives the report")] = None
    template: TemplateKey = None
    style: Annotated[
        Style | None,
        Field(
            description="'letterlijk': the spoken sentences, placed; 'netjes': the same, tidied; 'leesbaar': rewritten "
            "one by one, each bound to the spoken ones; 'vrij': a free text. Without it, see `GET /api/account/style`; "
            "without a language model 'netjes' or 'letterlijk'"
        ),
    ] = None


class WrittenSentence(Camel):
    section: str = Field(description="key of the template's section")
    text: str
    sources: list[int] = Field(description="positions in `sentences` of those it is made of")
    as_spoken: bool = Field(description="the text is the spoken sentence itself, tidied but in 'letterlijk'")


class RefusalOut(Camel):
    """Why the text stayed on this server where a language model outside would have been used."""

    code: str = Field(description="'policy' or 'floor'")
    message: str


class StructureOut(Camel):
    structured_report: str
    template: FrozenTemplate
    style: Style
    sentences: list[str] = Field(description="the spoken ones, in order")
    statements: list[WrittenSentence] = Field(description="the report's; none in 'vrij', see `POST /api/evidence`")
    not_included: list[int] = Field(description="positions in `sentences` of what a model left out in 'leesbaar'")
    provenance: ProvenanceOut
    refusal: RefusalOut | None


@router.post("")
async def structure(question: StructureIn, user: Caller) -> StructureOut:
    """Return the structured report; costs one credit, and nothing when it fails or the same report was made before."""
    made = await structuring.generate_whole(
        user, question.transcript, question.draft_id, question.template, question.style
    )
    written = made.written
    return StructureOut(
        structured_report=made.report,
        template=FrozenTemplate.model_validate(made.template),
        style=written.style,
        sentences=list(written.sentences),
        statements=[WrittenSentence.model_validate(one, from_attributes=True) for one in written.statements],
        not_included=list(written.not_included),
        provenance=ProvenanceOut.model_validate(made.provenance),
        refusal=RefusalOut(code=made.choice.refusal.partition(":")[0], message=made.refusal) if made.refusal else None,
    )
