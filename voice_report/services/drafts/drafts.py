"""Drafts: unfinished reports, visible only to their author (decisions/0005).

Every query is scoped to the author and the author's present organization. Another user's draft, a deleted draft and a
malformed id give the same error: 'Draft niet gevonden'. Views are recorded in the audit trail too, so what only reads
needs a session of ``audited_reads.audited_read()``.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from sqlalchemy import bindparam, delete
from sqlmodel import col, select

from ... import clock
from ...core import texts
from ...db.models import Client, ConceptJob, Dictation, Report
from ...db.session import AuditedSession, ReadSession, WriteSession, run_in_transaction
from ...errors import Conflict, NotFound, or_not_found
from ...reporting.markdown import plain_text
from ...reporting.templates import DEFAULT, ReportTemplate
from ...reporting.templates.stored import to_json
from ...reporting.writing import Style
from ..audit import trail
from ..shared import locks
from ..shared.identity import CurrentUser, parse_id
from ..shared.text import lookup_id
from . import generated as _generated
from . import news, templates
from .content import (
    NOT_SAVED,
    checked_moment,
    checked_report,
    checked_title,
    checked_transcript,
    cleaned_texts,
)
from .content import fingerprint as fingerprint
from .content import fitting_report as fitting_report
from .content import fitting_transcript as fitting_transcript
from .content import typed_fingerprint as typed_fingerprint
from .generated import Generated

NOT_FOUND = "Draft niet gevonden"


@dataclass(frozen=True, slots=True)
class ListedDraft:
    """A draft as lists have it; ``version`` counts the saves; ``template`` is its report's.

    ``reported_at`` is the report's date: when it was spoken, or begun by typing, unless its author said otherwise.
    ``has_former``: the version before the report is kept. ``reviewed_by`` and ``reviewed_at`` are of the user who
    signed off this report; ``copied_at`` is when it was copied, since its texts last changed. Lists leave the spoken
    example out (``example``).
    """

    id: uuid.UUID
    title: str
    transcript: str
    structured_report: str | None
    client_id: str | None
    reported_at: datetime
    updated_at: datetime
    version: int
    template: ReportTemplate
    style: Style | None
    has_former: bool
    reviewed_by: str | None
    reviewed_at: datetime | None
    copied_at: datetime | None


@dataclass(frozen=True, slots=True)
class DraftView(ListedDraft):
    """A draft as its author opens it; ``generated`` is the report as it was generated.

    ``is_example``: it is the spoken example, whose concept costs nothing (``example``). ``has_unsure``: its transcript
    has words of which the recogniser was unsure.
    """

    is_example: bool
    has_unsure: bool
    report_label: str | None
    generated: Generated | None = field(repr=False)

    @property
    def made_of(self) -> str:
        """The ``fingerprint`` of the transcript that the report was generated from; '' when that is not known."""
        return self.generated.of if self.generated else ""

    @property
    def is_edited(self) -> bool:
        """Whether the report has other words than were generated, as far as is known."""
        report = self.structured_report or ""
        if self.generated is None or report == self.generated.report:
            return self.generated is None and bool(report.strip())
        return plain_text(report) != plain_text(self.generated.report)


COLUMNS = Report.__table__.c  # pyright: ignore[reportAttributeAccessIssue]


def own(user: Any, organization: Any) -> tuple[Any, ...]:
    """Return the conditions for the drafts of this author in this organization: ids, or parameters of a query."""
    return (COLUMNS.user_id == user, COLUMNS.organization_id == organization, COLUMNS.is_draft.is_(True))


#: Built once: building a query takes longer than running it.
_ONE = select(Report).where(*own(bindparam("user"), bindparam("organization")), COLUMNS.id == bindparam("draft"))


async def get_draft(session: AuditedSession, user: CurrentUser, draft_id: uuid.UUID | str) -> DraftView:
    """Return one of the author's drafts. Raises ``NotFound``."""
    found = await find(session, user, draft_id)
    await trail.record(session, user, "view", "draft", found.id, client_id=found.client_id)
    return view(found)


async def heard_example(session: ReadSession, draft_id: uuid.UUID | None) -> str | None:
    """Return what was heard in the spoken example, if this draft is that."""
    return (await session.exec(select(Report.example).where(Report.id == draft_id))).first() if draft_id else None


async def require_draft(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | str) -> uuid.UUID:
    """Return the id of the author's own draft, without reading its content. Raises ``NotFound``."""
    mine = own(user.id, user.organization_id)
    return or_not_found(
        (await session.exec(select(Report.id).where(*mine, Report.id == parse_id(draft_id, NOT_FOUND)))).first(),
        NOT_FOUND,
    )


