"""Imports and deletions that go on after a crash: how far an import got, and what is being deleted."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "client_imports",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("fingerprint", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("new", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Integer(), nullable=False),
        sa.Column("same", sa.Integer(), nullable=False),
        sa.Column("sample", sqlmodel.sql.sqltypes.AutoString(length=10), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("organization_id", "fingerprint", name="client_imports_file"),
    )
    for table in ("organizations", "users"):
        op.add_column(table, sa.Column("deleting_at", UtcDateTime(timezone=True), nullable=True))
        op.add_column(table, sa.Column("deleting_by_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    for table in ("organizations", "users"):
        # Not as a batch: on SQLite that makes the table anew, and dropping the old one would delete what refers to it.
        op.drop_column(table, "deleting_by_id")
        op.drop_column(table, "deleting_at")
    op.drop_table("client_imports")
