"""Search keys that a process of an older version wrote while a newer one was being started: made again every night.

A migration makes all keys as the new version does (0023), and the processes of the former version continue until
each is replaced. A row with a key of theirs stands at another place in lists, and is not found by all words.
"""

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import select, tuple_, update

from ...db.models import (
    Client,
    Organization,
    OwnWord,
    User,
    organization_search_key,
    search_key,
    user_search_key,
    word_search_key,
)
from ...db.session import WriteSession, run_in_transaction

_AT_ONCE = 500

#: By table: the columns of its primary key, those that its search key is made of, and how.
_MADE: dict[Any, tuple[tuple[str, ...], tuple[str, ...], Callable[..., str]]] = {
    Organization: (("id",), ("name",), organization_search_key),
    User: (("id",), ("first_name", "last_name", "email"), user_search_key),
    Client: (("organization_id", "id"), ("first_name", "last_name", "id"), search_key),
    OwnWord: (("id",), ("word", "heard_as"), lambda word, forms: word_search_key(word, json.loads(forms))),
}


async def mend() -> int:
    """Set every search key that is not as it is made now; return how many.

    Opens its own transactions, which are short. A row that is changed meanwhile gets its key with that change.
    """
    mended = 0
    for model in _MADE:
        last: tuple[Any, ...] | None = ()
        while last is not None:
            last, changed = await run_in_transaction(_mend_some, model, last)
            mended += changed
    return mended


async def _mend_some(session: WriteSession, model: Any, after: tuple[Any, ...]) -> tuple[tuple[Any, ...] | None, int]:
    """Mend the rows behind this one; return the last of them, ``None`` when none is left, and how many changed."""
    ids, names, make = _MADE[model]
    key = [getattr(model, name) for name in ids]
    query = select(*key, model.search_key, *(getattr(model, name) for name in names)).order_by(*key).limit(_AT_ONCE)
    rows = (await session.execute(query.where(tuple_(*key) > after) if after else query)).all()
    changed = 0
    for row in rows:
        row_id, stored, made_of = row[: len(ids)], row[len(ids)], row[len(ids) + 1 :]
        if stored == (made := make(*made_of)):
            continue
        same = [column == value for column, value in zip((*key, model.search_key), (*row_id, stored), strict=True)]
        done = await session.execute(update(model).where(*same).values(search_key=made))
        changed += done.rowcount  # pyright: ignore[reportAttributeAccessIssue]
    return (tuple(rows[-1][: len(ids)]) if len(rows) == _AT_ONCE else None), changed
