"""What checking a report needs: how it was generated, the version before, what was answered, who signed it off."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("style", sqlmodel.sql.sqltypes.AutoString(length=12), nullable=True))
    for name in ("generated", "former", "settled"):
        op.add_column("reports", sa.Column(name, sa.Text(), nullable=True))
    op.add_column("reports", sa.Column("reviewed_at", UtcDateTime(timezone=True), nullable=True))
    op.add_column("reports", sa.Column("reviewed_by", sqlmodel.sql.sqltypes.AutoString(length=200), nullable=True))


def downgrade() -> None:
    for name in ("reviewed_by", "reviewed_at", "settled", "former", "generated", "style"):
        op.drop_column("reports", name)
