"""Drafts that their author deleted and can still restore."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deleted_drafts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=True),
        sa.Column("transcript", sa.Text(), nullable=False),
        sa.Column("structured_report", sa.Text(), nullable=True),
        sa.Column("rest", sa.Text(), nullable=False),
        sa.Column("deleted_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_deleted_drafts_author", "deleted_drafts", ["user_id", "deleted_at", "id"])
    op.create_index(op.f("ix_deleted_drafts_organization_id"), "deleted_drafts", ["organization_id"])
    op.create_index(op.f("ix_deleted_drafts_deleted_at"), "deleted_drafts", ["deleted_at"])


def downgrade() -> None:
    op.drop_table("deleted_drafts")
