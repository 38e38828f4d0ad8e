"""The counts of each week that is over, of each organization and of all together (security.md S101).

A week is counted once, after its Sunday, and not again: two looks at it cannot be subtracted. What is erased later, or
moves to another organization, stays counted. Pages read these rows alone, so that no page counts reports.
"""

import logging
import uuid
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, case, delete, func, literal
from sqlmodel import col, select

from ... import clock
from ...db.models import EngineWeek, Organization, ProcessingStep, Report, ReportUsage, Table, UsageWeek
from ...db.session import ReadSession, WriteSession, reading, transaction
from ..shared import dates, inserts, locks
from ..shared.locks import not_being_deleted
from ..shared.moments import seconds_between

logger = logging.getLogger(__name__)

WEEK = timedelta(days=7)
#: Weeks that are counted back and kept: a year, and some to choose from.
KEPT = 56
#: Seconds of which is counted how many texts took no more.
WITHIN = (2, 5, 10, 20, 60)

_AT_ONCE = 100
_UNDER_WAY = timedelta(hours=6)  # of dictations and reports that began before midnight
_SUMMED = ("reports", "people", "seconds", "speakers", "archived", "checked", "archivers")
_COUNTED = ("people", "done", "again", "failed", "refused", *(f"within_{most}" for most in WITHIN))


def last_week() -> date:
    """Return the Monday of the last week that is over (Amsterdam), with the work that was under way at its end."""
    return dates.week((clock.local_now() - _UNDER_WAY).date())[0] - WEEK


async def run() -> None:
    """Count the weeks that are over and not yet counted, each organization in a transaction of its own (hourly job).

    The weeks of all together follow when no organization is left; one that fails is tried again in an hour.
    """
    last, is_whole = last_week(), True
    async for organization_id, created_at in _due(last):
        try:
            await _count(organization_id, created_at, last)
        except Exception:
            is_whole = False
            logger.exception("the weeks of an organization could not be counted; tried again in an hour")
    if is_whole:
        await _sum(last)


async def purge(session: WriteSession) -> int:
    """Delete weeks past their term (hourly job); return how many."""
    number = 0
    tables: tuple[type[Table], ...] = (UsageWeek, EngineWeek)
    for table in tables:
        week: Any = table.week  # type: ignore[attr-defined]
        old = await locks.free(session, table, week <= last_week() - KEPT * WEEK)
        await session.execute(delete(table).where(col(table.id).in_(old)))
        number += len(old)
    return number


async def _due(last: date) -> AsyncIterator[tuple[uuid.UUID, datetime]]:
    """Yield the organizations whose last week is not counted, by id."""
    after = uuid.UUID(int=0)
    counted = select(UsageWeek.id).where(UsageWeek.organization_id == Organization.id, UsageWeek.week == last)
    due = (not_being_deleted(Organization), Organization.created_at < _edges(last)[1], ~counted.exists())
    while True:
        query = select(Organization.id, Organization.created_at).where(*due, col(Organization.id) > after)
        async with reading() as session:
            found = (await session.exec(query.order_by(col(Organization.id)).limit(_AT_ONCE))).all()
        for one in found:
            yield one
        if len(found) < _AT_ONCE:
            return
        after = found[-1][0]


async def _count(organization_id: uuid.UUID, created_at: datetime, last: date) -> None:
    async with reading() as session:
        known = await _known(session, UsageWeek.organization_id == organization_id)
        first = known + WEEK if known else dates.week(created_at.astimezone(clock.AMSTERDAM).date())[0]
        weeks = _weeks(first, last)
        rows = [(await _use(session, organization_id, one), await _engines(session, organization_id, one))
                for one in weeks]  # fmt: skip
    await _store(rows)


async def _sum(last: date) -> None:
    """Add up the weeks of all organizations that are not yet added up."""
    each = col(UsageWeek.organization_id).is_not(None)
    async with reading() as session:
        known = await _known(session, ~each)
        first = (await session.exec(select(func.min(UsageWeek.week)).where(each))).one()
        if first is None:
            return
        weeks = _weeks(known + WEEK if known else first, last)
        rows = [(await _sum_of_use(session, one), await _sum_of_engines(session, one)) for one in weeks]
    await _store(rows)


async def _known(session: ReadSession, whose: ColumnElement[bool] | bool) -> date | None:
    """Return the last week that is counted."""
    return (await session.exec(select(func.max(UsageWeek.week)).where(whose))).one()


