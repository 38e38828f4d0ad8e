"""The credit ledger: an append-only row per change of a balance (decisions.md "Credits")."""

import uuid

from sqlalchemy import CheckConstraint, Index
from sqlmodel import Field

from .base import Table


class CreditEntry(Table, table=True):
    """A change of one balance, written in the same transaction as the balance it changes.

    ``user_id`` is set for a personal balance and empty for the organisation's. The sum of ``change`` over an account
    equals its balance; ``key`` makes a repeated cause a single row.
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
    reason: str = Field(max_length=40)
    key: str = Field(max_length=200, unique=True)
