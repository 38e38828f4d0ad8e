"""What was done with speech and text, by which engine, and where (security.md S67)."""

import uuid
from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from ... import clock
from .base import Table, UtcDateTime


class ProcessingStep(Table, table=True):
    """One step in which an engine worked on speech or text; it has none of it.

    ``step``: 'speech' (a dictation: all its segments in one row per configuration), 'report', 'section' (written
    again), or 'check' (whether a model can do the work; of no organization). ``report_id`` is the draft or report, once
    there is one; a draft that was deleted and can be restored has its rows under ``deleted_draft_id``. ``job_id`` is
    that of the concept, ``dictation_id`` that of the dictation.

    ``engine`` is the profile's key; ``party``, ``host``, ``country`` and ``region`` are the profile's at that moment.
    ``model_answered`` and ``fingerprint`` are what the answer said of itself. ``form`` is what the engine got: 'here'
    (it is on this server), 'audio', 'plain' or 'pseudonymised' text; ``masked`` is JSON, how many of each kind were
    replaced by placeholders.

    ``attempts`` are the requests that left and ``sent_bytes`` their bodies: both are counted before a request leaves.
    ``pieces`` are the segments that were stored. ``input_amount`` is in ``input_unit``, 'seconds' or 'characters',
    ``output_amount`` in characters. ``outcome``: 'begun', 'done', 'failed', 'refused' (not sent, or not wanted; why is
    in ``reason``). ``sent_digest`` is a keyed digest of the text that was to leave (``tokens.signed``).
    """

    __tablename__ = "processing_steps"
    __table_args__ = (
        CheckConstraint("step IN ('speech', 'report', 'section', 'check')", name="processing_steps_step_known"),
        CheckConstraint("form IN ('here', 'audio', 'plain', 'pseudonymised')", name="processing_steps_form_known"),
        CheckConstraint("outcome IN ('begun', 'done', 'failed', 'refused')", name="processing_steps_outcome_known"),
        UniqueConstraint("dictation_id", "config_hash", "step", name="processing_steps_once"),
        Index("ix_processing_steps_organization", "organization_id", "created_at"),
    )

    organization_id: uuid.UUID | None = Field(default=None, foreign_key="organizations.id", ondelete="CASCADE")
    report_id: uuid.UUID | None = Field(default=None, foreign_key="reports.id", ondelete="CASCADE", index=True)
    deleted_draft_id: uuid.UUID | None = Field(
        default=None, foreign_key="deleted_drafts.id", ondelete="CASCADE", index=True
    )
    dictation_id: uuid.UUID | None = None
    job_id: uuid.UUID | None = Field(default=None, index=True)
    user_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="SET NULL", index=True)
    step: str = Field(max_length=10)
    engine: str = Field(max_length=200)
    party: str = Field(default="", max_length=200)
    host: str = Field(default="", max_length=255)
    country: str = Field(default="", max_length=200)
    region: str = Field(max_length=10)
    model_asked: str = Field(default="", max_length=200)
    model_answered: str = Field(default="", max_length=100)
    fingerprint: str = Field(default="", max_length=100)
    app_version: str = Field(default="", max_length=40)
    prompt_version: str = Field(default="", max_length=16)
    rules_version: str = Field(default="", max_length=40)
    config_hash: str = Field(max_length=16)
    form: str = Field(max_length=14)
    style: str = Field(default="", max_length=12)
    masked: str = Field(default="{}", max_length=500)
    words_given: int = 0
    input_amount: int = Field(default=0, sa_type=BigInteger)
    input_unit: str = Field(max_length=10)
    output_amount: int = Field(default=0, sa_type=BigInteger)
    pieces: int = 0
    attempts: int = 0
    sent_bytes: int = Field(default=0, sa_type=BigInteger)
    began_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    outcome: str = Field(default="begun", max_length=10)
    reason: str = Field(default="", max_length=40)
    sent_digest: str = Field(default="", max_length=64)
