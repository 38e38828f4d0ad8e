"""Erases the data that an organization has of one client, at the client's request (decisions/0037, security.md S62).

Reports, transcripts, the drafts of every member that are about the client, deleted ones too, and what was noted about
the client in the sample of the trail; the client itself only when requested. In portions, with a receipt: work that
was cut off is continued within the hour. Meanwhile the receipt knows whom it is about; a finished one does not.
"""

import json
import logging
import uuid
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, delete, func, select

from ... import clock
from ...core import word_caches
from ...db.models import Client, DeletedDraft, DeletionReceipt, MaskingWord, OwnWord, Report
from ...db.session import AuditedSession, ReadSession, WriteSession, forget_statements, run_in_transaction
from ...dutch.person_names import name_parts
from ...errors import Conflict, Invalid, NotFound
from ..archive import archive
from ..audit import erasures, sample_notes, trail
from ..drafts import news
from ..shared import leases, locks, step_up_reasons
from ..shared.identity import ADMIN, CurrentUser, require, require_step_up
from ..shared.text import lookup_id
from . import _erasing, receipts, restored, retention

logger = logging.getLogger(__name__)

#: Why a client's reports may be erased: of these, because what a person types could name the client.
REASONS = {
    "client": "De cliënt vraagt erom",
    "representative": "De vertegenwoordiger van de cliënt vraagt erom",
    "term": "De wettelijke bewaartermijn is voorbij",
}
NOT_FOUND = "Cliënt niet gevonden"
UNDER_WAY = "Er wordt nu over deze cliënt ingesproken of uitgewerkt. Probeer het daarna opnieuw."
NOT_ALL = "Intussen is over deze cliënt ingesproken of uitgewerkt. Dat concept wissen we zodra het klaar is."

_RESOURCE = "dossier"

#: What a step is given: the receipt, the organization, and whom and what the receipt is about.
Step = Callable[[WriteSession, DeletionReceipt, uuid.UUID, dict[str, Any]], Awaitable[dict[str, int]]]


@dataclass(frozen=True, slots=True)
class Contents:
    """What there is of a client: archived reports, drafts (deleted ones too), and of how many people.

    ``listed`` are words of the organization's lists that are a part of the client's name: these stay.
    """

    name: str
    reports: int
    drafts: int
    people: int
    listed: tuple[str, ...]


async def contents(session: AuditedSession, user: CurrentUser, client_id: str) -> Contents:
    """Return what would be erased; a look at the dossier. Raises ``NotAllowed``, ``StepUpNeeded``, ``NotFound``."""
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.CLIENT_ERASURE)
    client = await _client(session, user, client_id)
    theirs = (Report.organization_id == client.organization_id, Report.client_id == client.id)
    number, drafts_number, people = func.count(), col(Report.is_draft), func.count(func.distinct(Report.user_id))
    query = select(drafts_number, number).where(*theirs).group_by(drafts_number)
    counts: dict[bool, int] = {bool(one): found for one, found in (await session.exec(query)).all()}
    deleted = (DeletedDraft.organization_id == client.organization_id, DeletedDraft.client_id == client.id)
    gone = (await session.exec(select(func.count()).select_from(DeletedDraft).where(*deleted))).one()
    authors = (await session.exec(select(people).where(*theirs))).one()
    await trail.record(session, user, "view", _RESOURCE, client_id=client.id)
    listed = await _listed(session, client)
    return Contents(_name(client), counts.get(False, 0), counts.get(True, 0) + gone, authors, listed)


async def _listed(session: ReadSession, client: Client) -> tuple[str, ...]:
    """Return the words of the organization's lists with a part of the client's name, each once."""
    parts = name_parts(client.first_name, client.last_name)
    masking = select(MaskingWord.word).where(MaskingWord.organization_id == client.organization_id)
    shared = (OwnWord.organization_id == client.organization_id, col(OwnWord.user_id).is_(None), OwnWord.kind == "naam")
    found = {*(await session.exec(masking)).all(), *(await session.exec(select(OwnWord.word).where(*shared))).all()}
    return tuple(sorted(word for word in found if not parts.isdisjoint(name_parts(word))))


