"""The monthly sample: twenty rows of the trail about clients, which administrators look at and sign (NEN 7513).

Which rows they are follows from a keyed digest of their sequence numbers, so no user can steer it. They are drawn when
the month is over, once: at least five downloads or deletions, five outside working hours and five of the people who saw
most clients, as far as there are.
"""

import hashlib
import heapq
import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from sqlmodel import col, func, select

from ... import clock
from ...clock import AMSTERDAM
from ...core import texts
from ...db.models import AuditLog, LogSample, Organization, User
from ...db.session import AuditedSession, ReadSession, WriteSession, reading, run_in_transaction
from ...errors import Conflict, Invalid, NotAllowed, NotFound
from ..shared import dates, inserts, locks, step_up_reasons, tokens
from ..shared.identity import ADMIN, CurrentUser, require, require_step_up
from ..shared.locks import not_being_deleted
from ..shared.text import bounded
from . import _labels, trail, viewer

ROWS, OF_EACH, MOST_SEEN_BY = 20, 5, 3
MAX_NOTE, MOST_MONTHS = 300, 12
NOT_FOUND = "Steekproef niet gevonden"
BY_ANOTHER = "Door iemand anders te beoordelen"
#: What an administrator says of a row.
FINE, ASK = "fine", "ask"

_RESOURCE = "log sample"
_AT_ONCE = 2_000
_FROM, _UNTIL = 7, 19  # working hours in Amsterdam
_TAKEN = (*_labels.ACTIONS_OF[_labels.DOWNLOADED], *_labels.ACTIONS_OF[_labels.DELETED])


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said of a row, by whom (a name)."""

    said: str
    note: str
    by: str


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A row of the sample; ``is_own``: it is what the reader did, so another administrator judges it."""

    sequence: int
    entry: viewer.Entry
    is_own: bool
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class Sample:
    """The sample of a month (its first day). ``is_only_admin``: the reader is the only administrator, and signs
    with own rows that were not judged."""

    month: date
    drawn_at: datetime
    rows: list[SampleRow]
    is_only_admin: bool
    signed_by: str | None
    signed_at: datetime | None

    @property
    def left(self) -> int:
        """How many rows still wait for an answer before the reader can sign."""
        return sum(row.answer is None and not (self.is_only_admin and row.is_own) for row in self.rows)


@dataclass(slots=True)
class _Lowest:
    """The sequence numbers with the lowest digests of those that were offered."""

    kept: list[tuple[str, int]] = field(default_factory=list)

    def offer(self, found: Iterable[tuple[str, int]]) -> None:
        self.kept = heapq.nsmallest(ROWS, [*self.kept, *found])


def last_month() -> date:
    """Return the first day of the month before this one, in Amsterdam."""
    return (dates.today().replace(day=1) - timedelta(days=1)).replace(day=1)


async def draw_due() -> int:
    """Draw last month's sample for organizations that have none (hourly job); return how many."""
    month, drawn = last_month(), 0
    here = select(LogSample.organization_id).where(LogSample.month == month)
    wanted = select(Organization.id).where(col(Organization.id).not_in(here), col(Organization.deleting_at).is_(None))
    async with reading() as session:
        homes = (await session.exec(wanted.where(Organization.created_at < _begin(_after(month))))).all()
    for home in homes:
        drawn += await _draw(home, month)
    return drawn


async def read(session: AuditedSession, user: CurrentUser, month: date | None = None) -> Sample:
    """Return a month's sample, last month's unless given. Raises ``NotAllowed``, ``StepUpNeeded``, ``NotFound``."""
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.LOGBOOK)
    row = await _find(session, user, month or last_month())
    found = await _view(session, user, row)
    await trail.record(session, user, "view", _RESOURCE, row.month)
    return found


async def months(session: ReadSession, user: CurrentUser) -> list[tuple[date, bool]]:
    """Return the latest months with something to sign, and whether each is signed. Raises ``NotAllowed``."""
    require(user, ADMIN)
    return await months_of(session, user.organization_id)


