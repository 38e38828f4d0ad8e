"""initial schema"""

import sqlalchemy as sa
import sqlmodel

import voice_report.db.models.base
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


# The audit trail is append-only: the database itself refuses to change or remove a row (security.md S27).
_SQLITE_GUARDS = [
    f"CREATE TRIGGER audit_logs_no_{verb.lower()} BEFORE {verb} ON audit_logs "
    "BEGIN SELECT RAISE(ABORT, 'audit_logs is append-only'); END"
    for verb in ("UPDATE", "DELETE")
]
_POSTGRES_GUARDS = [
    "CREATE FUNCTION audit_logs_refuse() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'audit_logs is append-only'; END $$",
    "CREATE TRIGGER audit_logs_append_only BEFORE UPDATE OR DELETE ON audit_logs "
    "FOR EACH ROW EXECUTE FUNCTION audit_logs_refuse()",
    "CREATE TRIGGER audit_logs_no_truncate BEFORE TRUNCATE ON audit_logs "
    "FOR EACH STATEMENT EXECUTE FUNCTION audit_logs_refuse()",
]


#: Each after those that refer to it; its indexes go with it.
_DROPPED = (
    "dictation_segments",
    "dictations",
    "concept_jobs",
    "sessions",
    "reports",
    "report_usage",
    "known_devices",
    "invitations",
    "stripe_events",
    "payments",
    "credit_ledger",
    "users",
    "clients",
    "outbox",
    "organizations",
    "audit_logs",
)


def upgrade() -> None:
    _create_tables()
    guards = _SQLITE_GUARDS if op.get_bind().dialect.name == "sqlite" else _POSTGRES_GUARDS
    for statement in guards:
        op.execute(statement)


