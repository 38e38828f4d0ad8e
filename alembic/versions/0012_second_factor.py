"""A second factor: authenticator apps, recovery codes, sign-ins that wait for a code, and the level of a session."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def _of_a_user(name: str, *columns: sa.Column, unique: str = "") -> None:
    """Create a table whose rows belong to a user and go with it; ``unique`` names a column of tokens or codes."""
    op.create_table(
        name,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        *([sa.UniqueConstraint(unique)] if unique else []),
    )
    op.create_index(f"ix_{name}_user_id", name, ["user_id"])


def upgrade() -> None:
    text = sqlmodel.sql.sqltypes.AutoString
    moment = UtcDateTime(timezone=True)
    _of_a_user(
        "pending_sign_ins",
        sa.Column("token_hash", text(length=64), nullable=False),
        sa.Column("expires_at", moment, nullable=False),
        unique="token_hash",
    )
    _of_a_user(
        "totp_factors",
        sa.Column("secret", text(length=255), nullable=False),
        sa.Column("confirmed_at", moment, nullable=True),
        sa.Column("last_counter", sa.BigInteger(), nullable=False),
        sa.Column("last_used_at", moment, nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("locked_until", moment, nullable=True),
    )
    _of_a_user(
        "recovery_codes",
        sa.Column("code_hash", text(length=64), nullable=False),
        sa.Column("used_at", moment, nullable=True),
        unique="code_hash",
    )
    # With a default in the database: the processes of the version before go on opening sessions meanwhile.
    op.add_column("sessions", sa.Column("level", text(length=20), nullable=False, server_default="password"))
    op.add_column("sessions", sa.Column("stepped_up_at", moment, nullable=True))


def downgrade() -> None:
    op.drop_column("sessions", "stepped_up_at")
    op.drop_column("sessions", "level")
    for name in ("recovery_codes", "totp_factors", "pending_sign_ins"):
        op.drop_index(f"ix_{name}_user_id", table_name=name)
        op.drop_table(name)