async def months_of(session: ReadSession, organization_id: uuid.UUID | None) -> list[tuple[date, bool]]:
    """Return the same of an organization, for its privacy file."""
    there = (LogSample.organization_id == organization_id, LogSample.rows != "[]")
    query = select(col(LogSample.month), col(LogSample.signed_at)).where(*there)
    found = (await session.exec(query.order_by(col(LogSample.month).desc()).limit(MOST_MONTHS))).all()
    return [(month, signed_at is not None) for month, signed_at in found]


async def answer(session: WriteSession, user: CurrentUser, month: date, sequence: int, said: str, note: str) -> None:
    """Judge a row, with a note: in order (``FINE``) or to be inquired about (``ASK``).

    Raises ``NotAllowed`` (also ``own``: what the caller did), ``StepUpNeeded``, ``NotFound``, ``Invalid``, and
    ``Conflict`` (``signed``) once it is signed.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.LOGBOOK)
    if said not in (FINE, ASK):
        raise Invalid("Kies 'In orde' of 'Navragen'.", code="answer")
    note = " ".join(bounded(note, MAX_NOTE, f"Een opmerking mag maximaal {MAX_NOTE} tekens hebben.").split())
    row = await _find(session, user, month, locked=True)
    if row.signed_at is not None:
        raise Conflict("Deze steekproef is al ondertekend.", code="signed")
    if sequence not in json.loads(row.rows):
        raise NotFound(NOT_FOUND)
    (about,) = await _of_trail(session, row, [sequence])
    if about.user_id == user.id:
        raise NotAllowed(BY_ANOTHER, code="own")
    answers = json.loads(row.answers)
    answers[str(sequence)] = {"said": said, "note": note, "by": user.name}
    row.answers = json.dumps(answers, ensure_ascii=False, sort_keys=True)
    await session.flush()
    await trail.record(session, user, "change", _RESOURCE, row.month)


async def sign(session: WriteSession, user: CurrentUser, month: date) -> None:
    """Sign a month's sample, of which every row has an answer. The digest of the answers is in the trail.

    An only administrator signs without an answer on the rows that are their own. Raises ``NotAllowed``,
    ``StepUpNeeded``, ``NotFound``, and ``Conflict`` (``unanswered``, ``signed``).
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.SAMPLE)
    row = await _find(session, user, month, locked=True)
    if row.signed_at is not None:
        raise Conflict("Deze steekproef is al ondertekend.", code="signed")
    found = await _view(session, user, row)
    if found.left:
        rows = texts.counted(found.left, "regel heeft", "regels hebben")
        raise Conflict(f"Nog {rows} geen antwoord.", code="unanswered")
    row.signed_by, row.signed_at = user.name, clock.now()
    await session.flush()
    digest = hashlib.sha256(f"{row.rows}{row.answers}".encode()).hexdigest()
    await trail.record(session, user, "sign", _RESOURCE, row.month, error_message=f"sha256:{digest}")


async def _draw(home: uuid.UUID, month: date) -> bool:
    """Draw and store a month's sample; returns whether this process did."""
    chosen, head = await _chosen(home, month)
    return await run_in_transaction(_store, home, month, chosen, head)


async def _store(session: WriteSession, home: uuid.UUID, month: date, chosen: list[int], head: int) -> bool:
    row = LogSample(organization_id=home, month=month, rows=json.dumps(chosen), head=head, drawn_at=clock.now())
    return await inserts.insert_once(session, row)


