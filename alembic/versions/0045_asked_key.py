"""The caller's own key for a concept, with which a request may be sent again."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("asked_key", "asked_content"):
        op.add_column("concept_jobs", sa.Column(name, AutoString(length=64), nullable=True))
    op.add_column("concept_jobs", sa.Column("asked_choices", sa.Text(), nullable=True))
    op.create_index("ix_concept_jobs_asked_key", "concept_jobs", ["asked_key"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_concept_jobs_asked_key", "concept_jobs")
    for name in ("asked_choices", "asked_content", "asked_key"):
        op.drop_column("concept_jobs", name)
