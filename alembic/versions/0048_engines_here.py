"""Requests to engines on this server are a kind of their own: whether one left is not told by its address."""

from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None

#: Of a host that the rows of processing do not say to be of this server, the counts stay those of what left.
_OWN = """UPDATE egress_counts SET kind = 'own_engine' WHERE kind = 'engine'
    AND host IN (SELECT host FROM processing_steps WHERE region = 'local')
    AND host NOT IN (SELECT host FROM processing_steps WHERE region <> 'local')"""
#: For these there was one row.
_BOTH = """DELETE FROM egress_counts WHERE kind = 'own_engine' AND EXISTS (
    SELECT 1 FROM egress_counts other WHERE other.kind = 'engine' AND other.day = egress_counts.day
    AND other.host = egress_counts.host AND other.organization_id IS NOT DISTINCT FROM egress_counts.organization_id)"""


def upgrade() -> None:
    op.execute(_OWN)


def downgrade() -> None:
    op.execute(_BOTH)
    op.execute("UPDATE egress_counts SET kind = 'engine' WHERE kind = 'own_engine'")
