"""From transcript to care report, and what 'netjes' makes of a transcript (concepts/reports.md "Netjes")."""

from collections import defaultdict
from typing import Annotated, Literal, cast

from fastapi import APIRouter, Header
from pydantic import Field

from ....services.concepts import evidence, repeats, structuring, tidying
from ....services.concepts.structuring import Style
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Id, example
from .processing import ProvenanceOut
from .review import TidiedChange
from .templates import FrozenTemplate, TemplateKey

router = APIRouter(prefix="/api", tags=["structure"])

#: Well above the service's own limit, so that the service can name that limit in its message.
_ROUGHLY = 2_000_000


OwnKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=repeats.MAX_KEY,
        description="the caller's own, for this request alone: sent again with it, it is made and paid once",
    ),
]


class StructureIn(Camel):
    model_config = example(transcript="Mevrouw sliep goed en at een boterham.", style="netjes")

    transcript: Annotated[str, Field(max_length=_ROUGHLY)]
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


RefusalCode = Literal["policy", "floor"]


class RefusalOut(Camel):
    """Why the text stayed on this server where a language model outside would have been used."""

    code: RefusalCode = Field(
        description="`policy`: the organization's choice about text; `floor`: about where engines may be"
    )
    message: str = Field(description="in Dutch")


class StructureOut(Camel):
    structured_report: str
    template: FrozenTemplate
    style: Style
    sentences: list[str] = Field(description="the spoken ones, in order")
    statements: list[WrittenSentence] = Field(description="the report's; none in 'vrij', see `POST /api/evidence`")
    not_included: list[int] = Field(description="positions in `sentences` of what a model left out in 'leesbaar'")
    provenance: ProvenanceOut
    refusal: RefusalOut | None = Field(description="null: nothing was refused")


@router.post("/structure", responses=refusals(402, 404, 409))
async def structure_report(question: StructureIn, user: Caller, key: OwnKey = None) -> StructureOut:
    """Return the structured report; costs one credit, and nothing when it fails or the same report was made before.

    With an `Idempotency-Key` the request may be sent again for 24 hours: the answer is the same, and nothing changes.
    409 with code `under_way` while it is being made, 422 with `key_reused` when the key was for another request.
    """
    given = (question.transcript, question.draft_id, question.template, question.style)
    asked = repeats.asked(user, key, *given) if key else None
    made = await structuring.generate_whole(user, *given, asked=asked)
    written = made.written
    code = cast("RefusalCode", made.reason.partition(":")[0])
    return StructureOut(
        structured_report=made.report,
        template=FrozenTemplate.model_validate(made.template),
        style=written.style,
        sentences=list(written.sentences),
        statements=[WrittenSentence.model_validate(one, from_attributes=True) for one in written.statements],
        not_included=list(written.not_included),
        provenance=ProvenanceOut.model_validate(made.provenance),
        refusal=RefusalOut(code=code, message=made.refusal) if made.refusal else None,
    )


class TidyIn(Camel):
    transcript: Annotated[str, Field(max_length=_ROUGHLY)]
    template: Annotated[Id | None, Field(description="key of the report's template, for its name and headings")] = None


class TidySentence(Camel):
    text: str = Field(description="as it stands in a report, save for its heading said aloud")
    sources: list[int] = Field(description="positions of the spoken sentences")
    changes: list[TidiedChange]


class TidyOut(Camel):
    sentences: list[TidySentence]
    set_aside: list[TidiedChange] = Field(description="spoken sentences that are left out")


@router.post("/tidy", responses=refusals(404))
async def tidy_transcript(question: TidyIn, user: Caller) -> TidyOut:
    """Return the spoken sentences tidied, with every change; costs no credit and stores nothing."""
    found = await evidence.tidied(user, question.transcript, question.template)
    changes: dict[int, list[TidiedChange]] = defaultdict(list)
    for one in tidying.all_changes(found):
        changes[one.sentence].append(TidiedChange.model_validate(one))
    texts = ((at, found.text(at)) for at in range(len(found.sentences)))
    return TidyOut(
        sentences=[
            TidySentence(text=text, sources=[at], changes=changes[at]) for at, text in texts if text is not None
        ],
        set_aside=[one for at in sorted(found.aside) for one in changes[at]],
    )
