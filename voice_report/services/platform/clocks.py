"""The server's clock: whether it is believed when something is deleted, and what it left behind when it was ahead."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import SQLModel, col, func, select

from ... import clock
from ...core import texts
from ...core.process import process_singleton
from ...db.models import AuditLog
from ...db.models.base import UtcDateTime
from ...db.session import reading

logger = logging.getLogger(__name__)

#: Replaced in tests. Seconds of a clock that is not set.
steady: Callable[[], float] = time.monotonic

_SLACK = timedelta(minutes=10)
_DOUBTED_FOR = timedelta(days=1)
_IDLE = timedelta(days=1)
_LONGEST_IDLE = timedelta(days=3)  # of an installation that is not used in the weekend
_NAMED_FROM = timedelta(hours=1)

#: Ends of the names of columns whose moments are yet to come by their nature; all others have happened.
_AHEAD = ("expires_at", "next_attempt_at", "_expires", "_until", "_period_end", "_from")


@dataclass(slots=True)
class _Believed:
    """A moment at which the clock was believed, and since when it has not been (both by ``steady`` too)."""

    at: datetime | None = None
    steady: float = 0.0
    doubted_since: float | None = None


_believed = process_singleton(_Believed)


async def may_delete() -> bool:
    """Return whether the clock may be believed: nothing is deleted by one that suddenly is ahead.

    It runs as evenly as ``steady`` does; at the start of a process, as the audit trail does (``_last_believable``). One
    that is ahead is believed when it has been so for a day; when it is set right, at once.
    """
    believed, now, ticks = _believed(), clock.now(), steady()
    if believed.at is None:
        believed.at, believed.steady = await _last_believable() or now, ticks
        allowed = _IDLE
    else:
        allowed = timedelta(seconds=ticks - believed.steady) + _SLACK
    if now > believed.at + allowed:
        if believed.doubted_since is None:
            believed.doubted_since = ticks
            days = (now - believed.at).total_seconds() / 86_400
            logger.warning("the clock is %.1f days further than expected: nothing is deleted by it for a day", days)
        if ticks - believed.doubted_since < _DOUBTED_FOR.total_seconds():
            return False
    believed.at, believed.steady, believed.doubted_since = now, ticks, None
    return True


async def _last_believable() -> datetime | None:
    """Return the last moment of the trail that does not rest on the clock of today alone; ``None`` for an empty one.

    What was written in the last day, by this clock, may have been written by a clock that is ahead: then there is a
    long gap before it. Rows of later than now are of a clock that was ahead once.
    """
    now, moment = clock.now(), col(AuditLog.created_at)
    yesterday = now - _DOUBTED_FOR
    async with reading() as session:
        before = (await session.exec(select(func.max(moment)).where(moment <= yesterday))).one()
        lately = (await session.exec(select(func.min(moment)).where(moment > yesterday, moment <= now))).one()
    if before is None:
        return lately
    return now if lately is not None and lately - before <= _LONGEST_IDLE else before


async def from_the_future() -> list[str]:
    """Return one Dutch sentence for each column with moments that are yet to come, though they have happened."""
    found: list[str] = []
    async with reading() as session:
        for table in SQLModel.metadata.sorted_tables:
            for column in table.columns:
                if not isinstance(column.type, UtcDateTime) or column.name.endswith(_AHEAD):
                    continue
                later = col(column) > clock.now() + _NAMED_FROM
                number, last = (await session.exec(select(func.count(), func.max(column)).where(later))).one()
                if number:
                    at = f"{table.name}.{column.name}"
                    moment = texts.dutch_moment(last)
                    found.append(f"{at}: {number} keer een moment in de toekomst, tot {moment}; de klok liep voor")
    return found
