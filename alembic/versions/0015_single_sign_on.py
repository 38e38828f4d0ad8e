"""Signing in with an organization's own identity provider (OpenID Connect)."""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

#: The column of each foreign key, and its table.
_OWNERS = {
    "organization_id": "organizations",
    "user_id": "users",
    "session_id": "sessions",
    "identity_id": "linked_identities",
}


def _text(name: str, length: int, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, sqlmodel.sql.sqltypes.AutoString(length=length), nullable=nullable)


def _moment(name: str, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, UtcDateTime(timezone=True), nullable=nullable)


def _owned(name: str, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, sa.Uuid(), nullable=nullable)


def _table(name: str, *parts: sa.Column | sa.Constraint, indexes: tuple[str, ...] = ()) -> None:
    """Create a table; rows go with what their foreign keys point to."""
    columns = [part for part in parts if isinstance(part, sa.Column)]
    op.create_table(
        name,
        sa.Column("id", sa.Uuid(), nullable=False),
        _moment("created_at"),
        *parts,
        *(
            sa.ForeignKeyConstraint([one.name], [f"{_OWNERS[one.name]}.id"], ondelete="CASCADE")
            for one in columns
            if one.name in _OWNERS
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in indexes:
        op.create_index(f"ix_{name}_{column}", name, [column])


def upgrade() -> None:
    _table(
        "identity_providers",
        _owned("organization_id"),
        _text("kind", 20),
        _text("issuer", 500),
        _text("client_id", 255),
        _text("client_secret", 2000),
        _moment("secret_set_at"),
        _text("usage", 20),
        sa.Column("admits_members", sa.Boolean(), nullable=False),
        _text("member_role", 20),
        sa.Column("needs_second_step", sa.Boolean(), nullable=False),
        _text("acr", 255),
        _text("tested", 64),
        _moment("tested_at", nullable=True),
        _text("tested_as", 255),
        sa.Column("tested_second_step", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.UniqueConstraint("organization_id"),
        sa.CheckConstraint("usage IN ('off', 'recommended', 'required')", name="identity_providers_usage_known"),
        sa.CheckConstraint("member_role IN ('user', 'admin')", name="identity_providers_role_known"),
    )
    _table(
        "email_domains",
        _owned("organization_id"),
        _text("domain", 253),
        _text("token", 64),
        _moment("proven_at", nullable=True),
        _moment("checked_at", nullable=True),
        sa.UniqueConstraint("organization_id", "domain", name="email_domains_once"),
        indexes=("organization_id",),
    )
    proven = sa.text("proven_at IS NOT NULL")
    op.create_index(
        "ix_email_domains_proven",
        "email_domains",
        ["domain"],
        unique=True,
        sqlite_where=proven,
        postgresql_where=proven,
    )
    _table(
        "linked_identities",
        _owned("user_id"),
        _owned("organization_id"),
        _text("issuer", 500),
        _text("subject", 255),
        _moment("last_used_at"),
        sa.UniqueConstraint("organization_id", "issuer", "subject", name="linked_identities_one_user"),
        sa.UniqueConstraint("user_id", "issuer", name="linked_identities_one_subject"),
        indexes=("user_id", "organization_id"),
    )
    _table(
        "single_sign_on_requests",
        _owned("organization_id"),
        _text("purpose", 20),
        _text("state_hash", 64),
        _text("browser_hash", 64),
        _text("configuration", 64),
        _owned("session_id", nullable=True),
        _text("invitation_hash", 64, nullable=True),
        _moment("expires_at"),
        sa.UniqueConstraint("state_hash"),
        indexes=("organization_id", "session_id"),
    )
    _table(
        "pending_links",
        _owned("user_id"),
        _text("token_hash", 64),
        _text("issuer", 500),
        _text("subject", 255),
        _text("provider_session", 255),
        _moment("authenticated_at", nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        _moment("expires_at"),
        sa.UniqueConstraint("token_hash"),
        indexes=("user_id",),
    )
    _table(
        "single_sign_on_sessions",
        _owned("session_id"),
        _owned("identity_id"),
        _text("provider_session", 255),
        sa.UniqueConstraint("session_id"),
        indexes=("identity_id", "provider_session"),
    )
    _table(
        "used_logout_tokens",
        _text("token_hash", 64),
        _moment("expires_at"),
        sa.UniqueConstraint("token_hash"),
        indexes=("expires_at",),
    )


def downgrade() -> None:
    op.execute("DELETE FROM sessions WHERE level = 'single_sign_on'")
    for name in (
        "used_logout_tokens",
        "single_sign_on_sessions",
        "pending_links",
        "single_sign_on_requests",
        "linked_identities",
        "email_domains",
        "identity_providers",
    ):
        op.drop_table(name)
