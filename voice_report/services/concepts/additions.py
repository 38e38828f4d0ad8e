"""'Aanvullen': a dictation whose words come under one heading of the report that is there. Free of credit."""

import asyncio
import dataclasses
import uuid

from ...db.session import WriteSession
from ...dutch.sentences import split
from ...reporting.templates import Section
from ...reporting.tidying import tidy
from ...reporting.writing.addition import with_sentences
from ..dictation import dictation, segments
from ..drafts import drafts
from ..drafts.drafts import DraftView
from ..drafts.generated import Generated
from ..shared import locks
from ..shared.identity import CurrentUser
from ..vocabulary import words
from . import tidying

#: Characters that are tidied at once, and those before them by which they are understood.
_LONGEST, _BEFORE = 10_000, 1_000


async def finish(
    session: WriteSession, user: CurrentUser, dictation_id: uuid.UUID | str, heading: str
) -> DraftView | None:
    """Finish the dictation and put what was said under ``heading`` (the title of a section), sentence by sentence.

    The words are in the transcript as well, as those of every dictation. A second call adds nothing. Returns and raises
    the same as ``dictation.finish``; a draft without a report, or whose template has no such section, stays as it is.
    """
    await locks.caller(session, user)
    found = await segments.own(session, user, dictation.checked_id(dictation_id))
    is_first, before = found is not None and found.finished_at is None, found.base_text if found else ""
    draft = await dictation.finish(session, user, dictation_id)
    base = before.rstrip()
    if draft is None or not draft.structured_report or not is_first or not draft.transcript.startswith(base):
        return draft
    section = next((one for one in draft.template.sections if one.title.casefold() == heading.casefold()), None)
    if section is None:
        return draft
    medicines = await words.medicines_of(user)
    report = await asyncio.to_thread(_with, draft, section, base, medicines)
    await drafts.save_draft(
        session,
        user,
        draft_id=draft.id,
        transcript=draft.transcript,
        structured_report=report,
        client_id=draft.client_id,
        version=draft.version,
    )
    return await _still_of(session, user, draft, before)


def _with(draft: DraftView, section: Section, base: str, medicines: frozenset[str]) -> str:
    """Return the draft's report with what its transcript has behind ``base``, tidied as the rest of the report is.

    The write lock is held meanwhile: of what was said before only the end is read, and much at once stays as said.
    """
    added = draft.transcript[len(base) :]
    said = split(added)
    if draft.generated is not None and draft.generated.style in tidying.STYLES and len(added) <= _LONGEST:
        before = split(base) if len(base) <= _BEFORE else split(base[-_BEFORE:])[1:]  # the first may be cut
        part = tidy([*before, *said], draft.template, medicines).part(range(len(before), len(before) + len(said)))
        off = part.needless(dict.fromkeys(range(len(said)), section.key))
        texts = (part.text(at, section.key, off) for at in range(len(said)))
        said = [text for text in texts if text]
    return with_sentences(draft.structured_report or "", section, said)


async def _still_of(session: WriteSession, user: CurrentUser, draft: DraftView, before: str) -> DraftView:
    """Note that the report is of the longer transcript now, if it was of the one ``before``."""
    row = await drafts.find(session, user, draft.id, locked=True)
    generated = Generated.from_json(row.generated)
    if generated is not None and generated.of == drafts.fingerprint(before):
        row.generated = dataclasses.replace(generated, of=drafts.fingerprint(draft.transcript)).to_json()
        session.add(row)
        await session.flush()
    return drafts.view(row)
