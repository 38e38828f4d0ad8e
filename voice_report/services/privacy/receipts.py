"""Receipts of what was erased: begun with the first row, counted again at the end, and proven by the audit trail.

A receipt has no names, texts or ids of what it is about. Its digest is in a row of the trail, so a receipt that was
changed afterwards, or removed, is found.
"""

import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from operator import itemgetter
from typing import Any

from sqlmodel import col, func, select

from ... import clock
from ...config import settings
from ...core import texts
from ...db.models import AuditLog, DeletionReceipt, Organization, ProcessingStep, User
from ...db.session import AuditedSession, ReadSession, WriteSession, reading
from ...errors import NotFound
from ..audit import erasures, trail
from ..mail import outbox, templates
from ..shared import leases, pagination, tokens
from ..shared.identity import ADMIN, CurrentUser, parse_id, require
from ..shared.locks import not_being_deleted
from . import _counting

NOT_FOUND = "Wisbewijs niet gevonden"
RETENTION, RESTORED, RECORDS = "retention", "restored", "records"
CLIENT, USER, ORGANIZATION = "client", "user", "organization"
LEASE = timedelta(minutes=5)

OTHER = "other"
#: What was erased, by kind, in the order in which a receipt has it.
LABELS = {
    erasures.DRAFT: "Concepten",
    erasures.REPORT: "Rapportages in het archief",
    erasures.TRANSCRIPT: "Transcripten",
    erasures.MEASUREMENT: "Metingen in het archief",
    erasures.NOTE: "Opmerkingen bij de steekproef van het logboek",
    erasures.DICTATION: "Bijbehorende dictaten",
    erasures.JOB: "Bijbehorende taken",
    erasures.CLIENT: "Cliënten",
    erasures.USER: "Accounts",
    erasures.ORGANIZATION: "Organisatie",
    OTHER: "Instellingen en andere gegevens",
}

_RESOURCE = "deletion receipt"
_LAST_FIRST = pagination.newest_first(col(DeletionReceipt.done_at), col(DeletionReceipt.id))


@dataclass(frozen=True, slots=True)
class Outside:
    """How often an engine outside got something of what was erased, in which form, and the last day (ISO 8601)."""

    party: str
    country: str
    form: str
    requests: int
    last: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """A finished receipt. ``counts`` and ``left_over`` are by kind; ``terms`` the days that were in force, ``reason``
    a word for why a client's reports were erased.

    ``backups_gone_by``: from that day on no backup has it; ``None`` where the installation does not say.
    """

    id: uuid.UUID
    scope: str
    night: date
    terms: dict[str, int | None]
    reason: str
    asked_at: datetime | None
    began_at: datetime
    done_at: datetime
    checked_at: datetime
    counts: dict[str, int]
    left_over: dict[str, int]
    outside: tuple[Outside, ...]
    log_until: date
    backups_gone_by: date | None
    digest: str

    @property
    def number(self) -> str:
        """What people call it: 'W-2026-4F7A9C21'."""
        return "W" + texts.reference(self.id, self.done_at).removeprefix("R")


