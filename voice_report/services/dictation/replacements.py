"""Words that were misheard, written as they are written here (``words``): segment by segment, before they are stored.

What stands at the end of one segment and the beginning of the next is not joined: a stored text never changes by
itself. What had been heard is kept next to a segment as long as its text, to be put back. Names of clients stay as they
were heard.
"""

import asyncio
import json
import logging
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import col, select

from ...db.models import Dictation, DictationSegment
from ...db.session import ReadSession, run_reading
from ...dutch.spelling import Change, Entry, Match, Speller, key, replaced
from ..drafts import drafts
from ..shared.identity import CurrentUser
from ..vocabulary import client_names, words
from ..vocabulary.word_content import may_replace

log = logging.getLogger(__name__)

_CONTEXT = 24  # characters on either side by which a replaced word is found again in a text that was edited
_MOST = 200  # of one draft that can be put back


@dataclass(frozen=True, slots=True)
class Spelled:
    """A text as it is written here, what has changed in it, and how often each word of the lists was in it."""

    text: str
    changes: tuple[Change, ...] = ()
    uses: tuple[tuple[uuid.UUID, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Replaced:
    """A replaced word of a draft: ``before`` and ``after`` are the text around it, as it was dictated."""

    word: str
    heard: str
    before: str
    after: str


async def lists(user: CurrentUser) -> Sequence[Entry]:
    """Return the words as this person and their organization write them; none when they cannot be read: a list that
    fails must not prevent spoken words from being stored. Opens a transaction of its own."""
    if user.organization is None:
        return ()
    try:
        return await run_reading(words.entries, user)
    except Exception:
        log.exception("dictation: the word lists could not be read")
        return ()


async def spelled(user: CurrentUser, text: str, entries: Sequence[Entry]) -> Spelled:
    """Return a text as the ``lists`` write it, or as it was heard when that fails. Opens its own transactions."""
    try:
        if not text or not entries or user.organization is None:
            return Spelled(text)
        found = await asyncio.to_thread(_found, entries, text)
        forms = [(match.heard, match.entry.word) for match in found if not match.is_right]
        if forms:
            named = await run_reading(client_names.changed, user.organization_id, forms)
            found = [match for match in found if match.is_right or match.heard not in named]
        written, changes = replaced(text, found)
        uses = Counter(match.entry.id for match in found)
        return Spelled(written, tuple(changes), tuple(sorted(uses.items())))
    except Exception:
        log.exception("dictation: words could not be written as the lists say")
        return Spelled(text)


async def of_draft(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | str) -> list[Replaced]:
    """Return the words that were replaced in what was dictated for a draft, in order. Raises ``NotFound``."""
    own = await drafts.require_draft(session, user, draft_id)
    query = (
        select(DictationSegment.text, DictationSegment.heard)
        .join(Dictation, col(Dictation.id) == col(DictationSegment.dictation_id))
        .where(Dictation.draft_id == own, Dictation.user_id == user.id, col(DictationSegment.heard).is_not(None))
        .order_by(col(Dictation.created_at), col(DictationSegment.position))
        .limit(_MOST)
    )
    found = [(text or "", change) for text, heard in await session.exec(query) for change in from_json(heard)]
    return [_around(text, change) for text, change in found[:_MOST]]


def to_json(changes: Sequence[Change]) -> str | None:
    """Return what a segment keeps of its changes; ``None`` without any."""
    return json.dumps([[one.at, one.word, one.heard] for one in changes], ensure_ascii=False) if changes else None


def from_json(stored: str | None) -> tuple[Change, ...]:
    """Return the changes that ``to_json`` stored."""
    return tuple(Change(*one) for one in json.loads(stored)) if stored else ()


def _found(entries: Sequence[Entry], text: str) -> list[Match]:
    """Return the places of the words and their forms; not of a form that was stored before a rule refused it."""
    found = Speller(entries).find(text)
    return [one for one in found if one.is_right or may_replace(key(one.heard), one.entry.word, one.entry.kind)]


def _around(text: str, change: Change) -> Replaced:
    end = change.at + len(change.word)
    return Replaced(
        change.word, change.heard, text[max(0, change.at - _CONTEXT) : change.at], text[end : end + _CONTEXT]
    )
