"""the audit trail refuses INSERT OR REPLACE on SQLite

SQLite removes the row that REPLACE replaces without a DELETE trigger (https://sqlite.org/lang_conflict.html), so the
guards of 0001 do not see it. PostgreSQL has no such statement; ON CONFLICT DO UPDATE is an UPDATE there.
"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER audit_logs_no_replace BEFORE INSERT ON audit_logs WHEN EXISTS "
            "(SELECT 1 FROM audit_logs WHERE id = NEW.id OR (chain = NEW.chain AND sequence = NEW.sequence)) "
            "BEGIN SELECT RAISE(ABORT, 'audit_logs is append-only'); END"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER audit_logs_no_replace")
