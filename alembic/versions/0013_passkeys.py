"""Passkeys and what their authenticators are asked to sign; wrong codes are counted per user instead of per app."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_CONFIRMED = "FROM totp_factors WHERE totp_factors.user_id = users.id AND totp_factors.confirmed_at IS NOT NULL"


def upgrade() -> None:
    text = sqlmodel.sql.sqltypes.AutoString
    moment = UtcDateTime(timezone=True)
    # With a default in the database: the processes of the version before go on making users meanwhile.
    op.add_column("users", sa.Column("code_failures", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("users", sa.Column("codes_locked_until", moment, nullable=True))
    op.add_column("users", sa.Column("passkey_handle", text(length=64), nullable=True))
    op.create_index("ix_users_passkey_handle", "users", ["passkey_handle"], unique=True)
    op.execute(
        f"UPDATE users SET code_failures = (SELECT max(failures) {_CONFIRMED}), "  # noqa: S608  # nosec B608
        f"codes_locked_until = (SELECT max(locked_until) {_CONFIRMED}) WHERE EXISTS (SELECT 1 {_CONFIRMED})"
    )
    op.drop_column("totp_factors", "locked_until")
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", text(length=1400), nullable=False),
        sa.Column("public_key", text(length=1400), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", text(length=100), nullable=False),
        sa.Column("transports", text(length=100), nullable=False),
        sa.Column("may_sync", sa.Boolean(), nullable=False),
        sa.Column("is_synced", sa.Boolean(), nullable=False),
        sa.Column("last_used_at", moment, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("credential_id"),
    )
    op.create_index("ix_passkeys_user_id", "passkeys", ["user_id"])
    op.create_table(
        "passkey_challenges",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("challenge_hash", text(length=64), nullable=False),
        sa.Column("purpose", text(length=20), nullable=False),
        sa.Column("bound_to", text(length=64), nullable=False),
        sa.Column("expires_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("challenge_hash"),
    )


def downgrade() -> None:
    op.drop_table("passkey_challenges")
    op.drop_index("ix_passkeys_user_id", table_name="passkeys")
    op.drop_table("passkeys")
    op.add_column("totp_factors", sa.Column("locked_until", UtcDateTime(timezone=True), nullable=True))
    op.execute(
        "UPDATE totp_factors SET failures = (SELECT code_failures FROM users WHERE users.id = totp_factors.user_id), "
        "locked_until = (SELECT codes_locked_until FROM users WHERE users.id = totp_factors.user_id) "
        "WHERE confirmed_at IS NOT NULL"
    )
    op.drop_index("ix_users_passkey_handle", table_name="users")
    for name in ("passkey_handle", "codes_locked_until", "code_failures"):
        op.drop_column("users", name)
