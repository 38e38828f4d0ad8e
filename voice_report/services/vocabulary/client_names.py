"""Which words are the name of a client of the organization: those are never changed."""

import re
import uuid
from collections.abc import Iterable

from sqlmodel import col, or_, select

from ...db.models import Client
from ...db.session import ReadSession
from ...dutch.characters import folded
from ...reporting.evidence.words.stems import stem

_PART = re.compile(r"[^\W_]+")
_AT_ONCE = 50
_LEAST = 2  # letters: an initial is in every form that is spelled out


async def changed(session: ReadSession, organization_id: uuid.UUID, pairs: Iterable[tuple[str, str]]) -> set[str]:
    """Return those forms, of pairs with their words, of which a part of a client's name would change or go.

    Of 'familie Jansen' and 'familie Janssen' that is 'Jansen'; of 'linden hof' and 'Lindenhof' nothing changes.
    """
    wanted = {form: _changing(form, word) for form, word in pairs}
    named: set[str] = set()
    asking = [(form, parts) for form, parts in wanted.items() if parts]
    for start in range(0, len(asking), _AT_ONCE):
        some = asking[start : start + _AT_ONCE]
        asked = {part for _, parts in some for part in parts}
        like = [col(Client.search_key).contains(part, autoescape=True) for part in sorted(asked)]
        query = select(Client.first_name, Client.last_name).where(Client.organization_id == organization_id, or_(*like))
        for names in (await session.exec(query)).all():
            of_client = _parts(names)
            named |= {form for form, parts in some if not parts.isdisjoint(of_client)}
    return named


def _changing(form: str, word: str) -> frozenset[str]:
    if "".join(_PART.findall(folded(form))) == "".join(_PART.findall(folded(word))):
        return frozenset()
    return frozenset(part for part in _parts([form]) - _parts([word]) if len(part) >= _LEAST)


def _parts(names: Iterable[str]) -> frozenset[str]:
    return frozenset(part for name in names for part in _PART.findall(folded(name)) if stem(part))
