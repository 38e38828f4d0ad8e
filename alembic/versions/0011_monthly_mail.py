"""A mail about the past month, for administrators who want it."""

import sqlalchemy as sa

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("month_mail_at", UtcDateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "month_mail_at")
