"""When a draft was copied, and who moved an archived report to another client."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("copied_at", "refiled_at"):
        op.add_column("reports", sa.Column(name, UtcDateTime(timezone=True), nullable=True))
    op.add_column("reports", sa.Column("refiled_by", sqlmodel.sql.sqltypes.AutoString(length=200), nullable=True))


def downgrade() -> None:
    for name in ("refiled_by", "refiled_at", "copied_at"):
        op.drop_column("reports", name)
