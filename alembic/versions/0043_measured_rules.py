"""The version of the rules that the measured values of an archived report were read with."""

import sqlalchemy as sa

from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("measured_rules", sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE reports SET measured_rules = (SELECT min(rules_version) FROM measurements WHERE report_id = reports.id)"
        " WHERE id IN (SELECT report_id FROM measurements)"
    )
    op.create_index("ix_reports_measured_rules", "reports", ["is_draft", "transcript_removed_at", "measured_rules"])


def downgrade() -> None:
    op.drop_index("ix_reports_measured_rules", "reports")
    op.drop_column("reports", "measured_rules")
