"""What 'Inzicht' shows: counts of whole weeks, of the caller's organization or of all together.

A number that is about fewer than ``FEWEST`` people is not given, whatever it is: not in a week, and not in what is
added up, which is made of the given weeks alone (security.md S101).
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import func
from sqlmodel import col, select

from ...config import settings
from ...core import texts
from ...db.models import EngineWeek, Organization, UsageWeek
from ...db.session import AuditedSession, ReadSession
from ...errors import or_not_found
from ..audit import trail
from ..billing import forecast
from ..billing.ledger import Account
from ..processing.privacy_settings import party_of
from ..shared.identity import ADMIN, ORGANIZATION_NOT_FOUND, PLATFORM_ADMIN, CurrentUser, require
from .counting import WEEK, WITHIN, last_week

FEWEST = 5

#: Weeks on which the forecast rests: the latest ones that are given, the fewest that make one, of how many.
_PACE_WEEKS, _PACE_FEWEST, _PACE_OF = 8, 4, 12
_MOST_ENGINES = 50
_RESOURCE = "insight"
#: Percentiles of the texts for which the number of seconds until they were ready is shown.
_HALF, _MOST = 50, 95


@dataclass(frozen=True, slots=True)
class Week:
    """A whole week from its Monday (``begin``); ``number`` is that of ISO 8601.

    A figure of fewer than ``FEWEST`` people is ``None``. ``people`` made the ``reports``; of the ``archived``
    reports ``checked`` were signed off. ``organizations`` made a report, for all together.
    """

    begin: date
    reports: int | None = None
    people: int | None = None
    seconds: int | None = None
    archived: int | None = None
    checked: int | None = None
    organizations: int | None = None

    @property
    def number(self) -> int:
        return self.begin.isocalendar().week

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is left out."""
        return None not in (self.reports, self.seconds, self.archived)


@dataclass(frozen=True, slots=True)
class Engine:
    """What an engine did in the weeks in which it worked for ``FEWEST`` people or more; ``work``: 'speech' or 'text'.

    ``half`` and ``most``: within how many seconds 50 and 95 of 100 texts were there. ``None``: not within the longest
    that is counted, or not counted, as of speech.
    """

    key: str
    name: str
    work: str
    done: int
    again: int
    failed: int
    refused: int
    half: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class Insight:
    """The weeks, the oldest first, and the engines. ``credits`` is a sentence, '' for all organizations together."""

    name: str
    weeks: tuple[Week, ...]
    engines: tuple[Engine, ...]
    credits: str = ""
    fewest: int = FEWEST

    def total(self, name: str) -> int | None:
        """Return the sum of a number over the weeks that have it; ``None`` when none does."""
        given = [value for week in self.weeks if (value := getattr(week, name)) is not None]
        return sum(given) if given else None


async def of_organization(session: AuditedSession, user: CurrentUser, weeks: int, *, action: str = "view") -> Insight:
    """Return the last whole weeks of the caller's organization; it is recorded. Raises ``NotAllowed``, ``NotFound``."""
    require(user, ADMIN)
    found = or_not_found(await session.get(Organization, user.organization_id), ORGANIZATION_NOT_FOUND)
    shown = await _weeks(session, UsageWeek.organization_id == found.id, weeks)
    engines = await _engines(session, EngineWeek.organization_id == found.id, weeks)
    lately = await _weeks(session, UsageWeek.organization_id == found.id, _PACE_OF)
    await trail.record(session, user, action, _RESOURCE)
    return Insight(found.name, shown, engines, _credits(Account(found), lately))


async def of_all(session: AuditedSession, user: CurrentUser, weeks: int, *, action: str = "view") -> Insight:
    """Return the last whole weeks of all organizations together; it is recorded. Raises ``NotAllowed``."""
    require(user, PLATFORM_ADMIN)
    shown = await _weeks(session, col(UsageWeek.organization_id).is_(None), weeks)
    engines = await _engines(session, col(EngineWeek.organization_id).is_(None), weeks)
    await trail.record(session, user, action, _RESOURCE)
    return Insight("", shown, engines)


