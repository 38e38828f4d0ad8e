"""An organization's privacy file: input for its register and its DPIA, from the settings in force (security.md S63).

``build`` makes it. Each version is kept: there is a new one when chapters 1 to 6 change, apart from what changes by
itself every day. ``renew_all`` makes it for every organization whose settings changed, for all at the start of a
process, and every night; ``current`` at once. What the organization fills in itself is its own, with a version.
"""

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from sqlmodel import col, delete, func, or_, select

from ... import clock
from ...db.models import IdentityProvider, Organization, PrivacyFile, PrivacyInput, User
from ...db.session import AuditedSession, ReadSession, WriteSession, reading, run_in_transaction
from ...dutch.characters import cleaned
from ...errors import Conflict, Invalid, NotFound
from ..audit import trail
from ..audit.audited_reads import audited_read
from ..mail import outbox, templates
from ..shared import locks
from ..shared.identity import ADMIN, ORGANIZATION_NOT_FOUND, CurrentUser, require
from ..shared.locks import not_being_deleted
from ..shared.text import bounded, composed
from . import _file_facts, _file_flows, _file_lines, _file_measures, retention
from ._file_facts import Facts
from ._file_lines import MEASURED, NOT_FILLED_IN, Chapter, Line

__all__ = ["NOT_FILLED_IN", "Change", "Chapter", "File", "Line", "change", "current"]

NOT_FOUND = "Deze versie is er niet"
STALE = "Een andere beheerder heeft dit intussen gewijzigd. Er is niets opgeslagen."
NO_FIELD = "Deze regel staat niet of niet meer in het dossier. Er is niets opgeslagen. Laad het dossier opnieuw."
TOO_LONG = "Een regel mag maximaal 500 tekens hebben."
NOT_THERE = "Staat er niet in"
LONGEST = 500

_TITLES = (
    "Wie en wanneer",
    "Welke gegevens waarheen",
    "Register, artikel 30",
    "Doelen, gegevens, personen",
    "Termijnen",
    "Maatregelen",
    "De laatste 90 dagen geteld",
    "Wat er aan risico overblijft",
    "Vragen voor de functionaris",
)
_IN_A_VERSION = 6  # chapters


@dataclass(frozen=True, slots=True)
class Change:
    """A line that differs between two versions, as it is shown: its value, ``NOT_FILLED_IN`` or ``NOT_THERE``."""

    name: str
    was: str
    becomes: str
    key: str


@dataclass(frozen=True, slots=True)
class File:
    """A version. ``since`` is the number of the version that ``changes`` compares with, ``None`` for the first.

    ``fields_version`` is for ``change``. ``seen_by`` is a name, ``None`` also when that account is gone. Chapters 7 to
    9, and what changes by itself, are of the moment it was made.
    """

    number: int
    made_at: datetime
    digest: str
    chapters: tuple[Chapter, ...]
    since: int | None
    changes: tuple[Change, ...]
    seen_by: str | None
    seen_at: datetime | None
    newest: int
    fields_version: int


def _chapters(facts: Facts) -> tuple[Chapter, ...]:
    """Return the chapters of an organization as they are now."""
    parts = [
        _file_flows.who(facts),
        _file_flows.flows(facts),
        _file_flows.register(facts),
        _file_measures.purposes(facts),
        _file_flows.terms(facts),
        _file_measures.measures(facts),
    ]
    stated = [line for part in parts for line in part]
    parts += [
        _file_measures.counted(facts),
        _file_measures.risks(facts, stated),
        _file_measures.questions(facts, stated),
    ]
    return tuple(
        Chapter(number, title, tuple(lines))
        for number, (title, lines) in enumerate(zip(_TITLES, parts, strict=True), 1)
    )


def digest(chapters: tuple[Chapter, ...]) -> str:
    """Return the SHA-256 of what makes a version."""
    told = [[line.key, line.name, line.value, line.source] for line in _stated(chapters)]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _stated(chapters: tuple[Chapter, ...]) -> list[Line]:
    return [line for one in chapters[:_IN_A_VERSION] for line in one.lines if not line.passes]


