"""Which words are the name of a client of the organization: those are never changed, and never leave the server."""

import re
import uuid
from collections.abc import Callable, Iterable, Sequence

from sqlmodel import col, or_, select

from ...database import ReadSession
from ...evidence.stems import stem
from ...models import Client, folded

_PART = re.compile(r"[^\W_]+")
_AT_ONCE = 50


async def among(session: ReadSession, organization_id: uuid.UUID, forms: Sequence[str]) -> set[str]:
    """Return those forms whose words, apart from 'de' and 'van', are all names of one client, or of part of one."""
    return await _matching(session, organization_id, forms, lambda parts, of_client: parts <= of_client)


async def with_name(session: ReadSession, organization_id: uuid.UUID, words: Sequence[str]) -> set[str]:
    """Return those words that have any part of a client's name in them."""
    return await _matching(session, organization_id, words, lambda parts, of_client: not parts.isdisjoint(of_client))


async def _matching(
    session: ReadSession,
    organization_id: uuid.UUID,
    forms: Sequence[str],
    is_named: Callable[[frozenset[str], frozenset[str]], bool],
) -> set[str]:
    wanted = {form: parts for form in dict.fromkeys(forms) if (parts := _parts([form]))}
    named: set[str] = set()
    for start in range(0, len(wanted), _AT_ONCE):
        some = dict(list(wanted.items())[start : start + _AT_ONCE])
        asked = {part for parts in some.values() for part in parts}
        like = [col(Client.search_key).contains(part, autoescape=True) for part in sorted(asked)]
        query = select(Client.first_name, Client.last_name).where(Client.organization_id == organization_id, or_(*like))
        for names in (await session.exec(query)).all():
            of_client = _parts(names)
            named |= {form for form, parts in some.items() if is_named(parts, of_client)}
    return named


def _parts(names: Iterable[str]) -> frozenset[str]:
    return frozenset(part for name in names for part in _PART.findall(folded(name)) if stem(part))
