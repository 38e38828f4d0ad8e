"""Report templates that an organization makes for itself, and the template it writes with by default."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "report_templates",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(length=60), nullable=False),
        sa.Column("sections", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("used_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("archived_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_by_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["updated_by_id"], ["users.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_report_templates_organization_id", "report_templates", ["organization_id"])
    op.create_index("ix_report_templates_updated_by_id", "report_templates", ["updated_by_id"])
    column = sa.Column("default_template", sqlmodel.sql.sqltypes.AutoString(length=40), nullable=True)
    op.add_column("organizations", column)


def downgrade() -> None:
    op.drop_column("organizations", "default_template")
    op.drop_table("report_templates")
