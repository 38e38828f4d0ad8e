"""What of a draft leaves to an outside engine: shown before it is sent, and chosen by its author."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from ....services.concepts import outgoing
from ....services.vocabulary import masking_words
from ..guards import Caller
from ..reports.words import Written
from ..responses import refusals
from ..shapes import Camel, Done, Id, PathId

router = APIRouter(prefix="/api/drafts/{draft_id}/outgoing", tags=["structure"])

Words = Annotated[list[Written], Field(max_length=masking_words.MAX_OF_DRAFT)]


class OutgoingPiece(Camel):
    sent: str = Field(description="a part of the text as it leaves")
    said: str = Field(description="what a placeholder stands for; empty for what leaves as it was said")
    kind: str = Field(description="as in the placeholder: 'PERSOON', 'TELEFOON'")
    reason: Literal["", "known", "colleague", "listed", "addressed", "unusual", "repeated", "shape"] = Field(
        description="what it was known by; empty for what leaves as it was said"
    )
    may_keep: bool = Field(description="its author may choose to let it leave as it is")


class OutgoingOut(Camel):
    engine: str = Field(description="the key of the engine that gets the text, or would")
    party: str
    country: str
    form: Literal["here", "plain", "pseudonymised"] = Field(description="'here': no engine outside is asked")
    text: str = Field(description="what leaves, whole; a request has each line with a number before it, or as it is")
    pieces: list[OutgoingPiece] = Field(description="the same in parts")
    counts: dict[str, int] = Field(description="how many of each kind were replaced")
    refusal: str = Field(description="code of why the text stays on this server; empty when it leaves")
    why: str = Field(description="the same in a Dutch sentence")
    replace: list[str] = Field(description="what its author chose to replace in this draft")
    keep: list[str] = Field(description="what its author chose to let stay in this draft")
    sent_at: datetime | None = Field(description="with `sent`: when the report's text left")
    same_text: bool | None = Field(description="with `sent`: the transcript has not changed since")
    same_as_sent: bool | None = Field(
        description="with `sent`: this left then, whole or for one section; null: not known"
    )


class ChoicesIn(Camel):
    replace: Words = Field(default_factory=list, description="words to replace in this draft")
    keep: Words = Field(default_factory=list, description="words to let stay in this draft")


@router.get("", responses=refusals(403, 409))
async def show_outgoing(
    draft_id: PathId,
    user: Caller,
    template: Annotated[Id | None, Query(description="key of the template of the next concept")] = None,
    section: Annotated[Id | None, Query(description="key of a section that would be written again")] = None,
    sent: Annotated[
        bool, Query(description="what was sent for the draft, whatever came of it (404 when nothing was)")
    ] = False,
) -> OutgoingOut:
    """Return what a concept of one's own draft sends to an outside engine, as a request would have it."""
    if section:
        return OutgoingOut.model_validate(await outgoing.view_section(user, draft_id, section))
    return OutgoingOut.model_validate(await outgoing.view(user, draft_id, template, sent=sent))


@router.put("/choices")
async def choose_outgoing(draft_id: PathId, content: ChoicesIn, user: Caller) -> Done:
    """Choose what is replaced, and what stays, in this draft alone: all of it, in place of what was chosen before."""
    await outgoing.choose(user, draft_id, content.replace, content.keep)
    return Done()
