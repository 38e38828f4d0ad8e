"""Count again what was erased: which rows are there now whose marks say that they were erased."""

import uuid
from collections.abc import AsyncIterator, Mapping, Set
from typing import Any

from sqlalchemy import exists, tuple_
from sqlmodel import col, select

from ...db.models import Client, ConceptJob, DeletedDraft, Dictation, MeasuredValue, Organization, Payment, Report, User
from ...db.session import reading
from ..audit import erasures, sample_notes
from . import terms

PAYMENT = "payment"
_AT_ONCE = 500  # ids, hashed in some milliseconds


def _of_draft(table: Any) -> Any:
    """Return the condition that a row belongs to a draft, which is erased as a whole or not at all.

    In a backup of before archiving, an archived report whose transcript was erased is such a draft: its words are all
    there is of it.
    """
    return exists().where(col(Report.id) == col(table.draft_id), col(Report.is_draft).is_(True))


#: Of each kind: the tables in which a row of it would be, and when it counts.
_PLACES: dict[str, tuple[tuple[Any, tuple[Any, ...]], ...]] = {
    erasures.DRAFT: ((Report, ()), (DeletedDraft, ())),
    erasures.REPORT: ((Report, ()), (DeletedDraft, ())),
    erasures.TRANSCRIPT: ((Report, (col(Report.is_draft).is_(False), *terms.with_report())),),
    erasures.DICTATION: ((Dictation, (~_of_draft(Dictation),)),),
    erasures.JOB: ((ConceptJob, (~_of_draft(ConceptJob),)),),
    erasures.MEASUREMENT: ((MeasuredValue, ()),),
    PAYMENT: ((Payment, ()),),
}


async def left(marks: Mapping[str, Set[str]], organization_id: uuid.UUID | None) -> dict[str, list[Any]]:
    """Return the ids of the rows that are there, by kind; of one organization, or of the whole installation."""
    found: dict[str, list[Any]] = {kind: [] for kind in marks}
    if wanted := marks.get(erasures.CLIENT):
        found[erasures.CLIENT] = [one async for one in _clients(organization_id, wanted)]
    if organization_id is not None and (wanted := marks.get(erasures.NOTE)):
        async with reading() as session:
            notes = await sample_notes.every(session, organization_id)
        marked = {key: erasures.mark(erasures.NOTE, sample_notes.marked(key, words)) for key, words in notes}
        found[erasures.NOTE] = [key for key, one in marked.items() if one in wanted]
    for kind, wanted in marks.items():
        for table, where in _PLACES.get(kind, ()):
            whose = where if organization_id is None else (*where, table.organization_id == organization_id)
            async for row_id in _ids(table, whose):
                if erasures.mark(kind, row_id) in wanted:
                    found[kind].append(row_id)
    return found


async def accounts(marks: Mapping[str, Set[str]]) -> dict[str, list[uuid.UUID]]:
    """Return the ids of the users and organizations that are there, by kind, of the whole installation."""
    found: dict[str, list[uuid.UUID]] = {}
    for kind, table in ((erasures.USER, User), (erasures.ORGANIZATION, Organization)):
        if wanted := marks.get(kind):
            found[kind] = [one async for one in _ids(table, ()) if erasures.mark(kind, one) in wanted]
    return found


async def _clients(organization_id: uuid.UUID | None, wanted: Set[str]) -> AsyncIterator[tuple[uuid.UUID, str]]:
    """Yield the keys of clients with one of these marks."""
    key = (col(Client.organization_id), col(Client.id))
    query = select(Client).order_by(*key).limit(_AT_ONCE)
    if organization_id is not None:
        query = query.where(Client.organization_id == organization_id)
    last: tuple[uuid.UUID, str] | None = None
    while True:
        async with reading() as session:
            some = (await session.exec(query if last is None else query.where(tuple_(*key) > last))).all()
        for one in some:
            if erasures.mark(erasures.CLIENT, erasures.client_row(one)) in wanted:
                yield one.organization_id, one.id
        if len(some) < _AT_ONCE:
            return
        last = some[-1].organization_id, some[-1].id


async def _ids(table: Any, where: tuple[Any, ...]) -> AsyncIterator[uuid.UUID]:
    """Yield all ids, read in portions, so that no reading lasts long."""
    last: uuid.UUID | None = None
    while True:
        query = select(table.id).where(*where).order_by(table.id).limit(_AT_ONCE)
        async with reading() as session:
            some = (await session.exec(query if last is None else query.where(table.id > last))).all()
        for one in some:
            yield one
        if len(some) < _AT_ONCE:
            return
        last = some[-1]
