"""How a session was opened and stepped up.

Also whether a tested identity provider says when somebody signed in, and since when the record of a domain is missing.
"""

import sqlalchemy as sa
import sqlmodel

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_OF_SESSIONS = ("opened_by", "stepped_up_by")
_OF_DOMAINS = ("missing_since", "warned_at", "claimed_until")


def upgrade() -> None:
    # With a default in the database: the processes of the version before go on opening sessions meanwhile. It says
    # that nobody knows; of sessions at the first level, and of a provider, that follows from their level.
    for name in _OF_SESSIONS:
        text = sqlmodel.sql.sqltypes.AutoString(length=20)
        op.add_column("sessions", sa.Column(name, text, nullable=False, server_default=""))
    op.add_column("identity_providers", sa.Column("tested_moment", sa.Boolean(), nullable=True))
    for name in _OF_DOMAINS:
        op.add_column("email_domains", sa.Column(name, UtcDateTime(timezone=True), nullable=True))


def downgrade() -> None:
    for name in reversed(_OF_DOMAINS):
        op.drop_column("email_domains", name)
    op.drop_column("identity_providers", "tested_moment")
    for name in reversed(_OF_SESSIONS):
        op.drop_column("sessions", name)
