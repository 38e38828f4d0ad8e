"""Drafts: accessible to their author only."""

import asyncio
import uuid
from dataclasses import replace
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, status
from pydantic import AwareDatetime, Field

from ....db.session import run_in_transaction, run_reading
from ....services.audit.audited_reads import run_audited
from ....services.concepts.structuring import Style
from ....services.dictation import replacements
from ....services.drafts import deleted, drafts, listing, ticks
from ....services.drafts.drafts import DraftView
from ....services.processing import provenance
from ....services.shared.identity import CurrentUser
from ..guards import Caller
from ..responses import refusals
from ..shapes import LAST_SEEN, PAGE, After, Camel, Done, Id, Limit, Next, OtherId, PathId, Whole, example
from .processing import ProvenanceOut
from .templates import FrozenTemplate, NamedTemplate

router = APIRouter(prefix="/api/drafts", tags=["drafts"])

#: Well above the service's own limit, so that the service can name that limit in its message.
_ROUGHLY = 2_000_000
REPORTED = "the report's date: when it was spoken, or begun by typing"


class DraftIn(Camel):
    model_config = example(transcript="Mevrouw sliep goed en at een boterham.", clientId="C-1042", title="Ochtend")

    transcript: Annotated[str, Field(max_length=_ROUGHLY)]
    structured_report: Annotated[str | None, Field(max_length=_ROUGHLY)] = None
    client_id: OtherId | None = None
    title: Annotated[str | None, Field(max_length=1000)] = Field(
        default=None, description="blank: the former one, or one with the moment"
    )
    version: Annotated[int | None, Field(ge=1, description=LAST_SEEN)] = None
    template: Annotated[Id | None, Field(description="key or id of the report's template; absent: unchanged")] = None
    reported_at: Annotated[AwareDatetime | None, Field(description=f"{REPORTED}; absent: unchanged, or now")] = None


class ListedDraft(Camel):
    id: uuid.UUID
    title: str
    transcript: str
    structured_report: str | None
    client_id: str | None
    reported_at: Annotated[datetime, Field(description=REPORTED)]
    updated_at: datetime
    version: int
    template: Annotated[NamedTemplate, Field(description="its sections are in `GET /api/drafts/{id}`")]
    style: Annotated[Style | None, Field(description="how the report was written; null: not known, or no report")]
    has_former: Annotated[bool, Field(description="whether `POST /api/drafts/{id}/former` has a version to restore")]
    reviewed_by: Annotated[str | None, Field(description="who signed off this report; null after a change of it")]
    reviewed_at: datetime | None
    copied_at: Annotated[datetime | None, Field(description="when its report, as it is now, was copied on a page")]


class DraftOut(ListedDraft):
    template: FrozenTemplate
    provenance: Annotated[ProvenanceOut | None, Field(description="how the report was made; null without a report")]


class ReplacedOut(Camel):
    """A word that was replaced as the word lists say, with the text that was around it when it was dictated."""

    word: str
    heard: str
    before: str = Field(description="the text in front of it")
    after: str = Field(description="the text behind it")


class ReplacedList(Whole):
    replaced: list[ReplacedOut]


class HasConcept(Camel):
    made: Annotated[bool, Field(description="whether the draft has a concept of the transcript as it is now")]


class CopiedFields(Camel):
    fields: Annotated[
        dict[Annotated[str, Field(max_length=30)], Annotated[str, Field(max_length=30)]],
        Field(max_length=ticks.MOST, description="by field, the digest of the text that was copied"),
    ]


class OneDraft(Camel):
    draft: DraftOut


class DraftList(Camel):
    drafts: list[ListedDraft]
    next: Next


@router.get("", responses=refusals(403))
async def list_drafts(
    user: Caller,
    after: After = None,
    limit: Limit = PAGE,
) -> DraftList:
    """Return the signed-in user's drafts, last changed first, page by page.

    A page whose drafts are very long holds fewer than `limit`; `next` continues.
    """
    page = await run_audited(listing.list_drafts, user, after=after, limit=limit)
    return DraftList(drafts=[ListedDraft.model_validate(item) for item in page.items], next=page.next)


@router.post("", status_code=status.HTTP_201_CREATED, responses=refusals(404, 409))
async def create_draft(content: DraftIn, user: Caller) -> OneDraft:
    """Create a draft; without a title it is named 'Concept' and today's date."""
    return await one(user, await drafts.save(user, **_fields(content)))


@router.get("/{draft_id}", responses=refusals(403))
async def get_draft(draft_id: PathId, user: Caller) -> OneDraft:
    """Return one draft."""
    found = await run_audited(drafts.get_draft, user, draft_id)
    return await one(user, found)


@router.get("/{draft_id}/replaced", responses=refusals(403))
async def list_replaced_words(draft_id: PathId, user: Caller) -> ReplacedList:
    """Return the words that were replaced in what was dictated for a draft, for a day after the dictation at least."""
    found = await run_reading(replacements.of_draft, user, draft_id)
    return ReplacedList(replaced=[ReplacedOut.model_validate(one) for one in found])


@router.get("/{draft_id}/made", responses=refusals(403))
async def has_concept(draft_id: PathId, user: Caller) -> HasConcept:
    """Return whether a draft has a concept of its present transcript."""
    return HasConcept(made=await run_reading(drafts.is_made, user, draft_id))


@router.put("/{draft_id}", responses=refusals(409))
async def replace_draft(draft_id: PathId, content: DraftIn, user: Caller) -> OneDraft:
    """Replace a draft's content; with `version`, only when it was not saved since."""
    return await one(user, await drafts.save(user, draft_id=draft_id, **_fields(content)))


@router.put("/{draft_id}/copied")
async def note_copied_fields(draft_id: PathId, copied: CopiedFields, user: Caller) -> CopiedFields:
    """Note which fields of a draft were copied one by one, next to those noted before, and return all.

    No change of the draft: its version stays. A page names the fields.
    """
    return CopiedFields(fields=await run_in_transaction(ticks.put, user, draft_id, copied.fields))


@router.delete("/{draft_id}", responses=refusals(422))
async def delete_draft(draft_id: PathId, user: Caller) -> Done:
    """Delete a draft. On the page with drafts its author can restore it for 30 days."""
    await run_in_transaction(deleted.delete_draft, user, draft_id)
    return Done()


async def one(user: CurrentUser, draft: DraftView) -> OneDraft:
    """Return a draft with how its report was made."""
    made = None
    if draft.structured_report:
        found = await run_reading(provenance.of_reports, user, [draft.id])
        if (known := found.get(draft.id)) is not None:
            is_edited = await asyncio.to_thread(lambda: draft.is_edited)  # parses both reports
            made = ProvenanceOut.model_validate(replace(known, edited=is_edited))
    listed = ListedDraft.model_validate(draft).model_dump(exclude={"template"})
    template = FrozenTemplate.model_validate(draft.template)
    return OneDraft(draft=DraftOut(**listed, template=template, provenance=made))


def _fields(content: DraftIn) -> dict:
    return {**content.model_dump(), "title": content.title or ""}
