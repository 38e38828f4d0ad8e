"""Common to every table: ids, timestamps in UTC and an explicit table name instead of the class's."""

import uuid
from datetime import UTC, datetime

from sqlalchemy import DateTime
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

from ... import clock


class UtcDateTime(TypeDecorator):
    """A timezone-aware timestamp, stored as UTC. SQLite stores no zone, so it is added again on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("A moment without a time zone cannot be stored.")
        return value.astimezone(UTC) if value else value

    def process_result_value(self, value: datetime | None, dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Table(SQLModel):
    """Base of our tables: a random UUID as key and the time of creation."""

    id: uuid.UUID = Field(default_factory=uuid.uuid4, primary_key=True)
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)
