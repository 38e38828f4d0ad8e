"""Text leaves with names replaced, unless an organization said why it may leave as it is."""

import sqlalchemy as sa

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

_UNCHOSEN = "UPDATE organizations SET outside_text = '{}' WHERE outside_text = '{}' AND outside_text_reason IS NULL"


def upgrade() -> None:
    op.execute(_UNCHOSEN.format("pseudonymised", "plain"))
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("organizations", "outside_text", server_default=sa.text("'pseudonymised'"))


def downgrade() -> None:
    """The version before masks nothing: an organization that did not choose has what it had then."""
    op.execute(_UNCHOSEN.format("plain", "pseudonymised"))
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("organizations", "outside_text", server_default=sa.text("'plain'"))
