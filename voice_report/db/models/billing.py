"""The credit ledger, its payments, and the events from Stripe (decisions/0003, decisions/0004)."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field

from .base import Table, UtcDateTime


class CreditEntry(Table, table=True):
    """A change of one balance, written in the same transaction as the balance it changes.

    ``user_id`` is set for a personal balance and empty for the organization's. The sum of ``change`` over an account
    equals its balance; ``key`` makes a repeated cause a single row. ``missing`` is the number of credits that a refund
    should also have taken, but that were no longer there. ``note`` is what a platform admin wrote with a gift.
    """

    __tablename__ = "credit_ledger"
    __table_args__ = (
        CheckConstraint("balance_after >= 0", name="credit_ledger_not_negative"),
        Index("ix_credit_ledger_organization", "organization_id", "created_at", "id"),
        Index("ix_credit_ledger_user", "user_id", "created_at", "id"),
    )

    organization_id: uuid.UUID | None = Field(default=None, foreign_key="organizations.id", ondelete="CASCADE")
    user_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="CASCADE")
    actor_id: uuid.UUID | None = None
    change: int
    balance_after: int
    missing: int = 0
    reason: str = Field(max_length=40)
    note: str | None = Field(default=None, max_length=200)
    key: str = Field(max_length=200, unique=True)


class Payment(Table, table=True):
    """Money received or pending: for a package (a checkout session) or a subscription's month (an invoice).

    Kept, also when the organization is deleted, because the law asks for 7 years: no foreign keys, the organization's
    name at the time, and no personal data. ``credits`` were given for it, ``credits_reversed`` taken back, of which
    ``credits_missing`` were no longer there. ``readings`` counts the readings from Stripe, so that an older reading
    never replaces a newer one. Amounts are in cents.
    """

    __tablename__ = "payments"
    __table_args__ = (
        Index("ix_payments_organization", "organization_id", "created_at", "id"),
        CheckConstraint("credits_missing <= credits_reversed", name="payments_missing_is_part_of_reversed"),
    )

    stripe_id: str = Field(max_length=255, unique=True)
    payment_intent: str | None = Field(default=None, max_length=255, index=True)
    organization_id: uuid.UUID
    organization_name: str = Field(max_length=200)
    package_id: str = Field(max_length=30)
    amount_cents: int
    currency: str = Field(default="eur", max_length=3)
    status: str = Field(max_length=20)
    refunded_cents: int = 0
    lost_cents: int = 0
    credits: int = 0
    credits_reversed: int = 0
    credits_missing: int = 0
    receipt_url: str | None = Field(default=None, max_length=2000)
    paid_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    readings: int = 1


class StripeEvent(Table, table=True):
    """An event from Stripe, stored before it is handled and handled once (architecture.md "Webhooks").

    Only the ids it concerns are kept: handling reads the current state from Stripe, and the rest has personal data.
    """

    __tablename__ = "stripe_events"
    __table_args__ = (Index("ix_stripe_events_due", "handled_at", "next_attempt_at"),)

    event_id: str = Field(max_length=255, unique=True)
    type: str = Field(max_length=100)
    object_id: str = Field(max_length=255)
    payment_intent: str | None = Field(default=None, max_length=255)
    customer: str | None = Field(default=None, max_length=255)
    attempts: int = 0
    next_attempt_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    handled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    last_error: str | None = Field(default=None, max_length=300)