async def erase(user: CurrentUser, client_id: str, *, typed: str, reason: str, with_client: bool = False) -> uuid.UUID:
    """Erase a client's reports and drafts, and return the id of the receipt.

    ``typed`` is the client's name as the administrator typed it; ``reason`` is one of ``REASONS``. ``with_client``: the
    client too. Raises ``NotAllowed``, ``StepUpNeeded``, ``NotFound``, ``Invalid`` (``typed``, ``reason``), and
    ``Conflict`` (``under_way``) while a user dictates about the client, or this is being done already, or a user began
    to dictate meanwhile: then what is left is erased within an hour of its end (``resume``).
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.CLIENT_ERASURE)
    if reason not in REASONS:
        raise Invalid("Kies waarom.", code="reason")
    lease = await run_in_transaction(_begin, user, lookup_id(client_id), typed, reason, with_client=with_client)
    try:
        await _work(lease)
    finally:
        await restored.erase_again()  # the marks outside the database, before a backup is put back
    return lease.row_id


async def resume() -> int:
    """Finish what was cut off (hourly job); return how many receipts were completed."""
    done = 0
    while (found := await run_in_transaction(receipts.unfinished, receipts.CLIENT)) is not None:
        with suppress(Conflict):  # a user dictates still
            done += await _work(found[1])
    return done


async def _begin(
    session: WriteSession, user: CurrentUser, client_id: str, typed: str, reason: str, *, with_client: bool
) -> leases.Lease:
    await locks.caller(session, user)
    home = user.organization_id
    await locks.clients(session, home, [client_id])
    client = await _client(session, user, client_id)
    if _plain(typed) != _plain(_name(client)):
        raise Invalid("Typ de naam precies zoals hij hierboven staat.", code="typed")
    if await _is_under_way(session, home, client.id) or await _is_begun(session, home, client.id):
        raise Conflict(UNDER_WAY, code="under_way")
    pending = {"client_id": client.id, "with_client": with_client, "by": str(user.id)}
    pending["entered"] = client.created_at.isoformat()
    about = {"asked_at": clock.now().isoformat(), "asked_by": ADMIN, "reason": reason, "pending": pending}
    subject = f"{home}:{client.id}"
    _, lease = receipts.begin(session, receipts.CLIENT, home, retention.tonight(), subject=subject, **about)
    await session.flush()
    told = REASONS[reason]
    await trail.record(session, user, "begin to delete", _RESOURCE, client_id=client.id, error_message=told)
    return lease


async def _is_under_way(session: ReadSession, organization_id: uuid.UUID, client_id: str) -> bool:
    query = select(Report.id).where(*_of(Report, organization_id, client_id), _erasing.under_way(Report.id))
    return (await session.exec(query.limit(1))).first() is not None


async def _is_begun(session: ReadSession, organization_id: uuid.UUID, client_id: str) -> bool:
    mine = (DeletionReceipt.organization_id == organization_id, DeletionReceipt.scope == receipts.CLIENT)
    open_ones = await session.exec(select(DeletionReceipt.body).where(*mine, col(DeletionReceipt.done_at).is_(None)))
    return any(json.loads(body)["pending"]["client_id"] == client_id for body in open_ones.all())


async def _work(lease: leases.Lease) -> int:
    """Erase, count again in other transactions, and complete the receipt; returns how many were completed.

    Raises ``Conflict`` while something of before is dictated to: a receipt does not say of that that it is gone.
    """
    for step in (_reports, _deleted, _notes, _the_client):
        while await run_in_transaction(_portion, lease, step):
            pass
    word_caches.forget()
    forget_statements()
    if await run_in_transaction(_waits, lease):
        raise Conflict(NOT_ALL, code="under_way")
    left_over = await receipts.count_again(lease.row_id, await run_in_transaction(_organization, lease))
    if any(left_over.values()):
        logger.error("what was to be erased of a client is still there: %s", left_over)
    return 0 if await run_in_transaction(receipts.finish, lease, left_over) is None else 1


async def _waits(session: WriteSession, lease: leases.Lease) -> bool:
    """Return whether a draft that was there at the beginning is dictated to now."""
    receipt = await session.get_one(DeletionReceipt, lease.row_id, populate_existing=True)
    if receipt.done_at is not None or receipt.organization_id is None:
        return False
    pending = json.loads(receipt.body)["pending"]
    if await _asked_about(session, receipt.organization_id, pending) is None:
        return False
    for table, waits in ((Report, [_erasing.under_way(Report.id)]), (DeletedDraft, [])):  # deleted meanwhile
        theirs = (*_of(table, receipt.organization_id, pending["client_id"]), table.created_at <= receipt.created_at)
        if (await session.exec(select(table.id).where(*theirs, *waits).limit(1))).first() is not None:
            return True
    return False


async def _organization(session: WriteSession, lease: leases.Lease) -> uuid.UUID | None:
    return (await session.get_one(DeletionReceipt, lease.row_id)).organization_id


async def _portion(session: WriteSession, lease: leases.Lease, step: Step) -> int:
    """Erase a portion and add it to the receipt; 0 when nothing is left, or another process does it."""
    receipt = await receipts.held(session, lease)
    if receipt is None or receipt.organization_id is None:
        return 0
    pending = json.loads(receipt.body)["pending"]
    await locks.clients(session, receipt.organization_id, [pending["client_id"]])
    if await _asked_about(session, receipt.organization_id, pending) is None:
        return 0
    counts = await step(session, receipt, receipt.organization_id, pending)
    receipts.add(session, receipt, counts)
    await session.flush()
    return sum(counts.values())


async def _asked_about(session: ReadSession, organization_id: uuid.UUID, pending: dict[str, Any]) -> Client | None:
    """Return the client that the erasing is of; ``None`` when it is gone, also when its number is another's now."""
    client = await session.get(Client, (organization_id, pending["client_id"]), populate_existing=True)
    if client is None or pending.get("entered", client.created_at.isoformat()) != client.created_at.isoformat():
        return None
    return client


