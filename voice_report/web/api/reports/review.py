"""Checking a draft's report: each sentence next to what was said, the answers to what differs, the sign-off."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import Field

from ....services.concepts import review, revising, tidying
from ..guards import Caller
from ..responses import refusals
from ..shapes import LAST_SEEN, Camel, Done, Number, PathId
from . import drafts
from .drafts import OneDraft
from .evidence import UNSAID, FlagOut, Level

router = APIRouter(prefix="/api/drafts/{draft_id}", tags=["drafts"])

#: Well above the service's own limit, so that the service can name that limit in its message.
_ROUGHLY = 2_000_000

Report = Annotated[str, Field(max_length=_ROUGHLY, description="markdown, as in `structuredReport`")]


class ReviewIn(Camel):
    transcript: Annotated[str, Field(max_length=_ROUGHLY)]
    report: Report


class PointOut(FlagOut):
    here: str = Field(description="the words of the sentence that it is about; '' when not known")
    said: str = Field(description="what was said instead; '' when not known")


class ChoiceOut(Camel):
    words: str = Field(description="what may hold")
    text: str = Field(description="the sentence with these words alone, or with this client in front")


class SentenceOut(Camel):
    section: str = Field(description="the heading, as in the report")
    text: str
    sources: list[int] = Field(description="positions in `spoken`, the best one first")
    flags: list[PointOut]
    own: bool = Field(description="typed by a person, so it has no flags")
    as_spoken: bool = Field(description="the speaker's own words, where the rest was rewritten")
    settled: bool = Field(description="a person confirmed it in spite of its flags")
    unsaid: list[str] = Field(description=UNSAID)
    readings: list[ChoiceOut] = Field(
        description="what only the speaker can settle: both readings of a correction; each client that it may be about"
    )


class LeftOutOut(Camel):
    sentence: int = Field(description="position in `spoken`")
    level: Level = Field(description="`amber`: it seems to belong in the report; `note`: it seems not to")
    text: str = Field(description="what is missing, in Dutch")
    section: str = Field(description="the heading under which it would come")


class ReviewedOut(Camel):
    by: str = Field(description="by name")
    at: datetime


class TidiedChange(Camel):
    """What was tidied in a spoken sentence."""

    key: str = Field(description="the same while the spoken sentence is")
    rule: tidying.Rule = Field(description="what was done")
    sentence: int = Field(description="position of the spoken sentence")
    start: int = Field(description="the characters of the spoken sentence that are changed: the first,")
    end: int = Field(description="and the one after the last")
    said: str = Field(description="a few words around it, as they were said")
    stands: str = Field(description="the same with the change; '' when the sentence is left out")
    is_off: bool = Field(description="a person undid it")


class ReviewOut(Camel):
    sentences: list[SentenceOut]
    spoken: list[str]
    left_out: list[LeftOutOut]
    reviewed: Annotated[ReviewedOut | None, Field(description="who signed off exactly this report")]
    changes: list[TidiedChange] = Field(description="what was tidied, in the order of speaking")


class SettledIn(Camel):
    section: Annotated[
        str, Field(max_length=_ROUGHLY, description=f"its heading, at most {review.MAX_SECTION} characters")
    ]
    text: Annotated[
        str, Field(max_length=_ROUGHLY, description=f"the sentence, at most {review.MAX_SENTENCE} characters")
    ]
    kinds: Annotated[
        list[review.Kind | Literal["omission"]],
        Field(min_length=1, max_length=20, description="the kinds of its flags; `omission`: it is left out on purpose"),
    ]


class RewrittenSectionIn(Camel):
    report: Report


class RewrittenSection(Camel):
    markdown: str = Field(description="the body of the section, without its heading")


class TidyingIn(Camel):
    version: Annotated[Number, Field(ge=1, description=LAST_SEEN)]
    off: Annotated[
        tuple[Annotated[str, Field(max_length=64)], ...],
        Field(max_length=20_000, description="keys of the changes that are undone; all others are done"),
    ] = ()
    everything: Annotated[bool, Field(alias="all", description="undo all of them")] = False


class SignOffIn(Camel):
    version: Annotated[Number, Field(ge=1, description=LAST_SEEN)]


@router.post("/review")
async def review_draft(draft_id: PathId, question: ReviewIn, user: Caller) -> ReviewOut:
    """Compare a report with its transcript, which may both be newer than the draft's; costs no credit.

    It compares with the transcript only; of what was misheard it knows the words of which the recogniser was unsure
    (`unsure`) and values that cannot be (`value`).
    """
    return ReviewOut.model_validate(await review.look(user, draft_id, question.transcript, question.report))


@router.post("/review/settled")
async def confirm_sentence(draft_id: PathId, point: SettledIn, user: Caller) -> Done:
    """Confirm a sentence in spite of its flags; who did and when is kept with the draft."""
    await review.settle(user, draft_id, point.section, point.text, point.kinds)
    return Done()


@router.post("/sections/{key}/again", responses=refusals(409))
async def rewrite_section(
    draft_id: PathId,
    key: Annotated[str, Path(max_length=100, description="of the section in the template")],
    now: RewrittenSectionIn,
    user: Caller,
) -> RewrittenSection:
    """Write one section of the report again, from what was said for it; costs no credit, and changes nothing stored.

    409 with code `transcript_changed` when the transcript is not the one that the concept was generated from; 422 with
    code `nothing_said` when nothing was said for this section.
    """
    return RewrittenSection(markdown=await revising.again(user, draft_id, key, now.report))


@router.post("/former", responses=refusals(422))
async def restore_former_report(draft_id: PathId, user: Caller) -> OneDraft:
    """Exchange the report with the version before the last generation; a second time swaps them back."""
    return await drafts.one(user, await revising.restore_former(user, draft_id))


@router.put("/tidying", responses=refusals(409))
async def choose_tidying(draft_id: PathId, choice: TidyingIn, user: Caller) -> OneDraft:
    """Undo changes of a report in 'netjes' or 'leesbaar', or do them again; costs no credit. Other sentences stay.

    422 with code `not_tidied` when the report is in another style.
    """
    changed = await tidying.put(
        user, draft_id, frozenset(choice.off), everything=choice.everything, version=choice.version
    )
    return await drafts.one(user, changed)


@router.post("/sign-off", responses=refusals(409))
async def sign_off_draft(draft_id: PathId, signed: SignOffIn, user: Caller) -> ReviewedOut:
    """Note that the caller has checked the stored report; 422 with code `points_open` while points are open."""
    return ReviewedOut.model_validate(await review.sign_off(user, draft_id, signed.version))
