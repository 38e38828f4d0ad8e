"""Drafts, archived reports, and the dictations they come from (concepts/dictation.md)."""

import uuid
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, Text, UniqueConstraint, text
from sqlmodel import Field

from ... import clock
from ...dutch.characters import folded
from .base import Table, UtcDateTime

#: The report's date, also in a row that a process of an earlier version made.
REPORTED_AT = "coalesce(reported_at, created_at)"


class Report(Table, table=True):
    """A draft (``is_draft``, its author's alone) or an archived report (the organization's).

    ``example`` is what the engine heard in the spoken example, while the draft is that (``dictation.example``).

    ``report_label`` says how the report was made, where its reader should know ('zonder AI ingedeeld'). ``version``
    counts the saves, so that a second tab cannot silently overwrite the first. ``template`` is a copy, as JSON, of the
    template that the report was made with (``reporting.templates.stored``); without one it is the default.

    ``style``: how it was written ('letterlijk', 'netjes', 'leesbaar', 'vrij'). ``generated``, ``former`` and
    ``settled`` are JSON (``services.drafts.generated``): the report as it was generated, the version before it, and
    the points that a person confirmed. ``reviewed_by`` is the name of the user who signed off this report,
    ``reviewed_at`` when. ``unsure`` is JSON (``services.drafts.unsure``): the words of the draft's transcript of which
    the recogniser was unsure, until a person confirms or changes them. ``tidying`` is JSON
    (``services.concepts.tidying``): which changes of what was said a person undid, also when the report was made again
    since. ``reported_at`` is the report's date: when it was spoken, or begun by typing; empty, as in a row that a
    process of an earlier version made, it is ``created_at``.

    ``masking`` is JSON (``services.vocabulary.masking_words``): what its author chose to replace, or to leave, in what
    leaves of this draft.

    ``copied_at``: when the draft's present text was copied. ``copied`` is JSON (``services.drafts.ticks``): which
    of its fields were copied one by one, and with which text. ``refiled_by`` is the name of the user who moved the
    archived report to another client, ``refiled_at`` when. ``transcript_removed_at``: when the transcript of an
    archived report was erased by the organization's term. ``measured`` is JSON (``services.measurements.answers``):
    what a person answered about the measured values of the draft; ``measured_rules`` the version of the rules that
    those of an archived report were read with, 0 for one that was archived before they were kept.
    """

    __tablename__ = "reports"
    __table_args__ = (
        ForeignKeyConstraint(
            ["organization_id", "client_id"], ["clients.organization_id", "clients.id"], name="reports_client"
        ),
        Index("ix_reports_drafts", "user_id", "is_draft", "updated_at", "id"),
        Index("ix_reports_archive", "organization_id", "is_draft", text(REPORTED_AT), "id"),
        Index("ix_reports_client", "organization_id", "client_id", "is_draft", text(REPORTED_AT), "id"),
        Index("ix_reports_draft_term", "organization_id", "is_draft", "updated_at", "id"),
        Index("ix_reports_archive_term", "organization_id", "is_draft", "created_at", "id"),
        Index("ix_reports_transcript_term", "organization_id", "is_draft", "transcript_removed_at", "created_at", "id"),
        Index("ix_reports_measured_rules", "is_draft", "transcript_removed_at", "measured_rules"),
        Index(
            "ix_reports_example",
            "updated_at",
            sqlite_where=text("example IS NOT NULL"),
            postgresql_where=text("example IS NOT NULL"),
        ),
    )

    client_id: str | None = Field(default=None, max_length=100)
    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE")
    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    transcript: str = Field(sa_type=Text)
    structured_report: str | None = Field(default=None, sa_type=Text)
    report_label: str | None = Field(default=None, max_length=60)
    template: str | None = Field(default=None, sa_type=Text)
    style: str | None = Field(default=None, max_length=12)
    generated: str | None = Field(default=None, sa_type=Text)
    former: str | None = Field(default=None, sa_type=Text)
    settled: str | None = Field(default=None, sa_type=Text)
    unsure: str | None = Field(default=None, sa_type=Text)
    tidying: str | None = Field(default=None, sa_type=Text)
    masking: str | None = Field(default=None, sa_type=Text)
    measured: str | None = Field(default=None, sa_type=Text)
    measured_rules: int = 0
    reviewed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    reviewed_by: str | None = Field(default=None, max_length=200)
    reported_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    copied_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    copied: str | None = Field(default=None, sa_type=Text)
    refiled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    refiled_by: str | None = Field(default=None, max_length=200)
    transcript_removed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    is_draft: bool = False
    example: str | None = Field(default=None, sa_type=Text)
    title: str = Field(default="", max_length=200)
    version: int = 1
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)


