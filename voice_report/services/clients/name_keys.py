"""The parts of people's names, kept as clients and members change: where rows are written past the session's listeners
(``db.models.names``), and every hour where a process of an older version wrote none."""

import logging
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from sqlalchemy import delete, insert, tuple_
from sqlmodel import col, select

from ...db.models import Client, NameKey, User, name_keys
from ...db.session import WriteSession, run_in_transaction

log = logging.getLogger(__name__)

_AT_ONCE = 500


async def of_clients(session: WriteSession, clients: Iterable[Client]) -> None:
    """Write the rows of clients, instead of those that they had. All are of one organization."""
    some = list(clients)
    for start in range(0, len(some), _AT_ONCE):
        portion = some[start : start + _AT_ONCE]
        theirs = col(NameKey.client_id).in_([one.id for one in portion])
        await session.execute(delete(NameKey).where(col(NameKey.organization_id) == portion[0].organization_id, theirs))
        await session.execute(insert(NameKey), [row for one in portion for row in name_keys(one)])


async def add_missing(session: WriteSession) -> int:
    """Write the rows of people who have none; return of how many (hourly work)."""
    found: list[Client | User] = []
    for model, theirs in ((Client, _of_client), (User, _of_user)):
        has_none = ~select(NameKey.id).where(*theirs(model)).exists()
        query = select(model).where(col(model.organization_id).is_not(None), has_none).limit(_AT_ONCE)
        found += (await session.exec(query)).all()
    if found:
        log.error("name keys: %d people had none", len(found))
        await session.execute(insert(NameKey), [row for one in found for row in name_keys(one)])
    return len(found)


def _of_client(model: Any) -> tuple[Any, ...]:
    return NameKey.organization_id == model.organization_id, NameKey.client_id == model.id


def _of_user(model: Any) -> tuple[Any, ...]:
    return (NameKey.user_id == model.id,)


async def mend() -> int:
    """Compare the rows of all people with their names and write those that differ; return of how many (nightly work).

    Opens its own transactions, which are short.
    """
    mended = 0
    for model, key in ((Client, ("organization_id", "id")), (User, ("id",))):
        last: tuple[Any, ...] | None = ()
        while last is not None:
            last, changed = await run_in_transaction(_mend_some, model, key, last)
            mended += changed
    if mended:
        log.error("name keys: those of %d people were not of their names", mended)
    return mended


async def _mend_some(
    session: WriteSession, model: Any, key: tuple[str, ...], after: tuple[Any, ...]
) -> tuple[tuple[Any, ...] | None, int]:
    columns = [getattr(model, name) for name in key]
    query = select(model).order_by(*columns).limit(_AT_ONCE)
    people = (await session.exec(query.where(tuple_(*columns) > after) if after else query)).all()
    column = NameKey.client_id if model is Client else NameKey.user_id
    stored = select(NameKey).where(col(column).in_([one.id for one in people]))
    rows: dict[Any, list[NameKey]] = defaultdict(list)
    for row in (await session.exec(stored)).all():
        rows[(row.organization_id, row.client_id) if model is Client else row.user_id].append(row)
    changed = 0
    for one in people:
        present = rows[(one.organization_id, one.id) if model is Client else one.id]
        wanted = name_keys(one)
        if sorted((str(row.organization_id), row.key, row.sound) for row in present) == sorted(
            (str(row["organization_id"]), row["key"], row["sound"]) for row in wanted
        ):
            continue
        changed += 1
        await session.execute(delete(NameKey).where(col(NameKey.id).in_([row.id for row in present])))
        if wanted:
            await session.execute(insert(NameKey), wanted)
    return (tuple(getattr(people[-1], name) for name in key) if len(people) == _AT_ONCE else None), changed
