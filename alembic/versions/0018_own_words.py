"""Words as an organization or a person writes them, and what had been heard in a segment of a dictation."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sqlmodel.sql.sqltypes.AutoString
    op.create_table(
        "own_words",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("word", text(length=60), nullable=False),
        sa.Column("word_key", text(length=180), nullable=False),
        sa.Column("search_key", text(length=700), nullable=False),
        sa.Column("heard_as", sa.Text(), nullable=False),
        sa.Column("kind", text(length=10), nullable=False),
        sa.Column("status", text(length=10), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("used_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("added_by_id", sa.Uuid(), nullable=True),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('voorstel', 'actief')", name="own_words_status_known"),
        sa.CheckConstraint("kind IN ('medicijn', 'plaats', 'team', 'term', 'naam')", name="own_words_kind_known"),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["added_by_id"], ["users.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_own_words_added_by_id", "own_words", ["added_by_id"])
    _once("own_words_of_organization", ["organization_id", "status", "word_key"], "user_id IS NULL")
    _once("own_words_of_person", ["user_id", "organization_id", "word_key"], "user_id IS NOT NULL")
    op.add_column("dictation_segments", sa.Column("heard", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("dictation_segments", "heard")
    op.drop_table("own_words")


def _once(name: str, columns: list[str], whose: str) -> None:
    where = sa.text(whose)
    op.create_index(name, "own_words", columns, unique=True, sqlite_where=where, postgresql_where=where)