def differences(before: tuple[Chapter, ...], after: tuple[Chapter, ...]) -> tuple[Change, ...]:
    """Return the lines that differ, in the order of the later version; those that are gone come last."""
    was, now = ({(line.key, line.name): line for line in _stated(chapters)} for chapters in (before, after))
    found = [
        _change(was.get(key), line)
        for key, line in now.items()
        if key not in was or (was[key].value, was[key].source) != (line.value, line.source)
    ]
    return (*found, *(_change(line, None) for key, line in was.items() if key not in now))


def _change(was: Line | None, now: Line | None) -> Change:
    told = ["", ""]
    for at, line in enumerate((was, now)):
        if line is not None:
            told[at] = line.value or NOT_FILLED_IN
    if was and now and was.value == now.value:
        told = [f"{told[0]} ({was.source})", f"{told[1]} ({now.source})"]
    line = now or was
    return Change(line.name if line else "", told[0] or NOT_THERE, told[1] or NOT_THERE, line.key if line else "")


async def current(user: CurrentUser, *, action: Literal["view", "export"] = "view") -> File:
    """Return the file as it is now, a new version first where one is due; ``action`` is for the audit trail. Raises
    ``NotAllowed``, ``NotFound``."""
    require(user, ADMIN)
    chapters = await _renewed(user.organization_id) if user.organization_id else None
    if chapters is None:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    async with audited_read() as session:
        row = await _row(session, user.organization_id, None)
        await trail.record(session, user, action, "privacy file", row.id)
        return await _file(session, row, chapters if digest(chapters) == row.digest else None)


async def version(
    session: AuditedSession, user: CurrentUser, number: int | None = None, *, action: Literal["view", "export"] = "view"
) -> File:
    """Return a version as it was made, the newest by default. Raises ``NotAllowed``, ``NotFound``."""
    require(user, ADMIN)
    row = await _row(session, user.organization_id, number)
    await trail.record(session, user, action, "privacy file", row.id)
    return await _file(session, row, None)


async def newest(session: ReadSession, user: CurrentUser) -> tuple[int, bool] | None:
    """Return the number of the newest version and whether it was seen; ``None`` before there is one. Raises
    ``NotAllowed``."""
    require(user, ADMIN)
    row = await _newest(session, user.organization_id) if user.organization_id else None
    return (row.number, row.seen_at is not None) if row else None


def content(file: File) -> str:
    """Return a version as JSON, for a download."""
    about = {"number": file.number, "madeAt": file.made_at.isoformat(), "digest": file.digest, "seenBy": file.seen_by}
    changes = [asdict(one) for one in file.changes]
    whole = {**about, "chapters": _file_lines.written(file.chapters), "since": file.since, "changes": changes}
    return json.dumps(whole, ensure_ascii=False, indent=2)


async def see(session: WriteSession, user: CurrentUser, number: int) -> None:
    """Note that an administrator has seen a version, the first one who has. Raises ``NotAllowed``, ``NotFound``."""
    require(user, ADMIN)
    await locks.locked(session, Organization, user.organization_id)
    row = await _row(session, user.organization_id, number)
    if row.seen_at is not None:
        return
    row.seen_by_id, row.seen_at = user.id, clock.now()
    session.add(row)
    await session.flush()
    await trail.record(session, user, "see", "privacy file", row.id)


async def change(session: WriteSession, user: CurrentUser, fields: Mapping[str, str], *, version: int) -> int:
    """Change what the organization fills in, if no other administrator has since ``version``; return the next version.

    ``fields`` are those that change, '' for no answer. Raises ``NotAllowed``, ``Invalid`` (the code is the field) and
    ``Conflict``.
    """
    require(user, ADMIN)
    organization = await locks.locked(session, Organization, user.organization_id)
    if organization is None:
        raise NotFound(ORGANIZATION_NOT_FOUND)
    facts = await _file_facts.gather(session, organization)
    if version != facts.version:
        raise Conflict(STALE, code="stale_version")
    known = {line.field for line in _stated(_chapters(facts)) if line.field}
    wanted = dict(facts.own)
    for field, value in fields.items():
        if field not in known:
            raise Invalid(NO_FIELD, code="field")
        wanted.pop(field, None)  # what is said last stands last
        wanted[field] = _checked(field, value)
    kept = {field: value for field, value in wanted.items() if value}
    if kept == facts.own:
        return facts.version
    row = await _input(session, organization.id)
    row.fields, row.version = json.dumps(kept), row.version + 1
    session.add(row)
    await session.flush()
    await trail.record(session, user, "fill in", "privacy file", organization.id)
    return row.version


