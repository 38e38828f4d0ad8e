"""Conditions on stored moments in queries (``clock.is_coming``)."""

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, or_

from ... import clock


def is_coming(moment: Any, within: timedelta) -> ColumnElement[bool]:
    """Return the condition that a moment, which was set this far ahead at most, is yet to come."""
    return and_(moment > clock.now(), moment <= clock.now() + within + clock.SKEW)


def is_over(moment: Any, within: timedelta) -> ColumnElement[bool]:
    """Return the opposite condition: it has come, or was set by a clock that was wrong. False where there is none."""
    return or_(moment <= clock.now(), moment > clock.now() + within + clock.SKEW)


def is_in_this_month(moment: Any) -> ColumnElement[bool]:
    """Return the condition that a moment lies in the present calendar month (Europe/Amsterdam)."""
    begin = clock.local_now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return and_(moment >= begin, moment < (begin + timedelta(days=32)).replace(day=1))
