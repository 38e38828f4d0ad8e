"""Which words of a draft's transcript the recogniser was unsure of."""

import sqlalchemy as sa

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("unsure", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "unsure")