async def _reports(
    session: WriteSession, receipt: DeletionReceipt, organization_id: uuid.UUID, pending: dict[str, Any]
) -> dict[str, int]:
    client_id, by = pending["client_id"], uuid.UUID(pending["by"])
    waits = ~_erasing.under_way(Report.id)
    query = select(Report.id, Report.is_draft, Report.user_id).where(*_of(Report, organization_id, client_id), waits)
    rows = (await session.exec(query.order_by(col(Report.id)).limit(retention.PORTION).with_for_update())).all()
    counts: dict[str, int] = {}
    for kind, resource, is_draft in ((erasures.REPORT, "report", False), (erasures.DRAFT, "draft", True)):
        ids = [row[0] for row in rows if row[1] is is_draft]
        if not ids:
            continue
        counts[kind] = len(ids)
        for copies, number in (await _erasing.words(session, organization_id, ids, receipt.id)).items():
            counts[copies] = counts.get(copies, 0) + number
        counts |= await _erasing.values(session, organization_id, ids, receipt.id) if kind == erasures.REPORT else {}
        await _note(session, receipt, kind, ids)
        await session.exec(delete(Report).where(col(Report.id).in_(ids)))
        await _erasing.record(session, resource, organization_id, [(one, client_id) for one in ids], by)
    await archive.recount(session, organization_id, [client_id])
    for user_id in {row[2] for row in rows if row[1]}:
        news.publish(session, user_id)
    return counts


async def _deleted(
    session: WriteSession, receipt: DeletionReceipt, organization_id: uuid.UUID, pending: dict[str, Any]
) -> dict[str, int]:
    client_id, by = pending["client_id"], uuid.UUID(pending["by"])
    query = select(DeletedDraft.id).where(*_of(DeletedDraft, organization_id, client_id))
    ids = (await session.exec(query.limit(retention.PORTION).with_for_update())).all()
    if not ids:
        return {}
    await _note(session, receipt, erasures.DRAFT, ids)
    await session.exec(delete(DeletedDraft).where(col(DeletedDraft.id).in_(ids)))
    await _erasing.record(session, "draft", organization_id, [(one, client_id) for one in ids], by)
    return {erasures.DRAFT: len(ids)}


async def _notes(
    session: WriteSession, receipt: DeletionReceipt, organization_id: uuid.UUID, pending: dict[str, Any]
) -> dict[str, int]:
    """Empty what administrators noted about the client in the sample of the trail."""
    client = await _asked_about(session, organization_id, pending)
    found = await sample_notes.about(session, client) if client else []
    marked = [sample_notes.marked(key, words) for key, words in found]
    await erasures.note(session, erasures.NOTE, marked, organization_id, receipt.id)
    await sample_notes.erase(session, [key for key, _ in found])
    return {erasures.NOTE: len(found)} if found else {}


async def _the_client(
    session: WriteSession, receipt: DeletionReceipt, organization_id: uuid.UUID, pending: dict[str, Any]
) -> dict[str, int]:
    """Erase the client, if requested and if no draft about the client was begun meanwhile."""
    client_id = pending["client_id"]
    client = await _asked_about(session, organization_id, pending) if pending["with_client"] else None
    if client is None:
        return {}
    for table in (Report, DeletedDraft):
        if (await session.exec(select(table.id).where(*_of(table, organization_id, client_id)).limit(1))).first():
            return {}
    await erasures.note(session, erasures.CLIENT, [erasures.client_row(client)], organization_id, receipt.id)
    await session.exec(delete(Client).where(*_of(Client, organization_id, client_id)))
    by = uuid.UUID(pending["by"])
    await trail.record_many(session, [trail.Entry("erase", "client", client_id, client_id, organization_id, by)])
    return {erasures.CLIENT: 1}


async def _note(session: WriteSession, receipt: DeletionReceipt, kind: str, ids: Sequence[uuid.UUID]) -> None:
    await erasures.note(session, kind, ids, receipt.organization_id, receipt.id)
    await _erasing.note_outside(session, receipt, ids)


def _of(table: Any, organization_id: uuid.UUID, client_id: str) -> tuple[Any, ...]:
    key = table.id if table is Client else table.client_id
    return (col(table.organization_id) == organization_id, col(key) == client_id)


async def _client(session: ReadSession, user: CurrentUser, client_id: str) -> Client:
    found = await session.get(Client, (user.organization_id, lookup_id(client_id)), populate_existing=True)
    if found is None:
        raise NotFound(NOT_FOUND)
    return found


def _name(client: Client) -> str:
    return f"{client.first_name} {client.last_name}"


def _plain(name: str) -> str:
    return " ".join(name[:400].split()).casefold()
