"""How concepts are written: the organization's choice, and each person's own."""

import sqlalchemy as sa
import sqlmodel

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("organizations", "users"):
        op.add_column(table, sa.Column("style", sqlmodel.sql.sqltypes.AutoString(length=12), nullable=True))


def downgrade() -> None:
    for table in ("users", "organizations"):
        op.drop_column(table, "style")
