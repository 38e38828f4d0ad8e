"""'Aanvullen': a dictation whose words come under one heading of the report that is there. Free of credit."""

import asyncio
import dataclasses
import uuid
from dataclasses import dataclass

from ...db.models import Dictation
from ...db.session import WriteSession, run_in_transaction
from ...dutch.characters import cleaned
from ...dutch.sentences import split
from ...errors import NotFound
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


@dataclass(frozen=True, slots=True)
class _Addition:
    """What was said for a section: what this draft's transcript has behind ``before``."""

    draft: DraftView
    section: Section
    before: str


async def finish(user: CurrentUser, dictation_id: uuid.UUID | str, heading: str) -> DraftView | None:
    """Finish the dictation and put what was said under ``heading`` (the title of a section), sentence by sentence.

    The words are in the transcript as well, as those of every dictation. A second call adds nothing. Returns and raises
    the same as ``dictation.finish``; a draft without a report, or whose template has no such section, stays as it is.

    Opens its own transactions: the report is made between them, and again when the draft was changed meanwhile.
    """
    medicines = await words.medicines_of(user)
    made: tuple[_Addition, str] | None = None
    while isinstance(found := await run_in_transaction(_finish, user, dictation_id, heading, made), _Addition):
        made = found, await asyncio.to_thread(_with, found.draft, found.section, found.before.rstrip(), medicines)
    return found


async def _finish(
    session: WriteSession,
    user: CurrentUser,
    dictation_id: uuid.UUID | str,
    heading: str,
    made: tuple[_Addition, str] | None,
) -> DraftView | _Addition | None:
    """Finish the dictation with the report that was ``made``; return the addition when that was of another draft."""
    await locks.caller(session, user)
    found = await segments.own(session, user, dictation.checked_id(dictation_id))
    addition = await _addition(session, user, found, heading)
    if addition is not None and (made is None or made[0] != addition):
        return addition
    draft = await dictation.finish(session, user, dictation_id)
    if draft is None or addition is None or made is None:
        return draft
    await drafts.save_draft(
        session,
        user,
        draft_id=draft.id,
        transcript=draft.transcript,
        structured_report=made[1],
        client_id=draft.client_id,
        version=draft.version,
    )
    return await _still_of(session, user, draft, addition.before)


async def _addition(
    session: WriteSession, user: CurrentUser, found: Dictation | None, heading: str
) -> _Addition | None:
    """Return what the dictation adds to its draft; ``None`` when it was finished before, or adds nothing."""
    if found is None or found.finished_at is not None or found.draft_id is None:
        return None
    try:
        draft = drafts.view(await drafts.find(session, user, found.draft_id, locked=True))
    except NotFound:
        return None
    section = next((one for one in draft.template.sections if one.title.casefold() == heading.casefold()), None)
    is_added = draft.structured_report and draft.transcript.startswith(found.base_text.rstrip())
    return _Addition(draft, section, found.base_text) if section is not None and is_added else None


def _with(draft: DraftView, section: Section, base: str, medicines: frozenset[str]) -> str:
    """Return the draft's report with what its transcript has behind ``base``, tidied as the rest of the report is.

    Of what was said before only the end is read, and much at once stays as said.
    """
    added = draft.transcript[len(base) :]
    said = split(added)
    if draft.generated is not None and draft.generated.style in tidying.STYLES and len(added) <= _LONGEST:
        before = split(base) if len(base) <= _BEFORE else split(base[-_BEFORE:])[1:]  # the first may be cut
        part = tidy([*before, *said], draft.template, medicines).part(range(len(before), len(before) + len(said)))
        off = part.needless(dict.fromkeys(range(len(said)), section.key))
        texts = (part.text(at, section.key, off) for at in range(len(said)))
        said = [text for text in texts if text]
    return cleaned(with_sentences(draft.structured_report or "", section, said))


async def _still_of(session: WriteSession, user: CurrentUser, draft: DraftView, before: str) -> DraftView:
    """Note that the report is of the longer transcript now, if it was of the one ``before``."""
    row = await drafts.find(session, user, draft.id, locked=True)
    generated = Generated.from_json(row.generated)
    if generated is not None and generated.of == drafts.fingerprint(before):
        row.generated = dataclasses.replace(generated, of=drafts.fingerprint(draft.transcript)).to_json()
        await session.flush()
    return drafts.view(row)