class MeasuredValue(Table, table=True):
    """A measured value of an archived report, as it was spoken or typed; ``position`` is its place in the report.

    ``kind``, ``parts`` and ``unit`` as in ``reporting.measurements.Measurement``; ``parts`` is JSON: [low, high] by
    name. ``context`` is JSON (``services.measurements.archived``): what was said with it. ``measured_at``: the day of
    the dictation in Amsterdam, or with ``precision`` 'time' the time that was said. ``words`` is the spoken sentence,
    '' once the transcript was erased. ``entered``: 'spoken' or 'typed'. ``confirmed_by``: the user who confirmed it.
    """

    __tablename__ = "measurements"
    __table_args__ = (
        CheckConstraint("precision IN ('time', 'day')", name="measurements_precision_known"),
        CheckConstraint("entered IN ('spoken', 'typed')", name="measurements_entered_known"),
        UniqueConstraint("report_id", "position", name="measurements_once"),
        Index("ix_measurements_client", "organization_id", "client_id", "kind", "measured_at", "id"),
    )

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    report_id: uuid.UUID = Field(foreign_key="reports.id", ondelete="CASCADE")
    client_id: str = Field(max_length=100)
    position: int
    kind: str = Field(max_length=20)
    parts: str = Field(sa_type=Text)
    unit: str = Field(default="", max_length=12)
    context: str = Field(sa_type=Text)
    measured_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    precision: str = Field(default="day", max_length=4)
    words: str = Field(default="", max_length=300)
    entered: str = Field(default="spoken", max_length=6)
    confirmed_by: str | None = Field(default=None, max_length=200)
    rules_version: int


class DeletedDraft(Table, table=True):
    """A draft that its author deleted and can still restore (``services.drafts.deleted``); ``id`` is the draft's.

    Apart from the reports, so that nothing that reads reports can show it. ``rest`` is JSON: a report's other columns.
    """

    __tablename__ = "deleted_drafts"
    __table_args__ = (Index("ix_deleted_drafts_author", "user_id", "deleted_at", "id"),)

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE")
    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", index=True)
    client_id: str | None = Field(default=None, max_length=100)
    transcript: str = Field(sa_type=Text)
    structured_report: str | None = Field(default=None, sa_type=Text)
    rest: str = Field(sa_type=Text)
    deleted_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False, index=True)


class OwnTemplate(Table, table=True):
    """A report template that an organization made for itself; ``sections`` is JSON (``reporting.templates.stored``).

    ``version`` counts the changes. ``used_at`` is set by the first report: from then on the template can only be
    archived.
    """

    __tablename__ = "report_templates"

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", index=True)
    name: str = Field(max_length=60)
    sections: str = Field(sa_type=Text)
    version: int = 1
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    archived_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)
    updated_by_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="SET NULL", index=True)


class FieldProfile(Table, table=True):
    """Which sections of a report go together in one field of the organization's record system.

    ``fields`` is JSON (``services.drafts.profiles``). ``template_key``: for reports of that template alone. ``empty``:
    'weglaten' or 'tonen', for a section that nothing was said of. ``enter_counts``: how many characters a line break
    is, 1 or 2. ``version`` counts the changes.
    """

    __tablename__ = "field_profiles"

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", index=True)
    name: str = Field(max_length=40)
    template_key: str | None = Field(default=None, max_length=40)
    fields: str = Field(sa_type=Text)
    empty: str = Field(default="weglaten", max_length=8)
    enter_counts: int = 1
    version: int = 1
    archived_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)
    updated_by_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="SET NULL", index=True)


class OwnWord(Table, table=True):
    """A word as it is written here: a person's (``user_id``), or else the organization's. 'Zo schrijven we het hier'.

    ``heard_as`` is a JSON list of the forms in which it is misheard. ``status``: 'actief', or 'voorstel' until an
    administrator has approved it. ``word_key`` is what no two words of one list share (``spelling.key``),
    ``search_key`` what lists search. ``uses`` counts how often it was in a dictation, ``used_at`` when last.
    ``version`` counts the changes.
    """

    __tablename__ = "own_words"
    __table_args__ = (
        CheckConstraint("status IN ('voorstel', 'actief')", name="own_words_status_known"),
        CheckConstraint("kind IN ('medicijn', 'plaats', 'team', 'term', 'naam')", name="own_words_kind_known"),
        Index(
            "own_words_of_organization", "organization_id", "status", "word_key", unique=True,
            sqlite_where=text("user_id IS NULL"), postgresql_where=text("user_id IS NULL"),
        ),
        Index(
            "own_words_of_person", "user_id", "organization_id", "word_key", unique=True,
            sqlite_where=text("user_id IS NOT NULL"), postgresql_where=text("user_id IS NOT NULL"),
        ),
    )  # fmt: skip

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    user_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="CASCADE")
    word: str = Field(max_length=60)
    word_key: str = Field(max_length=180)
    search_key: str = Field(max_length=700)
    heard_as: str = Field(sa_type=Text)
    kind: str = Field(max_length=10)
    status: str = Field(max_length=10)
    uses: int = 0
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    version: int = 1
    added_by_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="SET NULL", index=True)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)


