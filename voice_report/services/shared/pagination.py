"""Keyset pagination for lists that grow: by a moment, newest first, or by a text; and then by id."""

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
    """A page of a list; ``next`` is the cursor to pass as ``after`` for what follows, ``None`` on the last page."""

    items: list[T]
    next: str | None = None


def cursor(moment: datetime, row_id: uuid.UUID | str) -> str:
    """Return the opaque place of a row in its list."""
    return base64.urlsafe_b64encode(f"{moment.isoformat()} {row_id}".encode()).decode()


def text_cursor(text: str, row_id: object) -> str:
    """Return the opaque place of a row in a list that is ordered by a text."""
    return base64.urlsafe_b64encode(json.dumps([text, str(row_id)], ensure_ascii=False).encode()).decode()


def beyond(text: Any, row_id: Any, after: str, kind: Callable[[str], Any] = uuid.UUID) -> ColumnElement[bool]:
    """Return the condition 'after this cursor' on a text and an id column; ``kind`` makes the id what it is stored as.

    Raises ``Invalid`` for a made-up one.
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
    """Return the condition 'after this cursor' on a moment and an id column. Raises ``Invalid`` for a made-up one.

    ``read_id`` reads the id where it is not a UUID; it raises ``ValueError`` for what cannot be one.
    """
    try:
        told_moment, told_id = base64.urlsafe_b64decode(after.encode()).decode().split(" ", 1)
        place = (datetime.fromisoformat(told_moment), read_id(told_id))
        if place[0].tzinfo is None:
            raise ValueError("a moment without a time zone")
        place[0].astimezone(UTC)  # as it is compared; there is nothing before the year 1
    except (ValueError, OverflowError, binascii.Error, UnicodeError):
        raise Invalid(_MADE_UP) from None
    return tuple_(moment, row_id) < tuple_(place[0], place[1])


def fitting(sizes: Iterable[int], most: int) -> int:
    """Return how many of the first rows have a size of at most ``most`` together: one at least, so that a list goes on.

    What a row holds (the words of a report, the users of an organization) bounds a page besides their number.
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