@dataclass(frozen=True, slots=True)
class Proof:
    """What checking a receipt found. ``left_over``: how many of its rows are there now, ``None`` once the marks to
    count by are gone; ``sequence`` is its row in the audit trail."""

    digest: bool
    logged: bool
    sequence: int | None
    left_over: int | None
    checked_at: datetime

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against it."""
        return self.digest and self.logged and not self.left_over


def begin(
    session: WriteSession,
    scope: str,
    organization_id: uuid.UUID | None,
    night: date,
    *,
    subject: str = "",
    **about: Any,
) -> tuple[uuid.UUID, leases.Lease]:
    """Begin a receipt, leased to the caller, in the transaction that finds something to erase.

    ``subject`` is what it is about, the organization unless given: the receipt has a keyed digest of it. ``pending`` in
    ``about`` is for the work alone, and is not in the finished receipt.
    """
    body = {"scope": scope, "began_at": _moment(clock.now()), "counts": {}, **about}
    body["outside"] = [asdict(one) for one in about.get("outside", ())]
    body["subject"] = tokens.signed("deletion receipt", subject or str(organization_id or trail.PLATFORM_CHAIN))
    row = DeletionReceipt(
        organization_id=organization_id,
        scope=scope,
        night=night,
        claimed_until=clock.now() + LEASE,
        body=_written(body),
    )
    session.add(row)
    return row.id, leases.Lease(DeletionReceipt, row.id, clock.now() + LEASE)


async def unfinished(session: WriteSession, scope: str) -> tuple[DeletionReceipt, leases.Lease] | None:
    """Lease a receipt whose work was cut off; ``None`` when there is none."""
    return await leases.take(
        session, DeletionReceipt, LEASE, DeletionReceipt.scope == scope, col(DeletionReceipt.done_at).is_(None)
    )


async def held(session: WriteSession, lease: leases.Lease) -> DeletionReceipt | None:
    """Renew the lease and return the receipt; ``None`` when another process has it."""
    if not await leases.renew(session, lease, LEASE):
        return None
    return await session.get_one(DeletionReceipt, lease.row_id, populate_existing=True)


def add(session: WriteSession, row: DeletionReceipt, counts: Mapping[str, int]) -> None:
    """Add to its counts what this transaction erases."""
    body = json.loads(row.body)
    for kind, number in filter(itemgetter(1), counts.items()):
        body["counts"][kind] = body["counts"].get(kind, 0) + number
    row.body = _written(body)
    session.add(row)


def add_outside(session: WriteSession, row: DeletionReceipt, requests: Iterable[Outside]) -> None:
    """Add to it what had been outside this server of what this transaction erases."""
    body = json.loads(row.body)
    known = {(one["party"], one["country"], one["form"]): one for one in body.get("outside", [])}
    for one in requests:
        there = known.setdefault((one.party, one.country, one.form), asdict(one) | {"requests": 0, "last": ""})
        there["requests"] += one.requests
        there["last"] = max(there["last"], one.last)
    body["outside"] = list(known.values())
    row.body = _written(body)
    session.add(row)


async def outside(session: ReadSession, *whose: Any) -> list[Outside]:
    """Return what had left of the steps that meet the conditions."""
    step = ProcessingStep
    columns: Any = (step.party, step.country, step.form, func.sum(step.attempts), func.max(step.began_at))
    query = select(*columns).where(*whose, col(step.region) != "local", step.attempts > 0)
    found = (await session.exec(query.group_by(step.party, step.country, step.form))).all()
    return [
        Outside(party, country, form, int(requests), last.date().isoformat())
        for party, country, form, requests, last in found
    ]


async def count_again(receipt_id: uuid.UUID, organization_id: uuid.UUID | None) -> dict[str, int]:
    """Return how many of the rows that it says are erased are there, by kind."""
    async with reading() as session:
        marks = await erasures.of(session, receipt_id)
    return {kind: len(ids) for kind, ids in (await _counting.left(marks, organization_id)).items()}


async def finish(
    session: WriteSession, lease: leases.Lease, left_over: Mapping[str, int], **more: Any
) -> DeletionReceipt | None:
    """Complete a receipt with its second count, and record its digest; ``None`` when another process has it.

    When something is left over, the administrators get a mail.
    """
    row = await held(session, lease)
    if row is None:
        return None
    now = clock.now()
    days = settings().backup_days
    gone_by = now + timedelta(days=days) if days else None
    body = json.loads(row.body) | more
    body.pop("pending", None)
    body |= {
        "night": row.night.isoformat(),
        "done_at": _moment(now),
        "checked_at": _moment(now),
        "left_over": dict(left_over),
        "log_until": now.date().replace(year=now.year + settings().audit_log_years, day=min(now.day, 28)).isoformat(),
        "backups_gone_by": gone_by.astimezone(clock.AMSTERDAM).date().isoformat() if gone_by else None,
    }
    row.body = _written(body)
    row.digest, row.done_at, row.claimed_until = _digest(row.body), now, None
    session.add(row)
    await session.flush()
    if any(left_over.values()):
        await _tell(session, row)
    reason = f"sha256:{row.digest}"
    home = row.organization_id
    await trail.record(session, None, "issue", _RESOURCE, row.id, organization_id=home, error_message=reason)
    return row


async def list_receipts(
    session: AuditedSession, user: CurrentUser, *, after: str | None = None, limit: int = 20
) -> pagination.Page[Receipt]:
    """Return a page of the organization's receipts, newest first. Raises ``NotAllowed``."""
    require(user, ADMIN)
    mine = (DeletionReceipt.organization_id == user.organization_id, col(DeletionReceipt.done_at).is_not(None))
    page = await pagination.fetch(session, select(DeletionReceipt).where(*mine), _LAST_FIRST, after=after, limit=limit)
    await trail.record(session, user, "view", "deletion receipts")
    return page.map(view)


