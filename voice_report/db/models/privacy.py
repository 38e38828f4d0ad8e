"""What an organization can show: receipts and marks of what was erased, and versions of its privacy file."""

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


class PrivacyFile(Table, table=True):
    """A version of an organization's privacy file (``services.privacy.privacy_file``).

    ``body`` is JSON: the chapters with their lines. ``digest`` is the SHA-256 of what makes a version of chapters 1 to
    6. ``seen_by_id`` is the first administrator who opened it, ``mailed_at`` when all were mailed about it.
    """

    __tablename__ = "privacy_files"
    __table_args__ = (UniqueConstraint("organization_id", "number", name="privacy_files_once"),)

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    number: int
    made_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    digest: str = Field(max_length=64)
    body: str = Field(sa_type=Text)
    seen_by_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="SET NULL", index=True)
    seen_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    mailed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class PrivacyInput(Table, table=True):
    """What an organization filled in for its privacy file: ``fields`` is JSON, texts by name; ``version`` counts their
    changes.

    ``looked_at_changes`` and ``looked_at_night`` are what the file was last made of: the sum of all versions of the
    organization's settings, and the night.
    """

    __tablename__ = "privacy_inputs"

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", unique=True)
    fields: str = Field(default="{}", sa_type=Text)
    version: int = 1
    looked_at_changes: int = 0
    looked_at_night: date | None = None
