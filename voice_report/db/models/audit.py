"""The audit trail and the outbox of mails."""

import uuid
from datetime import date, datetime

from sqlalchemy import Index, Text, UniqueConstraint
from sqlmodel import Field

from ... import clock
from .base import Table, UtcDateTime


class AuditLog(Table, table=True):
    """An action: its actor, object, time and address; never the content itself (NEN 7513, security.md S27).

    Rows are chained per organization: ``entry_hash`` covers the row and the previous row's hash. The database refuses
    UPDATE and DELETE. No foreign keys: a row outlives the people and objects it names.
    """

    __tablename__ = "audit_logs"
    __table_args__ = (
        UniqueConstraint("chain", "sequence", name="audit_logs_sequence"),
        Index("ix_audit_logs_organization", "organization_id", "created_at", "id"),
        Index("ix_audit_logs_created", "created_at", "id"),
        Index("ix_audit_logs_client", "organization_id", "client_id", "created_at"),
        Index("ix_audit_logs_resource", "organization_id", "resource_id"),
    )

    chain: str = Field(max_length=36)
    sequence: int
    organization_id: uuid.UUID | None = None
    user_id: uuid.UUID | None = None
    client_id: str | None = Field(default=None, max_length=100)
    action: str = Field(max_length=60)
    resource: str = Field(max_length=60)
    resource_id: str | None = Field(default=None, max_length=100)
    ip_address: str = Field(default="", max_length=64)
    user_agent: str = Field(default="", max_length=300)
    success: bool = True
    error_message: str | None = Field(default=None, max_length=300)
    entry_hash: str = Field(max_length=64)


class LogSample(Table, table=True):
    """The rows of the trail that an organization's administrators look at of one month (``services.audit.samples``).

    ``month`` is its first day. ``rows`` is JSON, the sequence numbers in the organization's chain, and ``head`` the
    newest one that was looked at when it was drawn. ``answers`` is JSON by sequence number, ``signed_by`` a name.
    """

    __tablename__ = "log_samples"
    __table_args__ = (UniqueConstraint("organization_id", "month", name="log_samples_once"),)

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    month: date
    rows: str = Field(sa_type=Text)
    head: int
    drawn_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    answers: str = Field(default="{}", sa_type=Text)
    signed_by: str | None = Field(default=None, max_length=200)
    signed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class OutboxMail(Table, table=True):
    """A mail to send, written in the same transaction as its cause; a worker claims and delivers it."""

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_due", "sent_at", "next_attempt_at"),)

    recipient: str = Field(max_length=254)
    subject: str = Field(max_length=200)
    text: str = Field(sa_type=Text)
    html: str = Field(sa_type=Text)
    attempts: int = 0
    next_attempt_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    last_error: str | None = Field(default=None, max_length=300)
