"""'Zo schrijven we het hier': words as the organization and each person write them, and how they are misheard.

A personal word counts at once, for its owner alone. A member proposes a word for the organization; an administrator
approves it, or adds one that counts at once. After speech the forms are replaced (``replacements``), and medicines
count as such when a report is checked (``evidence``). Reads the names of clients, because these are never changed.
"""

import uuid
from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from ... import clock
from ...db.models import Organization, OwnWord, User
from ...db.session import ReadSession, WriteSession, all_rows
from ...dutch import spelling
from ...errors import Conflict, Invalid, NotAllowed, refuse_stale
from ...reporting.evidence.words import medicines
from ..audit import trail
from ..shared import locks, pagination, rate_limits
from ..shared.identity import ADMIN, CurrentUser, parse_id, require
from ..shared.text import search_words
from . import _word_rows, client_names
from ._word_rows import Scope as Scope
from ._word_rows import Status as Status
from ._word_rows import WordView as WordView
from .word_content import MAX_FORMS as MAX_FORMS
from .word_content import MAX_WORD as MAX_WORD
from .word_content import Kind as Kind
from .word_content import WordContent as WordContent
from .word_content import checked
from .word_content import warning as _warning

NOT_FOUND = "Woord niet gevonden"
STALE = "Dit woord is intussen door iemand anders gewijzigd. Er is niets opgeslagen."

#: Words of one person; of one organization, proposals included; and proposals that one person has open.
MAX_PERSONAL, MAX_SHARED, MAX_PROPOSED = 300, 1_000, 50

_BY_WORD = pagination.by_text(col(OwnWord.search_key), col(OwnWord.id))


async def list_words(
    session: ReadSession,
    user: CurrentUser,
    scope: Scope,
    *,
    status: Status = "actief",
    query: str = "",
    after: str | None = None,
    limit: int = 20,
) -> pagination.Page[WordView]:
    """Return a page of a list in alphabetical order; ``query`` are parts of the word or of what is heard."""
    matching = [col(OwnWord.search_key).contains(word, autoescape=True) for word in search_words(query)]
    rows = select(OwnWord, User).outerjoin(User, col(User.id) == col(OwnWord.added_by_id))
    rows = rows.where(*_word_rows.of_list(user, scope), OwnWord.status == status, *matching)
    page = await pagination.fetch(session, rows, _BY_WORD, after=after, limit=limit)
    return page.map(lambda row: _word_rows.view(user, row[0], row[1]))


async def get_word(session: ReadSession, user: CurrentUser, word_id: uuid.UUID | str) -> WordView:
    """Return a word of one's own or of the organization. Raises ``NotFound``."""
    return await _shown(session, user, await locks.row(session, _visible(user, word_id), NOT_FOUND, locked=False))


def warning(view: WordView) -> str:
    """Return a note for the user who reads or approves a word; '' when there is nothing. Takes
    milliseconds for a word that was not seen before."""
    return _warning(WordContent(view.word, view.heard_as, view.kind))


async def count_words(session: ReadSession, user: CurrentUser, scope: Scope) -> int:
    """Return how many words a list has, proposals not counted."""
    query = select(func.count()).select_from(OwnWord)
    return (await session.exec(query.where(*_word_rows.of_list(user, scope), OwnWord.status == "actief"))).one()


async def add(
    session: WriteSession, user: CurrentUser, content: WordContent, scope: Scope, *, adds_forms: bool = False
) -> WordView:
    """Add a word to one's own list, or to the organization's: by a member as a proposal.

    A proposal of a word that is there already proposes its other forms; with ``adds_forms`` a word in a list that the
    caller may change gets them. Raises ``TooMany``, ``Invalid`` (see
    ``checked``; a full list; the name of a client) and ``Conflict`` (it is there already).
    """
    await rate_limits.hit("words", str(user.id))
    content = checked(content)
    await _lock(session, user, scope)
    status: Status = "actief" if scope == "mine" or user.role == ADMIN else "voorstel"
    rows = await _all(session, user, scope)
    same = [row for row in rows if row.word_key == spelling.key(content.word)]
    there = next((row for row in same if row.status == status), None)
    if there is not None and status == "actief" and not adds_forms:
        raise _taken(content.word)
    if there is not None or status == "voorstel":
        content = _unknown_forms(content, same if status == "voorstel" or there is None else [there])
    if there is not None:
        return await _add_forms(session, user, there, content)
    _refuse_full(user, rows, scope, status)
    await _refuse_confusing(session, user, content, [row for row in rows if row not in same])
    row = OwnWord(
        organization_id=user.organization_id,
        user_id=user.id if scope == "mine" else None,
        added_by_id=user.id,
        status=status,
        **_word_rows.stored(content),
    )
    await _insert(session, row)
    await trail.record(session, user, "propose" if status == "voorstel" else "create", _word_rows.resource(row), row.id)
    return await _shown(session, user, row)


