"""'Altijd vervangen' and 'Nooit vervangen': an organization's words in text that leaves, and those of one draft (S68).

What lets less leave counts at once for all: any member adds a word to 'Altijd vervangen'. What lets more leave
(a word under 'Nooit', one taken from 'Altijd') is an administrator's, with a second factor given just now. A name that
the organization knows is replaced whatever these lists say. The audit trail has no word.
"""

import asyncio
import json
import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, func, select

from ...db.models import MaskingWord, NameKey, Organization, OwnTemplate, Report, User, masking_word_key
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, Invalid, refuse_stale
from ...reporting import deidentification
from ...reporting.deidentification import Choices, Searched, reading
from ..audit import trail
from ..shared import locks, pagination, rate_limits, step_up_reasons
from ..shared.identity import ADMIN, CurrentUser, parse_id, require, require_step_up
from ..shared.text import checked_name, search_words
from . import _masking_rules
from .known_people import portions

Rule = Literal["replace", "keep"]

NOT_FOUND = "Woord niet gevonden"
STALE = "Iemand anders heeft dit woord intussen gewijzigd. Er is niets opgeslagen."
UNKNOWN_RULE = "Kies Altijd vervangen of Nooit vervangen."

MIN_WORD, MAX_WORD = 2, 60  # characters
MAX_WORDS = 1_000  # of each list
MAX_OF_DRAFT = 100  # of each list of one draft

_LISTS: dict[Rule, str] = {"replace": "Altijd vervangen", "keep": "Nooit vervangen"}
_RESOURCES: dict[str, str] = {"replace": "replaced word", "keep": "kept word"}
_BY_WORD = pagination.by_text(col(MaskingWord.word_key), col(MaskingWord.id))
_ALWAYS = "is een naam. Namen vervangen we altijd."
_REFUSED = {
    "denial": "is een ontkenning. Zonder dat woord staat er het omgekeerde.",
    "medicine": "is een medicijn. Dat blijft staan.",
    "side": "zegt welke kant het is. Dat blijft staan.",
    "ordinary": "is een gewoon woord of getal. Zonder dat is een verslag niet te maken.",
    "heading": "staat in een kop van een sjabloon. Dan kan er niets meer worden verstuurd.",
    "several": "is geen enkel woord. Hier past één woord met alleen letters.",
    "digit": "heeft een cijfer. Nummers vervangen we altijd.",
    "name": _ALWAYS,
    "known": "is of bevat de naam van een cliënt of collega. Die vervangen we altijd.",
}


@dataclass(frozen=True, slots=True)
class MaskingWordView:
    """A word of one of the lists. ``added_by`` is a name, '' when that account is gone."""

    id: uuid.UUID
    word: str
    rule: Rule
    version: int
    added_by: str


async def list_words(
    session: ReadSession, user: CurrentUser, rule: Rule, *, query: str = "", after: str | None = None, limit: int = 20
) -> pagination.Page[MaskingWordView]:
    """Return a page of a list of the caller's organization, in alphabetical order."""
    matching = [col(MaskingWord.word_key).contains(word, autoescape=True) for word in search_words(query)]
    rows = select(MaskingWord, User).outerjoin(User, col(User.id) == col(MaskingWord.added_by_id))
    rows = rows.where(*_of(user, rule), *matching)
    page = await pagination.fetch(session, rows, _BY_WORD, after=after, limit=limit)
    return page.map(lambda row: _view(row[0], row[1]))


async def count_words(session: ReadSession, user: CurrentUser, rule: Rule) -> int:
    return (await session.exec(select(func.count()).select_from(MaskingWord).where(*_of(user, rule)))).one()


async def get_word(session: ReadSession, user: CurrentUser, word_id: uuid.UUID | str) -> MaskingWordView:
    """Return a word of the caller's organization. Raises ``NotFound``."""
    return _view(await locks.row(session, _one(user, word_id), NOT_FOUND, locked=False), None)


async def add(session: WriteSession, user: CurrentUser, word: str, rule: Rule) -> MaskingWordView:
    """Add a word to a list. Raises ``NotAllowed``, ``StepUpNeeded``, ``TooMany``, ``Invalid`` (the word may not be in
    this list, or the list is full) and ``Conflict`` (it is in one already)."""
    _admit(user, lets_more=rule == "keep")
    await rate_limits.hit("words", str(user.id))
    await _lock(session, user)
    written = await _checked(session, user, word, rule, await _own_headings(session, user))
    if await count_words(session, user, rule) >= MAX_WORDS:
        raise Invalid(f"De lijst heeft al {MAX_WORDS} woorden. Haal er eerst een weg.", code="too_many_words")
    await _refuse_twice(session, user, written)
    row = MaskingWord(
        organization_id=user.organization_id,
        word=written,
        word_key=masking_word_key(written),
        rule=rule,
        added_by_id=user.id,
    )
    await _write(session, row)
    await trail.record(session, user, "create", _RESOURCES[rule], row.id)
    return _view(row, None)