async def get(session: AuditedSession, user: CurrentUser, receipt_id: uuid.UUID | str) -> Receipt:
    """Return one receipt of the organization. Raises ``NotAllowed``, ``NotFound``."""
    require(user, ADMIN)
    row = await _find(session, user, receipt_id)
    await trail.record(session, user, "view", _RESOURCE, row.id)
    return view(row)


async def check(user: CurrentUser, receipt_id: uuid.UUID | str) -> Proof:
    """Compare a receipt with its digest, that with the audit trail, and count again now.

    The nightly check verifies the whole trail. Raises ``NotAllowed``, ``NotFound``.
    """
    require(user, ADMIN)
    async with reading() as session:
        row = await _find(session, user, receipt_id)
        logged = await _logged(session, row)
        is_genuine = logged is not None and await trail.is_genuine(session, logged)
        marks = await erasures.of(session, row.id)
    found = await _counting.left(marks, row.organization_id) | await _counting.accounts(marks)
    digest = _digest(row.body)
    return Proof(
        digest=digest == row.digest and _agrees(row),
        logged=is_genuine and logged is not None and logged.error_message == f"sha256:{digest}",
        sequence=logged.sequence if logged else None,
        left_over=sum(map(len, found.values())) if marks else None,
        checked_at=clock.now(),
    )


def _agrees(row: DeletionReceipt) -> bool:
    """Return whether the columns that are shown say what the body says: the digest is of the body alone."""
    body = json.loads(row.body)
    shown = {"scope": row.scope, "night": row.night.isoformat(), "done_at": _moment(row.done_at or clock.now())}
    return all(body.get(name, value) == value for name, value in shown.items())


async def _find(session: ReadSession, user: CurrentUser, receipt_id: uuid.UUID | str) -> DeletionReceipt:
    query = select(DeletionReceipt).where(
        DeletionReceipt.id == parse_id(receipt_id, NOT_FOUND),
        DeletionReceipt.organization_id == user.organization_id,
        col(DeletionReceipt.done_at).is_not(None),
    )
    row = (await session.exec(query)).first()
    if row is None:
        raise NotFound(NOT_FOUND)
    return row


async def _logged(session: ReadSession, row: DeletionReceipt) -> AuditLog | None:
    """Return the row of the audit trail that was recorded with a receipt."""
    done = row.done_at or clock.now()
    query = select(AuditLog).where(
        AuditLog.organization_id == row.organization_id,
        col(AuditLog.created_at).between(done - timedelta(hours=1), done + timedelta(hours=1)),
        AuditLog.action == "issue",
        AuditLog.resource == _RESOURCE,
        AuditLog.resource_id == str(row.id),
    )
    return (await session.exec(query.limit(1))).first()


async def _tell(session: WriteSession, row: DeletionReceipt) -> None:
    """Write a mail to the administrators about what should have been erased and is there."""
    organization = await session.get(Organization, row.organization_id) if row.organization_id else None
    if organization is None:
        return
    admins = (User.organization_id == organization.id, User.role == ADMIN, col(User.is_active), not_being_deleted(User))
    for email, first_name in (await session.exec(select(User.email, User.first_name).where(*admins))).all():
        outbox.write(session, email, templates.erasure_incomplete(first_name, organization.name))


def view(row: DeletionReceipt) -> Receipt:
    """Return a finished receipt as it is shown."""
    body = json.loads(row.body)
    return Receipt(
        id=row.id,
        scope=row.scope,
        night=row.night,
        terms=body.get("terms", {}),
        reason=body.get("reason", ""),
        asked_at=_read(body.get("asked_at")),
        began_at=datetime.fromisoformat(body["began_at"]),
        done_at=row.done_at or datetime.fromisoformat(body["done_at"]),
        checked_at=datetime.fromisoformat(body["checked_at"]),
        counts=body["counts"],
        left_over=body["left_over"],
        outside=tuple(Outside(**one) for one in body.get("outside", [])),
        log_until=date.fromisoformat(body["log_until"]),
        backups_gone_by=date.fromisoformat(body["backups_gone_by"]) if body["backups_gone_by"] else None,
        digest=row.digest or "",
    )


def _read(moment: str | None) -> datetime | None:
    return datetime.fromisoformat(moment) if moment else None


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _written(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, sort_keys=True)


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()