def _checked(field: str, value: str) -> str:
    words = cleaned(bounded(value, 4 * LONGEST, TOO_LONG, code=field))
    return composed(" ".join(words.split()), LONGEST, TOO_LONG, code=field)


async def _renewed(organization_id: uuid.UUID) -> tuple[Chapter, ...] | None:
    """Make the version that is due, if any, and return the chapters they were made of; ``None`` for no such
    organization.

    It is built from a reading session, so that no other writer waits for it.
    """
    async with reading() as session:
        organization = await session.get(Organization, organization_id)
        if organization is None or organization.deleting_at is not None:
            return None
        facts = await _file_facts.gather(session, organization)
        newest = await _newest(session, organization_id)
        looked = (await session.exec(_looked_at(organization_id))).first()
    chapters = _chapters(facts)
    if not (newest and newest.digest == digest(chapters) and looked == (facts.changes, retention.tonight())):
        await run_in_transaction(_keep, organization_id, chapters, facts.changes)
    return chapters


async def renew_all(*, everything: bool = False) -> int:
    """Renew the files of organizations whose settings, or night, are others than when it was last made; of all of them
    with ``everything``: the installation may be another. Return how many were looked at."""
    async with reading() as session:
        found = (await session.exec(select(Organization.id) if everything else _waiting())).all()
    for organization_id in found:
        await _renewed(organization_id)
    return len(found)


def _looked_at(organization_id: uuid.UUID):
    columns: Any = (PrivacyInput.looked_at_changes, PrivacyInput.looked_at_night)
    return select(*columns).where(PrivacyInput.organization_id == organization_id)


def _waiting():
    """Return the query of organizations whose file is to be looked at."""
    row, own, provider = Organization, PrivacyInput, IdentityProvider
    changes = row.version + row.privacy_version + row.retention_version + row.sign_in_version
    changes += func.coalesce(provider.version, 0) + func.coalesce(own.version, 1)
    there = select(row.id).outerjoin(own, col(own.organization_id) == row.id)
    there = there.outerjoin(provider, col(provider.organization_id) == row.id)
    night = retention.tonight()
    due = or_(col(own.id).is_(None), own.looked_at_changes != changes, col(own.looked_at_night).is_distinct_from(night))
    return there.where(due, not_being_deleted(row))


async def _keep(session: WriteSession, organization_id: uuid.UUID, chapters: tuple[Chapter, ...], changes: int) -> None:
    """Store what was looked at, and a version if it differs from the newest; nothing when a setting was changed since:
    then another one is due."""
    organization = await locks.locked(session, Organization, organization_id)
    if organization is None or await _file_facts.changes_now(session, organization) != changes:
        return
    newest = await _newest(session, organization_id)
    looked_at = await _input(session, organization_id)
    looked_at.looked_at_changes, looked_at.looked_at_night = changes, retention.tonight()
    session.add(looked_at)
    found = digest(chapters)
    if newest is not None and newest.digest == found:
        return
    row = PrivacyFile(
        organization_id=organization_id,
        number=newest.number + 1 if newest else 1,
        made_at=clock.now(),
        digest=found,
        body=json.dumps(_file_lines.written(chapters)),
    )
    if newest is not None and await _is_to_be_told(session, newest, chapters):
        row.mailed_at = clock.now()
        await _tell(session, organization)
    session.add(row)
    last_old = row.number - _file_lines.KEPT
    old = (col(PrivacyFile.organization_id) == organization_id, col(PrivacyFile.number) <= last_old)
    await session.exec(delete(PrivacyFile).where(*old))
    await session.flush()


