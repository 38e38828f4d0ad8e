"""Which words are the name of a client of the organization: those are never changed, and never leave the server."""

import re
import uuid
from collections.abc import Iterable, Sequence

from sqlmodel import col, or_, select

from ...database import ReadSession
from ...evidence.stems import stem
from ...models import Client, folded

_PART = re.compile(r"[^\W_]+")
_AT_ONCE = 50


async def among(session: ReadSession, organization_id: uuid.UUID, forms: Sequence[str]) -> set[str]:
    """Return those forms whose words, apart from 'de' and 'van', are all names of one client, or of part of one."""
    wanted = {form: parts for form in dict.fromkeys(forms) if (parts := _parts([form]))}
    named: set[str] = set()
    for start in range(0, len(wanted), _AT_ONCE):
        some = dict(list(wanted.items())[start : start + _AT_ONCE])
        longest = {max(parts, key=len) for parts in some.values()}
        like = [col(Client.search_key).contains(part, autoescape=True) for part in longest]
        query = select(Client.first_name, Client.last_name).where(Client.organization_id == organization_id, or_(*like))
        for names in (await session.exec(query)).all():
            of_client = _parts(names)
            named |= {form for form, parts in some.items() if parts <= of_client}
    return named


def _parts(names: Iterable[str]) -> frozenset[str]:
    return frozenset(part for name in names for part in _PART.findall(folded(name)) if stem(part))
