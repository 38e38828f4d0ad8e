"""Find the rows of the audit trail about one client, and about one report."""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

_INDEXES = {
    "ix_audit_logs_client": ["organization_id", "client_id", "created_at"],
    "ix_audit_logs_resource": ["organization_id", "resource_id"],
}


def upgrade() -> None:
    for name, columns in _INDEXES.items():
        op.create_index(name, "audit_logs", columns)


def downgrade() -> None:
    for name in _INDEXES:
        op.drop_index(name, "audit_logs")
