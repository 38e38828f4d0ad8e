"""Which changes of tidying a person undid in a draft."""

import sqlalchemy as sa

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("tidying", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "tidying")