async def is_made(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | str) -> bool:
    """Return whether the author's draft has a concept of its present transcript, and no unsure word is left in it.

    Until then its sound is there to listen to. Raises ``NotFound``.

    Not recorded in the audit trail: nothing of the draft is shown.
    """
    row = await find(session, user, draft_id)
    generated = Generated.from_json(row.generated)
    is_of_this = generated is not None and generated.of == fingerprint(row.transcript)
    return bool(row.structured_report) and is_of_this and row.unsure is None


async def find(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID | str, *, locked: bool = False) -> Report:
    """Return the row of one of the author's drafts, for what its view does not have; ``locked`` to change it,
    which the followers of the author get as news (``news``).

    Raises ``NotFound``. Not recorded in the audit trail.
    """
    if locked:
        news.publish(session, user.id)
    found = {"draft": parse_id(draft_id, NOT_FOUND), "user": user.id, "organization": user.organization_id}
    return await locks.row(session, _ONE, NOT_FOUND, found, locked=locked)


async def save(
    user: CurrentUser, *, transcript: str, structured_report: str | None = None, **content: Any
) -> DraftView:
    """``save_draft`` in its own transaction, before which the texts are cleaned."""
    transcript, structured_report = await cleaned_texts(transcript, structured_report)
    content |= {"transcript": transcript, "structured_report": structured_report}
    return await run_in_transaction(save_draft, user, **content)


async def save_draft(
    session: WriteSession,
    user: CurrentUser,
    *,
    draft_id: uuid.UUID | str | None = None,
    transcript: str,
    structured_report: str | None = None,
    client_id: str | None = None,
    title: str = "",
    version: int | None = None,
    template: str | None = None,
    reported_at: datetime | None = None,
) -> DraftView:
    """Create a draft, or replace the content of one, and return it as stored. Both texts are cleaned (``save``).

    With ``version`` the save succeeds only on the version that the caller last read. On another version it may only
    append to the stored texts, and nothing else changes; else ``Conflict``. Without, the last save wins. A save without
    changes (autosave, a retry after a lost response) leaves the draft as it is. A blank title keeps the old one, or
    becomes 'Concept {local date}'. ``template`` is the key of the report's template, ``reported_at`` the report's date;
    without them the draft keeps its own. Raises ``Invalid``, ``TooLarge`` and ``NotFound`` (the draft, the template, or
    a client that is not the organization's).
    """
    await locks.caller(session, user)
    content = {
        "transcript": checked_transcript(transcript),
        "structured_report": checked_report(structured_report),
        "client_id": await _checked_client(session, user, client_id),
        "title": checked_title(title),
    }
    if reported_at is not None:
        content["reported_at"] = checked_moment(reported_at)
    if draft_id is None:
        content["template"] = await templates.replaced(session, user, None, template)
        return await _create(session, user, content)
    stored = await find(session, user, draft_id, locked=True)
    content["template"] = await templates.replaced(session, user, stored.template, template)
    content["title"] = content["title"] or stored.title
    if version not in (None, stored.version):
        if not continues(stored, content):
            raise stale_version()
        content = {name: content[name] for name in ("transcript", "structured_report")}
    if all(getattr(stored, name) == value for name, value in content.items()):
        return view(stored)
    _generated.note_change(stored, content["transcript"], content["structured_report"])
    if content.get("client_id"):
        stored.example = None  # it is about a client
    for name, value in content.items():
        setattr(stored, name, value)
    stored.version, stored.updated_at = stored.version + 1, clock.now()
    await session.flush()
    await trail.record(session, user, "change", "draft", stored.id, client_id=stored.client_id)
    return view(stored)


async def set_client(
    session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str, client_id: str | None
) -> DraftView:
    """Change the client of a draft and nothing else, whatever its version.

    Raises ``NotFound`` (the draft; a client that is not the organization's).
    """
    await locks.caller(session, user)
    client_id = await _checked_client(session, user, client_id)
    stored = await find(session, user, draft_id, locked=True)
    if stored.client_id != client_id:
        stored.client_id, stored.version, stored.updated_at = client_id, stored.version + 1, clock.now()
        stored.example = None
        await session.flush()
        await trail.record(session, user, "change", "draft", stored.id, client_id=client_id)
    return view(stored)


