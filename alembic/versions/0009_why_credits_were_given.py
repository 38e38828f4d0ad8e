"""Why credits were given: the reason that a platform admin wrote, with the ledger row."""

import sqlalchemy as sa
import sqlmodel

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("credit_ledger", sa.Column("note", sqlmodel.sql.sqltypes.AutoString(length=200), nullable=True))


def downgrade() -> None:
    op.drop_column("credit_ledger", "note")
