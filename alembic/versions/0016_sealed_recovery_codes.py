"""Recovery codes are stored encrypted, so that they move to another key with the other secrets.

Those made before were digests under the key itself: they cannot be moved, and are replaced by their owners.
"""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _replace(sa.Column("sealed_hash", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=False))


def downgrade() -> None:
    _replace(
        sa.Column("code_hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.UniqueConstraint("code_hash"),
    )


def _replace(*stored) -> None:
    op.drop_index("ix_recovery_codes_user_id", table_name="recovery_codes")
    op.drop_table("recovery_codes")
    op.create_table(
        "recovery_codes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        *stored,
        sa.Column("used_at", UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_recovery_codes_user_id", "recovery_codes", ["user_id"])