def _create_tables() -> None:
    op.create_table(
        "audit_logs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("chain", sqlmodel.sql.sqltypes.AutoString(length=36), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("client_id", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=True),
        sa.Column("action", sqlmodel.sql.sqltypes.AutoString(length=60), nullable=False),
        sa.Column("resource", sqlmodel.sql.sqltypes.AutoString(length=60), nullable=False),
        sa.Column("resource_id", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=True),
        sa.Column("ip_address", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("user_agent", sqlmodel.sql.sqltypes.AutoString(length=300), nullable=False),
        sa.Column("success", sa.Boolean(), nullable=False),
        sa.Column("error_message", sqlmodel.sql.sqltypes.AutoString(length=300), nullable=True),
        sa.Column("entry_hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("chain", "sequence", name="audit_logs_sequence"),
    )
    with op.batch_alter_table("audit_logs", schema=None) as batch_op:
        batch_op.create_index("ix_audit_logs_created", ["created_at", "id"], unique=False)
        batch_op.create_index("ix_audit_logs_organization", ["organization_id", "created_at", "id"], unique=False)

    op.create_table(
        "organizations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(length=200), nullable=False),
        sa.Column("search_key", sa.String(length=200), nullable=False),
        sa.Column("plan", sqlmodel.sql.sqltypes.AutoString(length=30), nullable=False),
        sa.Column("unlimited", sa.Boolean(), nullable=False),
        sa.Column("monthly_credits", sa.Integer(), nullable=False),
        sa.Column("current_credits", sa.Integer(), nullable=False),
        sa.Column("last_credit_refill", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("max_users", sa.Integer(), nullable=False),
        sa.Column("save_reports_to_archive", sa.Boolean(), nullable=False),
        sa.Column("stripe_customer_id", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=True),
        sa.Column("stripe_subscription_id", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=True),
        sa.Column("subscription_status", sqlmodel.sql.sqltypes.AutoString(length=30), nullable=True),
        sa.Column(
            "subscription_current_period_end", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True
        ),
        sa.Column("plan_before_subscription", sqlmodel.sql.sqltypes.AutoString(length=30), nullable=True),
        sa.Column("subscription_readings", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint("current_credits >= 0", name="organizations_credits_not_negative"),
        sa.CheckConstraint("monthly_credits >= 0", name="organizations_allowance_not_negative"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("organizations", schema=None) as batch_op:
        batch_op.create_index("ix_organizations_search", ["search_key", "id"], unique=False)
        batch_op.create_index("ix_organizations_plan", ["plan"], unique=False)
        batch_op.create_index(batch_op.f("ix_organizations_stripe_customer_id"), ["stripe_customer_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_organizations_stripe_subscription_id"), ["stripe_subscription_id"], unique=False
        )

    op.create_table(
        "outbox",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("recipient", sqlmodel.sql.sqltypes.AutoString(length=254), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(length=200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("sent_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("last_error", sqlmodel.sql.sqltypes.AutoString(length=300), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_due", ["sent_at", "next_attempt_at"], unique=False)

    op.create_table(
        "clients",
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("id", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=False),
        sa.Column("first_name", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=False),
        sa.Column("last_name", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=False),
        sa.Column("date_of_birth", sa.Date(), nullable=False),
        sa.Column("search_key", sa.String(length=400), nullable=False),
        sa.Column("report_count", sa.Integer(), nullable=False),
        sa.Column("last_report_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("organization_id", "id"),
    )
    with op.batch_alter_table("clients", schema=None) as batch_op:
        batch_op.create_index("ix_clients_search", ["organization_id", "search_key", "id"], unique=False)
        batch_op.create_index("ix_clients_recent", ["organization_id", "last_report_at", "id"], unique=False)

    op.create_table(
        "users",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(length=254), nullable=False),
        sa.Column("search_key", sa.String(length=500), nullable=False),
        sa.Column("password_hash", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=False),
        sa.Column("first_name", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=False),
        sa.Column("last_name", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=False),
        sa.Column("role", sqlmodel.sql.sqltypes.AutoString(length=20), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("is_email_verified", sa.Boolean(), nullable=False),
        sa.Column("pending_email", sqlmodel.sql.sqltypes.AutoString(length=254), nullable=True),
        sa.Column("email_verification_token", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=True),
        sa.Column("email_verification_expires", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("password_reset_token", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=True),
        sa.Column(
            "password_reset_token_expires", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True
        ),
        sa.Column("login_attempts", sa.Integer(), nullable=False),
        sa.Column("locked_until", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("last_login_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("personal_unlimited", sa.Boolean(), nullable=False),
        sa.Column("personal_monthly_credits", sa.Integer(), nullable=True),
        sa.Column("personal_current_credits", sa.Integer(), nullable=True),
        sa.Column("personal_last_refill_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint("role IN ('platform_admin', 'admin', 'user')", name="users_role_known"),
        sa.CheckConstraint(
            "personal_current_credits IS NULL OR personal_current_credits >= 0", name="users_credits_not_negative"
        ),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("email"),
    )
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.create_index("ix_users_created", ["created_at", "id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_users_email_verification_token"), ["email_verification_token"], unique=False
        )
        batch_op.create_index("ix_users_role", ["role", "is_active"], unique=False)
        batch_op.create_index("ix_users_organization_name", ["organization_id", "last_name", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_users_password_reset_token"), ["password_reset_token"], unique=False)

    op.create_table(
        "credit_ledger",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("balance_after", sa.Integer(), nullable=False),
        sa.Column("missing", sa.Integer(), nullable=False),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(length=40), nullable=False),
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(length=200), nullable=False),
        sa.CheckConstraint("balance_after >= 0", name="credit_ledger_not_negative"),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    with op.batch_alter_table("credit_ledger", schema=None) as batch_op:
        batch_op.create_index("ix_credit_ledger_organization", ["organization_id", "created_at", "id"], unique=False)
        batch_op.create_index("ix_credit_ledger_user", ["user_id", "created_at", "id"], unique=False)

    op.create_table(
        "payments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("stripe_id", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=False),
        sa.Column("payment_intent", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=True),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("organization_name", sqlmodel.sql.sqltypes.AutoString(length=200), nullable=False),
        sa.Column("package_id", sqlmodel.sql.sqltypes.AutoString(length=30), nullable=False),
        sa.Column("amount_cents", sa.Integer(), nullable=False),
        sa.Column("currency", sqlmodel.sql.sqltypes.AutoString(length=3), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(length=20), nullable=False),
        sa.Column("refunded_cents", sa.Integer(), nullable=False),
        sa.Column("lost_cents", sa.Integer(), nullable=False),
        sa.Column("credits", sa.Integer(), nullable=False),
        sa.Column("credits_reversed", sa.Integer(), nullable=False),
        sa.Column("credits_missing", sa.Integer(), nullable=False),
        sa.Column("receipt_url", sqlmodel.sql.sqltypes.AutoString(length=2000), nullable=True),
        sa.Column("paid_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("readings", sa.Integer(), nullable=False),
        sa.CheckConstraint("credits_missing <= credits_reversed", name="payments_missing_is_part_of_reversed"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("stripe_id"),
    )
    with op.batch_alter_table("payments", schema=None) as batch_op:
        batch_op.create_index("ix_payments_organization", ["organization_id", "created_at", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_payments_payment_intent"), ["payment_intent"], unique=False)

    op.create_table(
        "stripe_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("event_id", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=False),
        sa.Column("type", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=False),
        sa.Column("object_id", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=False),
        sa.Column("payment_intent", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=True),
        sa.Column("customer", sqlmodel.sql.sqltypes.AutoString(length=255), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("handled_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("last_error", sqlmodel.sql.sqltypes.AutoString(length=300), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("event_id"),
    )
    with op.batch_alter_table("stripe_events", schema=None) as batch_op:
        batch_op.create_index("ix_stripe_events_due", ["handled_at", "next_attempt_at"], unique=False)

    op.create_table(
        "invitations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(length=254), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("role", sqlmodel.sql.sqltypes.AutoString(length=20), nullable=False),
        sa.Column("token", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("created_by_id", sa.Uuid(), nullable=False),
        sa.Column("expires_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("accepted_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["created_by_id"], ["users.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token"),
    )
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invitations_created_by_id"), ["created_by_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_invitations_email"), ["email"], unique=False)
        batch_op.create_index(batch_op.f("ix_invitations_organization_id"), ["organization_id"], unique=False)

    op.create_table(
        "known_devices",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("last_seen_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
    )
    with op.batch_alter_table("known_devices", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_known_devices_user_id"), ["user_id"], unique=False)

    op.create_table(
        "report_usage",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("organization_id", sa.Uuid(), nullable=True),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("report_usage", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_report_usage_user_id"), ["user_id"], unique=False)
        batch_op.create_index("ix_report_usage_organization", ["organization_id", "created_at"], unique=False)

    op.create_table(
        "reports",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("client_id", sqlmodel.sql.sqltypes.AutoString(length=100), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("transcript", sa.Text(), nullable=False),
        sa.Column("structured_report", sa.Text(), nullable=True),
        sa.Column("report_label", sqlmodel.sql.sqltypes.AutoString(length=60), nullable=True),
        sa.Column("is_draft", sa.Boolean(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization_id", "client_id"], ["clients.organization_id", "clients.id"], name="reports_client"
        ),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("reports", schema=None) as batch_op:
        batch_op.create_index("ix_reports_archive", ["organization_id", "is_draft", "created_at", "id"], unique=False)
        batch_op.create_index(
            "ix_reports_client", ["organization_id", "client_id", "is_draft", "created_at", "id"], unique=False
        )
        batch_op.create_index("ix_reports_drafts", ["user_id", "is_draft", "updated_at", "id"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("last_seen_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("user_agent", sqlmodel.sql.sqltypes.AutoString(length=300), nullable=False),
        sa.Column("ip_address", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_user_id"), ["user_id"], unique=False)

    op.create_table(
        "concept_jobs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("draft_id", sa.Uuid(), nullable=True),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(length=10), nullable=False),
        sa.Column("source", sqlmodel.sql.sqltypes.AutoString(length=12), nullable=False),
        sa.Column("attempt", sa.Uuid(), nullable=False),
        sa.Column("expires_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("structured_report", sa.Text(), nullable=True),
        sa.Column("settled_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.CheckConstraint("status IN ('reserved', 'settled', 'released')", name="concept_jobs_status_known"),
        sa.ForeignKeyConstraint(["draft_id"], ["reports.id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    with op.batch_alter_table("concept_jobs", schema=None) as batch_op:
        batch_op.create_index("ix_concept_jobs_open", ["organization_id", "status", "expires_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_concept_jobs_draft_id"), ["draft_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_concept_jobs_user_id"), ["user_id"], unique=False)

    op.create_table(
        "dictations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("draft_id", sa.Uuid(), nullable=True),
        sa.Column("base_text", sa.Text(), nullable=False),
        sa.Column("finished_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["draft_id"], ["reports.id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("dictations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_dictations_draft_id"), ["draft_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_dictations_user_id"), ["user_id"], unique=False)

    op.create_table(
        "dictation_segments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=False),
        sa.Column("dictation_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("claimed_until", voice_report.db.models.base.UtcDateTime(timezone=True), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["dictation_id"], ["dictations.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("dictation_id", "position", name="dictation_segments_once"),
    )


def downgrade() -> None:
    for table in _DROPPED:
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION audit_logs_refuse()")