def _weeks(first: date, last: date) -> list[date]:
    first = max(first, last - (KEPT - 1) * WEEK)
    return [first + number * WEEK for number in range((last - first).days // WEEK.days + 1)]


def _edges(week: date) -> tuple[datetime, datetime]:
    """Return the first moment of a week, and the first after it."""
    return datetime.combine(week, time(), clock.AMSTERDAM), datetime.combine(week + WEEK, time(), clock.AMSTERDAM)


async def _store(rows: Iterable[tuple[UsageWeek, Sequence[EngineWeek]]]) -> None:
    """Insert weeks, unless another process did meanwhile."""
    async with transaction() as session:
        for use, engines in rows:
            if await inserts.insert_once(session, use):
                for one in engines:
                    await inserts.insert_once(session, one)


async def _use(session: ReadSession, organization_id: uuid.UUID, week: date) -> UsageWeek:
    made: Any = (func.count(), _persons(ReportUsage.user_id))
    reports, people = (await session.exec(select(*made).where(*_in(ReportUsage, organization_id, week)))).one()
    spoken: Any = (func.coalesce(func.sum(ProcessingStep.input_amount), 0), _persons(ProcessingStep.user_id))
    is_speech = (col(ProcessingStep.step) == "speech", col(ProcessingStep.input_amount) > 0)
    query = select(*spoken).where(*_in(ProcessingStep, organization_id, week), *is_speech)
    seconds, speakers = (await session.exec(query)).one()
    kept: Any = (func.count(), func.count(col(Report.reviewed_at)), _persons(Report.user_id))
    query = select(*kept).where(*_in(Report, organization_id, week), col(Report.is_draft).is_(False))
    archived, checked, archivers = (await session.exec(query)).one()
    return UsageWeek(
        organization_id=organization_id,
        week=week,
        reports=reports,
        people=people,
        seconds=int(seconds),
        speakers=speakers,
        archived=archived,
        checked=checked,
        archivers=archivers,
    )


async def _engines(session: ReadSession, organization_id: uuid.UUID, week: date) -> list[EngineWeek]:
    """Return what each engine did; a step without an end, whose process was ended, counts as failed."""
    step, outcome, work = col(ProcessingStep.step), col(ProcessingStep.outcome), _work()
    done, is_text = outcome == "done", step != "speech"
    took = seconds_between(col(ProcessingStep.began_at), col(ProcessingStep.ended_at))
    numbers = {
        "people": _persons(ProcessingStep.user_id),
        "done": _number(done),
        "again": _number(done, is_text, col(ProcessingStep.attempts) > 1),
        "failed": _number(outcome.in_(("failed", "begun"))),
        "refused": _number(outcome == "refused"),
        **{f"within_{most}": _number(done, is_text, took <= most) for most in WITHIN},
    }
    query: Any = select(ProcessingStep.engine, work, *numbers.values()).where(  # type: ignore[call-overload]
        *_in(ProcessingStep, organization_id, week)
    )
    rows = (await session.exec(query.group_by(col(ProcessingStep.engine), work))).all()
    return [
        EngineWeek(
            organization_id=organization_id,
            week=week,
            engine=engine,
            work=of,
            **dict(zip(numbers, counts, strict=True)),
        )
        for engine, of, *counts in rows
    ]


def _work() -> Any:
    return case((col(ProcessingStep.step) == "speech", literal("speech")), else_=literal("text"))


async def _sum_of_use(session: ReadSession, week: date) -> UsageWeek:
    is_of = (UsageWeek.week == week, col(UsageWeek.organization_id).is_not(None))
    sums = [func.coalesce(func.sum(getattr(UsageWeek, name)), 0) for name in _SUMMED]
    query: Any = select(*sums, _number(col(UsageWeek.reports) > 0)).where(*is_of)  # type: ignore[call-overload]
    *counts, organizations = (await session.exec(query)).one()
    return UsageWeek(week=week, organizations=organizations, **_by_name(_SUMMED, counts))


async def _sum_of_engines(session: ReadSession, week: date) -> list[EngineWeek]:
    is_of = (EngineWeek.week == week, col(EngineWeek.organization_id).is_not(None))
    sums = [func.sum(getattr(EngineWeek, name)) for name in _COUNTED]
    by: Any = (EngineWeek.engine, EngineWeek.work)
    found = (await session.exec(select(*by, *sums).where(*is_of).group_by(*by))).all()
    return [
        EngineWeek(week=week, engine=engine, work=work, **_by_name(_COUNTED, counts)) for engine, work, *counts in found
    ]


def _by_name(names: Iterable[str], sums: Iterable[Any]) -> dict[str, Any]:
    """Return sums by the name of their column; PostgreSQL's are decimals."""
    return {name: int(one) for name, one in zip(names, sums, strict=True)}


def _in(table: Any, organization_id: uuid.UUID, week: date) -> tuple[ColumnElement[bool], ...]:
    begin, end = _edges(week)
    moment = col(table.created_at)
    return col(table.organization_id) == organization_id, moment >= begin, moment < end


def _persons(who: Any) -> Any:
    return func.count(func.distinct(who))


def _number(*when: Any) -> Any:
    """Return the number of rows for which all of this holds."""
    whole = when[0]
    for one in when[1:]:
        whole &= one
    return func.coalesce(func.sum(case((whole, 1), else_=0)), 0)