async def _chosen(home: uuid.UUID, month: date) -> tuple[list[int], int]:
    """Return the sequence numbers of the sample, lowest digest first, and the newest one that was looked at."""
    within = (
        AuditLog.organization_id == home,
        col(AuditLog.client_id).is_not(None),
        AuditLog.chain == str(home),
        col(AuditLog.created_at) >= _begin(month),
        col(AuditLog.created_at) < _begin(_after(month)),
    )
    most = await _most_seen_by(within)
    whole, taken, late, many = (_Lowest() for _ in range(4))
    last = 0
    while True:
        columns: Any = (AuditLog.sequence, AuditLog.user_id, AuditLog.action, AuditLog.created_at)
        query = select(*columns).where(*within, AuditLog.sequence > last).order_by(col(AuditLog.sequence))
        async with reading() as session:
            rows = (await session.exec(query.limit(_AT_ONCE))).all()
        keyed = [(_key(home, month, row[0]), *row) for row in rows]
        whole.offer((key, sequence) for key, sequence, *_ in keyed)
        taken.offer((key, sequence) for key, sequence, _, action, _ in keyed if action in _TAKEN)
        hours = ((key, sequence, at.astimezone(AMSTERDAM).hour) for key, sequence, _, _, at in keyed)
        late.offer((key, sequence) for key, sequence, hour in hours if not _FROM <= hour < _UNTIL)
        many.offer((key, sequence) for key, sequence, person, *_ in keyed if person in most)
        last = rows[-1][0] if rows else last
        if len(rows) < _AT_ONCE:
            return _together(whole, taken, late, many), last


def _together(whole: _Lowest, *kinds: _Lowest) -> list[int]:
    """Return twenty: of each kind the lowest five, and the lowest of all others."""
    chosen = {one for kind in kinds for one in sorted(kind.kept)[:OF_EACH]}
    for one in sorted(whole.kept):
        if len(chosen) >= ROWS:
            break
        chosen.add(one)
    return [sequence for _, sequence in sorted(chosen)]


async def _most_seen_by(within: tuple) -> set[uuid.UUID]:
    """Return the people who saw most clients that month."""
    clients = func.count(func.distinct(AuditLog.client_id))
    query = select(AuditLog.user_id).where(*within, col(AuditLog.user_id).is_not(None)).group_by(col(AuditLog.user_id))
    async with reading() as session:
        found = await session.exec(query.order_by(clients.desc(), col(AuditLog.user_id)).limit(MOST_SEEN_BY))
        return {one for one in found.all() if one}


def _key(home: uuid.UUID, month: date, sequence: int) -> str:
    return tokens.signed("log sample", str(home), month.isoformat(), str(sequence))


def _begin(day: date) -> datetime:
    return datetime.combine(day, datetime.min.time(), AMSTERDAM)


def _after(month: date) -> date:
    return (month + timedelta(days=32)).replace(day=1)


async def _find(session: ReadSession, user: CurrentUser, month: date, *, locked: bool = False) -> LogSample:
    query = select(LogSample).where(LogSample.organization_id == user.organization_id, LogSample.month == month)
    return await locks.row(session, query, NOT_FOUND, locked=locked)


async def _of_trail(session: ReadSession, row: LogSample, sequences: list[int]) -> list[AuditLog]:
    mine = (AuditLog.chain == str(row.organization_id), col(AuditLog.sequence).in_(sequences))
    found = {one.sequence: one for one in (await session.exec(select(AuditLog).where(*mine))).all()}
    return [found[one] for one in sequences if one in found]


async def _view(session: ReadSession, user: CurrentUser, row: LogSample) -> Sample:
    rows = await _of_trail(session, row, json.loads(row.rows))
    entries = await viewer.entries(session, user, rows)
    answers = {int(sequence): Answer(**said) for sequence, said in json.loads(row.answers).items()}
    admins = (
        User.organization_id == user.organization_id,
        User.role == ADMIN,
        col(User.is_active),
        not_being_deleted(User),
    )
    number = (await session.exec(select(func.count()).select_from(User).where(*admins))).one()
    return Sample(
        month=row.month,
        drawn_at=row.drawn_at,
        rows=[
            SampleRow(of.sequence, entry, of.user_id == user.id, answers.get(of.sequence))
            for of, entry in zip(rows, entries, strict=True)
        ],
        is_only_admin=number == 1,
        signed_by=row.signed_by,
        signed_at=row.signed_at,
    )
