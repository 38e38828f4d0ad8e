"""Versions of an organization's privacy file, and what it filled in for it."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "privacy_files",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("made_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("digest", AutoString(length=64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seen_by_id", sa.Uuid(), nullable=True),
        sa.Column("seen_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("mailed_at", UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["seen_by_id"], ["users.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("organization_id", "number", name="privacy_files_once"),
    )
    op.create_index(op.f("ix_privacy_files_seen_by_id"), "privacy_files", ["seen_by_id"])
    op.create_table(
        "privacy_inputs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("fields", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("looked_at_changes", sa.Integer(), nullable=False),
        sa.Column("looked_at_night", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("organization_id"),
    )


def downgrade() -> None:
    op.drop_table("privacy_inputs")
    op.drop_table("privacy_files")
