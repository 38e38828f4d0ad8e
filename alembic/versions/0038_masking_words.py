"""Words that an organization always or never replaces in text that leaves, and what an author chose for one draft."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "masking_words",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("word", AutoString(length=60), nullable=False),
        sa.Column("word_key", AutoString(length=180), nullable=False),
        sa.Column("rule", AutoString(length=8), nullable=False),
        sa.Column("added_by_id", sa.Uuid(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("rule IN ('replace', 'keep')", name="masking_words_rule_known"),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["added_by_id"], ["users.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("organization_id", "word_key", name="masking_words_once"),
    )
    op.create_index(op.f("ix_masking_words_added_by_id"), "masking_words", ["added_by_id"])
    op.add_column("reports", sa.Column("masking", sa.Text(), nullable=True))
    op.add_column("users", sa.Column("voice_told", AutoString(length=300), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "voice_told")
    op.drop_column("reports", "masking")
    op.drop_table("masking_words")
