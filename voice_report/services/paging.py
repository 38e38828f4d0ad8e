"""Keyset pagination for lists that grow: newest first, by a moment and then by id."""

import base64
import binascii
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, tuple_

from ..errors import Invalid

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a list; ``next`` is the cursor to pass as ``after`` for what follows, ``None`` on the last page."""

    items: list[T]
    next: str | None = None


def cursor(moment: datetime, row_id: uuid.UUID) -> str:
    """Return the opaque place of a row in its list."""
    return base64.urlsafe_b64encode(f"{moment.isoformat()} {row_id}".encode()).decode()


def older_than(moment: Any, row_id: Any, after: str) -> ColumnElement[bool]:
    """Return the condition 'after this cursor' on a moment and an id column. Raises ``Invalid`` for a made-up one."""
    try:
        told_moment, told_id = base64.urlsafe_b64decode(after.encode()).decode().split(" ")
        place = (datetime.fromisoformat(told_moment), uuid.UUID(told_id))
        if place[0].tzinfo is None:
            raise ValueError("a moment without a time zone")
        place[0].astimezone(UTC)  # as it is compared; there is nothing before the year 1
    except (ValueError, OverflowError, binascii.Error, UnicodeError):
        raise Invalid("Deze pagina bestaat niet. Begin opnieuw bij het begin van de lijst.") from None
    return tuple_(moment, row_id) < tuple_(place[0], place[1])


def page_of(rows: list[Any], limit: int, moment: str = "updated_at") -> tuple[list[Any], str | None]:
    """Split ``limit + 1`` fetched rows into the page's rows and the cursor of the next page."""
    if len(rows) <= limit:
        return rows, None
    last = rows[limit - 1]
    return rows[:limit], cursor(getattr(last, moment), last.id)
