"""Field profiles: which sections of a report go together in one field of a record system."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "field_profiles",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("name", AutoString(length=40), nullable=False),
        sa.Column("template_key", AutoString(length=40), nullable=True),
        sa.Column("fields", sa.Text(), nullable=False),
        sa.Column("empty", AutoString(length=8), nullable=False),
        sa.Column("enter_counts", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("archived_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_by_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["updated_by_id"], ["users.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_field_profiles_organization_id", "field_profiles", ["organization_id"])
    op.create_index("ix_field_profiles_updated_by_id", "field_profiles", ["updated_by_id"])
    for table, column in (("organizations", "default_profile"), ("users", "last_profile")):
        op.add_column(table, sa.Column(column, AutoString(length=40), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "last_profile")
    op.drop_column("organizations", "default_profile")
    op.drop_table("field_profiles")
