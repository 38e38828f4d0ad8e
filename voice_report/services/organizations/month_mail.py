"""A mail in three sentences at the beginning of a month, for the administrators who want it: how many reports the
organization made in the month before, how many credits are left, and until when those last at that pace.
"""

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlmodel import col, func, select

from ... import clock
from ...core import texts
from ...db.models import Organization, ReportUsage, User
from ...db.session import ReadSession, WriteSession
from ..audit import trail
from ..billing import forecast
from ..billing.ledger import Account
from ..mail import outbox
from ..mail.templates import Email, month
from ..shared import locks, moments
from ..shared.identity import ADMIN, CurrentUser, require
from ..shared.locks import not_being_deleted

_FROM_HOUR = 7  # on the first day, in Amsterdam, not at night
_AT_ONCE = 100  # administrators whose rows are locked together: until then their own actions wait


async def is_wanted(session: ReadSession, user: CurrentUser) -> bool:
    """Return whether this administrator gets the mail. Raises ``NotAllowed``."""
    require(user, ADMIN)
    return (await session.get_one(User, user.id)).month_mail_at is not None


async def choose(session: WriteSession, user: CurrentUser, *, wanted: bool) -> None:
    """Send this administrator the mail from the next month on, or no longer. Raises ``NotAllowed``."""
    require(user, ADMIN)
    person = await locks.caller_row(session, user)
    if (person.month_mail_at is not None) == wanted:
        return
    person.month_mail_at = clock.now() if wanted else None
    await session.flush()
    await trail.record(session, user, "change month mail", "user", user.id)


async def send_due(session: WriteSession) -> int:
    """Write the mails of this month that are not yet written (hourly job); return how many."""
    begin = clock.local_now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    if clock.local_now() < begin.replace(hour=_FROM_HOUR):
        return 0
    due = (
        User.role == ADMIN,
        col(User.is_active),
        not_being_deleted(User),
        ~moments.is_in_this_month(col(User.month_mail_at)),
    )
    found = await locks.free(session, User, *due, limit=_AT_ONCE)
    people = (await session.exec(select(User).where(col(User.id).in_(found)))).all()
    theirs = {person.organization_id for person in people}
    organizations = await session.exec(select(Organization).where(col(Organization.id).in_(theirs)))
    named = {organization.id: organization for organization in organizations}
    reports = await _reports(session, named, begin)
    for person in people:
        person.month_mail_at = clock.now()
        session.add(person)
        organization = named.get(person.organization_id) if person.organization_id else None
        if organization is not None:
            letter = _mail(person, organization, reports.get(organization.id, 0), begin)
            outbox.write(session, person.email, letter)
    await session.flush()
    return len(found)


async def _reports(
    session: ReadSession, organizations: Iterable[uuid.UUID], end: datetime
) -> dict[uuid.UUID | None, int]:
    """Return how many reports each of these organizations made in the month that ends here; none where it made none."""
    whose = col(ReportUsage.organization_id)
    in_month = (col(ReportUsage.created_at) >= _month_before(end), col(ReportUsage.created_at) < end)
    query = select(whose, func.count()).where(whose.in_(organizations), *in_month).group_by(whose)
    return dict((await session.exec(query)).all())


def _month_before(moment: datetime) -> datetime:
    return (moment - timedelta(days=1)).replace(day=1)


def _mail(person: User, organization: Organization, reports: int, end: datetime) -> Email:
    begin, account = _month_before(end), Account(organization)
    balance = None if account.unlimited else account.after_refill
    until = _until(balance, account.allowance, reports / (end - begin).days) if balance and reports else ""
    return month(person.first_name, organization.name, texts.month(begin), reports, balance, until)


def _until(balance: int, allowance: int, a_day: float) -> str:
    """Say how long the credits last at this many a day."""
    day = forecast.lasts_until(balance, allowance, a_day)
    if day is None:
        return "In dit tempo is dat genoeg voor meer dan een jaar."
    return f"In dit tempo is dat genoeg tot ongeveer {texts.day_of_month(day)}."
