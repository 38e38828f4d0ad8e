"""Terms of an organization, receipts of what was erased, and a way out of the audit trail for rows past their term."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_TERMS = (
    sa.Column("drafts_days", sa.Integer(), nullable=True),
    sa.Column("drafts_from", UtcDateTime(timezone=True), nullable=True),
    sa.Column("transcript_days", sa.Integer(), nullable=True),
    sa.Column("transcript_from", UtcDateTime(timezone=True), nullable=True),
    sa.Column("archive_days", sa.Integer(), nullable=True),
    sa.Column("archive_from", UtcDateTime(timezone=True), nullable=True),
    sa.Column("retention_version", sa.Integer(), nullable=False, server_default="1"),
    sa.Column("retention_changed_at", UtcDateTime(timezone=True), nullable=True),
    sa.Column("retention_changed_by", AutoString(length=200), nullable=True),
    sa.Column("retention_night", sa.Date(), nullable=True),
)
_INDEXES = {
    "ix_reports_draft_term": ["organization_id", "is_draft", "updated_at", "id"],
    "ix_reports_archive_term": ["organization_id", "is_draft", "created_at", "id"],
    "ix_reports_transcript_term": ["organization_id", "is_draft", "transcript_removed_at", "created_at", "id"],
}

# The trail stays append-only, but for rows of five years and older, the least that NEN 7513 asks for. Who may not
# delete from the table on PostgreSQL asks this function, which deletes nothing younger.
_SQLITE_UP = (
    "DROP TRIGGER audit_logs_no_delete",
    "CREATE TRIGGER audit_logs_no_delete BEFORE DELETE ON audit_logs "
    "WHEN OLD.created_at > datetime('now', '-5 years') BEGIN SELECT RAISE(ABORT, 'audit_logs is append-only'); END",
)
_SQLITE_DOWN = (
    "DROP TRIGGER audit_logs_no_delete",
    "CREATE TRIGGER audit_logs_no_delete BEFORE DELETE ON audit_logs "
    "BEGIN SELECT RAISE(ABORT, 'audit_logs is append-only'); END",
)
_POSTGRES_UP = (
    "CREATE OR REPLACE FUNCTION audit_logs_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF TG_OP = 'DELETE' AND OLD.created_at <= now() - interval '5 years' THEN RETURN OLD; END IF; "
    "RAISE EXCEPTION 'audit_logs is append-only'; END $$",
    # Temporary tables last: else one of that name, with a trigger, would run its maker's code as the trail's owner.
    "SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)",
    "CREATE FUNCTION audit_logs_prune(of_chain text, up_to integer, portion integer) RETURNS integer "
    "LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$ "
    "WITH gone AS (DELETE FROM audit_logs WHERE id IN (SELECT id FROM audit_logs WHERE chain = of_chain "
    "AND sequence <= up_to AND created_at <= now() - interval '5 years' ORDER BY sequence LIMIT portion) RETURNING 1) "
    "SELECT count(*)::integer FROM gone $$",
    "SELECT set_config('search_path', split_part(current_setting('search_path'), ', pg_temp', 1), true)",
)
_POSTGRES_DOWN = (
    "DROP FUNCTION audit_logs_prune(text, integer, integer)",
    "CREATE OR REPLACE FUNCTION audit_logs_refuse() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'audit_logs is append-only'; END $$",
)


def _run(sqlite: tuple[str, ...], postgres: tuple[str, ...]) -> None:
    for statement in sqlite if op.get_bind().dialect.name == "sqlite" else postgres:
        op.execute(statement)


def upgrade() -> None:
    for column in _TERMS:
        op.add_column("organizations", column.copy())
    op.create_index(op.f("ix_organizations_retention_night"), "organizations", ["retention_night"])
    op.add_column("reports", sa.Column("transcript_removed_at", UtcDateTime(timezone=True), nullable=True))
    for name, columns in _INDEXES.items():
        op.create_index(name, "reports", columns)
    op.create_table(
        "deletion_receipts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("scope", AutoString(length=12), nullable=False),
        sa.Column("night", sa.Date(), nullable=False),
        sa.Column("claimed_until", UtcDateTime(timezone=True), nullable=True),
        sa.Column("done_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("digest", AutoString(length=64), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_deletion_receipts_organization", "deletion_receipts", ["organization_id", "done_at", "id"])
    op.create_index(op.f("ix_deletion_receipts_done_at"), "deletion_receipts", ["done_at"])
    op.create_table(
        "erasures",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("receipt_id", sa.Uuid(), nullable=True),
        sa.Column("kind", AutoString(length=12), nullable=False),
        sa.Column("mark", AutoString(length=64), nullable=False),
        sa.Column("erased_at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("mark", name="erasures_once"),
    )
    op.create_index(op.f("ix_erasures_receipt_id"), "erasures", ["receipt_id"])
    op.create_index(op.f("ix_erasures_erased_at"), "erasures", ["erased_at"])
    _run(_SQLITE_UP, _POSTGRES_UP)


def downgrade() -> None:
    _run(_SQLITE_DOWN, _POSTGRES_DOWN)
    op.drop_table("erasures")
    op.drop_table("deletion_receipts")
    for name in _INDEXES:
        op.drop_index(name, "reports")
    op.drop_column("reports", "transcript_removed_at")
    op.drop_index(op.f("ix_organizations_retention_night"), "organizations")
    for column in _TERMS:
        op.drop_column("organizations", column.name)
