"""Keyset pagination for growing lists in one of two orders: ``fetch``, or ``Listing.fetch`` for one that is read often.

A cursor is opaque to clients: base64 of JSON with the key and the id of the last row.
"""

import base64
import json
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Integer, Select, Uuid, bindparam, tuple_

from ...db.session import ReadSession
from ...errors import Invalid

T = TypeVar("T")
V = TypeVar("V")

_MADE_UP = "Deze pagina bestaat niet. Begin opnieuw bij het begin van de lijst."


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a list; ``next`` is the cursor to pass as ``after`` for the next page, ``None`` on the last page."""

    items: list[T]
    next: str | None = None

    def map(self, view: Callable[[T], V]) -> "Page[V]":
        """Return the same page with another view of each row."""
        return Page([view(item) for item in self.items], self.next)


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """The order of a list: a key column, and the id column for rows with the same key; made by the functions below.

    The key of a descending order is a timestamp, of an ascending order a text.
    """

    key: Any
    row_id: Any
    descending: bool

    @property
    def columns(self) -> tuple[Any, ...]:
        return (self.key.desc(), self.row_id.desc()) if self.descending else (self.key, self.row_id)

    def cursor(self, row: Any) -> str:
        """Return the cursor of a row: an entity, a row of columns, or a row that begins with the entity."""
        found = row if hasattr(row, self.key.key) else row[0]
        key, row_id = getattr(found, self.key.key), getattr(found, self.row_id.key)
        content = json.dumps([key.isoformat() if isinstance(key, datetime) else key, str(row_id)], ensure_ascii=False)
        return base64.urlsafe_b64encode(content.encode()).decode()

    def after(self, cursor: str) -> ColumnElement[bool]:
        """Return the condition 'after this cursor'. Raises ``Invalid`` for a malformed cursor."""
        return self.follows(*self.position(cursor))

    def position(self, cursor: str) -> tuple[Any, Any]:
        """Return the key and the id in a cursor. Raises ``Invalid`` for a malformed one."""
        try:
            key, row_id = json.loads(base64.urlsafe_b64decode(cursor.encode()))
            read_id = uuid.UUID if isinstance(self.row_id.type, Uuid) else _storable
            return _moment(key) if self.descending else _storable(key), read_id(row_id)
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            raise Invalid(_MADE_UP) from None

    def follows(self, key: Any, row_id: Any) -> ColumnElement[bool]:
        """Return the condition 'after the row with this key and id', which may be parameters."""
        here, last = tuple_(self.key, self.row_id), tuple_(key, row_id)
        return here < last if self.descending else here > last


def newest_first(moment: Any, row_id: Any) -> Order:
    """Return the order by a timestamp column, newest first."""
    return Order(moment, row_id, descending=True)


def by_text(text: Any, row_id: Any) -> Order:
    """Return the order by a text column."""
    return Order(text, row_id, descending=False)


async def fetch(session: ReadSession, query: Any, order: Order, *, after: str | None = None, limit: int) -> Page[Any]:
    """Return the page of the query's rows that follows the cursor ``after``, or the first page.

    One row more than ``limit`` is read, to know whether there is a next page. Raises ``Invalid`` for a malformed
    cursor.
    """
    if after:
        query = query.where(order.after(after))
    return _page((await session.exec(query.order_by(*order.columns).limit(limit + 1))).all(), order, limit)


class Listing:
    """A list whose query is built once: building one takes SQLAlchemy longer than running it.

    ``query`` is of table columns; what differs from call to call are ``bindparam``s, and one that is ``None`` finds
    nothing. ``_rows``, ``_key`` and ``_row_id`` are its own. It does not see what the session has not flushed.
    """

    def __init__(self, query: Select, order: Order) -> None:
        last = (bindparam("_key", type_=order.key.type), bindparam("_row_id", type_=order.row_id.type))
        self._order = order
        self._first = query.order_by(*order.columns).limit(bindparam("_rows", type_=Integer))
        self._following = self._first.where(order.follows(*last))

    async def fetch(
        self, session: ReadSession, parameters: dict[str, Any], *, after: str | None = None, limit: int
    ) -> Page[Any]:
        """Return the page of rows that the function ``fetch`` would, of the query with these parameters.

        Raises ``Invalid`` for a malformed cursor.
        """
        query, values = self._first, {**parameters, "_rows": limit + 1}
        if after:
            key, row_id = self._order.position(after)
            query, values = self._following, {**values, "_key": key, "_row_id": row_id}
        return _page((await session.execute(query, values)).all(), self._order, limit)


def _page(rows: Sequence[Any], order: Order, limit: int) -> Page[Any]:
    return Page(list(rows[:limit]), order.cursor(rows[limit - 1]) if len(rows) > limit else None)


def within(page: Page[T], order: Order, sizes: Iterable[int], most: int) -> Page[T]:
    """End a page before the total size of its rows exceeds ``most``; at least one row stays, so that paging advances.

    A size is what makes a row heavy: the characters of a report, the users of an organization.
    """
    total = 0
    for count, size in enumerate(sizes):
        total += size
        if count and total > most:
            return Page(page.items[:count], order.cursor(page.items[count - 1]))
    return page


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a moment without a time zone")
    return moment.astimezone(UTC)  # as stored: SQLite compares without the zone; fails for moments before the year 1


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("no database compares this")
    text.encode()  # fails for half a surrogate pair
    return text
