"""Count again what was erased: which rows are there now whose marks say that they were erased."""

import uuid
from collections.abc import AsyncIterator, Mapping, Set
from typing import Any

from sqlalchemy import exists
from sqlmodel import col, select

from ...db.models import ConceptJob, DeletedDraft, Dictation, Payment, Report
from ...db.session import reading
from ..audit import erasures
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
    PAYMENT: ((Payment, ()),),
}


async def left(marks: Mapping[str, Set[str]], organization_id: uuid.UUID | None) -> dict[str, list[uuid.UUID]]:
    """Return the ids of the rows that are there, by kind; of one organization, or of the whole installation."""
    found: dict[str, list[uuid.UUID]] = {kind: [] for kind in marks}
    for kind, wanted in marks.items():
        for table, where in _PLACES.get(kind, ()):
            whose = where if organization_id is None else (*where, table.organization_id == organization_id)
            async for row_id in _ids(table, whose):
                if erasures.mark(kind, row_id) in wanted:
                    found[kind].append(row_id)
    return found


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
