"""From transcript to care report in one call (spec section 7)."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from ...services.reports import structuring
from ..guards import Caller
from ..responses import SIGNED_IN, refusals
from ..shapes import Camel, Id
from .templates import FrozenTemplate, TemplateKey

router = APIRouter(prefix="/api/structure", tags=["structure"], responses={**SIGNED_IN, **refusals(402, 503)})


class StructureIn(Camel):
    transcript: Annotated[str, Field(max_length=2_000_000)]
    draft_id: Annotated[Id | None, Field(description="the draft that receives the report")] = None
    template: TemplateKey = None


class StructureOut(Camel):
    structured_report: str
    template: FrozenTemplate


@router.post("")
async def structure(question: StructureIn, user: Caller) -> StructureOut:
    """Return the structured report; costs one credit, and nothing when it fails or the same report was made before."""
    made = await structuring.generate_whole(user, question.transcript, question.draft_id, question.template)
    return StructureOut(structured_report=made.report, template=FrozenTemplate.model_validate(made.template))
