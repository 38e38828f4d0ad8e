"""Counts of whole weeks: of use and of engines."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None

_OF_ALL = sa.text("organization_id IS NULL")


def upgrade() -> None:
    numbers = ("reports", "people", "speakers", "archived", "checked", "archivers", "organizations")
    _table("usage_weeks", (), numbers, sa.Column("seconds", sa.BigInteger(), nullable=False))
    within = tuple(f"within_{most}" for most in (2, 5, 10, 20, 60))
    numbers = ("people", "done", "again", "failed", "refused", *within)
    texts = (
        sa.Column("engine", AutoString(length=200), nullable=False),
        sa.Column("work", AutoString(length=10), nullable=False),
    )
    _table("engine_weeks", ("engine", "work"), numbers, *texts)


def _table(name: str, keys: tuple[str, ...], numbers: tuple[str, ...], *columns: sa.Column) -> None:
    op.create_table(
        name,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("week", sa.Date(), nullable=False),
        *columns,
        *(sa.Column(number, sa.Integer(), nullable=False) for number in numbers),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    once = ["week", *keys]
    op.create_index(f"{name}_once_each", name, ["organization_id", *once], unique=True)
    op.create_index(f"{name}_once", name, once, unique=True, sqlite_where=_OF_ALL, postgresql_where=_OF_ALL)
    op.create_index(f"ix_{name}_week", name, ["week"])


def downgrade() -> None:
    op.drop_table("engine_weeks")
    op.drop_table("usage_weeks")
