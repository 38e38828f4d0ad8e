"""What was done with speech and text, and what an organization lets leave."""

import sqlalchemy as sa
from sqlmodel.sql.sqltypes import AutoString

from alembic import op
from voice_report.db.models.base import UtcDateTime

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

#: Columns of text, with the characters that they hold.
_TEXTS = {
    "step": 10, "engine": 200, "party": 200, "host": 255, "country": 200, "region": 10, "model_asked": 200,
    "model_answered": 100, "fingerprint": 100, "app_version": 40, "prompt_version": 16, "rules_version": 40,
    "config_hash": 16, "form": 14, "style": 12, "masked": 500, "input_unit": 10, "outcome": 10, "reason": 40,
    "sent_digest": 64,
}  # fmt: skip
_LARGE = ("input_amount", "output_amount", "sent_bytes")
_NUMBERS = ("words_given", "pieces", "attempts")
_IDS = ("organization_id", "report_id", "deleted_draft_id", "dictation_id", "job_id", "user_id")
_MOMENT = UtcDateTime(timezone=True)
#: What an organization chose, with a default in the database: processes of the version before make organizations too.
_CHOICES = (
    sa.Column("outside_text", AutoString(length=14), nullable=False, server_default="plain"),
    sa.Column("outside_text_reason", AutoString(length=300), nullable=True),
    sa.Column("outside_text_by", AutoString(length=200), nullable=True),
    sa.Column("engine_floor", AutoString(length=6), nullable=False, server_default="all"),
    sa.Column("speech_engine", AutoString(length=200), nullable=True),
    sa.Column("structure_engine", AutoString(length=200), nullable=True),
    sa.Column("privacy_version", sa.Integer(), nullable=False, server_default="1"),
)


def upgrade() -> None:
    op.create_table(
        "processing_steps",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        *(sa.Column(name, sa.Uuid(), nullable=True) for name in _IDS),
        *(sa.Column(name, AutoString(length=length), nullable=False) for name, length in _TEXTS.items()),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in _LARGE),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _NUMBERS),
        sa.Column("began_at", _MOMENT, nullable=False),
        sa.Column("ended_at", _MOMENT, nullable=True),
        sa.CheckConstraint("step IN ('speech', 'report', 'section', 'check')", name="processing_steps_step_known"),
        sa.CheckConstraint("form IN ('here', 'audio', 'plain', 'pseudonymised')", name="processing_steps_form_known"),
        sa.CheckConstraint("outcome IN ('begun', 'done', 'failed', 'refused')", name="processing_steps_outcome_known"),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["report_id"], ["reports.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["deleted_draft_id"], ["deleted_drafts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("dictation_id", "config_hash", "step", name="processing_steps_once"),
    )
    op.create_index("ix_processing_steps_organization", "processing_steps", ["organization_id", "created_at"])
    for name in ("report_id", "deleted_draft_id", "job_id", "user_id"):
        op.create_index(f"ix_processing_steps_{name}", "processing_steps", [name])
    for column in _CHOICES:
        op.add_column("organizations", column.copy())


def downgrade() -> None:
    for column in _CHOICES:
        op.drop_column("organizations", column.name)
    op.drop_table("processing_steps")
