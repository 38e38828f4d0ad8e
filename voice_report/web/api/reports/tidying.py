"""What 'netjes' makes of a transcript, sentence by sentence (concepts/reports.md "Netjes")."""

from collections import defaultdict
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from ....services.concepts import evidence, tidying
from ..guards import Caller
from ..responses import SIGNED_IN, refusals
from ..shapes import Camel, Id
from .review import ChangeOut

router = APIRouter(prefix="/api/tidy", tags=["structure"], responses={**SIGNED_IN, **refusals(503)})

#: Well above the service's own limit, so that the service can name that limit in its message.
_ROUGHLY = 2_000_000


class TidyIn(Camel):
    transcript: Annotated[str, Field(max_length=_ROUGHLY)]
    template: Annotated[Id | None, Field(description="key of the report's template, for its name and headings")] = None


class TidySentence(Camel):
    text: str = Field(description="as it stands in a report, save for its heading said aloud")
    sources: list[int] = Field(description="positions of the spoken sentences")
    changes: list[ChangeOut]


class TidyOut(Camel):
    sentences: list[TidySentence]
    set_aside: list[ChangeOut] = Field(description="spoken sentences that are left out")


@router.post("")
async def tidy(question: TidyIn, user: Caller) -> TidyOut:
    """Return the spoken sentences tidied, with every change; costs no credit and stores nothing."""
    found = await evidence.tidied(user, question.transcript, question.template)
    changes: dict[int, list[ChangeOut]] = defaultdict(list)
    for one in tidying.all_changes(found):
        changes[one.sentence].append(ChangeOut.model_validate(one))
    texts = ((at, found.text(at)) for at in range(len(found.sentences)))
    return TidyOut(
        sentences=[
            TidySentence(text=text, sources=[at], changes=changes[at]) for at, text in texts if text is not None
        ],
        set_aside=[one for at in sorted(found.aside) for one in changes[at]],
    )