async def set_moment(
    session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str, reported_at: datetime
) -> DraftView:
    """Change the date of a draft's report and nothing else, whatever its version. Raises ``NotFound``, ``Invalid``."""
    await locks.caller(session, user)
    moment = checked_moment(reported_at)
    stored = await find(session, user, draft_id, locked=True)
    if stored.reported_at != moment:
        stored.reported_at, stored.version, stored.updated_at = moment, stored.version + 1, clock.now()
        await session.flush()
        await trail.record(session, user, "change", "draft", stored.id, client_id=stored.client_id)
    return view(stored)


def continues(stored: Report, content: dict) -> bool:
    """Return whether the texts only append to the stored ones: a page saves further words after earlier ones."""
    return all(
        (content[name] or "").startswith(getattr(stored, name) or "") for name in ("transcript", "structured_report")
    )


async def put_report(
    session: WriteSession,
    user: CurrentUser,
    draft_id: uuid.UUID,
    report: str,
    label: str = "",
    template: ReportTemplate = DEFAULT,
    generated: Generated | None = None,
    *,
    tidying: str | None = None,
    keep_former: bool = False,
) -> str | None:
    """Write a report into a draft, with its template, how it was ``generated``, and a ``label`` for its reader; return
    the draft's client.

    ``tidying`` is what a person undid, also in earlier reports. ``keep_former``: the report that it replaces can be
    restored. The transcript is unchanged. Raises ``NotFound`` when the draft no longer exists.

    Not recorded in the audit trail: the caller records the generation in more detail.
    """
    row = await find(session, user, draft_id, locked=True)
    _generated.replace(row, report, label, to_json(template), generated, keep_former=keep_former)
    row.tidying = tidying
    await session.flush()
    return row.client_id


async def note_copied(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str, version: int) -> bool:
    """Record that the report of this version was copied; returns whether that is the draft's present one.

    Words of an earlier version do not make the present ones done. Raises ``NotFound``.
    """
    await locks.caller(session, user)
    stored = await find(session, user, draft_id, locked=True)
    is_present = stored.version == version
    if is_present:
        stored.copied_at = clock.now()
        await session.flush()
    await trail.record(session, user, "copy", "draft", stored.id, client_id=stored.client_id)
    return is_present


async def remove(session: WriteSession, ids: Sequence[uuid.UUID]) -> None:
    """Delete these drafts with their dictations and concept jobs. The caller knows whose they are."""
    # Their texts are copies of the draft's: one that stayed would be a second one (security.md S29).
    await session.exec(delete(ConceptJob).where(col(ConceptJob.draft_id).in_(ids)))
    await session.exec(delete(Dictation).where(col(Dictation.draft_id).in_(ids)))
    await session.exec(delete(Report).where(col(Report.id).in_(ids), col(Report.is_draft).is_(True)))


async def _checked_client(session: ReadSession, user: CurrentUser, client_id: str | None) -> str | None:
    if not client_id:
        return None
    client_id = lookup_id(client_id)
    if await session.get(Client, (user.organization_id, client_id)) is None:
        raise NotFound("Cliënt niet gevonden", title=NOT_SAVED)
    return client_id


async def _create(session: WriteSession, user: CurrentUser, content: dict) -> DraftView:
    content["title"] = content["title"] or texts.draft_title(clock.now())
    now = clock.now()
    draft = Report(
        **{"reported_at": now, **content},
        user_id=user.id,
        organization_id=user.organization_id,
        is_draft=True,
        created_at=now,
        updated_at=now,
    )
    session.add(draft)
    await session.flush()
    news.publish(session, user.id)
    await trail.record(session, user, "create", "draft", draft.id, client_id=draft.client_id)
    return view(draft)


def stale_version() -> Conflict:
    """Return the error for a save that would overwrite another window's changes."""
    return Conflict(
        "Dit concept is intussen in een ander venster gewijzigd. Die versie is bewaard; wat je hier ziet is nog niet "
        "opgeslagen. Kopieer je tekst, laad het concept opnieuw en plak je tekst erin.",
        code="stale_version",
        title=NOT_SAVED,
    )


def view(row: Report) -> DraftView:
    """Return a draft as its author sees it."""
    return DraftView(
        id=row.id,
        title=row.title,
        transcript=row.transcript,
        structured_report=row.structured_report,
        is_example=row.example is not None,
        has_unsure=row.unsure is not None,
        report_label=row.report_label,
        client_id=row.client_id,
        reported_at=row.reported_at or row.created_at,
        updated_at=row.updated_at,
        version=row.version,
        template=templates.frozen(row.template),
        style=cast("Style | None", row.style),
        generated=Generated.from_json(row.generated),
        has_former=row.former is not None,
        reviewed_by=row.reviewed_by,
        reviewed_at=row.reviewed_at,
        copied_at=row.copied_at,
    )
