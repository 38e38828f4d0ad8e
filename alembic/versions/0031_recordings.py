"""Chosen sound files that are written out piece by piece."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "recordings",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", UtcDateTime(timezone=True), nullable=True),
        sa.Column("state", AutoString(length=8), nullable=False),
        sa.Column("code", AutoString(length=20), nullable=True),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("samples_done", sa.Integer(), nullable=False),
        sa.Column("pieces_done", sa.Integer(), nullable=False),
        sa.CheckConstraint("state IN ('working', 'done', 'failed')", name="recordings_state_known"),
        sa.ForeignKeyConstraint(["id"], ["dictations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    op.drop_table("recordings")
