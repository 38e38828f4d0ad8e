"""A second factor as the organization wants it, its reset by an administrator, and devices that are remembered."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

text = sqlmodel.sql.sqltypes.AutoString
moment = UtcDateTime(timezone=True)

# With defaults in the database: the processes of the version before go on adding rows meanwhile.
_COLUMNS = {
    "organizations": (
        sa.Column("second_factor", text(length=12), nullable=False, server_default="off"),
        sa.Column("second_factor_from", sa.Date(), nullable=True),
        sa.Column("remember_days", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("sign_in_version", sa.Integer(), nullable=False, server_default="1"),
    ),
    "users": (
        sa.Column("second_factor_reminded_at", moment, nullable=True),
        sa.Column("second_factor_notice", text(length=12), nullable=True),
    ),
    "pending_sign_ins": (sa.Column("purpose", text(length=10), nullable=False, server_default="code"),),
    "known_devices": (
        sa.Column("remembered_at", moment, nullable=True),
        sa.Column("remembered_until", moment, nullable=True),
        sa.Column("name", text(length=60), nullable=False, server_default=""),
    ),
}


def upgrade() -> None:
    for table, columns in _COLUMNS.items():
        for column in columns:
            op.add_column(table, column.copy())
    op.create_table(
        "factor_resets",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", text(length=64), nullable=False),
        sa.Column("expires_at", moment, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
        sa.UniqueConstraint("user_id"),
    )


def downgrade() -> None:
    op.drop_table("factor_resets")
    for table, columns in reversed(_COLUMNS.items()):
        for column in reversed(columns):
            op.drop_column(table, column.name)
