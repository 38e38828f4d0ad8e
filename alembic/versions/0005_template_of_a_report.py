"""The template that a report was made with, as a copy; and the template that a person chose last."""

import sqlalchemy as sa
import sqlmodel

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reports", sa.Column("template", sa.Text(), nullable=True))
    op.add_column("users", sa.Column("last_template", sqlmodel.sql.sqltypes.AutoString(length=40), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "last_template")
    op.drop_column("reports", "template")
