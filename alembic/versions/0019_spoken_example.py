"""Which draft is the spoken example that a newcomer tries, and what was heard in it."""

import sqlalchemy as sa

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("example", sa.Text(), nullable=True))
    where = sa.text("example IS NOT NULL")
    op.create_index("ix_reports_example", "reports", ["updated_at"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    op.drop_index("ix_reports_example", table_name="reports")
    op.drop_column("reports", "example")