async def change(
    session: WriteSession, user: CurrentUser, word_id: uuid.UUID | str, word: str, *, version: int | None = None
) -> MaskingWordView:
    """Change how a word is written. Raises what ``add`` raises, ``NotFound``, and ``Conflict`` when it was changed
    since."""
    _admit(user, lets_more=True)
    await rate_limits.hit("words", str(user.id))
    row = await _found(session, user, word_id, version)
    written = await _checked(session, user, word, _rule(row), await _own_headings(session, user))
    if written == row.word:
        return _view(row, None)
    await _refuse_twice(session, user, written, row.id)
    row.word, row.word_key, row.version = written, masking_word_key(written), row.version + 1
    await _write(session, row)
    await trail.record(session, user, "change", _RESOURCES[row.rule], row.id)
    return _view(row, None)


async def remove(
    session: WriteSession, user: CurrentUser, word_id: uuid.UUID | str, *, version: int | None = None
) -> None:
    """Take a word out of its list. Raises ``NotAllowed``, ``StepUpNeeded``, ``NotFound`` and ``Conflict``."""
    _admit(user, lets_more=True)
    row = await _found(session, user, word_id, version)
    resource = _RESOURCES[row.rule]
    await session.delete(row)
    await session.flush()
    await trail.record(session, user, "delete", resource, word_id)


async def choices(
    session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | None, searched: Searched | None = None
) -> Choices:
    """Return the words that count for text of the caller, and of their draft, and whether dates do. In a text with
    the words of ``searched`` a word stays no more that has the name of a client or member who came after it."""
    rows = await session.exec(
        select(MaskingWord.word, MaskingWord.rule).where(MaskingWord.organization_id == user.organization_id)
    )
    words: dict[str, set[str]] = {"replace": set(), "keep": set()}
    for word, rule in rows:
        words[rule].add(word)
    if draft_id is not None:
        mine = (Report.id == draft_id, Report.user_id == user.id, Report.organization_id == user.organization_id)
        stored = (await session.exec(select(Report.masking).where(*mine))).first()
        for rule, some in of_draft(stored).items():
            words[rule] |= set(some)
    replace = frozenset(words["replace"])
    keep = frozenset(words["keep"]) - replace
    if searched is not None:
        keep -= await _known_in(session, user, await asyncio.to_thread(_said, keep, searched))
    asked = select(Organization.masks_dates).where(Organization.id == user.organization_id)
    return Choices(replace, keep, dates=bool((await session.exec(asked)).first()))


def of_draft(stored: str | None) -> dict[str, list[str]]:
    """Return what an author chose for a draft, by rule, from what is stored (``Report.masking``)."""
    found = json.loads(stored) if stored else {}
    return {rule: list(found.get(rule, ())) for rule in _LISTS}


async def checked_of_draft(
    session: ReadSession, user: CurrentUser, replace: Sequence[str], keep: Sequence[str]
) -> str | None:
    """Return what an author chose for a draft as it is stored. Raises ``Invalid``, as for the organization's lists."""
    if max(len(replace), len(keep)) > MAX_OF_DRAFT:
        raise Invalid(f"Kies per verslag hoogstens {MAX_OF_DRAFT} woorden.", code="too_many_words")
    found: dict[str, list[str]] = {}
    headings = await _own_headings(session, user) if replace else ()
    for rule, some in zip(_LISTS, (replace, keep), strict=True):
        written = [await _checked(session, user, word, rule, headings) for word in some]
        if written:
            found[rule] = list({masking_word_key(word): word for word in written}.values())
    return json.dumps(found, ensure_ascii=False) if found else None


def may_keep(word: str) -> bool:
    """Return whether a word may stay, as far as that is seen from the word."""
    return not _masking_rules.refused_to_keep(word)


async def is_known(session: ReadSession, user: CurrentUser, word: str) -> bool:
    """Return whether a part of the name of a client or member is this word, sounds like it, or is stuck to another
    word in it: 'Klaverhofkamer'."""
    return bool(await _known_in(session, user, [word]))


def _said(words: Iterable[str], searched: Searched) -> list[str]:
    return [word for word in words if not searched.keys.isdisjoint(deidentification.searched([word]).keys)]