async def _is_to_be_told(session: ReadSession, newest: PrivacyFile, chapters: tuple[Chapter, ...]) -> bool:
    """Return whether a choice changed, and the administrators have not been mailed since one of them last looked."""
    sources = {line.key: line.source for line in (*_stated(_read(newest)), *_stated(chapters))}
    if all(sources[one.key] == MEASURED for one in differences(_read(newest), chapters)):
        return False
    mine = PrivacyFile.organization_id == newest.organization_id
    mailed = select(func.max(PrivacyFile.number)).where(mine, col(PrivacyFile.mailed_at).is_not(None))
    seen = select(func.max(PrivacyFile.number)).where(mine, col(PrivacyFile.seen_at).is_not(None))
    last = (await session.exec(mailed)).one()
    return last is None or ((await session.exec(seen)).one() or 0) >= last


async def _tell(session: WriteSession, organization: Organization) -> None:
    admins = (User.organization_id == organization.id, User.role == ADMIN, col(User.is_active), not_being_deleted(User))
    for email, first_name in (await session.exec(select(User.email, User.first_name).where(*admins))).all():
        outbox.write(session, email, templates.privacy_file_changed(first_name, organization.name))


async def _input(session: WriteSession, organization_id: uuid.UUID) -> PrivacyInput:
    """Return the organization's row, whose lock the caller has."""
    found = (await session.exec(select(PrivacyInput).where(PrivacyInput.organization_id == organization_id))).first()
    return found or PrivacyInput(organization_id=organization_id)


async def _newest(session: ReadSession, organization_id: uuid.UUID) -> PrivacyFile | None:
    query = select(PrivacyFile).where(PrivacyFile.organization_id == organization_id)
    return (await session.exec(query.order_by(col(PrivacyFile.number).desc()).limit(1))).first()


async def _row(session: ReadSession, organization_id: uuid.UUID | None, number: int | None) -> PrivacyFile:
    query = select(PrivacyFile).where(PrivacyFile.organization_id == organization_id)
    if number is not None:
        query = query.where(PrivacyFile.number == number)
    row = (await session.exec(query.order_by(col(PrivacyFile.number).desc()).limit(1))).first()
    if row is None:
        raise NotFound(NOT_FOUND)
    return row


async def _file(session: ReadSession, row: PrivacyFile, chapters: tuple[Chapter, ...] | None) -> File:
    """Return a version, with ``chapters`` in place of its own where these are newer."""
    before = await _compared_with(session, row)
    seen = await session.get(User, row.seen_by_id) if row.seen_by_id else None
    newest = await _newest(session, row.organization_id)
    query = select(PrivacyInput.version).where(PrivacyInput.organization_id == row.organization_id)
    return File(
        number=row.number,
        made_at=row.made_at,
        digest=row.digest,
        chapters=chapters or _read(row),
        since=before.number if before else None,
        changes=differences(_read(before), _read(row)) if before else (),
        seen_by=f"{seen.first_name} {seen.last_name}".strip() if seen else None,
        seen_at=row.seen_at,
        newest=newest.number if newest else row.number,
        fields_version=(await session.exec(query)).first() or 1,
    )


async def _compared_with(session: ReadSession, row: PrivacyFile) -> PrivacyFile | None:
    """Return the version before it that was last seen, since when all changes are new; else the oldest."""
    earlier = select(PrivacyFile).where(
        PrivacyFile.organization_id == row.organization_id, PrivacyFile.number < row.number
    )
    seen = earlier.where(col(PrivacyFile.seen_at).is_not(None)).order_by(col(PrivacyFile.number).desc())
    first = earlier.order_by(col(PrivacyFile.number))
    return (await session.exec(seen.limit(1))).first() or (await session.exec(first.limit(1))).first()


def _read(row: PrivacyFile) -> tuple[Chapter, ...]:
    return _file_lines.read(json.loads(row.body))