async def _weeks(session: ReadSession, whose: Any, number: int) -> tuple[Week, ...]:
    last = last_week()
    begins = [last - back * WEEK for back in reversed(range(number))]
    query = select(UsageWeek).where(whose, col(UsageWeek.week) >= begins[0], col(UsageWeek.week) <= last)
    counted = {row.week: row for row in (await session.exec(query)).all()}
    return tuple(_week(begin, counted.get(begin)) for begin in begins)


def _week(begin: date, row: UsageWeek | None) -> Week:
    if row is None:
        return Week(begin)
    has_people = row.people >= FEWEST
    has_archive = row.archivers >= FEWEST
    return Week(
        begin,
        reports=row.reports if has_people else None,
        people=row.people if has_people else None,
        seconds=row.seconds if row.speakers >= FEWEST else None,
        archived=row.archived if has_archive else None,
        checked=row.checked if has_archive else None,
        organizations=row.organizations if has_people and row.organization_id is None else None,
    )


async def _engines(session: ReadSession, whose: Any, number: int) -> tuple[Engine, ...]:
    names = ("done", "again", "failed", "refused", *(f"within_{most}" for most in WITHIN))
    by: Any = (EngineWeek.work, EngineWeek.engine)
    sums = [func.sum(getattr(EngineWeek, name)) for name in names]
    given = (whose, col(EngineWeek.week) > last_week() - number * WEEK, col(EngineWeek.people) >= FEWEST)
    query = select(*by, *sums).where(*given).group_by(*by).order_by(*by).limit(_MOST_ENGINES)
    known = {(task, one.key): party_of(one) for task in ("speech", "structuring") for one in settings().profiles(task)}
    engines = []
    for work, key, *counts in (await session.exec(query)).all():
        done, again, failed, refused, *within = map(int, counts)
        name = known.get(("speech" if work == "speech" else "structuring", key)) or key
        half, most = (_seconds(done, within, share) for share in (_HALF, _MOST))
        engines.append(Engine(key, name, work, done, again, failed, refused, half, most))
    return tuple(engines)


def _seconds(done: int, within: Sequence[int], share: int) -> int | None:
    """Return the seconds that this share of ``done`` took at most, of those that are counted."""
    enough = (most for most, number in zip(WITHIN, within, strict=True) if done and number * 100 >= done * share)
    return next(enough, None)


def _credits(account: Account, weeks: Sequence[Week]) -> str:
    """Say how long the credits last: by the median of the latest weeks, and by their quartiles."""
    if account.unlimited:
        return "Jullie credits zijn onbeperkt."
    made = [week.reports for week in weeks if week.reports is not None][-_PACE_WEEKS:]
    balance, allowance = account.after_refill, account.allowance
    head = f"Er zijn nog {texts.credits_text(balance)}."
    if len(made) < _PACE_FEWEST:
        return f"{head} Er zijn nog te weinig weken om te zeggen hoe lang dat reikt."
    quick, usual, slow = (forecast.lasts_until(balance, allowance, number / WEEK.days) for number in _quartiles(made))
    if usual is None:
        return f"{head} In dit tempo is dat genoeg voor meer dan een jaar."
    sentence = f"{head} In dit tempo is dat genoeg tot ongeveer {texts.day_of_month(usual)}"
    if quick is None or slow is None or quick == slow:
        return f"{sentence}."
    return f"{sentence} (tussen {texts.day_of_month(quick)} en {texts.day_of_month(slow)})."


def _quartiles(made: Sequence[int]) -> tuple[float, float, float]:
    """Return the pace of a busy, a usual and a quiet week."""
    quiet, usual, busy = statistics.quantiles(made, n=4, method="inclusive")
    return busy, usual, quiet