async def change(
    session: WriteSession,
    user: CurrentUser,
    word_id: uuid.UUID | str,
    content: WordContent,
    *,
    version: int | None = None,
) -> WordView:
    """Change a word; with ``version`` only if it has not changed since. Without a difference nothing changes.

    Raises what ``add`` raises, ``NotFound``, ``NotAllowed`` (the organization's, by a member who did not propose it),
    and ``Conflict`` when it was changed since.
    """
    await rate_limits.hit("words", str(user.id))
    content = checked(content)
    row = await _editable(session, user, word_id)
    stored = _word_rows.stored(content)
    if all(getattr(row, name) == value for name, value in stored.items()):
        return await _shown(session, user, row)
    refuse_stale(version, row.version, STALE)
    others = [one for one in await _all(session, user, _word_rows.scope_of(row)) if one.id != row.id]
    if any((one.word_key, one.status) == (stored["word_key"], row.status) for one in others):
        raise _taken(content.word)
    await _refuse_confusing(session, user, content, [one for one in others if one.word_key != stored["word_key"]])
    await _change(session, user, row, "change", **stored)
    return await _shown(session, user, row)


async def remove(session: WriteSession, user: CurrentUser, word_id: uuid.UUID | str) -> None:
    """Remove a word, or a proposal. Raises ``NotFound`` and ``NotAllowed``."""
    row = await _editable(session, user, word_id)
    resource = _word_rows.resource(row)
    await session.delete(row)
    await session.flush()
    await trail.record(session, user, "delete", resource, word_id)


async def approve(
    session: WriteSession, user: CurrentUser, word_id: uuid.UUID | str, *, version: int | None = None
) -> WordView:
    """Make a proposal a word of the organization, or add its forms to the word that is there.

    With ``version`` only if it has not changed since it was shown. Raises ``NotAllowed``, ``NotFound``, ``Conflict``
    when it was changed, and ``Invalid`` when the word would have too many forms, or a form that is refused.
    """
    require(user, ADMIN)
    row = await _editable(session, user, word_id)
    if row.status == "actief":
        return await _shown(session, user, row)
    refuse_stale(version, row.version, STALE)
    rows = await _all(session, user, "organization")
    there = next((one for one in rows if one.word_key == row.word_key and one.status == "actief"), None)
    content = checked(WordContent(row.word, _word_rows.forms(row), cast(Kind, row.kind)))
    await _refuse_confusing(session, user, content, [one for one in rows if one not in (row, there)])
    if there is None:
        await _change(session, user, row, "approve", status="actief")
        return await _shown(session, user, row)
    merged = checked(WordContent(there.word, (*_word_rows.forms(there), *content.heard_as), cast(Kind, there.kind)))
    await session.delete(row)
    await session.flush()
    await _change(session, user, there, "approve", **_word_rows.stored(merged))
    return await _shown(session, user, there)


async def entries(session: ReadSession, user: CurrentUser) -> list[spelling.Entry]:
    """Return the words that count for this person, their own first, then the most and the last used."""
    query = (
        select(OwnWord)
        .where(*_word_rows.counting(user))
        .order_by(col(OwnWord.user_id).is_(None), *_word_rows.MOST_USED)
    )
    return [
        spelling.Entry(row.id, row.word, tuple(_word_rows.forms(row)), row.kind)
        for row in (await session.exec(query)).all()
    ]


async def note_uses(session: WriteSession, user: CurrentUser, uses: Sequence[tuple[uuid.UUID, int]]) -> None:
    """Count how often words were in a segment; ``uses`` in order of id, so that no two writers wait for each other."""
    for word_id, count in uses:
        used = update(OwnWord).where(*_word_rows.counting(user), col(OwnWord.id) == word_id)
        await session.exec(used.values(uses=OwnWord.uses + count, used_at=clock.now()))


async def medicines_of(user: CurrentUser) -> frozenset[str]:
    """Return the person's and the organization's medicines as the evidence compares them, without a transaction."""
    return frozenset() if user.organization is None else await medicines_for(user.organization_id, user.id)


async def medicines_for(organization_id: uuid.UUID, user_id: uuid.UUID) -> frozenset[str]:
    """Return what ``medicines_of`` returns, of the author of a report."""
    whose = {"organization_id": organization_id, "user_id": user_id}
    return medicines.keys(row.word for row in await all_rows(_word_rows.MEDICINES, whose))


async def _all(session: ReadSession, user: CurrentUser, scope: Scope) -> Sequence[OwnWord]:
    return (await session.exec(select(OwnWord).where(*_word_rows.of_list(user, scope)))).all()


