"""The usage of a team: reports per user and per month, counted from ``report_usage``."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import case
from sqlmodel import col, func, select

from ... import clock
from ...db.models import ReportUsage, User
from ...db.session import AuditedSession, ReadSession
from ..audit import trail
from ..shared.identity import ADMIN, CurrentUser, require
from ..shared.locks import not_being_deleted

MONTHS = 6

#: Label for users who generated reports here and have left the organization.
FORMER = "Voormalige gebruikers"


@dataclass(frozen=True, slots=True)
class PersonUsage:
    """One user's reports per month, oldest month first."""

    name: str
    reports: list[int]

    @property
    def total(self) -> int:
        return sum(self.reports)


@dataclass(frozen=True, slots=True)
class TeamUsage:
    """The first days of the months, oldest first, and the users who made reports in them, busiest first."""

    months: list[date]
    people: list[PersonUsage]

    @property
    def totals(self) -> list[int]:
        return [sum(person.reports[place] for person in self.people) for place in range(len(self.months))]


async def by_month(session: AuditedSession, user: CurrentUser, months: int = MONTHS) -> TeamUsage:
    """Count the reports of the last months, including the present one (Europe/Amsterdam). Raises ``NotAllowed``."""
    require(user, ADMIN)
    today = clock.local_now()
    this_month = today.year * 12 + today.month - 1
    first_days = [date(number // 12, number % 12 + 1, 1) for number in range(this_month - months + 1, this_month + 1)]
    edges = [datetime(day.year, day.month, 1, tzinfo=clock.AMSTERDAM) for day in first_days]
    moment = col(ReportUsage.created_at)
    counts = [
        func.sum(case(((moment >= begin) & (moment < end) if end else moment >= begin, 1), else_=0))
        for begin, end in zip(edges, [*edges[1:], None], strict=True)
    ]
    query = (
        select(ReportUsage.user_id, *counts)
        .where(col(ReportUsage.organization_id) == user.organization_id, moment >= edges[0])
        .group_by(col(ReportUsage.user_id))
    )
    rows = (await session.exec(query)).all()
    names = await _names(session, user)
    former = [0] * months
    people = []
    for user_id, *reports in rows:
        if user_id in names:
            people.append(PersonUsage(names[user_id], list(reports)))
        else:
            former = [before + more for before, more in zip(former, reports, strict=True)]
    people.sort(key=lambda person: (-person.total, person.name))
    if any(former):
        people.append(PersonUsage(FORMER, former))
    await trail.record(session, user, "view", "usage")
    return TeamUsage(first_days, people)


async def _names(session: ReadSession, user: CurrentUser) -> dict:
    colleagues = (User.organization_id == user.organization_id, not_being_deleted(User))
    query = select(User.id, User.first_name, User.last_name).where(*colleagues)
    return {user_id: f"{first} {last}".strip() for user_id, first, last in (await session.exec(query)).all()}
