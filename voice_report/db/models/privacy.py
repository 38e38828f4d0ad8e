"""What was erased: receipts that an organization can show, and marks by which an erased row is recognised."""

import uuid
from datetime import date, datetime

from sqlalchemy import Index, Text, UniqueConstraint
from sqlmodel import Field

from .base import Table, UtcDateTime


class DeletionReceipt(Table, table=True):
    """What was erased in one night, counted before and again afterwards (``services.privacy.receipts``).

    ``body`` is JSON without names, texts and ids; ``digest`` is its SHA-256, which a row of the audit trail has too.
    Without ``done_at`` the work is under way, and ``claimed_until`` is the lease of who does it. No foreign keys: it
    outlives the organization. ``organization_id`` is empty for what belongs to the whole installation.
    """

    __tablename__ = "deletion_receipts"
    __table_args__ = (Index("ix_deletion_receipts_organization", "organization_id", "done_at", "id"),)

    organization_id: uuid.UUID | None = None
    scope: str = Field(max_length=12)
    night: date
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    done_at: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
    body: str = Field(sa_type=Text)
    digest: str | None = Field(default=None, max_length=64)


class Erasure(Table, table=True):
    """A mark of an erased row: the SHA-256 of its table and id (``services.audit.erasures``), and when it was erased.

    It recognises the row when a backup brings it back, and goes when no backup has it any more.
    """

    __tablename__ = "erasures"
    __table_args__ = (UniqueConstraint("mark", name="erasures_once"),)

    organization_id: uuid.UUID | None = None
    receipt_id: uuid.UUID | None = Field(default=None, index=True)
    kind: str = Field(max_length=12)
    mark: str = Field(max_length=64)
    erased_at: datetime = Field(sa_type=UtcDateTime, nullable=False, index=True)