async def _lock(session: WriteSession, user: CurrentUser, scope: Scope) -> None:
    """Lock the list: what is compared with all of it stays so until the transaction ends."""
    await locks.caller(session, user)
    if scope == "organization":
        await locks.locked(session, Organization, user.organization_id)


def _visible(user: CurrentUser, word_id: uuid.UUID | str) -> SelectOfScalar[OwnWord]:
    here = OwnWord.organization_id == user.organization_id
    whose = or_(col(OwnWord.user_id).is_(None), col(OwnWord.user_id) == user.id)
    return select(OwnWord).where(here, whose, OwnWord.id == parse_id(word_id, NOT_FOUND))


async def _editable(session: WriteSession, user: CurrentUser, word_id: uuid.UUID | str) -> OwnWord:
    query = _visible(user, word_id)
    await _lock(session, user, _word_rows.scope_of(await locks.row(session, query, NOT_FOUND, locked=False)))
    row = await locks.row(session, query, NOT_FOUND, locked=True)
    if not _word_rows.may_change(user, row):
        raise NotAllowed
    return row


def _unknown_forms(content: WordContent, same: Sequence[OwnWord]) -> WordContent:
    """Return the content with the forms that its word does not have yet. Raises ``Conflict`` when there is no other."""
    known = {spelling.key(form) for row in same for form in _word_rows.forms(row)}
    fresh = tuple(form for form in content.heard_as if spelling.key(form) not in known)
    if same and not fresh:
        raise _taken(content.word)
    return WordContent(content.word, fresh, content.kind)


async def _add_forms(session: WriteSession, user: CurrentUser, row: OwnWord, content: WordContent) -> WordView:
    """Add forms to a word, or to a proposal that is open, of any user."""
    merged = checked(WordContent(row.word, (*_word_rows.forms(row), *content.heard_as), cast(Kind, row.kind)))
    others = [one for one in await _all(session, user, _word_rows.scope_of(row)) if one.word_key != row.word_key]
    await _refuse_confusing(session, user, merged, others)
    await _change(session, user, row, "propose" if row.status == "voorstel" else "change", **_word_rows.stored(merged))
    return await _shown(session, user, row)


def _refuse_full(user: CurrentUser, rows: Sequence[OwnWord], scope: Scope, status: Status) -> None:
    if len(rows) >= (most := MAX_PERSONAL if scope == "mine" else MAX_SHARED):
        raise Invalid(f"De lijst heeft al {most} woorden. Haal er eerst een weg.", code="too_many_words")
    if (
        status == "voorstel"
        and sum(row.status == status and row.added_by_id == user.id for row in rows) >= MAX_PROPOSED
    ):
        raise Invalid(f"Er wachten al {MAX_PROPOSED} voorstellen van je op goedkeuring.", code="too_many_proposals")


async def _refuse_confusing(
    session: ReadSession, user: CurrentUser, content: WordContent, others: Sequence[OwnWord]
) -> None:
    """Refuse a form that another word of the list is heard as, or is itself, or that is a client's name."""
    forms = {spelling.key(form): form for form in content.heard_as}
    for row in others:
        if row.word_key in forms:
            raise Invalid(f"‘{row.word}’ staat zelf als woord in de lijst.", code="heardAs")
        if shared := [form for form in _word_rows.forms(row) if spelling.key(form) in forms]:
            raise Invalid(f"‘{shared[0]}’ staat al bij ‘{row.word}’.", code="heardAs")
        if spelling.key(content.word) in map(spelling.key, _word_rows.forms(row)):
            raise Invalid(f"‘{content.word}’ wordt al veranderd in ‘{row.word}’.", code="word")
    pairs = [(form, content.word) for form in content.heard_as]
    if named := await client_names.changed(session, user.organization_id, pairs):
        raise Invalid(f"In ‘{min(named)}’ staat de naam van een cliënt. Die veranderen we nooit.", code="heardAs")


async def _insert(session: WriteSession, row: OwnWord) -> None:
    try:
        async with session.begin_nested():
            session.add(row)
    except IntegrityError:
        raise _taken(row.word) from None


async def _change(session: WriteSession, user: CurrentUser, row: OwnWord, action: str, **values: Any) -> None:
    for name, value in {**values, "version": row.version + 1, "updated_at": clock.now()}.items():
        setattr(row, name, value)
    await session.flush()
    await trail.record(session, user, action, _word_rows.resource(row), row.id)


async def _shown(session: ReadSession, user: CurrentUser, row: OwnWord) -> WordView:
    return _word_rows.view(user, row, await session.get(User, row.added_by_id) if row.added_by_id else None)


def _taken(word: str) -> Conflict:
    return Conflict(f"‘{word}’ staat al in de lijst.", code="word_taken")
