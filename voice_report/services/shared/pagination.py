"""Keyset pagination for growing lists, ordered by a timestamp (newest first) or by a text, and then by id."""

import base64
import binascii
import json
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, tuple_

from ...errors import Invalid

T = TypeVar("T")

_MADE_UP = "Deze pagina bestaat niet. Begin opnieuw bij het begin van de lijst."


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a list; ``next`` is the cursor to pass as ``after`` for the next page, ``None`` on the last page."""

    items: list[T]
    next: str | None = None


def cursor(moment: datetime, row_id: uuid.UUID | str) -> str:
    """Return an opaque cursor for a row in its list."""
    return base64.urlsafe_b64encode(f"{moment.isoformat()} {row_id}".encode()).decode()


def text_cursor(text: str, row_id: object) -> str:
    """Return an opaque cursor for a row in a list that is ordered by a text."""
    return base64.urlsafe_b64encode(json.dumps([text, str(row_id)], ensure_ascii=False).encode()).decode()


def beyond(text: Any, row_id: Any, after: str, kind: Callable[[str], Any] = uuid.UUID) -> ColumnElement[bool]:
    """Return the condition 'after this cursor' on a text and an id column; ``kind`` converts the id to its stored type.

    Raises ``Invalid`` for a malformed cursor.
    """
    try:
        told_text, told_id = json.loads(base64.urlsafe_b64decode(after.encode()))
        if not isinstance(told_text, str) or "\x00" in told_text + told_id:
            raise ValueError("not a text")
        told_text.encode()
        place = (told_text, kind(told_id))
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise Invalid(_MADE_UP) from None
    return tuple_(text, row_id) > tuple_(*place)


def older_than(
    moment: Any, row_id: Any, after: str, *, read_id: Callable[[str], Any] = uuid.UUID
) -> ColumnElement[bool]:
    """Return the condition 'after this cursor' on a timestamp and an id column. Raises ``Invalid`` if it is malformed.

    ``read_id`` parses ids that are not UUIDs; it raises ``ValueError`` for a malformed id.
    """
    try:
        told_moment, told_id = base64.urlsafe_b64decode(after.encode()).decode().split(" ", 1)
        place = (datetime.fromisoformat(told_moment), read_id(told_id))
        if place[0].tzinfo is None:
            raise ValueError("a moment without a time zone")
        place[0].astimezone(UTC)  # the database compares in UTC; this fails for moments before the year 1
    except (ValueError, OverflowError, binascii.Error, UnicodeError):
        raise Invalid(_MADE_UP) from None
    return tuple_(moment, row_id) < tuple_(place[0], place[1])


def fitting(sizes: Iterable[int], most: int) -> int:
    """Return how many of the first rows fit in a total size of ``most``; at least one, so that paging advances.

    A page is limited by the size of its rows (the words of a report, the users of an organization) and their number.
    """
    rows = total = 0
    for size in sizes:
        total += size
        if rows and total > most:
            break
        rows += 1
    return rows


def page_of(rows: list[Any], limit: int, moment: str = "updated_at") -> tuple[list[Any], str | None]:
    """Split ``limit + 1`` fetched rows into the page's rows and the cursor of the next page."""
    if len(rows) <= limit:
        return rows, None
    last = rows[limit - 1]
    return rows[:limit], cursor(getattr(last, moment), last.id)