async def _known_in(session: ReadSession, user: CurrentUser, words: Sequence[str]) -> set[str]:
    """Return those of the words that have a part of a known name in them (``is_known``)."""
    keys: dict[str, set[str]] = defaultdict(set)
    sounds: dict[str, set[str]] = defaultdict(set)
    for word in words:
        searched = deidentification.searched([word])
        for key in searched.keys | _masking_rules.ends(word):
            keys[key].add(word)
        for sound in searched.sounds:
            sounds[sound].add(word)
    found: set[str] = set()
    mine = NameKey.organization_id == user.organization_id
    for column, having in ((NameKey.key, keys), (NameKey.sound, sounds)):
        for some in portions(having):
            named = await session.exec(select(column).where(mine, col(column).in_(some)).distinct())
            found |= {word for key in named.all() for word in having[key]}
    return found


Headings = Sequence[tuple[str, Sequence[reading.Word]]]


async def _own_headings(session: ReadSession, user: CurrentUser) -> Headings:
    """Return the titles in the organization's own templates, read."""
    query = select(OwnTemplate.sections).where(OwnTemplate.organization_id == user.organization_id)
    stored = (await session.exec(query)).all()
    return await asyncio.to_thread(_masking_rules.headings_of, stored)


def _admit(user: CurrentUser, *, lets_more: bool) -> None:
    if lets_more:
        require(user, ADMIN)
        require_step_up(user, step_up_reasons.PRIVACY)


async def _checked(session: ReadSession, user: CurrentUser, word: str, rule: Rule, headings: Headings) -> str:
    """Return a word as it is stored. ``headings`` are the organization's own. Raises ``Invalid``."""
    if rule not in _LISTS:
        raise Invalid(UNKNOWN_RULE, code="rule")
    try:
        written = checked_name(word, "Het woord", MAX_WORD)
    except Invalid as wrong:
        raise Invalid(wrong.message, code="word") from None
    if len(written) < MIN_WORD or not any(map(str.isalpha, written)) or not masking_word_key(written):
        raise Invalid(f"Het woord heeft ten minste {MIN_WORD} tekens, met een letter.", code="word")
    if rule == "replace":
        refused = _masking_rules.refused_to_replace(written) or (
            "heading" if _masking_rules.is_in_heading(written, headings) else ""
        )
    else:
        refused = "known" if await is_known(session, user, written) else _masking_rules.refused_to_keep(written)
    if refused:
        raise Invalid(f"‘{written}’ {_REFUSED[refused]}", code="word")
    return written


async def _refuse_twice(session: ReadSession, user: CurrentUser, word: str, but: uuid.UUID | None = None) -> None:
    same = (MaskingWord.organization_id == user.organization_id, MaskingWord.word_key == masking_word_key(word))
    found = (await session.exec(select(MaskingWord).where(*same))).first()
    if found is not None and found.id != but:
        raise _taken(found.word, _rule(found))


async def _write(session: WriteSession, row: MaskingWord) -> None:
    word, rule = row.word, _rule(row)
    try:
        async with session.begin_nested():
            session.add(row)
    except IntegrityError:
        raise _taken(word, rule) from None


def _taken(word: str, rule: Rule) -> Conflict:
    return Conflict(f"‘{word}’ staat al bij {_LISTS[rule]}.", code="word_taken")


async def _lock(session: WriteSession, user: CurrentUser) -> None:
    await locks.caller(session, user)
    await locks.locked(session, Organization, user.organization_id)


async def _found(
    session: WriteSession, user: CurrentUser, word_id: uuid.UUID | str, version: int | None
) -> MaskingWord:
    await _lock(session, user)
    row = await locks.row(session, _one(user, word_id), NOT_FOUND, locked=True)
    refuse_stale(version, row.version, STALE)
    return row


def _of(user: CurrentUser, rule: Rule) -> Iterable[Any]:
    return MaskingWord.organization_id == user.organization_id, MaskingWord.rule == rule


def _one(user: CurrentUser, word_id: uuid.UUID | str) -> Any:
    mine = MaskingWord.organization_id == user.organization_id
    return select(MaskingWord).where(mine, MaskingWord.id == parse_id(word_id, NOT_FOUND))


def _rule(row: MaskingWord) -> Rule:
    return "keep" if row.rule == "keep" else "replace"


def _view(row: MaskingWord, author: User | None) -> MaskingWordView:
    by = f"{author.first_name} {author.last_name}" if author else ""
    return MaskingWordView(row.id, row.word, _rule(row), row.version, by)
