"""Until when a file with everything of an organization is being made."""

import sqlalchemy as sa

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("organizations", sa.Column("leaving_until", UtcDateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("organizations", "leaving_until")
