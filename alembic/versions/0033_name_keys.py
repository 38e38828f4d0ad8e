"""The parts of the names of clients and members."""

import uuid

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.dutch.person_names import name_parts
from voice_report.dutch.phonetics import heard_as

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

_AT_ONCE = 1_000
_OWNERS = (
    ("client_id", "SELECT organization_id, id, first_name, last_name FROM clients"),
    ("user_id", "SELECT organization_id, id, first_name, last_name FROM users WHERE organization_id IS NOT NULL"),
)


def upgrade() -> None:
    table = op.create_table(
        "name_keys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Uuid(), nullable=False),
        sa.Column("client_id", AutoString(length=100), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("key", AutoString(length=100), nullable=False),
        sa.Column("sound", AutoString(length=40), nullable=False),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["organization_id", "client_id"], ["clients.organization_id", "clients.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_name_keys_key", "name_keys", ["organization_id", "key"])
    op.create_index("ix_name_keys_sound", "name_keys", ["organization_id", "sound"])
    op.create_index("ix_name_keys_client", "name_keys", ["organization_id", "client_id"])
    op.create_index("ix_name_keys_user_id", "name_keys", ["user_id"])
    connection = op.get_bind()
    for column, query in _OWNERS:
        typed = sa.text(query).columns(organization_id=sa.Uuid(), id=sa.Uuid() if column == "user_id" else sa.String())
        for some in connection.execute(typed).partitions(_AT_ONCE):
            rows = [
                {"id": uuid.uuid4(), "organization_id": home, "client_id": None, "user_id": None, column: owner,
                 "key": part[:100], "sound": heard_as(part)}
                for home, owner, *names in some
                for part in sorted(name_parts(*names)) or [""]
            ]  # fmt: skip
            connection.execute(table.insert(), rows)


def downgrade() -> None:
    op.drop_table("name_keys")
