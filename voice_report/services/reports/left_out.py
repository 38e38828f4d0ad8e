"""What was said and is not in the report: found again for every version of it, and added when the speaker wants it.

The functions here open their own transactions: comparing takes a while, and nothing is locked meanwhile.
"""

import asyncio
import uuid
from dataclasses import dataclass

from ...database import reading, run_in_transaction, transaction
from ...errors import Invalid
from ...integrations.structuring import local
from ...writing.addition import with_sentence
from ..shared.identity import CurrentUser
from . import drafts, evidence
from .drafts import DraftView

GONE = "Deze zin staat niet meer in je dictaat."


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A spoken sentence by its position in the transcript; ``section`` is the title where the local rules put it."""

    position: int
    text: str
    section: str


async def find(user: CurrentUser, draft_id: uuid.UUID | str, transcript: str, report: str) -> list[LeftOut]:
    """Return the spoken sentences with content that a draft's report does not have. Free of credit.

    The texts are given, because the page may have newer ones than the draft. Raises ``NotFound``, and what
    ``evidence.compare`` raises.
    """
    found = await evidence.compare(user, transcript, report)
    if not found.omissions:
        return []
    async with reading() as session:
        template = await drafts.template_of(session, user, draft_id)
    placed = await asyncio.to_thread(local.place, transcript, template)
    return [LeftOut(one.sentence, *_at(placed, one.sentence)) for one in found.omissions]


async def add(user: CurrentUser, draft_id: uuid.UUID | str, position: int) -> DraftView:
    """Add a spoken sentence to a draft's report, as it was said, and return the draft.

    Raises ``NotFound``, ``Invalid`` (no such sentence) and ``Conflict`` (the draft was changed meanwhile).
    """
    async with transaction() as session:
        draft = await drafts.get_draft(session, user, draft_id)
    placed = await asyncio.to_thread(local.place, draft.transcript, draft.template)
    if not 0 <= position < len(placed):
        raise Invalid(GONE)
    sentence, section = placed[position]
    return await run_in_transaction(
        drafts.save_draft,
        user,
        draft_id=draft.id,
        transcript=draft.transcript,
        structured_report=with_sentence(draft.structured_report or "", section, sentence),
        client_id=draft.client_id,
        version=draft.version,
    )


def _at(placed: list, position: int) -> tuple[str, str]:
    text, section = placed[position]
    return text, section.title
