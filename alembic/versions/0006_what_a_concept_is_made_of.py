"""What a generated report is made of, kept with its job for a repeated request."""

import sqlalchemy as sa

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("concept_jobs", sa.Column("written", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("concept_jobs", "written")
