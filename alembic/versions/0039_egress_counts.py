"""How often something left this server, by day, kind and host."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

_OF_ALL = sa.text("organization_id IS NULL")


def upgrade() -> None:
    op.create_table(
        "egress_counts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("kind", AutoString(length=12), nullable=False),
        sa.Column("host", AutoString(length=255), nullable=False),
        sa.Column("connections", sa.Integer(), nullable=False),
        sa.Column("sent_bytes", sa.BigInteger(), nullable=False),
        sa.Column("last_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    once = ["day", "kind", "host"]
    op.create_index(
        "egress_counts_once", "egress_counts", once, unique=True, sqlite_where=_OF_ALL, postgresql_where=_OF_ALL
    )
    op.create_index("egress_counts_once_each", "egress_counts", ["organization_id", *once], unique=True)


def downgrade() -> None:
    op.drop_table("egress_counts")
