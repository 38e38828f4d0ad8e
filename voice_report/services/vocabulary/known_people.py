"""Whose names a text may have: the clients and members of the caller's organization, and what else it is known by.

No list of people is read: a query selects the parts of names that are words of the text, so that 50,000 clients cost
as much as 50.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlmodel import col, or_, select

from ... import clock
from ...db.models import Client, NameKey, Organization, OwnWord, Report
from ...db.session import ReadSession
from ...dutch.person_names import name_parts
from ...reporting.deidentification import Choices, Kind, Known, Person, Reason, Searched, lists, mask
from ..shared.identity import CurrentUser

_AT_ONCE = 500
_MOST_PEOPLE = 2_000  # people distinguished; with more, parts of names are masked without an owner
_MOST_WORDS = 2_000
_KINDS = {"naam": Kind.PERSON, "team": Kind.INSTITUTION, "plaats": Kind.PLACE}


async def known(session: ReadSession, user: CurrentUser, searched: Searched, draft_id: uuid.UUID | None) -> Known:
    """Return who of the caller's organization may be named by these words, and the client of the caller's draft."""
    parts: dict[str, set[str]] = defaultdict(set)
    unclaimed: set[str] = set()
    for column, words in ((NameKey.key, searched.keys), (NameKey.sound, searched.sounds)):
        for some in portions(words):
            mine = (NameKey.organization_id == user.organization_id, col(column).in_(some))
            columns: Any = (NameKey.key, NameKey.client_id, NameKey.user_id)
            found = (await session.exec(select(*columns).where(*mine).limit(_MOST_PEOPLE))).all()
            if len(found) == _MOST_PEOPLE:
                unclaimed |= set((await session.exec(select(NameKey.key).where(*mine).distinct())).all())
            for key, client_id, user_id in found:
                parts[f"client {client_id}" if client_id else f"user {user_id}"].add(key)
    people = [Person(one, frozenset(names)) for one, names in parts.items()]
    people += [Person(f"part {key}", frozenset({key})) for key in sorted(unclaimed)]
    chosen = await _chosen(session, user, draft_id)
    return Known(clock.now().date(), tuple(chosen + people), await _things(session, user))


def named_in(heading: str, known: Known, replace: Iterable[str] = ()) -> tuple[str, ...]:
    """Return what in a title or hint of a template says who people are: known names, words that are always replaced,
    numbers. An ordinary word in small letters, or that it begins with, is no name ('Doelen', 'wat de cliënt wil')."""
    found = []
    for hit in mask([heading], known, Choices(frozenset(replace))).hits[0]:
        said, before = heading[hit.start : hit.end], heading[: hit.start].rstrip()
        begins = not before or before[-1] in ".:;?!"
        is_word = hit.reason is Reason.KNOWN and lists.is_listed_word(lists.key(said))
        is_spelled = hit.reason is Reason.SHAPE and hit.kind is Kind.NAME  # 'A, B, C'
        if is_spelled or (is_word and (begins or said.islower())):
            continue
        if hit.reason in (Reason.KNOWN, Reason.LISTED, Reason.SHAPE):
            found.append(said)
    return tuple(dict.fromkeys(found))


def portions(words: Iterable[str]) -> Iterable[Sequence[str]]:
    """Return words in the portions of one query."""
    ordered = sorted(words)
    return (ordered[start : start + _AT_ONCE] for start in range(0, len(ordered), _AT_ONCE))


async def _chosen(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | None) -> list[Person]:
    if draft_id is None:
        return []
    own = (Report.id == draft_id, Report.user_id == user.id, Client.organization_id == user.organization_id)
    client = (
        await session.exec(select(Client).join(Report, col(Report.client_id) == col(Client.id)).where(*own))
    ).first()
    if client is None:
        return []
    names = name_parts(client.first_name, client.last_name)
    return [Person(f"client {client.id}", names, client.id, client.date_of_birth, is_chosen=True)]


async def _things(session: ReadSession, user: CurrentUser) -> dict[str, Kind]:
    name = (await session.exec(select(Organization.name).where(Organization.id == user.organization_id))).first()
    mine = or_(col(OwnWord.user_id).is_(None), OwnWord.user_id == user.id)
    query = select(OwnWord.word, OwnWord.kind).where(OwnWord.organization_id == user.organization_id, mine)
    listed = (await session.exec(query.where(col(OwnWord.kind).in_(list(_KINDS))).limit(_MOST_WORDS))).all()
    things = {word: _KINDS[kind] for word, kind in listed}
    return things | ({name: Kind.INSTITUTION} if name else {})
