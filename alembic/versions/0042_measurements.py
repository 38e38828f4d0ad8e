"""Measured values that were spoken: a person's answers with the draft, and the values of archived reports."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("measured", sa.Text(), nullable=True))
    op.create_table(
        "measurements",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("report_id", sa.Uuid(), nullable=False),
        sa.Column("client_id", AutoString(length=100), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(length=20), nullable=False),
        sa.Column("parts", sa.Text(), nullable=False),
        sa.Column("unit", AutoString(length=12), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("measured_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("precision", AutoString(length=4), nullable=False),
        sa.Column("words", AutoString(length=300), nullable=False),
        sa.Column("entered", AutoString(length=6), nullable=False),
        sa.Column("confirmed_by", AutoString(length=200), nullable=True),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.CheckConstraint("precision IN ('time', 'day')", name="measurements_precision_known"),
        sa.CheckConstraint("entered IN ('spoken', 'typed')", name="measurements_entered_known"),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["report_id"], ["reports.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("report_id", "position", name="measurements_once"),
    )
    op.create_index(
        "ix_measurements_client", "measurements", ["organization_id", "client_id", "kind", "measured_at", "id"]
    )


def downgrade() -> None:
    op.drop_table("measurements")
    op.drop_column("reports", "measured")
