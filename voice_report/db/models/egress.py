"""How often something left this server, and to where (security.md S70)."""

import uuid
from datetime import date, datetime

from sqlalchemy import BigInteger, Index, text
from sqlmodel import Field

from .base import Table, UtcDateTime


class EgressCount(Table, table=True):
    """The connections of one kind to one host on one day (UTC), counted before they are made.

    Of the whole installation without ``organization_id``; with it, the requests of that organization to engines, which
    are in the installation's count too. ``sent_bytes`` are bodies, without headers. The row of kind 'begin' counts
    nothing: its ``last_at`` is the moment from which counts are complete.
    """

    __tablename__ = "egress_counts"
    __table_args__ = (
        Index(
            "egress_counts_once",
            "day",
            "kind",
            "host",
            unique=True,
            sqlite_where=text("organization_id IS NULL"),
            postgresql_where=text("organization_id IS NULL"),
        ),
        Index("egress_counts_once_each", "organization_id", "day", "kind", "host", unique=True),
    )

    organization_id: uuid.UUID | None = Field(default=None, foreign_key="organizations.id", ondelete="CASCADE")
    day: date
    kind: str = Field(max_length=12)
    host: str = Field(max_length=255)
    connections: int = 0
    sent_bytes: int = Field(default=0, sa_type=BigInteger)
    last_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
