"""When a report was spoken, or begun by typing: its date, which no later change moves.

Of a report that is there, the first dictation that is still known says so, else the creation of the draft; an archived
one only knows when it was archived. The column may be empty: a process of the version before, which does not know it,
may be at work while this runs.
"""

import sqlalchemy as sa

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("reported_at", UtcDateTime(timezone=True), nullable=True))
    op.execute(
        "UPDATE reports SET reported_at = coalesce("
        "(SELECT min(dictations.created_at) FROM dictations"
        " WHERE dictations.draft_id = reports.id AND dictations.created_at < reports.created_at),"
        " reports.created_at)"
    )


def downgrade() -> None:
    op.drop_column("reports", "reported_at")
