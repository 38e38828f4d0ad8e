"""The monthly sample of the audit trail, with the answers of who looked at it."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "log_samples",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("rows", sa.Text(), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("drawn_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("signed_by", AutoString(length=200), nullable=True),
        sa.Column("signed_at", UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("organization_id", "month", name="log_samples_once"),
    )


def downgrade() -> None:
    op.drop_table("log_samples")