def word_search_key(word: str, heard_as: Iterable[str]) -> str:
    """Return the text by which words are searched and sorted: the word and its forms, ``folded``."""
    return folded(" ".join((word, *heard_as)))[:700]


class Dictation(Table, table=True):
    """One recording session. Its id comes from the browser, so an upload after a crash finds the session again.

    ``base_text`` is the draft's earlier text; while the dictation is open the draft consists of base text plus the
    segments transcribed so far, in order. ``finished_at`` hands the text over to the person who edits it.
    """

    __tablename__ = "dictations"

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    draft_id: uuid.UUID | None = Field(default=None, foreign_key="reports.id", ondelete="SET NULL", index=True)
    base_text: str = Field(default="", sa_type=Text)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class DictationSegment(Table, table=True):
    """The text of one uploaded segment: stored so that ``POST /api/stt`` is idempotent.

    ``heard`` is JSON (``services.dictation.replacements``): the words in the text that were heard otherwise.
    """

    __tablename__ = "dictation_segments"
    __table_args__ = (UniqueConstraint("dictation_id", "position", name="dictation_segments_once"),)

    dictation_id: uuid.UUID = Field(foreign_key="dictations.id", ondelete="CASCADE")
    position: int = Field(ge=0)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    text: str | None = Field(default=None, sa_type=Text)
    heard: str | None = Field(default=None, sa_type=Text)


class Recording(Table, table=True):
    """A chosen sound file that is written out piece by piece, as the segments of the dictation with the same id.

    That dictation has the owner, the draft and the texts, and ends with it. ``claimed_until`` is the lease of the
    process that has the file in memory. ``state``: 'working', 'done' or 'failed'; ``code`` says why it failed, or what
    is missing. ``samples_done`` (at 16,000 per second) and ``pieces_done`` are where the file continues.
    """

    __tablename__ = "recordings"
    __table_args__ = (CheckConstraint("state IN ('working', 'done', 'failed')", name="recordings_state_known"),)

    id: uuid.UUID = Field(primary_key=True, foreign_key="dictations.id", ondelete="CASCADE")
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    state: str = Field(default="working", max_length=8)
    code: str | None = Field(default=None, max_length=20)
    seconds: int
    samples_done: int = 0
    pieces_done: int = 0


class ConceptJob(Table, table=True):
    """One concept being generated: the reserved credit and, once settled, the result for a repeated request.

    ``key`` identifies the request (which user, draft, transcript, template and style), so that a double click, a retry
    or a second tab gives one report and costs one credit (decisions/0003, security.md S17-S19). ``written`` is
    what the report is made of, as JSON. ``asked_key`` and ``asked_content`` are digests of the key that a caller of the
    API gave its request, and of the request; ``asked_choices`` is what was chosen for it, as JSON (``repeats``).
    """

    __tablename__ = "concept_jobs"
    __table_args__ = (
        CheckConstraint("status IN ('reserved', 'settled', 'released')", name="concept_jobs_status_known"),
        Index("ix_concept_jobs_open", "organization_id", "status", "expires_at"),
    )

    key: str = Field(max_length=64, unique=True)
    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    draft_id: uuid.UUID | None = Field(default=None, foreign_key="reports.id", ondelete="SET NULL", index=True)
    status: str = Field(default="reserved", max_length=10)
    source: str = Field(default="organization", max_length=12)
    attempt: uuid.UUID = Field(default_factory=uuid.uuid4)
    expires_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    structured_report: str | None = Field(default=None, sa_type=Text)
    written: str | None = Field(default=None, sa_type=Text)
    settled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    asked_key: str | None = Field(default=None, max_length=64, unique=True, index=True)
    asked_content: str | None = Field(default=None, max_length=64)
    asked_choices: str | None = Field(default=None, sa_type=Text)


class ReportUsage(Table, table=True):
    """One row per generated report; it outlives the person and the organization, without their ids."""

    __tablename__ = "report_usage"
    __table_args__ = (Index("ix_report_usage_organization", "organization_id", "created_at"),)

    user_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="SET NULL", index=True)
    organization_id: uuid.UUID | None = Field(default=None, foreign_key="organizations.id", ondelete="SET NULL")
