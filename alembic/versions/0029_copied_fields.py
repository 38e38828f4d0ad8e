"""Which fields of a draft were copied one by one."""

import sqlalchemy as sa

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("copied", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "copied")
