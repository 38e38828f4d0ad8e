"""Which mail an invitation was sent with: whether it was delivered is shown to who sent it."""

import sqlalchemy as sa

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("invitations", sa.Column("mail_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    op.drop_column("invitations", "mail_id")
